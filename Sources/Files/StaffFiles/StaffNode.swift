/// A part of a file that staff edit, with its place: what YAML calls a node.
public struct StaffNode: Sendable {
    /// A key of a mapping and its value.
    public struct Entry: Sendable {
        public var key: Located<String>
        public var value: StaffNode
    }

    public enum Content: Sendable {
        /// Empty (`label:`), or `null` or `~`.
        case empty
        /// A word, number or sentence; quoted ones are never read as anything but text.
        case scalar(String, isQuoted: Bool)
        case sequence([StaffNode])
        case mapping([Entry])
    }

    public var content: Content
    public var range: SourceRange
    /// Nodes in it with everything that its aliases repeat, itself included.
    var size: Int
    /// Levels below it; 0 for a scalar.
    var height: Int

    /// What it is, in words for a message.
    var kind: String {
        switch content {
        case .empty: "nothing"
        case .scalar: "a single value"
        case .sequence: "a list"
        case .mapping: "keys with values"
        }
    }
}
