import Foundation

/// What the service worker of a phone gets: compact JSON that always fits.
enum PushPayload {
    /// Bytes of every push before it is encrypted, with its padding: 2902 bytes of body. RFC 8291 allows 3993, but Mozilla hands pushes for
    /// Firefox on Android on through Google, in base64: it refuses more than 3070 bytes of body, and loses some that are hardly shorter.
    static let paddedCount = 2800
    /// One byte ends the content.
    static let mostBytes = paddedCount - 1
    /// So much of it is kept for title and body.
    private static let leastWords = 600
    private static let mostTitle = 240
    /// Longest label of an answer; a phone shows some twenty characters of it.
    private static let mostLabel = 120
    private static let ellipsis = "…"

    /// The body is shortened first. What takes more room than addresses of a home should is left out, the answers first: the page of
    /// `link` has them too.
    ///
    /// - Returns: At most `mostBytes`, whatever the message is.
    static func bytes(_ message: ChannelMessage) -> Data {
        var content = Content(message)
        let leaveOut: [(inout Content) -> Void] = [
            { $0.answers = [] }, { $0.link = nil }, { $0.seen = nil },
        ]
        var size = ChannelBody.json(content).count
        for leave in leaveOut where size > mostBytes - leastWords {
            leave(&content)
            size = ChannelBody.json(content).count
        }
        content.title = cut(message.title, to: mostTitle)
        content.body = cut(message.body, to: mostBytes - size - cost(of: content.title))
        return ChannelBody.json(content)
    }

    /// As many whole characters as take `budget` bytes in JSON, with `…` where some are missing.
    static func cut(_ text: String, to budget: Int) -> String {
        guard cost(of: text) > budget else { return text }
        var (kept, left) = ("", budget - ellipsis.utf8.count)
        guard left >= 0 else { return "" }
        for character in text {
            left -= cost(of: String(character))
            guard left >= 0 else { break }
            kept.append(character)
        }
        return kept + ellipsis
    }

    /// How many bytes a text takes in JSON.
    static func cost(of text: String) -> Int {
        text.unicodeScalars.reduce(0) { sum, scalar in
            switch scalar.value {
            // What has a short escape.
            case 0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x22, 0x5c: sum + 2
            case 0..<0x20: sum + 6
            case ..<0x80: sum + 1
            case ..<0x800: sum + 2
            case ..<0x10000: sum + 3
            default: sum + 4
            }
        }
    }

    private struct Content: Encodable {
        var key: UUID
        var thread: String
        var kind: String
        var title = ""
        var body = ""
        var answers: [Answer]
        var link: String?
        var seen: String?
        var language: String

        init(_ message: ChannelMessage) {
            key = message.key
            thread = PushPayload.cut(message.thread, to: 32)
            kind = message.kind.rawValue
            answers = message.answers.prefix(2).map { answer in
                Answer(
                    name: answer.name, label: PushPayload.cut(answer.label, to: PushPayload.mostLabel),
                    url: answer.url)
            }
            link = message.link
            seen = message.seen
            // The longest tag that RFC 5646 §4.4.1 counts on.
            language = PushPayload.cut(message.language, to: 35)
        }
    }

    private struct Answer: Encodable {
        var name: String
        var label: String
        var url: String
    }
}
