/// A recording, picture or video that a staff file names, whether or not it is there.
public struct NamedFile: Equatable, Sendable {
    public enum Kind: Equatable, Sendable { case sound, picture, video }

    /// As it stands in the file.
    public var name: String
    public var kind: Kind
    /// From 1.
    public var line: Int

    /// All that an exercise or a file of encouragement names, in the order of its lines; nothing where it is no YAML.
    public static func all(in bytes: [UInt8], file: String) -> [NamedFile] {
        let (root, _) = StaffFile.read(bytes, file: file)
        var found: [NamedFile] = []
        if let root { add(root, to: &found) }
        return found
    }

    private static func add(_ node: StaffNode, to found: inout [NamedFile]) {
        switch node.content {
        case .empty, .scalar: break
        case .sequence(let nodes): for node in nodes { add(node, to: &found) }
        case .mapping(let entries):
            for entry in entries {
                if let kind = kind(of: entry), case .scalar(let name, _) = entry.value.content {
                    found.append(NamedFile(name: name, kind: kind, line: entry.value.range.line))
                }
                add(entry.value, to: &found)
            }
        }
    }

    private static func kind(of entry: StaffNode.Entry) -> Kind? {
        switch (entry.key.value, entry.value.content) {
        case ("sound", _), ("instructions_sound", _): .sound
        case ("video", _): .video
        case ("picture", _): .picture
        case ("symbol", .scalar(let symbol, _)) where FileKind.isPicturePath(symbol): .picture
        default: nil
        }
    }
}
