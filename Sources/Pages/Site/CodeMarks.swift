/// What texts put between backticks, as a page shows it: `<code>` in the text of the page, nothing in its attributes.
///
/// Only what the program says is marked, and before it is escaped: what people have typed keeps its backticks. The marks are
/// characters for private use, which no text needs; whoever types them all the same gets at most a `<code>`.
enum CodeMarks {
    private static let begin = "\u{F8DD0}"
    private static let end = "\u{F8DD1}"
    private static let beginBytes = Array(begin.utf8)
    private static let endBytes = Array(end.utf8)
    /// What holds text that is no HTML.
    private static let plain = ["title", "option", "textarea", "script", "style"]

    /// Marks what stands between two backticks.
    static func placed(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "`")) else { return text }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        var marked = String(parts[0])
        for (index, part) in parts.enumerated().dropFirst() {
            // Every second backtick ends what the one before it began; one that nothing ends stays.
            marked += index.isMultiple(of: 2) ? end : index + 1 < parts.count ? begin : "`"
            marked += part
        }
        return marked
    }

    /// A page in which the marks are drawn.
    static func drawn(_ html: String) -> String {
        guard html.utf8.contains(beginBytes[0]) else { return html }
        let bytes = Array(html.utf8)
        var drawn: [UInt8] = []
        drawn.reserveCapacity(bytes.count + 256)
        var (isTag, quote, element): (Bool, UInt8?, String?) = (false, nil, nil)
        var isOpen = false
        var place = 0
        while place < bytes.count {
            let rest = bytes[place...]
            if bytes[place] == beginBytes[0], rest.starts(with: beginBytes) || rest.starts(with: endBytes) {
                let begins = rest.starts(with: beginBytes)
                place += beginBytes.count
                if !isTag, element == "textarea" {
                    // Somebody may go on typing there.
                    drawn.append(UInt8(ascii: "`"))
                } else if !isTag, element == nil, begins ? endsInText(bytes[place...]) : isOpen {
                    drawn += Array((begins ? "<code>" : "</code>").utf8)
                    isOpen = begins
                }
                continue
            }
            let byte = bytes[place]
            switch (byte, isTag) {
            case (UInt8(ascii: "<"), false):
                let name = String(
                    decoding: rest.dropFirst().prefix { $0 == UInt8(ascii: "/") || isLetter($0) },
                    as: UTF8.self)
                if plain.contains(name) { element = name }
                if name.hasPrefix("/"), name.dropFirst() == element ?? "" { element = nil }
                isTag = true
            case (UInt8(ascii: ">"), true) where quote == nil: isTag = false
            case (UInt8(ascii: "\""), true), (UInt8(ascii: "'"), true):
                quote = quote == nil ? byte : quote == byte ? nil : quote
            default: break
            }
            drawn.append(byte)
            place += 1
        }
        return String(decoding: drawn, as: UTF8.self)
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
    }

    /// Whether the next mark comes before the next tag: else the two would hold parts of the page.
    private static func endsInText(_ rest: ArraySlice<UInt8>) -> Bool {
        var place = rest.startIndex
        while place < rest.endIndex, rest[place] != UInt8(ascii: "<") {
            if rest[place...].starts(with: endBytes) { return true }
            place += 1
        }
        return false
    }
}
