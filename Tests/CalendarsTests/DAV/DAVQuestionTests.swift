import Foundation
import Testing

@testable import Calendars

@Suite("What a CalDAV server is asked")
struct DAVQuestionTests {
    @Test func `Events from a day on`() {
        let text = String(
            decoding: DAVQuestion.events(from: Date(timeIntervalSince1970: 1_796_083_199)), as: UTF8.self)
        #expect(text.contains("<C:time-range start=\"20261130T235959Z\"/>"))
        #expect(!String(decoding: DAVQuestion.events(from: nil), as: UTF8.self).contains("time-range"))
    }

    @Test func `What is asked for is written as XML`() throws {
        let href = "/a%20&<b>\u{1}/\r'\"ü.ics"
        var scanner = XMLScanner(DAVQuestion.texts(of: [href]))
        var texts: [String] = []
        while let piece = try scanner.next() { if case .text(let text) = piece { texts.append(text) } }
        #expect(texts.joined() == "/a%20&<b>/\r'\"ü.ics")
    }

    @Test(arguments: [
        DAVQuestion.place, DAVQuestion.collections, DAVQuestion.state, DAVQuestion.members,
        DAVQuestion.events(from: .now), DAVQuestion.changes(since: "http://x/?a=1&b=2"),
    ])
    func `Each is well-formed`(body: [UInt8]) throws {
        var scanner = XMLScanner(body)
        while try scanner.next() != nil {}
    }
}
