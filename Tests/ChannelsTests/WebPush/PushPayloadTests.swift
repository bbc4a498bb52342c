import Care
import Foundation
import Testing

@testable import Channels

@Suite("What a phone gets always fits, and no character is cut in two")
struct PushPayloadTests {
    private struct Read: Decodable {
        struct Answer: Decodable, Equatable {
            var name: String
            var label: String
            var url: String
        }

        var key: UUID
        var thread: String
        var kind: String
        var title: String
        var body: String
        var answers: [Answer]
        var link: String?
        var seen: String?
        var language: String
    }

    private func read(_ message: ChannelMessage) throws -> Read {
        let bytes = PushPayload.bytes(message)
        #expect(bytes.count <= PushPayload.mostBytes)
        return try JSONDecoder().decode(Read.self, from: bytes)
    }

    @Test("A usual message arrives as it is")
    func whole() throws {
        let message = ChannelMessage.call(body: "Water, please: \"cold\" \\ with ice\nand a straw 🥤")
        let read = try read(message)
        #expect(read.key == message.key && read.thread == message.thread && read.kind == "alert")
        #expect(read.title == message.title && read.body == message.body && read.language == "en")
        #expect(read.link == message.link && read.seen == message.seen)
        #expect(
            read.answers
                == message.answers.map { Read.Answer(name: $0.name, label: $0.label, url: $0.url) })
    }

    @Test("It is compact, with sorted keys and no field that has nothing to say")
    func compact() throws {
        let key = try #require(UUID(uuidString: "0198F6A2-B3C4-7D5E-8F90-A1B2C3D4E5F6"))
        let message = ChannelMessage(
            key: key, thread: "a1", kind: .update, title: "Ben has it", body: "", priority: .normal,
            language: "en", lifetime: .seconds(60))
        let bytes = PushPayload.bytes(message)
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == #"{"answers":[],"body":"","key":"0198F6A2-B3C4-7D5E-8F90-A1B2C3D4E5F6","kind":"update","language":"en","#
                + #""thread":"a1","title":"Ben has it"}"#)
    }

    /// One character of many code points each.
    private static let texts = [
        "a", "ä", "e\u{301}", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🇩🇪", "שָׁלוֹם ", "مرحبا ", "नमस्ते ", "\"", "\\", "\u{1}", "/", "\u{7f}",
        "\u{2028}",
        "\r\n", "\u{2067}x\u{2069}", "가", "𝔊",
    ]

    @Test("Ten thousand of any character are shortened at a character's end", arguments: texts)
    func long(text: String) throws {
        let whole = String(repeating: text, count: 10_000)
        let read = try read(.call(title: whole, body: whole))
        for shortened in [read.title, read.body] {
            try #require(shortened.hasSuffix("…"))
            let kept = Array(shortened.dropLast())
            #expect(!kept.isEmpty && kept == Array(whole.prefix(kept.count)))
        }
        #expect(read.answers.count == 2 && read.link != nil && read.seen != nil)
        // The room is used: what is left of it is too little for one more of the longest of these.
        let bytes = PushPayload.bytes(.call(title: whole, body: whole))
        #expect(bytes.count > PushPayload.mostBytes - 40)
    }

    @Test("Whatever there is room for is there: no text is shortened that would fit")
    func exact() throws {
        let empty = PushPayload.bytes(.call(title: "", body: ""))
        let free = PushPayload.mostBytes - empty.count
        let most = String(repeating: "b", count: free)
        #expect(try read(.call(title: "", body: most)).body == most)
        let more = try read(.call(title: "", body: most + "b")).body
        #expect(more.hasSuffix("b…") && more.utf8.count == free)
    }

    @Test("One character that is longer than everything leaves nothing of itself")
    func endless() throws {
        let endless = "e" + String(repeating: "\u{301}", count: 10_000)
        let read = try read(.call(title: endless, body: endless))
        #expect(read.title == "…" && read.body == "…")
    }

    @Test("Long addresses take the answers, the link and the seen away, in this order")
    func addresses() throws {
        func shown(_ count: Int) throws -> [Bool] {
            let read = try read(
                .call(
                    body: String(repeating: "b", count: 9000),
                    base: "https://" + String(repeating: "h", count: count)))
            #expect(read.body.utf8.count >= 300 && read.title == "Maria is calling")
            return [!read.answers.isEmpty, read.link != nil, read.seen != nil]
        }
        #expect(try shown(100) == [true, true, true])
        #expect(try shown(700) == [false, true, true])
        #expect(try shown(1500) == [false, false, true])
        #expect(try shown(5000) == [false, false, false])
    }

    @Test("What no message should hold does not make it longer, either")
    func hostile() throws {
        var message = ChannelMessage.call(thread: String(repeating: "🥤", count: 500))
        message.language = String(repeating: "x", count: 5000)
        message.answers = Array(
            repeating: .init(name: "cannot", label: String(repeating: "🥤", count: 500), url: "u"), count: 9)
        let read = try read(message)
        #expect(read.answers.count == 2 && read.body == message.body && read.title == message.title)
        #expect(read.answers.allSatisfy { $0.label.utf8.count <= 120 })
    }
}
