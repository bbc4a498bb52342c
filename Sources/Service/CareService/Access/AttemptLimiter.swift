/// How often somebody may try a password, a code or a token: some times at once, then after a delay that doubles.
///
/// ```
/// free = 3, first = 1 s:   try try try ─1 s─ try ─2 s─ try ─4 s─ try … ─longest─ try
/// ```
///
/// Each try is counted before it is known whether it is right, so that a hundred at once are not a hundred free ones. A try
/// that is refused is not counted: repeated attempts do not lock others out for longer. What is remembered is bounded, and
/// forgotten after an hour without a try.
struct AttemptLimiter: Sendable {
    /// What is counted together: one name, one address, one person's second step, all codes, whoever registers from one address,
    /// whoever guesses addresses of feeds from one address.
    struct Key: Hashable, Sendable {
        enum Kind: Hashable, Sendable { case name, address, secondStep, codes, registering, feeds }
        let kind: Kind
        let value: String
    }

    /// The limits of a key.
    struct Rule: Sendable {
        let free: Int
        let first: Duration
        let longest: Duration
    }

    private struct Record {
        var count = 0
        /// Before this time, no attempt is accepted.
        var next: Duration
        var last: Duration
    }

    static let memory: Duration = .seconds(3600)

    private let most: Int
    private var records: [Key: Record] = [:]

    init(most: Int = 4096) { self.most = most }

    var count: Int { records.count }

    /// Counts a try and returns `nil`; or returns how long to wait and counts nothing.
    mutating func attempt(_ keys: [Key], at now: Duration) -> Duration? {
        let wait = keys.compactMap { records[$0].map { $0.next - now } }.max() ?? .zero
        guard wait <= .zero else { return wait }
        for key in keys {
            if records[key] == nil { makeRoom(at: now) }
            var record = records[key] ?? Record(next: now, last: now)
            if record.last + Self.memory <= now { record.count = 0 }
            record.count += 1
            record.last = now
            record.next = now + Self.delay(after: record.count, key.rule)
            records[key] = record
        }
        return nil
    }

    /// It was right: the key is reset.
    mutating func forget(_ key: Key) { records[key] = nil }

    /// It was right: this try does not count, but the earlier ones do.
    mutating func giveBack(_ key: Key, at now: Duration) {
        guard var record = records[key] else { return }
        record.count -= 1
        record.next = now
        records[key] = record.count > 0 ? record : nil
    }

    private static func delay(after count: Int, _ rule: Rule) -> Duration {
        guard count >= rule.free else { return .zero }
        return min(rule.longest, rule.first * (1 << min(count - rule.free, 20)))
    }

    /// Removes expired entries; if that is not enough, the quarter that was tried longest ago.
    private mutating func makeRoom(at now: Duration) {
        guard records.count >= most else { return }
        records = records.filter { $0.value.last + Self.memory > now }
        guard records.count >= most else { return }
        for (key, _) in records.sorted(by: { $0.value.last < $1.value.last }).prefix(max(1, most / 4)) {
            records[key] = nil
        }
    }
}

extension AttemptLimiter.Key {
    static func name(_ name: String) -> Self { Self(kind: .name, value: name) }
    /// One machine; of IPv6 its network of 64 bits.
    static func address(_ address: String) -> Self {
        let network = NetworkAddress(address)?.network
        return Self(kind: .address, value: network?.description ?? address)
    }
    /// Codes of somebody's app, by the person's id: only whoever was right at the first step tries any.
    static func secondStep(_ person: String) -> Self { Self(kind: .secondStep, value: person) }
    /// Somebody who registers from there; right or wrong, each of them is work for a coordinator.
    static func registering(_ address: String) -> Self {
        Self(kind: .registering, value: Self.address(address).value)
    }
    /// Apart from logins: a calendar program with a wrong address asks all day long, and must not keep people there from logging in.
    static func feeds(_ address: String) -> Self { Self(kind: .feeds, value: Self.address(address).value) }
    /// Codes are short, so tries from everywhere are counted together.
    static let codes = Self(kind: .codes, value: "")

    fileprivate var rule: AttemptLimiter.Rule {
        switch kind {
        // At most a minute: nobody can lock another person out for a night with wrong passwords.
        case .name: .init(free: 5, first: .seconds(1), longest: .seconds(60))
        case .address, .feeds: .init(free: 20, first: .seconds(1), longest: .seconds(300))
        // Three of a million codes are right at a time. Whoever waits until the tries are forgotten has about three hundred a day: it takes
        // years to find one, and whoever guesses has the password already.
        case .secondStep: .init(free: 5, first: .seconds(1), longest: .seconds(900))
        // With 2^30 codes and ten seconds for each try, a code expires before it can be guessed.
        case .codes: .init(free: 50, first: .seconds(1), longest: .seconds(10))
        // A household behind one address registers in an evening.
        case .registering: .init(free: 3, first: .seconds(60), longest: .seconds(3600))
        }
    }
}
