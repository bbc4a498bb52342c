import NIOCore
import NIOPosix
import Synchronization

/// A server of the test's own that does not keep to HTTP, or keeps to it in a way that hurts.
final class HostileServer: Sendable {
    enum Manner: Sendable, CaseIterable {
        /// Takes the question and says nothing.
        case silent
        /// Closes the connection as soon as it was asked.
        case closes
        /// Sends a head byte by byte, without an end.
        case dripsHead
        /// Sends a body byte by byte, without an end.
        case dripsBody
        /// Sends a body without an end as fast as it is read.
        case pours
        /// Says that it sends more than anybody reads.
        case announcesMuch
        /// Stops in the middle of a body.
        case breaksOff
        /// Sends what is no HTTP.
        case babbles
    }

    let port: Int
    private let listener: any NIOCore.Channel

    var address: String { "http://127.0.0.1:\(port)" }
    var host: String { "127.0.0.1:\(port)" }

    static func with(_ manner: Manner, _ body: (HostileServer) async throws -> Void) async throws {
        let server = try await HostileServer(manner)
        do { try await body(server) } catch {
            try await server.listener.close()
            throw error
        }
        try await server.listener.close()
    }

    private init(_ manner: Manner) async throws {
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    try child.pipeline.syncOperations.addHandler(Handler(manner))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        private let manner: Manner
        private var hasBegun = false

        init(_ manner: Manner) { self.manner = manner }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !hasBegun else { return }
            hasBegun = true
            switch manner {
            case .silent: break
            case .closes: context.close(promise: nil)
            case .dripsHead: drip(Self.head + "X-Slow: ", context)
            case .dripsBody: drip(Self.head + "Content-Length: 60000\r\n\r\n{", context)
            case .pours: pour(Self.head + "\r\n", context)
            case .announcesMuch: write(Self.head + "Content-Length: 99999999\r\n\r\n{", context)
            case .breaksOff:
                write(Self.head + "Content-Length: 400\r\n\r\n{\"id\"", context)
                context.close(promise: nil)
            case .babbles: write("220 mail.example.org ESMTP\r\n", context)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

        private func write(_ text: String, _ context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
        }

        private func drip(_ text: String, _ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            write(text, context)
            let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.eventLoop.scheduleTask(in: .milliseconds(10)) { own.value.0.drip("x", own.value.1) }
        }

        private func pour(_ text: String, _ context: ChannelHandlerContext) {
            guard context.channel.isActive else { return }
            let own = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text))).whenSuccess {
                own.value.0.pour(String(repeating: "x", count: 8192), own.value.1)
            }
        }
    }
}
