import StaffFiles

/// Key names and their Linux codes.
public enum KeyNames {
    private static let pairs: [(name: String, code: UInt16)] = KeyTable.text.split(separator: ",").compactMap
    {
        let words = $0.split(whereSeparator: \.isWhitespace)
        guard words.count == 2, let code = UInt16(words[1]) else { return nil }
        return (String(words[0]), code)
    }

    private static let codes = Dictionary(pairs.map { ($0.name, $0.code) }) { first, _ in first }
    private static let names = Dictionary(pairs.map { ($0.code, $0.name) }) { first, _ in first }

    /// What else keys are called.
    private static let otherNames = [
        "return": "enter", "escape": "esc", "del": "delete", "ins": "insert", "pgup": "pageup",
        "pgdn": "pagedown", "control": "leftctrl", "ctrl": "leftctrl", "shift": "leftshift", "alt": "leftalt",
        "click": "btn_left", "mouse": "btn_left", "leertaste": "space", "spacebar": "space",
    ]

    /// The highest code that Linux knows, `KEY_MAX`.
    public static let maximumCode: UInt16 = 0x2FF

    /// The code of a name: `space`, `KEY_SPACE`, `btn_left`, `code:57`.
    public static func code(of name: String) -> UInt16? {
        let lower = name.lowercased()
        if lower.hasPrefix("code:") {
            return UInt16(lower.dropFirst(5)).flatMap { (1...maximumCode).contains($0) ? $0 : nil }
        }
        return codes[lower.hasPrefix("key_") ? String(lower.dropFirst(4)) : lower]
    }

    /// The name of a code; `code:N` where it has none.
    public static func name(of code: UInt16) -> String { names[code] ?? "code:\(code)" }

    /// The name that was probably meant.
    static func guess(for name: String, _ log: FindingLog) -> String? {
        guard !log.isFull else { return nil }
        return otherNames[name.lowercased()] ?? log.guess(for: name, among: pairs.map(\.name))
    }

    /// The keys of both digit rows: above the letters, and the keypad.
    static let digits: [(digit: Int, codes: [UInt16])] = [
        (1, [2, 79]), (2, [3, 80]), (3, [4, 81]), (4, [5, 75]), (5, [6, 76]), (6, [7, 77]), (7, [8, 71]),
        (8, [9, 72]), (9, [10, 73]), (0, [11, 82]),
    ]
}
