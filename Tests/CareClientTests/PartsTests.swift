import Foundation
import Testing

@testable import CareClient

@Suite("Parts of the client")
struct PartsTests {
    @Test("An event stream is read the same however its bytes are cut", arguments: 1...9)
    func parser(length: Int) throws {
        let text =
            ": here\n\nid: 7\nevent: asked\ndata: {\"a\":1}\n\nevent: x\r\ndata: one\r\ndata:two\r\n\r\nid: 8\n\ndata: ä\n\n"
        var parser = EventStreamParser()
        var events: [EventStreamParser.Event] = []
        let bytes = Array(text.utf8)
        for start in stride(from: 0, to: bytes.count, by: length) {
            events += try parser.read(bytes[start..<min(start + length, bytes.count)])
        }
        #expect(
            events == [
                .init(name: "asked", data: "{\"a\":1}"), .init(name: "x", data: "one\ntwo"),
                .init(name: "", data: "ä"),
            ])
    }

    @Test("An event without end is refused")
    func endless() {
        var parser = EventStreamParser()
        #expect(throws: EventStreamParser.TooLong.self) {
            for _ in 0..<40 { _ = try parser.read("data: ".utf8 + Array(repeating: 0x61, count: 1 << 16)) }
        }
    }

    @Test("Reading on goes from what was heard, unless the journal is another one or has lost its end")
    func cursor() {
        let (old, new) = (UUID(), UUID())
        let heard = JournalCursor(journal: old, sequence: 7)
        #expect(JournalCursor.resume(heard, journal: old, sequence: 9) == heard)
        #expect(JournalCursor.resume(heard, journal: old, sequence: 5).sequence == 5)
        #expect(
            JournalCursor.resume(heard, journal: new, sequence: 9) == JournalCursor(journal: new, sequence: 9)
        )
        #expect(JournalCursor.resume(nil, journal: new, sequence: 9).sequence == 9)
    }
}
