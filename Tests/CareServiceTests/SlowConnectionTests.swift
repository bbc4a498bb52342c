import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import CareService

@Suite("Endless messages are cut off, quiet connections are not")
struct SlowConnectionTests {
    private let channel = EmbeddedChannel()
    private let second: TimeAmount = .seconds(1)

    init() throws {
        try channel.pipeline.syncOperations.addHandler(SlowConnectionGuard(admission: nil))
        channel.connect(to: try SocketAddress(ipAddress: "127.0.0.1", port: 1), promise: nil)
    }

    private func read(_ part: HTTPRequestPart) throws { try channel.writeInbound(part) }

    private func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    private let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/api/v1/sessions"))

    @Test("A body that arrives a byte at a time is cut off")
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

    @Test("An answer that nobody reads is cut off")
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

@Suite("Strangers are sent away much sooner than whoever has shown who they are")
struct SlowStrangerTests {
    private let channel = EmbeddedChannel()
    private let admission = ConnectionAdmission(.init(places: 640), uptime: { .zero }, logger: quiet)
    private let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/api/v1/sessions"))

    init() throws {
        channel.remoteAddress = try SocketAddress(ipAddress: "10.0.0.1", port: 1)
        #expect(admission.admit(channel))
        try channel.pipeline.syncOperations.addHandler(SlowConnectionGuard(admission: admission))
        channel.connect(to: try SocketAddress(ipAddress: "10.0.0.1", port: 1), promise: nil)
    }

    private func pass(_ time: TimeAmount) { channel.embeddedEventLoop.advanceTime(by: time) }

    @Test("Nothing at all, half a header, or half a greeting of TLS")
    func silent() {
        pass(.seconds(9))
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
        #expect(admission.count == 0)
    }

    @Test("A body that arrives a byte at a time is cut off")
    func drippingBody() throws {
        pass(.seconds(9))
        try channel.writeInbound(head)
        for _ in 0..<9 {
            pass(.seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
        }
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
    }

    @Test("An answer that nobody reads is cut off")
    func deaf() throws {
        try channel.writeInbound(head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.pipeline.write(HTTPResponsePart.body(ByteBuffer(string: "a")), promise: nil)
        pass(.seconds(9))
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
    }

    @Test("Who has shown who they are has a minute, also for the message that shows it")
    func known() throws {
        try channel.writeInbound(head)
        admission.recognise(ObjectIdentifier(channel), as: .caregiver)
        pass(.seconds(59))
        #expect(channel.isActive)
        pass(.seconds(1))
        #expect(!channel.isActive)
    }
}

@Suite("The admission knows which connections wait for the other end")
struct WaitingTests {
    private let admission = ConnectionAdmission(
        .init(places: 10, reserve: 1, strangers: 5, strangersOfOne: 1), uptime: { .zero }, logger: quiet)

    private func connect() throws -> EmbeddedChannel? {
        let channel = EmbeddedChannel()
        channel.remoteAddress = try SocketAddress(ipAddress: "10.0.0.1", port: 1)
        guard admission.admit(channel) else { return nil }
        try channel.pipeline.syncOperations.addHandler(SlowConnectionGuard(admission: admission))
        channel.connect(to: try SocketAddress(ipAddress: "10.0.0.1", port: 1), promise: nil)
        return channel
    }

    private let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: nil, authority: nil, path: "/api/v1/sessions"))
    private let answer = HTTPResponsePart.head(.init(status: .ok))

    @Test("A connection waiting for the other end is closed for the next one")
    func waiting() throws {
        let silent = try #require(try connect())
        let half = try #require(try connect())
        #expect(!silent.isActive && half.isActive)
        try half.writeInbound(head)
        let whole = try #require(try connect())
        #expect(!half.isActive)
        try whole.writeInbound(head)
        try whole.writeInbound(HTTPRequestPart.end(nil))
        // It waits for its answer.
        #expect(try connect() == nil)
        try whole.writeOutbound(answer)
        #expect(try connect() == nil)
        try whole.writeOutbound(HTTPResponsePart.end(nil))
        _ = try #require(try connect())
        #expect(!whole.isActive)
    }

    @Test("A connection answered early still waits for the rest of its message, then for the next")
    func answeredEarly() throws {
        let early = try #require(try connect())
        try early.writeInbound(head)
        try early.writeOutbound(answer)
        try early.writeOutbound(HTTPResponsePart.end(nil))
        try early.writeInbound(HTTPRequestPart.end(nil))
        _ = try #require(try connect())
        #expect(!early.isActive)
    }

    @Test("A connection whose answer is not read counts as waiting")
    func deaf() throws {
        let deaf = try #require(try connect())
        try deaf.writeInbound(head)
        try deaf.writeInbound(HTTPRequestPart.end(nil))
        deaf.isWritable = false
        deaf.pipeline.fireChannelWritabilityChanged()
        _ = try #require(try connect())
        #expect(!deaf.isActive)
    }
}
