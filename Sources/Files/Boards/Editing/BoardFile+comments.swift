import StaffFiles

extension BoardFile {
    /// Whether every comment of another text is in this one, as often as there.
    func holdsComments(of other: BoardFile) -> Bool {
        var left = comments
        for (comment, count) in other.comments {
            left[comment, default: 0] -= count
        }
        return left.values.allSatisfy { $0 >= 0 }
    }

    /// How often there is each comment.
    private var comments: [ArraySlice<UInt8>: Int] {
        var counts: [ArraySlice<UInt8>: Int] = [:]
        var start = 0
        for scalar in Self.scalars(root).sorted(by: { $0.lowerBound < $1.lowerBound }) + [
            text.count..<text.count
        ] {
            var offset = start
            while offset < scalar.lowerBound {
                if text[offset] == UInt8(ascii: "#") {
                    let end = text.lineEnd(of: offset)
                    counts[text[offset..<text.trimmedEnd(offset..<end)], default: 0] += 1
                    offset = end
                } else {
                    offset += 1
                }
            }
            start = max(start, scalar.upperBound)
        }
        return counts
    }

    /// The bytes of all texts, in which a `#` is no comment.
    private static func scalars(_ node: StaffNode) -> [Range<Int>] {
        if node.written.style == .alias { return [node.written.bytes] }
        return switch node.content {
        case .empty, .scalar: [node.written.bytes]
        case .sequence(let nodes): nodes.flatMap(scalars)
        case .mapping(let entries): entries.flatMap { [$0.keyBytes] + scalars($0.value) }
        }
    }
}
