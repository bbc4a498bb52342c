public import Foundation
import NIOSSL

/// The files with which the service shows who it is: PEM, the certificate first, then those between it and its root.
public struct CertificateFiles: Sendable, Equatable {
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// When the certificate runs out. Throws where it, or its key, cannot be used.
    public func expiry() throws(CareServiceError) -> Date {
        let configuration = try configuration()
        do { _ = try NIOSSLContext(configuration: configuration) } catch {
            throw .certificate(path: key, detail: "it is not the key of \(certificate) (\(error))")
        }
        guard case .certificate(let own) = configuration.certificateChain.first else { return .distantFuture }
        return Date(timeIntervalSince1970: TimeInterval(own.notValidAfter))
    }

    func configuration() throws(CareServiceError) -> TLSConfiguration {
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw .certificate(
                path: certificate, detail: "it is no certificate in PEM that can be read (\(error))")
        }
        let privateKey: NIOSSLPrivateKey
        do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw .certificate(path: key, detail: "it is no private key in PEM that can be read (\(error))")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = Self.ciphers
        return configuration
    }

    /// Of TLS 1.2 those alone that make a key of their own for each connection, so that whoever gets the certificate's key later
    /// reads nothing of what was recorded before, and that look at each message whole. TLS 1.3 has no others.
    private static let ciphers: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]
}
