import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import CareClient

@Suite("Why a service does not answer is said in words that tell what to look for")
struct ServiceTroubleTests {
    /// What is said of an address.
    private static func words(_ url: String) async throws -> String {
        let url = try #require(URL(string: url))
        switch await ServiceProbe.health(of: url) {
        case .success(let health): return "it is \(health)"
        case .failure(let error): return error.description
        }
    }

    /// Somebody who is no service of Beckon's: says one thing and hangs up.
    private static func stranger(
        saying text: String, _ body: (Int) async throws -> Void
    ) async throws {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { client in
                client.eventLoop.makeCompletedFuture {
                    try client.pipeline.syncOperations.addHandler(SaysOneThing(text: text))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do { try await body(try #require(server.localAddress?.port)) } catch {
            try await server.close()
            throw error
        }
        try await server.close()
    }

    private final class SaysOneThing: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        let text: String

        init(text: String) { self.text = text }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            let channel = context.channel
            channel.writeAndFlush(ByteBuffer(string: text)).whenComplete { _ in channel.close(promise: nil) }
        }
    }

    @Test("Nothing listens there, or the name does not resolve")
    func nobody() async throws {
        var free = 0
        try await Self.stranger(saying: "") { free = $0 }
        for scheme in ["http", "https"] {
            let words = try await Self.words("\(scheme)://127.0.0.1:\(free)")
            #expect(
                words
                    == "the service does not answer: nothing is listening there; check whether it is running")
        }
        let words = try await Self.words("http://nowhere.invalid:4280")
        #expect(
            words.hasSuffix(
                "the name nowhere.invalid is not known on this network; check its spelling"))
    }

    @Test("Something else listens there")
    func strangers() async throws {
        for text in [
            "SSH-2.0-Other\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        ] {
            try await Self.stranger(saying: text) { port in
                let words = try await Self.words("http://127.0.0.1:\(port)")
                #expect(words.contains("address"), "\(words)")
            }
        }
        try await Self.stranger(saying: "HTTP/1.1 400 Bad Request\r\n\r\n") { port in
            let words = try await Self.words("https://127.0.0.1:\(port)")
            #expect(words.hasSuffix("check whether its address begins with http:// or https://"))
        }
    }

    @Test("No library's words are said, whatever the error is")
    func others() {
        struct Odd: Error {}
        #expect("\(ServiceTrouble(error: Odd()))" == "the service does not answer: the connection was lost")
        #expect(
            "\(ServiceTrouble(error: IOError(errnoCode: EHOSTUNREACH, reason: "connect")))".contains(
                "that machine cannot be reached"))
    }
}
