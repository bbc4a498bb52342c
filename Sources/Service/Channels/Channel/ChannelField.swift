/// One field of a channel's settings, or of a contact's address.
public struct ChannelField: Sendable, Equatable {
    /// What is written in it. Every value is a text; an empty one counts as none.
    public enum Kind: Sendable, Equatable {
        case text
        case url
        /// A port, 1 to 65535.
        case port
        /// Several, as `entries(of:)` reads them.
        case list
        /// `true` or `false`.
        case tick
        case number(ClosedRange<Int>)
    }

    /// In snake case; a form's label goes by it.
    public var name: String
    /// Whether it is kept among the secrets and never shown again.
    public var isSecret: Bool
    public var isRequired: Bool
    public var kind: Kind

    public init(_ name: String, _ kind: Kind = .text, isSecret: Bool = false, isRequired: Bool = false) {
        self.name = name
        self.isSecret = isSecret
        self.isRequired = isRequired
        self.kind = kind
    }

    /// What stands in a list, as people write one: separated by commas, spaces or line ends.
    public static func entries(of list: String) -> [String] {
        list.split { $0 == "," || $0.isWhitespace }.map(String.init)
    }
}
