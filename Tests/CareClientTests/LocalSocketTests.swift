import Care
import CareClient
import CareService
import Foundation
import LocalSockets
import Testing

@Suite("A home's own kiosk has a way to its service that nobody else can take", .timeLimit(.minutes(30)))
struct LocalSocketTests {
    let home: Home

    init() throws { home = try Home() }

    @Test(
        "It is told and heard by the socket alone, however long its path is",
        arguments: ["run/service", String(repeating: "a long folder's name ", count: 10) + "/service"])
    func localAlone(file: String) async throws {
        let path = home.path(file)
        try await home.serve(localSocket: path) { [home] _ in
            let rights = try FileManager.default.attributesOfItem(
                atPath: String(path.dropLast("/service".count)))[.posixPermissions]
            #expect(rights as? Int == 0o700)
            // Nobody listens at this port.
            try await home.client(port: 1, localSocket: path) { (log: inout ClientLog) async throws in
                _ = try await log.untilConnected()
                let new = water()
                log.client.post(.ask(new))
                try await log.untilDelivered(new.id)
            }
        }
        #expect(!FileManager.default.fileExists(atPath: path), "it goes with its service")
    }

    @Test("A leftover socket on which nobody listens makes the client use the port")
    func leftBehind() async throws {
        let path = home.path("run/service")
        try FileManager.default.createDirectory(
            atPath: home.path("run"), withIntermediateDirectories: true)
        try Data().write(to: URL(fileURLWithPath: path))
        try await home.serve { [home] port in
            try await home.client(port: port, localSocket: path) { (log: inout ClientLog) async throws in
                _ = try await log.untilConnected()
                let new = water()
                log.client.post(.ask(new))
                try await log.untilDelivered(new.id)
            }
        }
    }

    @Test("What an earlier service left is taken away by the next one, which listens there")
    func startedAnew() async throws {
        let path = home.path("run/service")
        for _ in 0..<2 {
            try await home.serve(localSocket: path) { [home] _ in
                try await home.client(port: 1, localSocket: path) { (log: inout ClientLog) async throws in
                    _ = try await log.untilConnected()
                }
            }
            // As if it had been killed.
            let left = try #require(try? bind(path))
            close(left)
            #expect(FileManager.default.fileExists(atPath: path))
        }
    }

    @Test("Where no socket can be made, the service serves at its port all the same")
    func noSocket() async throws {
        let path = home.path("run/service")
        try Data().write(to: URL(fileURLWithPath: home.path("run")))
        try await home.serve(localSocket: path) { [home] port in
            try await home.client(port: port, localSocket: path) { (log: inout ClientLog) async throws in
                _ = try await log.untilConnected()
            }
        }
    }

    /// A socket's file; gives its descriptor.
    private func bind(_ path: String) throws -> Int32 {
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        let length = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { Foundation.bind(descriptor, $0, length) }
        }
        #expect(result == 0)
        return descriptor
    }
}
