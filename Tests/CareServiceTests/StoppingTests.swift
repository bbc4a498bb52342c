import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import CareService

@Suite("A service that stops", .timeLimit(.minutes(10)))
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
            let strangers = Mutex<[Task<Void, Never>]>([])
            try await RunningService.with { service in
                strangers.withLock { tasks in
                    tasks = (0..<8).map { _ in Task { await Self.knock(at: service.port) } }
                }
                // They are at it when it stops.
                for _ in 0..<20 { _ = try await service.get("/api/v1/health", as: nil) }
            }
            for stranger in strangers.withLock(\.self) { await stranger.value }
        }
    }
}
