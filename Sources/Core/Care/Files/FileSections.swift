/// The sections of a settings file, told apart by their first lines: `voices:` at the beginning of one.
public enum FileSections {
    /// The names of the sections that differ between two texts, in order, without their content.
    ///
    /// Comments, and text before the first section, belong to none.
    public static func changed(from old: String, to new: String) -> [String] {
        let (old, new) = (sections(of: old), sections(of: new))
        return Set(old.keys).union(new.keys).filter { old[$0] != new[$0] }.sorted()
    }

    /// Longest name of a section, in bytes: what is longer is a text, and none.
    private static let longestName = 40

    /// The text of each section, without comments and empty lines.
    private static func sections(of text: String) -> [String: [Substring]] {
        var sections: [String: [Substring]] = [:]
        var current: String?
        for line in text.split(whereSeparator: \.isNewline) {
            guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { continue }
            let name = line.prefix { ("a"..."z").contains($0) || $0 == "_" }
            if !name.isEmpty, name.utf8.count <= longestName, line.dropFirst(name.count).first == ":" {
                current = String(name)
                sections[String(name), default: []].append(line.dropFirst(name.count))
            } else if let current {
                sections[current]?.append(line)
            }
        }
        return sections
    }
}
