/// Keeps a name from turning around what stands beside it, where its letters run against the direction of the sentence: FSI before it and
/// PDI behind it (Unicode 15, annex 9, 2.4). People cannot type them, so each that is found is one of the program's.
public enum Isolation {
    static let begin = "\u{2068}"
    static let end = "\u{2069}"
    private static let beginBytes = Array(begin.utf8)
    private static let endBytes = Array(end.utf8)

    /// What is filled into a sentence, isolated where that is needed.
    ///
    /// - Parameter rightToLeft: The direction of the sentence.
    public static func around(_ text: String, rightToLeft: Bool) -> String {
        rightToLeft || hasRightToLeft(text) ? marked(text) : text
    }

    /// Isolated in any case, for what is settled when all of it is known.
    public static func marked(_ text: String) -> String { begin + text + end }

    /// Whether any of its letters runs from right to left: Hebrew, Arabic, Syriac, Thaana, N’Ko, Adlam and others
    /// (Unicode 15, DerivedBidiClass, R and AL).
    public static func hasRightToLeft(_ text: some StringProtocol) -> Bool {
        // Below U+0590 nothing does, and the first byte of each above is 0xD6 or more.
        guard text.utf8.contains(where: { $0 >= 0xD6 }) else { return false }
        return text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x590...0x8FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x1_0800...0x1_0FFF, 0x1_E800...0x1_EFFF:
                true
            default: false
            }
        }
    }

    /// A whole text from left to right without the marks around what runs from left to right too.
    public static func settled(_ text: String) -> String {
        var text = text
        return text.withUTF8 { all in
            var (bytes, open): ([UInt8], [Int]) = ([], [])
            // Up to where it has been taken over.
            var (taken, place) = (0, 0)
            while place + 2 < all.count {
                guard all[place] == beginBytes[0], all[place + 1] == beginBytes[1],
                    all[place + 2] == beginBytes[2] || all[place + 2] == endBytes[2]
                else {
                    place += 1
                    continue
                }
                if taken == 0 { bytes.reserveCapacity(all.count) }
                bytes += all[taken..<place]
                if all[place + 2] == beginBytes[2] {
                    open.append(bytes.count)
                    bytes += beginBytes
                } else if let start = open.popLast() {
                    if hasRightToLeft(String(decoding: bytes[(start + beginBytes.count)...], as: UTF8.self)) {
                        bytes += endBytes
                    } else {
                        bytes.removeSubrange(start..<(start + beginBytes.count))
                    }
                }
                place += beginBytes.count
                taken = place
            }
            if taken == 0 { return String(decoding: all, as: UTF8.self) }
            bytes += all[taken...]
            return String(decoding: bytes, as: UTF8.self)
        }
    }
}
