import Care
import CareService
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Testing

@Suite("Broken and hostile messages are answered, never obeyed, never a 500")
struct HostileTests {
    private static let kiosk = RunningService.tokens.kiosk

    @Test("Bodies that are no request are answered with what is wrong")
    func bodies() async throws {
        let good = String(decoding: try CareJSON.encoder().encode(water()), as: UTF8.self)
        func changed(_ from: String, _ to: String) -> Data { Data(good.replacing(from, with: to).utf8) }
        let cases: [(body: Data, status: Int, field: String?)] = [
            (Data(), 400, nil), (Data("{".utf8), 400, nil), (Data("null".utf8), 400, nil),
            (Data("[]".utf8), 400, nil), (Data("\"x\"".utf8), 400, nil), (Data("{}".utf8), 400, "asked_at"),
            (Data([0xff, 0xfe, 0x00]), 400, nil), (Data(good.utf8) + Data([0xc3]), 400, nil),
            (Data(String(repeating: "[", count: 30_000).utf8), 400, nil),
            (Data(String(repeating: #"{"a":"#, count: 9000).utf8), 400, nil),
            (changed(#""priority":"normal""#, #""priority":"highest""#), 400, "priority"),
            (changed(#""priority":"normal""#, #""priority":7"#), 400, "priority"),
            (changed("2026-03-28T12:00:00.000Z", "yesterday"), 400, "asked_at"),
            (changed(#""need":"water""#, #""need":null"#), 400, "need"),
            (changed(#""need":"water","#, ""), 400, "need"),
            (changed(#""need":"water""#, #""need":"  ""#), 422, "need"),
            (changed(#""label":"Water""#, #""label":"Wa\u0007ter""#), 422, "label"),
            (
                changed(#""label":"Water""#, #""label":"\#(String(repeating: "x", count: 501))""#), 422,
                "label"
            ),
            (changed(#""say":"I would"#, #""say":"\#(String(repeating: "ä", count: 2001))"#), 422, "say"),
            (changed(#""id":""#, #""id":"x"#), 400, "id"),
            (Data(repeating: 0x20, count: 64 * 1024 + 1), 413, nil),
        ]
        try await RunningService.with { service in
            for (body, status, field) in cases {
                let refused = try await service.send(service.message(.POST, "/api/v1/requests", body: body))
                let problem = try refused.problem
                let shown = String(decoding: body.prefix(60), as: UTF8.self)
                #expect(refused.status == status, "\(shown)")
                #expect(problem.status == status, "\(shown)")
                if let field, body.count > 2 { #expect(problem.field == field, "\(shown)") }
            }
            let page: RequestPage = try await service.get("/api/v1/requests").decode()
            #expect(page.sequence == 0)
            // And a good one is still taken.
            let taken = try await service.send(
                service.message(.POST, "/api/v1/requests", body: Data(good.utf8)))
            #expect(taken.status == 201)
        }
    }

    @Test(
        "A body that is not called JSON is not read as such",
        arguments: ["text/plain", "", "application/jsonx"])
    func mediaType(type: String) async throws {
        try await RunningService.with { service in
            let body = try CareJSON.encoder().encode(water())
            let refused = try await service.send(
                service.message(.POST, "/api/v1/requests", body: body, headers: [("Content-Type", type)]))
            #expect(refused.status == 415)
        }
    }

    @Test("Methods and paths that are not there are answered 404 and 405")
    func places() async throws {
        try await RunningService.with { service in
            for path in [
                "/api", "/api/v1", "/api/v1/", "/api/v1/requests/", "/api/v2/requests",
                "/api/v1/../../etc/passwd",
                "/api/v1/requests%00", "/api/v1/%2e%2e/x", "/api/v1/requests/1/2/3/4", "/api/v1/Requests",
            ] {
                let missing = try await service.get(path)
                #expect(missing.status == 404, "\(path.prefix(40))")
                #expect(try missing.problem.kind == .notFound)
            }
            for path in [
                "//api/v1/requests", "/" + String(repeating: "a", count: 8000), "/assets/../beckon.yaml",
                "/assets/%2e%2e/%2e%2e/etc/passwd", "/apis",
            ] {
                let missing = try await service.get(path)
                #expect(missing.status == 404, "\(path.prefix(40))")
                #expect(missing.headers.first(name: "Content-Type") == "text/html; charset=utf-8")
            }
            for (method, path, allow) in [
                (HTTPMethod.DELETE, "/api/v1/requests", "GET, POST"), (.PUT, "/api/v1/health", "GET"),
                (.GET, "/api/v1/requests/x/responses", "POST"), (.PATCH, "/api/v1/events", "GET"),
                (.OPTIONS, "/api/v1/faults", "GET, POST"),
            ] {
                let refused = try await service.send(service.message(method, path))
                #expect(refused.status == 405, "\(method) \(path)")
                #expect(refused.headers.first(name: "Allow") == allow)
            }
        }
    }

    @Test("Ids and queries that cannot be are answered with the field's name")
    func parameters() async throws {
        try await RunningService.with { service in
            for (path, status, field) in [
                ("/api/v1/requests/1", 400, "id"), ("/api/v1/requests/%00", 400, "id"),
                ("/api/v1/requests/\(UUID())", 404, "id"), ("/api/v1/requests?limit=0", 422, "limit"),
                ("/api/v1/requests?limit=201", 422, "limit"), ("/api/v1/requests?limit=x", 400, "limit"),
                ("/api/v1/requests?after=-1", 422, "after"),
                ("/api/v1/requests?after=99999999999999999999", 400, "after"),
                ("/api/v1/requests?state=closed", 422, "state"),
                ("/api/v1/requests?limit=1&limit=2", 400, "limit"),
                ("/api/v1/requests?state=%ff", 400, nil), ("/api/v1/events?after=x", 400, "after"),
            ] as [(String, Int, String?)] {
                let refused = try await service.get(path)
                #expect(refused.status == status, "\(path)")
                #expect(try refused.problem.field == field, "\(path)")
            }
            let badID = service.message(.GET, "/api/v1/events", headers: [("Last-Event-ID", "-7")])
            #expect(try await service.send(badID).status == 400)
        }
    }

    private static let noMessages = [
        "zero bytes": "\u{0}\u{1}\u{2}\r\n\r\n", "no path": "GET\r\n\r\n",
        "no such method": "BREW /api/v1/faults HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "no such version": "GET / HTTP/9.9\r\n\r\n",
        "less than nothing":
            "POST /api/v1/requests HTTP/1.1\r\nHost: localhost\r\nContent-Length: -5\r\n\r\n",
        "two lengths":
            "POST /api/v1/requests HTTP/1.1\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
        "a huge header": "GET /api/v1/health HTTP/1.1\r\nX: \(String(repeating: "a", count: 90_000))\r\n\r\n",
        "many headers": "GET /api/v1/health HTTP/1.1\r\n\(String(repeating: "X: y\r\n", count: 5000))\r\n",
        "no chunk": "POST /api/v1/requests HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        "a body that breaks off": "POST /api/v1/requests HTTP/1.1\r\nContent-Type: application/json\r\n"
            + "Authorization: Bearer \(kiosk)\r\nContent-Length: 500\r\n\r\n{",
    ]

    @Test(
        "What is no HTTP at all ends the connection, and the service goes on",
        arguments: noMessages.keys.sorted())
    func noHTTP(name: String) async throws {
        let bytes = try #require(Self.noMessages[name])
        try await RunningService.with { service in
            let answer = try await Self.raw(bytes, port: service.port)
            #expect(!answer.contains(" 500 "), "\(answer.prefix(80))")
            #expect(try await service.get("/api/v1/health").status == 200)
        }
    }

    /// Sends bytes and half-closes; gives what comes back until the connection ends.
    private static func raw(_ bytes: String, port: Int) async throws -> String {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.allowRemoteHalfClosure, value: true)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
        return try await channel.executeThenClose { inbound, outbound in
            var answer = ""
            do {
                try await outbound.write(ByteBuffer(string: bytes))
                outbound.finish()
                for try await buffer in inbound { answer += String(buffer: buffer) }
            } catch is IOError {
                // The service may cut the connection while it is still being written to.
            } catch is ChannelError {}
            return answer
        }
    }
}
