import AsyncHTTPClient
import Care
import Foundation
import LocalSockets
import NIOCore
import NIOFoundationCompat
import NIOHTTP1
import NIOPosix
import NIOSSL
import OwnFolders
import Synchronization
import Testing

@testable import CareService

/// Certificates as people make them, in a folder of one test's own.
private struct Certificates {
    let folder: OwnFolder
    var files: CertificateFiles { .init(certificate: folder.file("home.pem"), key: folder.file("home.key")) }

    init() throws { folder = try OwnFolder() }

    /// Makes `NAME.pem` and `NAME.key`, good for ten days from the machine's real time on.
    func make(_ name: String = "home") async throws {
        try await openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days",
            "10",
            "-subj", "/CN=Beckon", "-keyout", folder.file("\(name).key"), "-out", folder.file("\(name).pem"))
    }

    func openssl(_ arguments: String...) async throws {
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

    /// Puts a file in the place of another, as whoever renews a certificate does.
    func put(_ name: String, as other: String) throws {
        let data = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        try data.write(to: URL(fileURLWithPath: folder.file(other)), options: .atomic)
    }

    /// Whether the service shows the certificate of that file.
    func isShown(_ name: String, at address: String, _ port: Int) async -> Bool {
        var configuration = TLSConfiguration.makeClientConfiguration()
        configuration.trustRoots = .file(folder.file("\(name).pem"))
        configuration.certificateVerification = .noHostnameVerification
        let client = HTTPClient(
            eventLoopGroupProvider: .singleton, configuration: .init(tlsConfiguration: configuration))
        let answer = try? await client.execute(
            HTTPClientRequest(url: "https://\(address):\(port)/api/v1/health"), timeout: .minutes(5))
        let status = answer?.status
        try? await client.shutdown()  // nothing is left that it could lose
        return status == .ok
    }
}

@Suite("With which certificate the service speaks, and to whom without one", .timeLimit(.minutes(30)))
struct CertificateTests {
    /// Addresses of this machine that are not 127.0.0.1: what listens on all of them is reached there, as from other machines.
    private static func elsewhere() throws -> [String] {
        let own = try System.enumerateDevices().compactMap { $0.address?.ipAddress }
            .filter { !$0.hasPrefix("127.") && !$0.contains(":") }
        return ["127.0.0.2"] + own
    }

    private static func isListening(at address: String, _ port: Int) async -> Bool {
        do {
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: address, port: port).get()
            try await channel.close()
            return true
        } catch { return false }
    }

    private static func settings(
        _ certificates: Certificates
    ) -> @Sendable (inout CareServiceConfiguration) -> Void {
        {
            $0.host = "0.0.0.0"
            $0.allowsPlainHTTP = true
            $0.certificate = certificates.files
            $0.localSocket = LocalSocket(path: certificates.folder.file("run/service"))
        }
    }

    /// The open faults about the certificate, as the home's own station is told by its socket.
    private static func open(_ certificates: Certificates) async throws -> [Fault] {
        let socket = certificates.folder.file("run/service")
        let url = try #require(URL(httpURLWithSocketPath: socket, uri: "/api/v1/faults?state=open"))
        var message = HTTPClientRequest(url: url.absoluteString)
        message.headers.add(name: "Authorization", value: "Bearer \(RunningService.tokens.station)")
        let response = try await HTTPClient.patient.execute(message, timeout: .minutes(5))
        let body = try await response.body.collect(upTo: 1 << 20)
        let page = try CareJSON.decoder().decode(FaultPage.self, from: Data(buffer: body))
        return page.faults.filter { $0.kind == .certificateUnusable }
    }

    /// Waits until no fault about the certificate is open: the look after the one that lets the service listen anew finds that.
    private static func isOver(_ certificates: Certificates, of service: RunningService) async throws {
        while try await !open(certificates).isEmpty { look(service) }
    }

    /// Waits for the fault about the certificate; gives its detail. What could not be stored while the store was busy is told again
    /// at the next look.
    private static func told(
        _ certificates: Certificates, of service: RunningService, containing words: String = ""
    ) async throws -> String {
        while true {
            // Foundation finds nothing in an empty text.
            if let fault = try await open(certificates).first(where: {
                words.isEmpty || $0.detail.contains(words)
            }) {
                return fault.detail
            }
            look(service)
        }
    }

    /// The files are looked at again. Those that have just changed are only looked into when they stay the same for a while: so
    /// time passes.
    private static func look(_ service: RunningService) {
        service.clock.pass(.seconds(1))
        service.service.clockHasMoved()
    }

    @Test(
        "Files that cannot be used are told in words, without waiting for anything",
        arguments: [
            ("no certificate", "home.pem: it is not there"), ("no key", "home.key: it is not there"),
            ("another's key", "home.key: it is not the key of"),
            ("a text", "home.pem: it is not a PEM certificate"),
            ("an empty key", "home.key: it is not a PEM private key without a passphrase"),
            ("a key with a passphrase", "home.key: it is not a PEM private key without a passphrase"),
            ("a pipe", "home.pem: it is not a file"), ("a folder", "home.key: it is not a file"),
        ])
    func unusable(what: String, words: String) async throws {
        let certificates = try Certificates()
        try await certificates.make()
        let (certificate, key) = (certificates.files.certificate, certificates.files.key)
        switch what {
        case "no certificate": try FileManager.default.removeItem(atPath: certificate)
        case "no key": try FileManager.default.removeItem(atPath: key)
        case "another's key":
            try await certificates.make("other")
            try certificates.put("other.key", as: "home.key")
        case "a text": try Data("hello".utf8).write(to: URL(fileURLWithPath: certificate))
        case "an empty key": try Data().write(to: URL(fileURLWithPath: key))
        case "a key with a passphrase":
            try await certificates.openssl(
                "pkcs8", "-topk8", "-in", key, "-out", key + ".locked", "-passout", "pass:secret")
            try certificates.put("home.key.locked", as: "home.key")
        case "a pipe":
            try FileManager.default.removeItem(atPath: certificate)
            try #require(mkfifo(certificate, 0o600) == 0)
        default:
            try FileManager.default.removeItem(atPath: key)
            try FileManager.default.createDirectory(atPath: key, withIntermediateDirectories: false)
        }
        do throws(CareServiceError) {
            _ = try certificates.files.validity()
            Issue.record("it can be used")
        } catch {
            #expect(error.certificateProblem.contains(words))
            #expect(error.certificateProblem.hasPrefix(certificates.folder.path))
        }
    }

    @Test("A key that everybody on the machine can read is found; one that is its user's alone is not")
    func openKey() async throws {
        let certificates = try Certificates()
        try await certificates.make()
        #expect(!certificates.files.isKeyOpenToAll)
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644], ofItemAtPath: certificates.files.key)
        #expect(certificates.files.isKeyOpenToAll)
    }

    @Test("An unusable certificate keeps other machines out, is reported, and TLS recovers by itself")
    func ownMachineAlone() async throws {
        let certificates = try Certificates()
        try await certificates.make()
        try await certificates.make("other")
        try certificates.put("home.key", as: "kept.key")
        try certificates.put("other.key", as: "home.key")
        try await RunningService.with(adjust: Self.settings(certificates)) { service in
            // The tests' clock stands before the certificates' time.
            service.clock.set(by: Date().timeIntervalSince(noon) + 60)
            #expect(try await service.get("/api/v1/health", as: nil).status == 200)
            for address in try Self.elsewhere() {
                #expect(!(await Self.isListening(at: address, service.port)), "\(address)")
            }
            let detail = try await Self.told(certificates, of: service)
            #expect(
                detail.contains("home.key: it is not the key of") && detail.contains("this machine alone"))
            // A call is taken meanwhile.
            let asked = try await service.post("/api/v1/requests", water(priority: .urgent))
            #expect(asked.status == 201)

            try certificates.put("kept.key", as: "home.key")
            service.clock.pass(.seconds(60))
            service.service.clockHasMoved()
            try await Self.isOver(certificates, of: service)
            for address in try Self.elsewhere() {
                #expect(await certificates.isShown("home", at: address, service.port), "\(address)")
            }
            #expect(service.service.place.isSecure && service.service.place.host == "0.0.0.0")
        }
    }

    @Test("A renewed certificate is shown from then on; a broken one leaves the old one in use, and is told")
    func renewed() async throws {
        let certificates = try Certificates()
        try await certificates.make()
        try await certificates.make("next")
        try certificates.put("home.pem", as: "first.pem")
        // The tests' clock stands before the certificates' time.
        let adjust = Self.settings(certificates)
        try await RunningService.with(adjust: adjust) { service in
            service.clock.set(by: Date().timeIntervalSince(noon) + 60)
            #expect(await certificates.isShown("first", at: "127.0.0.2", service.port))

            // Half of a renewal is no news at once.
            try certificates.put("next.pem", as: "home.pem")
            service.service.clockHasMoved()
            #expect(await certificates.isShown("first", at: "127.0.0.2", service.port))
            service.clock.pass(.seconds(60))
            service.service.clockHasMoved()
            let detail = try await Self.told(certificates, of: service, containing: "home.key")
            #expect(detail.contains("home.key: it is not the key of") && detail.contains("stays in use"))
            #expect(await certificates.isShown("first", at: "127.0.0.2", service.port))

            try certificates.put("next.key", as: "home.key")
            service.clock.pass(.seconds(60))
            service.service.clockHasMoved()
            try await Self.isOver(certificates, of: service)
            #expect(await certificates.isShown("next", at: "127.0.0.2", service.port))
            #expect(!(await certificates.isShown("first", at: "127.0.0.2", service.port)))
        }
    }

    @Test("An expired or future certificate is used and reported, unless the clock cannot be right")
    func time() async throws {
        let certificates = try Certificates()
        try await certificates.make()
        try await RunningService.with(adjust: Self.settings(certificates)) { service in
            // Eleven days from now, by the machine's real clock.
            service.clock.set(by: Date().timeIntervalSince(noon) + 11 * 86_400)
            service.service.clockHasMoved()
            let detail = try await Self.told(certificates, of: service, containing: "expired on")
            #expect(detail.contains("home.pem: it expired on 20"))
            #expect(await Self.isListening(at: "127.0.0.2", service.port))
            service.clock.set(by: -11 * 86_400)
            service.service.clockHasMoved()
            try await Self.isOver(certificates, of: service)
        }
        let validity = CertificateValidity(from: noon, until: noon + 86_400)
        #expect(validity.problem(at: noon + 1) == nil)
        #expect(validity.problem(at: noon + 86_401) == "it expired on 2026-03-29")
        #expect(validity.problem(at: noon - 1)?.hasPrefix("it is not valid before 2026-03-28") == true)
        #expect(validity.problem(at: Date(timeIntervalSince1970: 0)) == nil)
        #expect(validity.problem(at: CertificateValidity.firstBelieved) != nil)
    }
}
