public import FoundationEssentials
public import Recurrence

/// The place of an occurrence among all that is due: what a page of `GET /occurrences` begins after.
///
/// By time, then by routine and key, which never change, so that two pages never give the same one and none is left out
/// between them. Written as `1774699200000~A1B2…~2026-03-28T13:00:00[Europe/Berlin]`.
public struct OccurrencePlace: Sendable, Hashable, LosslessStringConvertible {
    public var at: Date
    public var routine: UUID
    public var key: OccurrenceKey

    public init(at: Date, routine: UUID, key: OccurrenceKey) {
        self.at = at
        self.routine = routine
        self.key = key
    }

    public var description: String {
        "\(Int64((at.timeIntervalSince1970 * 1000).rounded()))~\(routine)~\(key)"
    }

    /// Reads what `description` writes; `nil` for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: "~", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let milliseconds = Int64(parts[0]), abs(milliseconds) < 1 << 53,
            let routine = UUID(uuidString: String(parts[1])), let key = OccurrenceKey(String(parts[2]))
        else { return nil }
        self.init(
            at: Date(timeIntervalSince1970: Double(milliseconds) / 1000), routine: routine, key: key)
    }
}

extension OccurrencePlace: Comparable {
    public static func < (left: Self, right: Self) -> Bool {
        if left.at != right.at { return left.at < right.at }
        if left.routine != right.routine { return left.routine < right.routine }
        return left.key.description < right.key.description
    }
}
