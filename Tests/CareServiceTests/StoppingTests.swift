import NIOCore
import NIOPosix
import Testing

@testable import CareService

@Suite("A service that stops", .timeLimit(.minutes(2)))
struct StoppingTests {
    /// Connects and hangs up, again and again, until nobody listens any more.
    private static func knock(at port: Int) async {
        while true {
            do {
                let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .connect(host: "127.0.0.1", port: port).get()
                try await channel.close()
            } catch is ChannelError {
                continue
            } catch { return }
        }
    }

    @Test("Connections that come while it stops do not end the process")
    func connectionsMeanwhile() async throws {
        for _ in 0..<25 {
            try await withThrowingTaskGroup(of: Void.self) { strangers in
                let (ports, port) = AsyncStream<Int>.makeStream()
                for _ in 0..<8 {
                    strangers.addTask {
                        for await found in ports { return await Self.knock(at: found) }
                    }
                }
                try await RunningService.with { service in
                    for _ in 0..<8 { port.yield(service.port) }
                    port.finish()
                    // They are at it when it stops.
                    for _ in 0..<20 { _ = try await service.get("/api/v1/health", as: nil) }
                }
                try await strangers.waitForAll()
            }
        }
    }
}
