public import FoundationEssentials

/// One time at which a routine is due.
public struct Occurrence: Hashable, Sendable {
    /// The local start that the rule gave it; with the zone, its identity (see `Recurrence.key(of:)`).
    public let original: WallTime
    /// When it is due on the wall: the same, unless it was moved. It may be a time that the clocks skip.
    public let local: WallTime
    /// When that is, in seconds since 1970.
    public let second: Int64
    /// When `original` is, in seconds since 1970.
    public let originalSecond: Int64

    init(original: WallTime, local: WallTime, second: Int64, originalSecond: Int64) {
        self.original = original
        self.local = local
        self.second = second
        self.originalSecond = originalSecond
    }

    /// One that was not moved.
    init(_ local: WallTime, second: Int64) {
        self.init(original: local, local: local, second: second, originalSecond: second)
    }

    public var instant: Date { Date(timeIntervalSince1970: Double(second)) }
    public var isMoved: Bool { original != local }
}
