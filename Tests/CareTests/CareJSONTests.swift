import Care
import Foundation
import Testing

@Suite("How things are written as JSON")
struct CareJSONTests {
    @Test(
        "A call is never refused for what it is drawn by",
        arguments: [
            ("🥤", "🥤"), (nil, nil), ("pictures/water.png", "pictures/water.png"), ("", nil), ("  ", nil),
            ("a\u{7}b", nil), ("\u{202E}x", nil), (String(repeating: "x", count: 501), nil),
        ] as [(String?, String?)])
    func oddSymbols(symbol: String?, kept: String?) throws {
        var new = NewRequest(
            id: UUID(), client: "maria", clientName: "Maria", need: "water", label: "Water", called: "water",
            say: "Water, please.", symbol: symbol, priority: .normal, askedAt: Date(timeIntervalSince1970: 0))
        try new.check()
        new.dropOddSymbol()
        #expect(new.symbol == kept)
    }

    @Test(
        "Times are read with and without fractions and offsets",
        arguments: [
            ("2026-03-28T02:30:00.250Z", 1_774_665_000.25), ("2026-03-28T02:30:00Z", 1_774_665_000),
            ("2026-03-28T03:30:00+01:00", 1_774_665_000), ("2026-03-28T03:30:00.250+01:00", 1_774_665_000.25),
        ])
    func readsTimes(text: String, seconds: Double) throws {
        let date = try #require(CareJSON.date(from: text))
        #expect(abs(date.timeIntervalSince1970 - seconds) < 0.0005)
    }

    @Test(
        "A text that is not a time is refused",
        arguments: ["", "yesterday", "2026-03-28", "2026-13-28T02:30:00Z"])
    func refusesTimes(text: String) { #expect(CareJSON.date(from: text) == nil) }

    @Test("A time stays the same to the millisecond, however often it is written and read")
    func timesStay() throws {
        for milliseconds in stride(from: 1_774_665_000_000, to: 1_774_665_002_000, by: 1) {
            let date = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            let text = CareJSON.string(from: date)
            let read = try #require(CareJSON.date(from: text))
            #expect(Int((read.timeIntervalSince1970 * 1000).rounded()) == milliseconds, "\(text)")
        }
    }

    @Test("A request is written with snake_case keys, and read back the same")
    func request() throws {
        let asked = try #require(CareJSON.date(from: "2026-03-28T02:30:00.000Z"))
        let id = try #require(UUID(uuidString: "019D31C5-8A00-7000-8000-000000000001"))
        let new = NewRequest(
            id: id, client: "maria", clientName: "Maria", need: "water", label: "Water", called: "water",
            say: "I would like some water, please.", priority: .normal, askedAt: asked)
        let data = try CareJSON.encoder().encode(new)
        #expect(
            String(decoding: data, as: UTF8.self) == """
                {"asked_at":"2026-03-28T02:30:00.000Z","called":"water","client":"maria","client_name":"Maria",\
                "id":"019D31C5-8A00-7000-8000-000000000001","label":"Water","need":"water",\
                "priority":"normal","say":"I would like some water, please."}
                """)
        #expect(try CareJSON.decoder().decode(NewRequest.self, from: data) == new)
    }

    @Test("Unknown keys do not matter, so that a newer peer is understood")
    func unknownKeys() throws {
        let text = """
            {"id":"019D31C5-8A00-7000-8000-000000000001","state":"met","at":"2026-03-28T02:30:00Z","colour":"red"}
            """
        let response = try CareJSON.decoder().decode(NewResponse.self, from: Data(text.utf8))
        #expect(response.state == .met)
    }
}
