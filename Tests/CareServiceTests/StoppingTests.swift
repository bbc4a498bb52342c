import NIOCore
import NIOPosix
import Synchronization
import Testing

@testable import CareService

@Suite("A service that stops", .timeLimit(.minutes(30)))
struct StoppingTests {
    /// Connects and hangs up, again and again, until nobody listens any more.
    private static func knock(at port: Int, knocked: AsyncStream<Void>.Continuation) async {
        while true {
            do {
                let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .connect(host: "127.0.0.1", port: port).get()
                knocked.yield()
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
                let (knocks, knocked) = AsyncStream<Void>.makeStream()
                strangers.withLock { tasks in
                    tasks = (0..<8).map { _ in
                        Task { await Self.knock(at: service.port, knocked: knocked) }
                    }
                }
                // They are at it when it stops. What they leave of a stranger's budget lets nobody else in from this address.
                for await _ in knocks.prefix(200) {}
            }
            for stranger in strangers.withLock(\.self) { await stranger.value }
        }
    }
}
