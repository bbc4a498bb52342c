/// What becomes of marks of direction in a file, which can make a line read as another.
public enum DirectionMarkReading: Sendable {
    /// They are errors: the author of the file has to remove them.
    case refused
    /// They are taken out: for a copy that an older version has kept, because nobody loses their board for them.
    case removed
}

/// A YAML file that staff edit, read into a tree with places.
public enum StaffFile {
    /// Reads the bytes of one file.
    ///
    /// - Parameters:
    ///   - file: The path as findings shall name it.
    ///   - marks: What becomes of marks of direction.
    /// - Returns: The tree, or `nil` where the file is no YAML that Beckon reads or holds nothing at all; and the
    ///   log, to which a reader of the tree adds its own findings. A tree may come with errors.
    public static func read(
        _ bytes: [UInt8], file: String, marks: DirectionMarkReading = .refused
    ) -> (root: StaffNode?, log: FindingLog) {
        let (decoded, log) = TextDecoder(file: file, marks: marks).decode(bytes)
        guard let decoded else { return (nil, log) }
        var builder = TreeBuilder(source: decoded.source, log: log, marks: marks)
        return (builder.build(decoded.text), log)
    }
}
