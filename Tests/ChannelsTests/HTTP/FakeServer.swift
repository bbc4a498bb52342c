import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL
import Synchronization

/// A web server of the test's own on 127.0.0.1: it answers as it is told, and remembers what it was asked.
final class FakeServer: Sendable {
    struct Asked: Sendable, Equatable {
        var method: String
        /// With its query.
        var path: String
        /// `Name: value`, in order, without those that every question has: `Host`, `Content-Length`, `User-Agent`.
        var headers: [String]
        var body: String
    }

    struct Reply: Sendable {
        var status = 200
        var headers: [(String, String)] = []
        var body = ""
    }

    struct State: Sendable {
        var asked: [Asked] = []
        /// The answers to the next ones.
        var replies: [Reply]
        /// The answer where those are used up.
        var usual: Reply
    }

    let port: Int
    private let state: Mutex<State>
    private let listener: any NIOCore.Channel
    private let isSecure: Bool

    var address: String { "\(isSecure ? "https" : "http")://127.0.0.1:\(port)" }
    var host: String { "127.0.0.1:\(port)" }
    var asked: [Asked] { state.withLock { $0.asked } }

    func answers(_ replies: [Reply]) { state.withLock { $0.replies = replies } }

    /// - Parameters:
    ///   - usual: What it answers where nothing else is said.
    ///   - tls: With which certificate; without one it speaks in the clear.
    static func with(
        _ usual: Reply = Reply(), tls: NIOSSLContext? = nil, _ body: (FakeServer) async throws -> Void
    ) async throws {
        let server = try await FakeServer(usual, tls)
        do { try await body(server) } catch {
            try await server.listener.close()
            throw error
        }
        try await server.listener.close()
    }

    private init(_ usual: Reply, _ tls: NIOSSLContext?) async throws {
        state = Mutex(State(replies: [], usual: usual))
        isSecure = tls != nil
        let holder = Holder()
        listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { child in
                child.eventLoop.makeCompletedFuture {
                    let pipeline = child.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.configureHTTPServerPipeline()
                    try pipeline.addHandler(Handler(holder: holder))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        port = listener.localAddress?.port ?? 0
        holder.server.withLock { $0 = self }
    }

    private final class Holder: Sendable {
        let server = Mutex<FakeServer?>(nil)
    }

    private func reply(to asked: Asked) -> Reply {
        state.withLock { state in
            state.asked.append(asked)
            return state.replies.isEmpty ? state.usual : state.replies.removeFirst()
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart
        private static let common: Set = ["host", "content-length", "user-agent"]
        private let holder: Holder
        private var head: HTTPRequestHead?
        private var body = ""

        init(holder: Holder) { self.holder = holder }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): (self.head, body) = (head, "")
            case .body(let part): body += String(buffer: part)
            case .end:
                guard let head, let server = holder.server.withLock({ $0 }) else { return }
                let headers = head.headers.filter { !Self.common.contains($0.name.lowercased()) }
                let asked = Asked(
                    method: head.method.rawValue, path: head.uri,
                    headers: headers.map { "\($0.name): \($0.value)" }, body: body)
                send(server.reply(to: asked), context)
            }
        }

        private func send(_ reply: Reply, _ context: ChannelHandlerContext) {
            var headers = HTTPHeaders(reply.headers)
            headers.replaceOrAdd(name: "Content-Length", value: "\(reply.body.utf8.count)")
            let head = HTTPResponseHead(
                version: .http1_1, status: .init(statusCode: reply.status), headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(
                wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: reply.body)))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}
