/// A box of an MP4 file: its length, a type of four characters, and what it holds (ISO 14496-12, 4.2).
struct MP4Box {
    let type: String
    /// Where it begins, with its length.
    let start: Int
    /// What is behind its header, up to its end.
    let content: Range<Int>

    var end: Int { content.upperBound }

    /// The box that begins there; `nil` where none can, or it would go beyond `range`.
    ///
    /// - Parameter isTop: Whether `range` is the whole file: a length of 0 means up to its end.
    init?(_ bytes: [UInt8], at start: Int, in range: Range<Int>, isTop: Bool = false) {
        let rest = range.upperBound - start
        guard rest >= 8 else { return nil }
        var (header, size) = (8, bytes.big(start, 4))
        if size == 1 {
            guard rest >= 16 else { return nil }
            (header, size) = (16, bytes.big(start + 8, 8))
        } else if size == 0, isTop {
            size = rest
        }
        guard size >= header, size <= rest else { return nil }
        type = String(decoding: bytes[start + 4..<start + 8], as: UTF8.self)
        self.start = start
        content = start + header..<start + size
    }

    /// The boxes of `range` that are wanted, in order; `nil` where its boxes do not fit together.
    static func all(
        in range: Range<Int>, of bytes: [UInt8], where isWanted: (MP4Box) -> Bool
    ) -> [MP4Box]? {
        var found: [MP4Box] = []
        var at = range.lowerBound
        while at < range.upperBound {
            guard let box = MP4Box(bytes, at: at, in: range) else { return nil }
            if isWanted(box) { found.append(box) }
            at = box.end
        }
        return found
    }

    /// The only box of these types in this one; `nil` where there is none, or another one, or its boxes do not fit together.
    func only(_ types: String..., of bytes: [UInt8]) -> MP4Box? {
        guard let found = Self.all(in: content, of: bytes, where: { types.contains($0.type) }),
            found.count == 1
        else { return nil }
        return found[0]
    }
}

extension [UInt8] {
    /// A number of so many bytes, the largest first; one beyond what a file can have is the largest `Int`.
    func big(_ at: Int, _ count: Int) -> Int {
        Int(clamping: self[at..<at + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
