/// Why bytes are not a zone.
public enum ZoneRulesError: Error, Hashable, Sendable, CustomStringConvertible {
    case notTZif
    /// Version 1, which ends in 2038.
    case tooOld
    case truncated
    /// What does not fit together.
    case damaged(String)
    /// The last line, which says what holds in future years.
    case badFooter(String)

    public var description: String {
        switch self {
        case .notTZif: "it is no time zone file"
        case .tooOld: "it is a time zone file of version 1, which knows nothing after 2038"
        case .truncated: "it ends too early"
        case .damaged(let what): "it is damaged: \(what)"
        case .badFooter(let text): "its last line cannot be read: `\(text.prefix(60))`"
        }
    }
}
