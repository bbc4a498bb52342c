public import Recurrence

/// The two kinds of encouragement that there are.
public enum EncouragementKind: String, CaseIterable, Codable, Sendable {
    case quotes
    case tips
}

/// What a client has heard of encouragement, and what they like: so that nothing comes again before all has been heard.
///
/// Kiosks without a service and pages have one each, and merging them loses nothing: both of its tables only ever count up, by no clock.
/// Decision 0361.
public struct EncouragementDeck: Equatable, Sendable, Codable {
    /// In which round each was heard last, from 1, by its key: `quotes/one-press`.
    public private(set) var heard: [String: Int]
    /// How often each was made a favourite and taken out again: it is one where that is odd.
    public private(set) var favourites: [String: Int]
    /// The key of what was heard last here: it does not come again at once.
    public private(set) var last: String?
    /// What was said of itself last, at a kiosk.
    public private(set) var daily: Daily?
    /// What was shown of itself last, on a phone.
    public private(set) var shown: Daily?

    /// What came on a day without being asked for.
    public struct Daily: Equatable, Sendable, Codable {
        public var day: CalendarDay
        public var key: String

        public init(day: CalendarDay, key: String) {
            self.day = day
            self.key = key
        }
    }

    /// More items than a home can write into its files.
    static let mostKeys = 20_000
    static let longestKey = 100
    /// Nobody hears more rounds: counting stops here, so that what `check` takes stays good whatever is heard.
    static let mostRounds = 1_000_000

    public init() { (heard, favourites) = ([:], [:]) }

    public func isFavourite(_ key: String) -> Bool { (favourites[key] ?? 0) % 2 == 1 }

    /// The same again changes nothing. What was changed as often as can be counted stays as it is.
    public mutating func setFavourite(_ key: String, _ isFavourite: Bool) {
        guard self.isFavourite(key) != isFavourite, (favourites[key] ?? 0) < Self.mostRounds else { return }
        favourites[key, default: 0] += 1
    }

    /// Takes another one: by chance one of those that were heard in the fewest rounds.
    ///
    /// - Parameters:
    ///   - keys: What may come.
    ///   - chance: A number by chance.
    /// - Returns: `nil` if nothing may come.
    public mutating func take(among keys: [String], chance: UInt64) -> String? {
        guard let found = next(among: keys, chance: chance) else { return nil }
        hear(found, among: keys)
        return found
    }

    /// The same without counting it as heard.
    public func next(among keys: [String], chance: UInt64) -> String? {
        let least = keys.map { heard[$0] ?? 0 }.min()
        var fresh = keys.filter { heard[$0] ?? 0 == least }
        if fresh.count > 1 { fresh.removeAll { $0 == last } }
        return fresh.isEmpty ? nil : fresh[Int(chance % UInt64(fresh.count))]
    }

    /// It counts as heard, like what was heard before it among these.
    public mutating func hear(_ key: String, among keys: [String]) {
        let round = heard[key] ?? 0
        let next = keys.compactMap { heard[$0] }.filter { $0 > round }.min() ?? round + 1
        heard[key] = min(next, Self.mostRounds)
        last = key
    }

    /// It was said on that day without being asked for.
    public mutating func said(_ key: String, on day: CalendarDay) { daily = Daily(day: day, key: key) }

    /// It is shown on a phone on that day without being asked for. The same again changes nothing.
    ///
    /// - Parameter keys: What may come, for counting it as heard.
    public mutating func shows(_ key: String, on day: CalendarDay, among keys: [String]) {
        let new = Daily(day: day, key: key)
        guard !hasShown(key, on: day) else { return }
        if daily != new { hear(key, among: keys) }
        shown = new
    }

    /// Whether a phone has shown it on that day already.
    public func hasShown(_ key: String, on day: CalendarDay) -> Bool { shown == Daily(day: day, key: key) }

    /// What has come of itself on a day: at a kiosk, and on a phone.
    public func came(on day: CalendarDay) -> [String] {
        [daily, shown].compactMap(\.self).filter { $0.day == day }.map(\.key)
    }

    /// What comes of itself on a day: what has come already, at a kiosk or on a phone, while it may; else one of those that were heard in the fewest
    /// rounds.
    ///
    /// No chance is asked: two kiosks and the service that know the same choose the same. Decision 0390.
    ///
    /// - Parameter keys: What may come.
    /// - Returns: `nil` if nothing may come.
    public func comesOfItself(on day: CalendarDay, among keys: [String]) -> String? {
        if let known = came(on: day).first(where: keys.contains) { return known }
        let earlier = [daily, shown].compactMap(\.self)
        let least = keys.map { heard[$0] ?? 0 }.min()
        let fresh = keys.filter { heard[$0] ?? 0 == least }
        let others = fresh.filter { key in !earlier.contains { $0.key == key } }
        return (others.isEmpty ? fresh : others)
            .min { (Self.place($0, on: day), $0) < (Self.place($1, on: day), $1) }
    }

    /// Where a key stands in the order of a day, which is another one each day: 64-bit FNV-1a of both, mixed once more, as its last bytes change it
    /// little (SplitMix64).
    private static func place(_ key: String, on day: CalendarDay) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in "\(key) \(day.number)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        hash = (hash ^ (hash >> 30)) &* 0xBF58_476D_1CE4_E5B9
        hash = (hash ^ (hash >> 27)) &* 0x94D0_49BB_1331_11EB
        return hash ^ (hash >> 31)
    }

    /// Takes over what another one knows.
    public mutating func merge(_ other: EncouragementDeck) {
        heard.merge(other.heard, uniquingKeysWith: max)
        // One that was kept before counting stopped.
        for (key, round) in heard where round > Self.mostRounds { heard[key] = Self.mostRounds }
        favourites.merge(other.favourites, uniquingKeysWith: max)
        last = last ?? other.last
        daily = Self.later(daily, other.daily)
        shown = Self.later(shown, other.shown)
    }

    private static func later(_ own: Daily?, _ theirs: Daily?) -> Daily? {
        guard let own, let theirs else { return own ?? theirs }
        return own.day < theirs.day ? theirs : own
    }

    /// Before this year no clock is right: it was never set since the machine began.
    private static let firstYear = 2020

    /// A day that cannot have come yet was told by a clock that was wrong: today counts instead, where today can be right.
    public mutating func correct(today: CalendarDay) {
        guard isAhead(of: today) else { return }
        if let daily, daily.day > today.adding(days: 1) { self.daily?.day = today }
        if let shown, shown.day > today.adding(days: 1) { self.shown?.day = today }
    }

    /// Whether it has a day that cannot have come yet, where today can be right.
    public func isAhead(of today: CalendarDay) -> Bool {
        Self.isSet(today)
            && [daily, shown].contains { known in known.map { $0.day > today.adding(days: 1) } ?? false }
    }

    /// Whether a clock that shows this day was ever set.
    public static func isSet(_ today: CalendarDay) -> Bool { today.year >= firstYear }

    /// What is kept of a client is bounded, however wrong a kiosk may be.
    public func check() throws(FieldProblem) {
        for (field, table) in [("heard", heard), ("favourites", favourites)] {
            guard table.count <= Self.mostKeys else {
                throw FieldProblem(field, "more than \(Self.mostKeys)")
            }
            for (key, count) in table {
                try FieldChecks.text(key, field, limit: Self.longestKey)
                try FieldChecks.number(count, field, in: 0...Self.mostRounds, "rounds")
            }
        }
        if let last { try FieldChecks.text(last, "last", limit: Self.longestKey) }
        if let daily { try FieldChecks.text(daily.key, "daily.key", limit: Self.longestKey) }
        if let shown { try FieldChecks.text(shown.key, "shown.key", limit: Self.longestKey) }
    }
}

/// What a client has heard, and whose it is: what a kiosk keeps, the body of `PUT /encouragement`, and the answer to it.
public struct ClientEncouragement: Equatable, Sendable, Codable {
    /// The client's id.
    public var client: String
    public var deck: EncouragementDeck

    public init(client: String, deck: EncouragementDeck = EncouragementDeck()) {
        self.client = client
        self.deck = deck
    }
}
