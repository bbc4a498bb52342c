import Care
import Foundation
import Testing

@testable import CareService

@Suite("Every message, whatever stands in it")
struct MessagePropertyTests {
    /// A message's example from the document.
    struct Message: Sendable {
        let name: String
        let example: String

        /// What is written of it, and of that once it was read again; `nil` where it cannot be read at first.
        func around(_ data: Data) throws -> (Data, Data)? {
            let type = try #require(DocumentedMessage.all[name])
            let first: Data
            do { first = try type.written(data) } catch is DecodingError { return nil }
            return (first, try type.written(first))
        }
    }

    /// Each message that the document names, with its example; its events besides, which are no answers of their own.
    static let messages: [Message] = {
        let document = try? DocumentedMessage.document()
        let shared = (document?["components"] as? [String: Any])?["responses"] as? [String: Any] ?? [:]
        var examples: [String: Any] = [:]
        func look(_ body: Any?) {
            var body = body as? [String: Any]
            if let name = (body?["$ref"] as? String)?.split(separator: "/").last {
                body = shared[String(name)] as? [String: Any]
            }
            for case (let kind, let content as [String: Any]) in body?["content"] as? [String: Any] ?? [:]
            where kind.contains("json") {
                let reference = (content["schema"] as? [String: Any])?["$ref"] as? String
                guard let name = reference?.split(separator: "/").last else { continue }
                // One place of several is enough.
                if let example = (try? DocumentedMessage.example(content)) ?? nil {
                    examples[String(name)] = example
                }
            }
        }
        for case let methods as [String: Any] in (document?["paths"] as? [String: Any] ?? [:]).values {
            for case let operation as [String: Any] in methods.values {
                look(operation["requestBody"])
                for answer in (operation["responses"] as? [String: Any] ?? [:]).values { look(answer) }
            }
        }
        var messages = examples.compactMap { name, example -> Message? in
            text(of: example).map { Message(name: name, example: $0) }
        }
        for (kind, key, name) in [
            ("still_waiting", "request", "Request"), ("fault", "fault", "Fault"),
            ("reminder", "reminder", "Reminder"), ("proposed", "proposal", "NeedProposal"),
            ("occurrence_changed", "occurrence", "RoutineOccurrence"),
        ] {
            var event: [String: Any] = [
                "sequence": 7, "at": "2026-03-28T02:30:00.000Z", "kind": kind, "late": false, "minutes": 3,
            ]
            event[key] = examples[name]
            messages.append(Message(name: "Event", example: text(of: event) ?? ""))
        }
        return messages.sorted { $0.name < $1.name }
    }()

    private static func text(of json: Any) -> String? {
        (try? JSONSerialization.data(withJSONObject: json, options: [.sortedKeys, .fragmentsAllowed])).map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test("Each message of the document is tried, and its example can be read")
    func all() throws {
        #expect(
            Set(DocumentedMessage.all.keys).symmetricDifference(Self.messages.map(\.name)) == [],
            "these have no example in the document, or an example and no line in DocumentedMessage.all")
        for message in Self.messages {
            #expect(try message.around(Data(message.example.utf8)) != nil, "\(message.name)")
        }
    }

    @Test("What can be read can be written, and read again as the same", arguments: messages)
    func around(message: Message) throws {
        var random = Numbers(seed: 7)
        let example = try JSONSerialization.jsonObject(with: Data(message.example.utf8))
        var readable = 0
        for _ in 0..<200 {
            var changes = Int(random.next() % 4) + 1
            let changed = Spoiler.change(example, &changes, &random)
            let text = try #require(Self.text(of: changed)).replacing(Spoiler.lone, with: #"\ud800"#)
            guard let (first, second) = try message.around(Data(text.utf8)) else { continue }
            readable += 1
            #expect(first == second, "\(message.name): \(text.prefix(2000))")
        }
        #expect(readable > 0, "\(message.name)")
    }
}

/// Numbers that look random and are the same each time.
struct Numbers: RandomNumberGenerator {
    private var state: UInt64
    init(seed: UInt64) { state = seed }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}

/// Puts values in a message that nobody thinks of.
enum Spoiler {
    /// Stands for half of a surrogate pair, which only raw JSON can hold.
    static let lone = "@half@"

    private static let times = [
        "0001-01-01T00:00:00Z", "0001-01-01T00:00:00.001Z", "0001-01-01T00:00:00+23:59",
        "0000-01-01T00:00:00Z",
        "-0044-03-15T12:00:00Z", "1582-10-10T00:00:00Z", "1970-01-01T00:00:00-12:00", "2000-02-29T24:00:00Z",
        "2016-12-31T23:59:60Z", "2026-03-28T02:30:00.0005Z", "9999-12-31T23:59:59.998Z",
        "9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.9999Z", "9999-12-31T23:59:59-23:59",
        "10000-01-01T00:00:00.000Z", "+318857-05-20T17:46:40.000Z", "2026-03-28T02:30:00.000000000000000001Z",
    ]
    private static let texts = [
        "", " ", "\u{0}", "\u{200B}", "\u{2028}", "\u{FEFF}", "😣", "e\u{301}", lone, "</script>", "'; --",
        "\u{202E}x",
        String(repeating: "lång ", count: 2000),
    ]
    private static var numbers: [Any] {
        [Int.max, Int.min, 0, -1, 1, 1.5, 1e15, -1e15, 1e300, UInt64.max, Int32.max]
    }

    static func change(_ value: Any, _ left: inout Int, _ random: inout Numbers) -> Any {
        guard left > 0 else { return value }
        switch value {
        case let object as [String: Any]:
            var changed = object
            for key in object.keys.sorted().shuffled(using: &random) where left > 0 {
                if random.next() % 12 == 0 {
                    left -= 1
                    changed[key] = random.next() % 2 == 0 ? nil : NSNull()
                } else {
                    changed[key] = change(object[key] ?? NSNull(), &left, &random)
                }
            }
            return changed
        case let list as [Any]: return list.map { change($0, &left, &random) }
        case let text as String:
            guard random.next() % 3 == 0 else { return text }
            left -= 1
            let isTime = CareJSON.date(from: text) != nil
            return (isTime && random.next() % 5 != 0 ? times : texts).randomElement(using: &random) ?? text
        default:
            guard random.next() % 3 == 0 else { return value }
            left -= 1
            return numbers.randomElement(using: &random) ?? value
        }
    }
}
