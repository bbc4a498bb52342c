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
        return configuration
    }
}
