/// New bytes in place of some of a text's.
struct FileSplice {
    var range: Range<Int>
    var text: [UInt8]

    init(_ range: Range<Int>, _ text: some Sequence<UInt8> = []) {
        self.range = range
        self.text = Array(text)
    }

    init(insert text: String, at offset: Int) { self.init(offset..<offset, text.utf8) }
}

extension [UInt8] {
    /// The text with changes made that do not overlap, and everything else as it was.
    func applying(_ splices: [FileSplice]) -> [UInt8] {
        var changed = self
        for splice in splices.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
            changed.replaceSubrange(splice.range, with: splice.text)
        }
        return changed
    }
}

/// The bytes of a text as lines and marks, as the YAML parser and editors see them.
extension RandomAccessCollection<UInt8> where Index == Int {
    private static func isBreak(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

    /// The beginning of the line that holds an offset.
    func lineStart(of offset: Int) -> Int {
        var start = offset
        while start > startIndex, !Self.isBreak(self[start - 1]) { start -= 1 }
        return start
    }

    /// The end of the line that holds an offset, before its line end.
    func lineEnd(of offset: Int) -> Int {
        var end = offset
        while end < endIndex, !Self.isBreak(self[end]) { end += 1 }
        return end
    }

    /// The beginning of the line below the one that holds an offset; the text's end if there is none.
    func nextLine(after offset: Int) -> Int {
        let end = lineEnd(of: offset)
        return end + breakLength(at: end)
    }

    /// Of the line end that begins here: `\n`, `\r\n` or `\r`.
    func breakLength(at offset: Int) -> Int {
        guard offset < endIndex, Self.isBreak(self[offset]) else { return 0 }
        let isPair = self[offset] == 0x0D && offset + 1 < endIndex && self[offset + 1] == 0x0A
        return isPair ? 2 : 1
    }

    /// Of the line end that ends here.
    func breakLength(before offset: Int) -> Int {
        guard offset > startIndex, Self.isBreak(self[offset - 1]) else { return 0 }
        let isPair = self[offset - 1] == 0x0A && offset - 1 > startIndex && self[offset - 2] == 0x0D
        return isPair ? 2 : 1
    }

    func skippingBlanks(from offset: Int) -> Int {
        var offset = offset
        while offset < endIndex, Self.isBlank(self[offset]) { offset += 1 }
        return offset
    }

    /// Whether there are only spaces, tabs and line ends.
    var isBlank: Bool { allSatisfy { Self.isBlank($0) || Self.isBreak($0) } }

    /// Without spaces and line ends at its end.
    func trimmedEnd(_ range: Range<Int>) -> Int {
        var end = range.upperBound
        while end > range.lowerBound, Self.isBlank(self[end - 1]) || Self.isBreak(self[end - 1]) { end -= 1 }
        return end
    }
}
