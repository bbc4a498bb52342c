/// A part of a file that staff edit, with its place: what YAML calls a node.
public struct StaffNode: Sendable {
    /// A key of a mapping and its value.
    public struct Entry: Sendable {
        public var key: Located<String>
        /// The key's bytes in the text, with its quotes.
        public var keyBytes: Range<Int>
        public var value: StaffNode
    }

    /// How a node is written.
    public enum Style: Hashable, Sendable {
        case plain, singleQuoted, doubleQuoted
        /// Over several lines, behind `|` or `>`.
        case blockScalar
        /// A list with `- `, or keys on lines of their own.
        case block
        /// In `[ ]` or `{ }`, or a single `key: value` in `[ ]`.
        case flow
        /// `*name`: what it repeats is the node's content.
        case alias
    }

    /// Where and how a node is written: for those who change the text.
    public struct Written: Hashable, Sendable {
        /// Its bytes in the text, counted behind a byte order mark; an anchor is part of it. One in block style begins with
        /// its first key or dash, and ends with what it holds; line ends behind a block scalar are part of that.
        public var bytes: Range<Int>
        public var style: Style
        /// Whether it is named by `&name`.
        public var hasAnchor: Bool
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
    public var written: Written
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
