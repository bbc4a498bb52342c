import NIOCore
import NIOHTTP1
import NIOPosix

/// A server of a test's own, at a free port of this machine.
enum LocalServer {
    /// - Parameter handler: Makes what answers the messages of one connection.
    static func open<Handler: ChannelInboundHandler>(
        _ handler: @escaping @Sendable () -> Handler
    ) async throws -> any Channel {
        try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    try child.pipeline.syncOperations.configureHTTPServerPipeline()
                    try child.pipeline.syncOperations.addHandler(handler())
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
    }
}
