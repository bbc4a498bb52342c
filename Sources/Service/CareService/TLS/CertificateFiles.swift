public import Foundation
import Glibc
import NIOSSL
import WholeFiles

/// The service's certificate and key files. PEM; the certificate first, then its intermediates.
public struct CertificateFiles: Sendable, Equatable {
    public var certificate: String
    public var key: String

    public init(certificate: String, key: String) {
        self.certificate = certificate
        self.key = key
    }

    /// The validity period of the certificate. Throws where it, or its key, cannot be used.
    public func validity() throws(CareServiceError) -> CertificateValidity { try load().validity }

    /// Whether every user of the machine may read the key; `false` also where it is not there.
    public var isKeyOpenToAll: Bool {
        FileStatus(key).map { $0.rights & 0o007 != 0 } ?? false
    }

    /// Reads both files. Whether today is within the validity period is not checked: that is for the other end to judge, and
    /// this machine's clock may be wrong.
    func load() throws(CareServiceError) -> LoadedCertificate {
        try Self.look(at: certificate)
        try Self.look(at: key)
        let chain: [NIOSSLCertificate]
        do { chain = try NIOSSLCertificate.fromPEMFile(certificate) } catch {
            throw .certificate(path: certificate, detail: "it is not a PEM certificate")
        }
        guard let own = chain.first else {
            throw .certificate(path: certificate, detail: "it is not a PEM certificate")
        }
        let privateKey: NIOSSLPrivateKey
        do { privateKey = try NIOSSLPrivateKey(file: key, format: .pem) } catch {
            throw .certificate(path: key, detail: "it is not a PEM private key without a passphrase")
        }
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(privateKey))
        configuration.minimumTLSVersion = .tlsv12
        configuration.cipherSuiteValues = Self.ciphers
        do {
            return LoadedCertificate(
                context: try NIOSSLContext(configuration: configuration),
                validity: CertificateValidity(
                    from: Date(timeIntervalSince1970: TimeInterval(own.notValidBefore)),
                    until: Date(timeIntervalSince1970: TimeInterval(own.notValidAfter))))
        } catch {
            throw .certificate(path: key, detail: "it is not the key of \(certificate)")
        }
    }

    /// Describes why a file cannot be read; anything but a regular file could block the reader for ever.
    private static func look(at path: String) throws(CareServiceError) {
        guard let status = FileStatus(path) else {
            throw .certificate(
                path: path,
                detail: errno == EACCES
                    ? "the user that runs Beckon may not open its folder" : "it is not there")
        }
        guard status.isPlainFile else {
            throw .certificate(path: path, detail: "it is not a file")
        }
        guard access(path, R_OK) == 0 else {
            throw .certificate(path: path, detail: "the user that runs Beckon may not read it")
        }
    }

    /// For TLS 1.2, only suites with forward secrecy, so that recorded traffic stays unreadable if the
    /// certificate's key leaks later, and with authenticated encryption. TLS 1.3 has no others.
    private static let ciphers: [NIOTLSCipher] = [
        .TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, .TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
        .TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, .TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
        .TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, .TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
    ]
}

/// The validity period of a certificate, as it says itself.
public struct CertificateValidity: Sendable, Equatable {
    public var from: Date
    public var until: Date

    /// 2025-01-01. A clock that shows an earlier time is wrong, because there was no Beckon then.
    public static let firstBelieved = Date(timeIntervalSince1970: 1_735_689_600)

    /// Why others may refuse it at this moment; `nil` if its validity period is fine, or the clock cannot be
    /// believed.
    public func problem(at now: Date) -> String? {
        guard now >= Self.firstBelieved else { return nil }
        if now > until { return "it expired on \(Self.day(until))" }
        if now < from {
            return
                "it is not valid before \(Self.day(from)), or this machine’s clock is wrong"
        }
        return nil
    }

    /// `2026-05-03`, in UTC, as certificates count.
    private static func day(_ date: Date) -> String { date.formatted(.iso8601.year().month().day()) }
}

/// A certificate that can be used.
struct LoadedCertificate: Sendable {
    let context: NIOSSLContext
    let validity: CertificateValidity
}
