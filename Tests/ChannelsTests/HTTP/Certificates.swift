import Foundation
import NIOSSL
import OwnFolders
import Testing

/// Certificates of a test's own, made by openssl, good for ten days from now.
struct Certificates {
    private let folder: OwnFolder

    init() throws { folder = try OwnFolder() }

    /// The file of a certificate, as somebody would trust it.
    func file(_ name: String) -> String { folder.file("\(name).pem") }

    /// What a server shows whose certificate is for these names, such as `IP:127.0.0.1`.
    func server(_ name: String, for names: String) async throws -> NIOSSLContext {
        let key = folder.file("\(name).key")
        try await openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "10",
            "-subj", "/CN=Beckon test", "-addext", "subjectAltName=\(names)", "-keyout", key, "-out",
            file(name))
        let chain = try NIOSSLCertificate.fromPEMFile(file(name)).map {
            NIOSSLCertificateSource.certificate($0)
        }
        let configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain, privateKey: .privateKey(try NIOSSLPrivateKey(file: key, format: .pem)))
        return try NIOSSLContext(configuration: configuration)
    }

    /// A file that holds no certificate.
    func damaged() throws -> String {
        try Data("not a certificate".utf8).write(to: URL(fileURLWithPath: file("damaged")))
        return file("damaged")
    }

    private func openssl(_ arguments: String...) async throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/openssl")
        process.arguments = arguments
        (process.standardOutput, process.standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
        let status = try await withCheckedThrowingContinuation { continuation in
            process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
        try #require(status == 0)
    }
}
