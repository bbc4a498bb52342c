import Care
import Foundation
import NIOCore
import NIOHTTP1
import Testing

@testable import CareService

@Suite("A message that was begun before its sender's rights ended", .timeLimit(.minutes(30)))
struct HeldMessageTests {
    @Test("A screen sent by a kiosk that is revoked meanwhile is not shown")
    func screen() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let kiosk = try await service.pair(.kiosk, client: "maria", by: olga)
            let screen = Screen(
                number: 1, client: "maria", language: "en-GB", state: .rest, look: ScreenLook(),
                level: ScreenLevel(since: 1, columns: 1, rows: []))
            let body = String(decoding: try CareJSON.encoder().encode(screen), as: UTF8.self)
            let (channel, wire) = try await Wire.open(from: "127.0.0.1", to: service.port)
            let head = """
                PUT /api/v1/displays/maria HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(kiosk.token)\r
                Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r

                """
            try await channel.writeAndFlush(ByteBuffer(string: head + body.prefix(5)))
            for _ in 0..<5 { _ = try await service.get("/api/v1/faults") }
            #expect(try await olga.send(.DELETE, "devices/\(kiosk.id)").status == 204)
            try await channel.writeAndFlush(ByteBuffer(string: String(body.dropFirst(5))))
            #expect(try await wire.head().hasPrefix("HTTP/1.1 401"))
            #expect(service.service.core.displays.newest(of: "maria") == nil)
        }
    }

    @Test("A kiosk that is revoked while its call is on the way is refused")
    func revoked() async throws {
        try await RunningService.with { service async throws in
            let olga = try await service.setUp()
            let kiosk = try await service.pair(.kiosk, client: "maria", by: olga)
            let body = String(decoding: try CareJSON.encoder().encode(water()), as: UTF8.self)
            let (channel, wire) = try await Wire.open(from: "127.0.0.1", to: service.port)
            let head = """
                POST /api/v1/requests HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(kiosk.token)\r
                Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r

                """
            try await channel.writeAndFlush(ByteBuffer(string: head + body.prefix(5)))
            // By then the head was read, in all likelihood; where it was not, the call is refused all the same.
            for _ in 0..<5 { _ = try await service.get("/api/v1/faults") }
            #expect(try await olga.send(.DELETE, "devices/\(kiosk.id)").status == 204)
            try await channel.writeAndFlush(ByteBuffer(string: String(body.dropFirst(5))))
            #expect(try await wire.head().hasPrefix("HTTP/1.1 401"))
            let page: RequestPage = try await service.get("/api/v1/requests").decode()
            #expect(page.requests.isEmpty)
        }
    }
}
