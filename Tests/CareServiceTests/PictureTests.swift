import AsyncHTTPClient
import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Pictures of people, asked of the real service")
struct PictureTests {
    /// One pixel.
    static let png =
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR4nGNgAAIAAAUAAXpeqz8AAAAASUVORK5CYII="
        ) ?? Data()

    static func put(
        _ bytes: Data, of id: String, as type: String? = "image/png", by visitor: Visitor
    ) async throws -> RunningService.Answer {
        var message = try visitor.message(.PUT, "people/\(id)/picture")
        message.body = .bytes(bytes)
        if let type { message.headers.replaceOrAdd(name: "Content-Type", value: type) }
        return try await visitor.service.send(message)
    }

    /// The same with more pixels, or more bytes behind them.
    static func png(width: UInt16 = 1, more: Int = 0) -> Data {
        var bytes = png
        (bytes[18], bytes[19]) = (UInt8(width >> 8), UInt8(width & 0xFF))
        return bytes + Data(count: more)
    }

    @Test("A picture is given back as it was, and browsers keep it by its version")
    func kept() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            #expect(try await olga.send(.GET, "people/olga/picture").status == 404)
            let made = try await Self.put(Self.png, of: "olga", by: olga)
            #expect(made.status == 201)
            let picture: PersonPicture = try made.decode()
            #expect(picture.person == "olga" && picture.kind == .png)
            #expect(try await Self.put(Self.png, of: "olga", by: olga).status == 200)
            #expect(try await olga.send(.GET, "pictures").decode(PicturePage.self).pictures == [picture])
            let plain = try await olga.send(.GET, "people/olga/picture")
            #expect(plain.status == 200 && plain.body == Self.png)
            #expect(plain.headers.first(name: "Content-Type") == "image/png")
            #expect(plain.headers.first(name: "X-Content-Type-Options") == "nosniff")
            #expect(plain.headers.first(name: "Cache-Control") == "private, no-cache")
            let tag = try #require(plain.headers.first(name: "ETag"))
            let path = "people/olga/picture?version="
            let named = try await olga.send(.GET, path + "\(picture.version)")
            #expect(named.headers.first(name: "Cache-Control") == "private, max-age=86400")
            #expect(named.body == Self.png)
            let known = try await olga.send(
                .GET, "people/olga/picture", headers: [("If-None-Match", "\"x\", \(tag)")])
            #expect(known.status == 304 && known.body.isEmpty)
            #expect(try await Self.put(Self.png(width: 9), of: "olga", by: olga).status == 200)
            let old = try await olga.send(
                .GET, path + "\(picture.version)", headers: [("If-None-Match", tag)])
            #expect(old.status == 200 && old.body == Self.png(width: 9))
            #expect(old.headers.first(name: "Cache-Control") == "private, no-cache")
            #expect(try await olga.send(.GET, path + "x").status == 400)
            #expect(try await olga.send(.DELETE, "people/olga/picture").status == 204)
            #expect(try await olga.send(.DELETE, "people/olga/picture").status == 204)
            #expect(try await olga.send(.GET, "people/olga/picture").status == 404)
        }
    }

    @Test("Everybody changes their own, a coordinator everybody's, and a token nobody's")
    func who() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben", by: olga)
            let pauli = try await service.invite(.provider, "Pauli", by: olga)
            #expect(try await Self.put(Self.png, of: "ben", by: ben).status == 201)
            #expect(try await Self.put(Self.png, of: "pauli", by: pauli).status == 201)
            for (visitor, other) in [(ben, "olga"), (ben, "pauli"), (pauli, "ben")] {
                let refused = try await Self.put(Self.png(width: 2), of: other, by: visitor)
                #expect(refused.status == 403)
                #expect(try await visitor.send(.DELETE, "people/\(other)/picture").status == 403)
            }
            #expect(try await Self.put(Self.png(width: 2), of: "ben", by: olga).status == 200)
            #expect(try await Self.put(Self.png, of: "nobody", by: olga).status == 404)
            #expect(try await olga.send(.DELETE, "people/pauli/picture").status == 204)
            #expect(try await pauli.send(.GET, "people/ben/picture").body == Self.png(width: 2))
            var forged = ben
            forged.csrf = nil
            #expect(try await Self.put(Self.png, of: "ben", by: forged).status == 403)
            let station = RunningService.tokens.station
            #expect(try await service.get("/api/v1/people/ben/picture", as: station).status == 200)
            for method in [HTTPMethod.PUT, .DELETE] {
                #expect(
                    try await service.send(
                        service.message(method, "/api/v1/people/ben/picture", as: station)
                    ).status == 403)
            }
            for token in [nil, RunningService.tokens.kiosk] {
                let status = try await service.get("/api/v1/people/ben/picture", as: token).status
                #expect(status == (token == nil ? 401 : 403))
            }
        }
    }

    @Test(
        "What is no picture, another kind, too large or too wide is refused in words, and the one before stays"
    )
    func refused() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            _ = try await Self.put(Self.png, of: "olga", by: olga)
            let svg = Data("<svg xmlns=\"http://www.w3.org/2000/svg\"><script>1</script></svg>".utf8)
            let limit = PersonPicture.mostBytes
            let wrong: [(Data, String?, Int)] = [
                (svg, "image/svg+xml", 415), (svg, "image/png", 422), (Self.png, "image/jpeg", 422),
                (Self.png, "text/html", 415), (Self.png, nil, 415), (Data(), "image/png", 422),
                (Self.png.prefix(20), "image/png", 422), (Self.png(width: 4097), "image/png", 422),
                (Self.png(more: limit), "image/png", 413),
            ]
            for (bytes, type, status) in wrong {
                let answer = try await Self.put(bytes, of: "olga", as: type, by: olga)
                #expect(answer.status == status, "\(type ?? "") \(bytes.count)")
                let problem = try answer.problem
                #expect(problem.status == status && problem.field != nil && !problem.title.contains("JSON"))
            }
            #expect(try await olga.send(.GET, "people/olga/picture").body == Self.png)
            let full = Self.png(more: limit - Self.png.count)
            #expect(try await Self.put(full, of: "olga", as: "Image/PNG; a=b", by: olga).status == 200)
            // What stands behind the end of a picture is no part of it.
            #expect(try await olga.send(.GET, "people/olga/picture").body == Self.png)
        }
    }

    /// The pixel, with where it was taken in front of its bytes.
    static func placed(_ png: Data = png) -> Data {
        let text = Data("Comment\u{0}48.137N 11.575E".utf8)
        return png.prefix(33) + Data([0, 0, 0, UInt8(text.count)]) + Data("tEXt".utf8) + text + Data(count: 4)
            + png.dropFirst(33)
    }

    @Test(
        "Where a picture was taken is not kept, however it was sent, and one that cannot be read to its end is refused"
    )
    func stripped() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            #expect(try await Self.put(Self.placed(), of: "olga", by: olga).status == 201)
            #expect(try await olga.send(.GET, "people/olga/picture").body == Self.png)
            let again = try await Self.put(Self.png, of: "olga", by: olga)
            #expect(again.status == 200)
            let sent = try await Self.form(
                "/account/picture", csrf: olga.session.csrfToken, Self.placed(Self.png(width: 3)), by: olga,
                service)
            #expect(sent.status == 200)
            #expect(try await olga.send(.GET, "people/olga/picture").body == Self.png(width: 3))
            let torn = try await Self.put(Self.png.dropLast(5), of: "olga", by: olga)
            #expect(torn.status == 422)
            #expect(try torn.problem.field == "picture")
            let file = try Data(contentsOf: URL(fileURLWithPath: service.storePath))
            let log = try Data(contentsOf: URL(fileURLWithPath: service.storePath + "-wal"))
            #expect((file + log).range(of: Data("48.137N".utf8)) == nil)
        }
    }

    /// A form with a picture, as a browser without scripts sends it.
    private static func form(
        _ path: String, csrf: String?, _ picture: Data, headers: [(String, String)] = [],
        by visitor: Visitor?,
        _ service: RunningService
    ) async throws -> RunningService.Answer {
        var body = Data()
        if let csrf {
            body += Data("--b\r\nContent-Disposition: form-data; name=\"csrf\"\r\n\r\n\(csrf)\r\n".utf8)
        }
        body += Data(
            "--b\r\nContent-Disposition: form-data; name=\"picture\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\n"
                .utf8)
        body += picture + Data("\r\n--b--\r\n".utf8)
        return try await service.send(
            service.message(
                .POST, path, as: nil, body: body,
                headers: [("Content-Type", "multipart/form-data; boundary=b")]
                    + (visitor.map { [("Cookie", $0.cookie)] } ?? []) + headers))
    }

    @Test("A plain form with a picture is taken from whoever has logged in, with their token")
    func page() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let csrf = olga.session.csrfToken
            let saved = try await Self.form("/account/picture", csrf: csrf, Self.png, by: olga, service)
            #expect(saved.status == 200)
            #expect(String(decoding: saved.body, as: UTF8.self).contains("The picture is saved."))
            #expect(try await olga.send(.GET, "people/olga/picture").body == Self.png)
            for token in [nil, "", "x"] {
                let refused = try await Self.form(
                    "/account/picture", csrf: token, Self.png(width: 2), by: olga, service)
                #expect(refused.status == 403)
            }
            let foreign = try await Self.form(
                "/account/picture", csrf: csrf, Self.png(width: 2),
                headers: [("Origin", "http://evil.example")],
                by: olga, service)
            #expect(foreign.status == 403)
            let nobody = try await Self.form("/account/picture", csrf: csrf, Self.png, by: nil, service)
            #expect(nobody.status == 401)
            // As a phone takes them: the browser has to hear why, not that the line was cut.
            for size in [PersonPicture.mostBytes + 1, 5 << 20] {
                let large = try await Self.form(
                    "/account/picture", csrf: csrf, Self.png(more: size), by: olga, service)
                #expect(large.status == 413)
                #expect(String(decoding: large.body, as: UTF8.self).contains("512 KiB"))
            }
            // What was too large, what the limit is and what to do, in the reader's language, for each form that takes files.
            for (language, picture, card, medium, calendar, text) in [
                (
                    "en", "it may have at most 512 KiB, so choose a smaller one",
                    "a picture may have at most 4 MiB, and a recording 6 MiB, so choose",
                    "a video may have at most 16 MiB, a picture 4 MiB",
                    "a calendar may have at most 4 MiB, so export less",
                    "at most 64 KiB can be sent at once"
                ),
                (
                    "de", "Es darf höchstens 512 KiB haben, wählen Sie also",
                    "Ein Bild darf höchstens 4 MiB haben und eine Aufnahme 6 MiB, wählen Sie also",
                    "Ein Video darf höchstens 16 MiB haben, ein Bild 4 MiB",
                    "Ein Kalender darf höchstens 4 MiB haben, also exportieren",
                    "Auf einmal gehen höchstens 64 KiB"
                ),
                (
                    "fr", "elle a 512 Kio au plus, choisissez-en donc",
                    "une image a 4 Mio au plus, et un enregistrement 6 Mio, choisissez donc",
                    "une vidéo a 16 Mio au plus, une image 4 Mio",
                    "un calendrier peut avoir au plus 4 Mio, donc exportez",
                    "64 Kio au plus passent à la fois"
                ),
            ] {
                let headers = [("Accept-Language", language)]
                for (path, size, words) in [
                    ("/account/picture", PersonPicture.mostBytes, picture),
                    ("/people/ben/picture", PersonPicture.mostBytes, picture),
                    ("/chores/x/y/photo", PersonPicture.mostBytes, picture),
                    ("/costs/x/y/receipt", PersonPicture.mostBytes, picture),
                    ("/boards/home.yaml/cards/x", 17 << 20, card),
                    ("/boards/encouragement%2Fx.yaml/media", 17 << 20, medium),
                    ("/calendars/new", CalendarLink.longestText, calendar),
                ] {
                    let large = try await Self.form(
                        path, csrf: csrf, Data(count: size + (64 << 10)), headers: headers,
                        by: olga, service)
                    #expect(large.status == 413, "\(path)")
                    #expect(
                        String(decoding: large.body, as: UTF8.self).contains(words), "\(path) \(language)")
                }
                let long = try await olga.form(
                    "/needs/new", "text=" + String(repeating: "x", count: 70_000), headers: headers)
                #expect(long.status == 413)
                #expect(String(decoding: long.body, as: UTF8.self).contains(text), "\(language)")
            }
            let torn = try await olga.form(
                "/account/picture", "--b\r\nContent-Disp",
                headers: [("Content-Type", "multipart/form-data; boundary=b")])
            #expect(torn.status == 400)
            #expect(try await olga.send(.GET, "people/olga/picture").body == Self.png)
        }
    }
}
