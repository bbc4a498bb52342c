public import FoundationEssentials

/// When a zone's offset changed and will change, according to the bytes of a TZif file (RFC 9636, before that
/// RFC 8536).
///
/// A value without a clock or a file: another room decides which file is read, and when it is read again.
/// Time is cut into spans with one offset each. What the file's last line says about the years after the last
/// change is laid out once for 400 years, after which the Gregorian calendar, weekdays and all, begins again.
public struct ZoneRules: Sendable, Hashable {
    /// An IANA name, `Europe/Berlin`.
    public let id: String

    /// Where each span begins, in UTC; the first begins before all times.
    let starts: [Int64]
    /// From which local second on a time on the wall belongs to each span, if the first of two such times is meant and
    /// one that does not exist is taken at the offset before the gap.
    let walls: [Int64]
    /// Seconds east of Greenwich.
    let offsets: [Int32]
    /// The spans from here on come again every 400 years; `nil`: the last span has no end.
    let cycle: Int?

    /// 400 years, in seconds.
    static let cycleLength: Int64 = 146_097 * 86_400
    static let beginning = Int64.min / 4
    static let end = Int64.max / 4

    /// Whether a text can be a zone's name: parts of letters, digits, `_`, `+`, `-` between slashes, and no way out of a
    /// folder.
    public static func isWellFormed(_ id: String) -> Bool {
        guard (1...64).contains(id.utf8.count) else { return false }
        return id.split(separator: "/", omittingEmptySubsequences: false).allSatisfy { part in
            guard let first = part.utf8.first else { return false }
            return isWordByte(first) && part.utf8.allSatisfy { isWordByte($0) || $0 == 0x2B || $0 == 0x2D }
        }
    }

    private static func isWordByte(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
            || byte == 0x5F
    }

    /// Reads the bytes of a TZif file.
    public init(id: String, tzif bytes: [UInt8]) throws(ZoneRulesError) {
        self = try TZifReader.rules(id: id, bytes)
    }

    /// The same offset at all times.
    public init(id: String, fixedOffset seconds: Int) {
        self.init(
            id: id, starts: [], offsets: [Int32(clamping: min(max(seconds, -93_600), 93_600))], cycle: nil)
    }

    /// `UTC`, for which no file is needed.
    public static let utc = ZoneRules(id: "UTC", fixedOffset: 0)

    /// Spans after the first begin at `starts`, which rise strictly; there is one offset more than there are starts.
    init(id: String, starts: [Int64], offsets: [Int32], cycle: Int?) {
        self.id = id
        self.starts = [Self.beginning] + starts
        self.offsets = offsets
        self.cycle = cycle
        walls =
            [Self.beginning]
            + starts.indices.map { starts[$0] + Int64(max(offsets[$0], offsets[$0 + 1])) }
    }

    // MARK: - Instants

    /// The instant of a local time: of two, the first; one that the clocks skip is taken at the offset before the gap
    /// (RFC 5545, erratum 4271), so that 02:30 becomes 03:30.
    public func instant(of local: WallTime) -> Date {
        Date(timeIntervalSince1970: Double(second(of: local)))
    }

    /// The same in seconds since 1970.
    public func second(of local: WallTime) -> Int64 {
        local.seconds - Int64(span(local: local.seconds).offset)
    }

    /// What the clocks on the walls show; fractions of a second are cut off.
    public func local(of date: Date) -> WallTime { local(ofSecond: Self.second(of: date)) }

    public func local(ofSecond second: Int64) -> WallTime {
        WallTime(clamping: min(max(second, Self.beginning), Self.end) + Int64(offset(atSecond: second)))
    }

    /// Seconds east of Greenwich at an instant.
    public func offset(at date: Date) -> Int { offset(atSecond: Self.second(of: date)) }

    public func offset(atSecond second: Int64) -> Int {
        let (index, _) = Self.index(of: second, in: starts, cycle: cycle)
        return Int(offsets[index])
    }

    /// What happens to a local time.
    public enum Reading: Hashable, Sendable {
        case once
        /// The clocks skip it; it is taken as this time.
        case skipped(takenAs: WallTime)
        /// The clocks show it twice; the first is meant.
        case twice
    }

    public func reading(of local: WallTime) -> Reading {
        let span = span(local: local.seconds)
        let shown = span.end + Int64(span.offset)
        if local.seconds >= shown { return .skipped(takenAs: self.local(ofSecond: second(of: local))) }
        return span.offsetAfter < span.offset && local.seconds >= span.end + Int64(span.offsetAfter)
            ? .twice : .once
    }

    /// When the clocks are changed next; `nil`: never again.
    public func nextChange(after date: Date) -> Date? {
        var span = span(second: Self.second(of: date))
        while span.end < Self.end {
            if span.offset != span.offsetAfter { return Date(timeIntervalSince1970: Double(span.end)) }
            span = self.span(at: span.index + 1)
        }
        return nil
    }

    /// Whole seconds since 1970, within what can be reckoned with.
    public static func second(of date: Date) -> Int64 {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard seconds > -1e12 else { return -1_000_000_000_000 }
        return seconds < 1e12 ? Int64(seconds) : 1_000_000_000_000
    }
}
