import Care
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization
import Testing

@testable import CareService

/// One plain connection from a loopback address of its own, that sends what it is told and keeps what comes.
final class Wire: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer

    private let text = Mutex("")
    private let came = AsyncStream<Void>.makeStream()

    static func open(from address: String, to port: Int) async throws -> (channel: any Channel, wire: Wire) {
        let wire = Wire()
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connectTimeout(.seconds(60))
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(wire) }
            }
            .bind(to: try SocketAddress(ipAddress: address, port: 0))
            .connect(host: "127.0.0.1", port: port).get()
        return (channel, wire)
    }

    /// Opens an event stream; gives its connection and the head of the answer.
    static func stream(
        _ path: String, as token: String, to port: Int
    ) async throws -> (channel: any Channel, head: String) {
        let (channel, wire) = try await open(from: "127.0.0.1", to: port)
        let message = "GET /api/v1/\(path) HTTP/1.1\r\nHost: beckon\r\nAuthorization: Bearer \(token)\r\n\r\n"
        try await channel.writeAndFlush(ByteBuffer(string: message))
        return (channel, try await wire.head())
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let more = String(buffer: unwrapInboundIn(data))
        text.withLock { $0 += more }
        came.continuation.yield()
    }

    func channelInactive(context: ChannelHandlerContext) { came.continuation.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    /// Waits for an answer's head; what came where the connection has ended before.
    func head() async throws -> String {
        for await _ in came.stream {
            let text = text.withLock { $0 }
            if let end = text.range(of: "\r\n\r\n") { return String(text[..<end.lowerBound]) }
        }
        return text.withLock { $0 }
    }
}

@Suite("However many come, the home's devices are answered", .timeLimit(.minutes(30)))
struct CrowdTests {
    private static let station = RunningService.tokens.station

    @Test("900 idle connections from one address do not keep a kiosk's call waiting")
    func idleCrowd() async throws {
        try await RunningService.with { service async throws in
            let crowd = try await Self.crowd(of: 900, at: service.port) { _ in "127.0.0.2" }
            // More than the service has places for, and none of them ever says anything: 201 comes all the same.
            #expect(try await service.post("/api/v1/requests", water()).status == 201)
            for one in crowd { one.close(promise: nil) }
        }
    }

    @Test("900 connections from 200 addresses do not either, half of them with half a message")
    func manyAddresses() async throws {
        try await RunningService.with { service async throws in
            // From now on the service knows that a device lives here.
            #expect(try await service.get("/api/v1/faults").status == 200)
            let crowd = try await Self.crowd(of: 900, at: service.port) { "127.0.1.\($0 % 200 + 1)" }
            for one in crowd.prefix(450) {
                // Those who were closed meanwhile cannot be written to.
                one.writeAndFlush(
                    ByteBuffer(string: "POST /api/v1/sessions HTTP/1.1\r\nHost: localhost\r\n"), promise: nil)
            }
            #expect(try await service.post("/api/v1/requests", water()).status == 201)
            // Nor a person, who has never been here from that address: moments later, when those who have just come are all
            // looked at.
            while true {
                service.clock.pass(.seconds(1))
                let (channel, wire) = try await Wire.open(from: "127.0.2.1", to: service.port)
                do {
                    try await channel.writeAndFlush(
                        ByteBuffer(string: "GET /login HTTP/1.1\r\nHost: localhost\r\n\r\n"))
                    if try await wire.head().hasPrefix("HTTP/1.1 200") { break }
                } catch is ChannelError { continue } catch is IOError { continue }
            }
            for one in crowd { one.close(promise: nil) }
        }
    }

    /// Connects so many times, some at once, so that the system's queue never overflows.
    private static func crowd(
        of count: Int, at port: Int, from address: @Sendable @escaping (Int) -> String
    ) async throws -> [any Channel] {
        var crowd: [any Channel] = []
        for start in stride(from: 0, to: count, by: 50) {
            crowd += try await withThrowingTaskGroup(of: (any Channel)?.self) { group in
                for number in start..<min(start + 50, count) {
                    group.addTask {
                        do {
                            return try await Wire.open(from: address(number), to: port).channel
                        } catch is IOError {
                            // Sent away before it knew that it was there.
                            return nil
                        }
                    }
                }
                return try await group.reduce(into: []) { if let one = $1 { $0.append(one) } }
            }
        }
        return crowd
    }

    @Test("Of 200 strangers from one address 64 stay; the others are sent away at once, not kept waiting")
    func sentAway() async throws {
        // Strangers who say nothing are sent away after a while, too: a try that took that long tells nothing.
        let patience = Duration.nanoseconds(SlowConnectionGuard.patienceWithStrangers.nanoseconds)
        let staying = Mutex<Int?>(nil)
        while staying.withLock({ $0 }) == nil {
            try await RunningService.with { service async throws in
                let begun = ContinuousClock.now
                let crowd = try await Self.crowd(of: 200, at: service.port) { _ in "127.0.0.2" }
                // All but the newest 64 of them, and those who came too quickly, were ended by the service.
                try await withThrowingTaskGroup(of: Void.self) { ends in
                    for one in crowd { ends.addTask { try await one.closeFuture.get() } }
                    for _ in 0..<crowd.count - 64 { try await ends.next() }
                    let count = crowd.count(where: \.isActive)
                    if ContinuousClock.now - begun < patience { staying.withLock { $0 = count } }
                    for one in crowd { one.close(promise: nil) }
                }
            }
        }
        #expect(staying.withLock { $0 } == 64)
    }

    @Test(
        "One token has twenty event streams of both kinds; the next is told so, and gets in when one has ended"
    )
    func streams() async throws {
        try await RunningService.with { service async throws in
            var streams: [any Channel] = []
            for number in 0..<StreamBudget.most {
                let path = number % 4 == 0 ? "displays/maria/events" : "events"
                let (channel, head) = try await Wire.stream(path, as: Self.station, to: service.port)
                #expect(head.hasPrefix("HTTP/1.1 200"))
                streams.append(channel)
            }
            for path in ["events", "displays/maria/events"] {
                let refused = try await service.get("/api/v1/\(path)", as: Self.station)
                #expect(refused.status == 429)
                #expect(refused.headers.first(name: "Retry-After") == "5")
                let problem = try refused.problem
                #expect(
                    problem.kind == .tooMany && problem.detail.contains("\(StreamBudget.most) event streams"))
            }
            // Others have their own.
            let (kiosk, head) = try await Wire.stream(
                "events", as: RunningService.tokens.kiosk, to: service.port)
            #expect(head.hasPrefix("HTTP/1.1 200"))
            try await kiosk.close()
            try await streams.removeLast().close()
            var status = ""
            while !status.hasPrefix("HTTP/1.1 200") {
                let (channel, head) = try await Wire.stream("events", as: Self.station, to: service.port)
                status = head
                #expect(status.contains(" 200 ") || status.contains(" 429 "))
                streams.append(channel)
            }
            for one in streams { one.close(promise: nil) }
        }
    }

    @Test("A stream that is asked for and never begun gives its place back")
    func unbegun() throws {
        let budget = StreamBudget()
        for _ in 0..<100 { _ = try budget.place(for: Caller(role: .station)) }
        var places = try (0..<StreamBudget.most).map { _ in try budget.place(for: Caller(role: .station)) }
        #expect(throws: CareProblem.self) { try budget.place(for: Caller(role: .station)) }
        // A session of somebody, and a paired device, are not the home's own station.
        _ = try budget.place(for: Caller(role: .station, device: UUID()))
        places[0].giveBack()
        places[0].giveBack()
        places.append(try budget.place(for: Caller(role: .station)))
        #expect(throws: CareProblem.self) { try budget.place(for: Caller(role: .station)) }
    }
}
