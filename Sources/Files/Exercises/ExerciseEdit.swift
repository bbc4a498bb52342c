import StaffFiles

/// Changes which recordings an exercise names, in its text: comments, order and everything else stay as they are.
public enum ExerciseEdit {
    /// Words of an exercise, and the recording that they name.
    public struct Place: Equatable, Sendable {
        /// The step, from 1; 0 for the instructions.
        public var step: Int
        public var words: String
        public var sound: String?
    }

    private static let instructions = (words: "instructions", sound: "instructions_sound")
    private static let stepSound = "sound"
    private static let spoken = ["say", "press"]

    /// Where it has words; nothing where it is no YAML.
    public static func places(in bytes: [UInt8], file: String) -> [Place] {
        spots(in: bytes, file: file).map(\.place)
    }

    /// The text with a recording for some words, or without one.
    ///
    /// - Parameters:
    ///   - name: The recording, of letters, digits, `-` and `.`; `nil` for none.
    ///   - step: From 1; 0 for the instructions.
    /// - Returns: `nil` where there are no such words, or where the text is written in a way that this cannot change.
    public static func setting(
        _ name: String?, ofStep step: Int, in bytes: [UInt8], file: String
    ) -> [UInt8]? {
        let before = spots(in: bytes, file: file)
        guard let index = before.firstIndex(where: { $0.place.step == step }),
            let changed = changed(bytes, before[index], name)
        else { return nil }
        // Whatever the text looks like: what it says counts.
        var wanted = before.map(\.place)
        wanted[index].sound = name
        return places(in: changed, file: file) == wanted ? changed : nil
    }

    // MARK: - Parts

    /// A place with where it is written.
    private struct Spot {
        var place: Place
        var entries: [StaffNode.Entry]
        var isFlow: Bool
        /// Characters before the first key.
        var indent: Int
        /// The first key's first byte.
        var start: Int
        var key: String
    }

    private static func spots(in bytes: [UInt8], file: String) -> [Spot] {
        guard let root = StaffFile.read(bytes, file: file).0, case .mapping(let entries) = root.content else {
            return []
        }
        let steps: [StaffNode] =
            if case .sequence(let nodes)? = entries.first(where: { $0.key.value == "steps" })?.value.content {
                nodes
            } else { [] }
        return [spot(root, step: 0, words: [instructions.words], sound: instructions.sound)].compactMap(
            \.self)
            + steps.enumerated().compactMap { index, node in
                spot(node, step: index + 1, words: spoken, sound: stepSound)
            }
    }

    private static func spot(_ node: StaffNode, step: Int, words: [String], sound: String) -> Spot? {
        guard case .mapping(let entries) = node.content, let first = entries.first,
            let said = entries.first(where: { words.contains($0.key.value) }),
            case .scalar(let text, _) = said.value.content
        else { return nil }
        var name: String?
        if case .scalar(let value, _)? = entries.first(where: { $0.key.value == sound })?.value.content {
            name = value
        }
        return Spot(
            place: Place(step: step, words: text, sound: name), entries: entries,
            isFlow: node.written.style == .flow, indent: first.key.range.column - 1,
            start: first.keyBytes.lowerBound, key: sound)
    }

    private static func changed(_ whole: [UInt8], _ spot: Spot, _ name: String?) -> [UInt8]? {
        // Places are counted behind a byte order mark.
        let mark = whole.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var bytes = Array(whole.dropFirst(mark))
        if let index = spot.entries.firstIndex(where: { $0.key.value == spot.key }) {
            let entry = spot.entries[index]
            if let name {
                bytes.replaceSubrange(entry.value.written.bytes, with: Array(name.utf8))
            } else if index + 1 < spot.entries.count {
                bytes.removeSubrange(
                    entry.keyBytes.lowerBound..<spot.entries[index + 1].keyBytes.lowerBound)
            } else if index > 0 {
                let before = spot.entries[index - 1].value.written.bytes.upperBound
                guard before <= entry.value.written.bytes.upperBound else { return nil }
                bytes.removeSubrange(before..<entry.value.written.bytes.upperBound)
            } else {
                return nil
            }
        } else if let name {
            let end = bytes.contains(UInt8(ascii: "\r")) ? "\r\n" : "\n"
            let rest = spot.isFlow ? ", " : end + String(repeating: " ", count: spot.indent)
            bytes.insert(contentsOf: Array("\(spot.key): \(name)\(rest)".utf8), at: spot.start)
        }
        return Array(whole.prefix(mark)) + bytes
    }
}
