import NIOCore
import NIOPosix
import Synchronization

/// A wire between client and service that can be cut or go dead at the worst moment.
final class Proxy: Sendable {
    /// What happens to what the service answers.
    enum Mode {
        case passes
        /// The next answer is swallowed and the connection cut, as if the service had died before answering.
        case cutsNextAnswer
        /// Agendas alone do not come through; each costs a connection.
        case cutsAgendas
        /// Nothing comes through, and nothing ends, as if the cable had been pulled.
        case isDead
    }

    private let servicePort: Int
    let mode = Mutex(Mode.passes)
    /// How many answers were cut off.
    let cuts = Mutex(0)

    init(to servicePort: Int) { self.servicePort = servicePort }

    /// Runs while `body` runs; it gets the port to connect to.
    static func run(to servicePort: Int, _ body: (Proxy, Int) async throws -> Void) async throws {
        let proxy = Proxy(to: servicePort)
        let group = MultiThreadedEventLoopGroup.singleton
        let server = try await ServerBootstrap(group: group)
            .childChannelOption(.autoRead, value: true)
            .childChannelInitializer { client in
                client.eventLoop.makeCompletedFuture {
                    try client.pipeline.syncOperations.addHandler(Relay.Front(proxy: proxy))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body(proxy, server.localAddress?.port ?? 0) } catch {
            try await server.close()
            throw error
        }
        try await server.close()
    }

    fileprivate func connect(for client: any Channel) -> EventLoopFuture<any Channel> {
        ClientBootstrap(group: client.eventLoop)
            .channelInitializer { [self] service in
                service.eventLoop.makeCompletedFuture {
                    try service.pipeline.syncOperations.addHandler(Relay.Back(proxy: self, client: client))
                }
            }
            .connect(host: "127.0.0.1", port: servicePort)
    }
}

/// The two ends of the wire; both run on the same event loop.
private enum Relay {
    final class Front: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let proxy: Proxy
        private var service: EventLoopFuture<any Channel>?

        init(proxy: Proxy) { self.proxy = proxy }

        func channelActive(context: ChannelHandlerContext) { service = proxy.connect(for: context.channel) }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            service?.whenSuccess { $0.writeAndFlush(bytes, promise: nil) }
        }

        func channelInactive(context: ChannelHandlerContext) {
            service?.whenSuccess { $0.close(promise: nil) }
        }
    }

    final class Back: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer

        private let proxy: Proxy
        private let client: any Channel

        init(proxy: Proxy, client: any Channel) {
            self.proxy = proxy
            self.client = client
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let bytes = unwrapInboundIn(data)
            // Only answers to a POST say 201.
            let isStored = String(buffer: bytes).hasPrefix("HTTP/1.1 201")
            let isAgenda = String(buffer: bytes).contains(#""outstanding":"#)
            let passes = proxy.mode.withLock { mode in
                switch mode {
                case .cutsAgendas: return !isAgenda
                case .passes: return true
                case .isDead: return false
                case .cutsNextAnswer:
                    if isStored { mode = .passes }
                    return !isStored
                }
            }
            if passes {
                client.writeAndFlush(bytes, promise: nil)
            } else if isStored || isAgenda {
                proxy.cuts.withLock { $0 += 1 }
                client.close(promise: nil)
            }
        }

        func channelInactive(context: ChannelHandlerContext) { client.close(promise: nil) }
    }
}
