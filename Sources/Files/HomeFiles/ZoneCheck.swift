import Recurrence

/// Checks whether a time zone that a file names exists; the zones of a machine are files, which this module does not
/// read.
public struct ZoneCheck: Sendable {
    /// What was found.
    public enum Answer: Sendable, Equatable {
        case good
        /// There is no such zone: what is wrong and what was probably meant, for staff.
        case unknown(String)
        /// It may be there, but this machine cannot tell.
        case unreadable(String)
    }

    public let look: @Sendable (String) -> Answer

    public init(_ look: @escaping @Sendable (String) -> Answer) { self.look = look }

    /// Checks only whether the text can be a zone's name at all.
    public static let form = ZoneCheck { name in
        ZoneRules.isWellFormed(name)
            ? .good
            : .unknown(
                "`\(name.prefix(40))` is not a time zone: write its IANA name, such as `Europe/Berlin`")
    }
}
