import Foundation

/// The texts of string literals in Swift sources, with `§` for each `\( )`, and joined where a `+` stands between them.
struct SourceMessages {
    /// Every literal.
    private(set) var all: [String] = []
    /// Those in calls that make a message, such as `CareProblem(`.
    private(set) var messages: [String] = []

    /// Calls that make a message, with what they put before it.
    private static let calls = [
        "CareProblem": "", "FieldProblem": "", "invalid": "", "notAllowed": "", "notFound": "there is no ",
        "log.error": "", "log.warning": "", "tooMuch": "", "outOfRange": "", "unknownValue": "",
        "notInRange": "", "refuse": "§ ", "damaged": "", "Problem": "", "PhoneProblem": "", "failure": "",
        "require": "",
        "needs": "", "unfit": "",
        "ValidationError": "", "CommandProblem": "", "StatusProblem": "", "MappingCursor": "", "mapping": "",
        "stop": "", "refused": "", "conflict": "",
    ]

    private let bytes: [UInt8]
    private var at = 0

    /// - Parameter isMessages: Whether each literal in it is a message, as in a file of errors.
    init(_ source: String, isMessages: Bool) {
        bytes = Array(source.utf8)
        while at < bytes.count { code(isMessages ? "" : nil) }
    }

    private func byte(_ place: Int) -> UInt8 { bytes.indices.contains(place) ? bytes[place] : 0 }

    /// Reads to the parenthesis that closes this, or to the end.
    ///
    /// - Parameter prefix: What stands before messages here; `nil` where there are none.
    private mutating func code(_ prefix: String?) {
        var current: String?
        var hasPlus = false
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "/") where byte(at + 1) == UInt8(ascii: "/"):
                while at < bytes.count, bytes[at] != UInt8(ascii: "\n") { at += 1 }
            case UInt8(ascii: " "), UInt8(ascii: "\n"): at += 1
            case UInt8(ascii: "+"):
                hasPlus = true
                at += 1
            case UInt8(ascii: "\""),
                UInt8(ascii: "#") where opensString():
                let text = string(prefix)
                if hasPlus, let before = current {
                    current = before + text
                } else {
                    add(current, prefix)
                    current = text
                }
                hasPlus = false
            case UInt8(ascii: "("):
                add(current, prefix)
                (current, hasPlus) = (nil, false)
                let inner = Self.calls[callee()] ?? Self.calls[callee(parts: 2)]
                at += 1
                code(prefix ?? inner)
            case UInt8(ascii: ")"):
                at += 1
                add(current, prefix)
                return
            default:
                add(current, prefix)
                (current, hasPlus) = (nil, false)
                at += 1
            }
        }
        add(current, prefix)
    }

    private mutating func add(_ text: String?, _ prefix: String?) {
        guard let text else { return }
        all.append(text)
        if let prefix { messages.append(prefix + text) }
    }

    private func opensString() -> Bool {
        var place = at
        while byte(place) == UInt8(ascii: "#") { place += 1 }
        return byte(place) == UInt8(ascii: "\"")
    }

    /// What is called here, `error` or, with two parts, `log.error`.
    private func callee(parts: Int = 1) -> String {
        var (start, left) = (at, parts)
        while start > 0 {
            let byte = bytes[start - 1]
            let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
            if byte == UInt8(ascii: ".") { left -= 1 }
            guard isLetter || byte == UInt8(ascii: "."), left > 0 else { break }
            start -= 1
        }
        return String(decoding: bytes[start..<at], as: UTF8.self)
    }

    private mutating func string(_ prefix: String?) -> String {
        var marks = 0
        while byte(at) == UInt8(ascii: "#") { (at, marks) = (at + 1, marks + 1) }
        let quote = UInt8(ascii: "\"")
        let isLong = byte(at + 1) == quote && byte(at + 2) == quote
        let end =
            Array(repeating: quote, count: isLong ? 3 : 1) + Array(repeating: UInt8(ascii: "#"), count: marks)
        let escape = [UInt8(ascii: "\\")] + Array(repeating: UInt8(ascii: "#"), count: marks)
        at += isLong ? 3 : 1
        var text: [UInt8] = []
        while at < bytes.count, !bytes[at...].starts(with: end) {
            if bytes[at...].starts(with: escape) {
                at += escape.count
                if byte(at) == UInt8(ascii: "(") {
                    at += 1
                    text += Array("§".utf8)
                    code(prefix.map { _ in "" })
                } else {
                    text.append(byte(at) == UInt8(ascii: "n") ? UInt8(ascii: "\n") : byte(at))
                    at += 1
                }
            } else {
                text.append(bytes[at])
                at += 1
            }
        }
        at += end.count
        let whole = String(decoding: text, as: UTF8.self)
        return isLong
            ? whole.split(separator: "\n").map { $0.drop { $0 == " " } }.filter { !$0.isEmpty }.joined(
                separator: "\n") : whole
    }
}
