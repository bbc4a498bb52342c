import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CareService

@Suite("Who never comes to an end is sent away, who is merely quiet is not")
struct SlowConnectionTests {
    private let channel = EmbeddedChannel()
    private let second: TimeAmount = .seconds(1)

    init() throws {
        try channel.pipeline.syncOperations.addHandler(SlowConnectionGuard())
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    private func read(_ part: HTTPRequestPart) throws { try channel.writeInbound(part) }

    private func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    private let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/api/v1/sessions"))

    @Test("A body of which a byte comes now and then")
    func drippingBody() throws {
        try read(head)
        for _ in 0..<59 {
            pass(second)
            try read(.body(ByteBuffer(string: "a")))
        }
        #expect(channel.isActive)
        pass(second)
        #expect(!channel.isActive)
    }

    @Test("An answer that nobody reads")
    func deaf() throws {
        try read(head)
        try read(.end(nil))
        // Not flushed, as where the network takes no more.
        channel.pipeline.write(HTTPResponsePart.body(ByteBuffer(string: "a")), promise: nil)
        pass(.seconds(59))
        #expect(channel.isActive)
        pass(second)
        #expect(!channel.isActive)
    }

    @Test("An answer that is read slowly goes on, and so does a stream that is quiet for hours")
    func slow() throws {
        try read(head)
        try read(.end(nil))
        channel.pipeline.write(HTTPResponsePart.body(ByteBuffer(string: "a")), promise: nil)
        for _ in 0..<10 {
            pass(.seconds(50))
            channel.pipeline.flush()
            channel.pipeline.write(HTTPResponsePart.body(ByteBuffer(string: "b")), promise: nil)
        }
        channel.pipeline.flush()
        pass(.hours(5))
        #expect(channel.isActive)
    }

    @Test("Message after message on one connection: each has its own time")
    func many() throws {
        for _ in 0..<10 {
            try read(head)
            pass(.seconds(40))
            try read(.end(nil))
            try channel.writeOutbound(HTTPResponsePart.end(nil))
            pass(.seconds(40))
        }
        #expect(channel.isActive)
        try read(head)
        pass(.seconds(60))
        #expect(!channel.isActive)
    }
}
