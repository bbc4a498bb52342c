import Care

/// Which failures are recorded one by one, and which are only counted.
///
/// Somebody who tries all night must not fill the disk, keep it busy, or push out other entries. A number
/// from one address, and from all, are recorded at once, and then one more every few minutes. The others are
/// counted for each address, and recorded as one entry every ten minutes.
struct FailureBudget: Sendable {
    enum Place: Equatable {
        case written, counted
    }

    /// Failures that have no entry of their own.
    struct Gathered: Equatable {
        /// From where, the most first.
        var addresses: [(address: String, count: Int)]
        /// From addresses beyond those that are remembered.
        var others: Int

        var count: Int { addresses.reduce(others) { $0 + $1.count } }

        /// What the audit log says: how many more, then from where.
        var changes: [AuditChange] {
            let named = addresses.prefix(FailureBudget.mostNamed)
            let rest = count - named.reduce(0) { $0 + $1.count }
            return [.more(count)] + named.map { .from($0.address, $0.count) }
                + (rest > 0 ? [.fromOthers(rest)] : [])
        }

        static func == (one: Gathered, other: Gathered) -> Bool {
            one.others == other.others
                && one.addresses.elementsEqual(other.addresses) {
                    $0.address == $1.address && $0.count == $1.count
                }
        }
    }

    /// How many may be recorded at once, and after how long one more.
    private struct Share {
        let most: Int
        let every: Duration
        var free: Int
        var since: Duration

        init(_ most: Int, every: Duration, at now: Duration) {
            (self.most, self.every, free, since) = (most, every, most, now)
        }

        mutating func refill(at now: Duration) {
            let steps = Int(min((now - since) / every, Double(most)))
            free = min(most, free + steps)
            since = free == most ? now : since + every * steps
        }
    }

    /// From one address: more than the ten after which fail2ban bans, as `docs/audit.md` shows it.
    static let each = 20
    static let eachEvery: Duration = .seconds(300)
    /// From all.
    static let most = 60
    static let mostEvery: Duration = .seconds(10)
    /// For how long failures are counted before they are recorded.
    static let gatheredFor: Duration = .seconds(600)
    /// As many addresses are remembered.
    static let mostAddresses = 1024
    /// As many are named in one entry.
    static let mostNamed = 20

    private var all: Share?
    private var shares: [AttemptLimiter.Key: Share] = [:]
    private var counts: [AttemptLimiter.Key: (address: String, count: Int)] = [:]
    private var others = 0
    /// When the first of the counted failures came.
    private var countedSince: Duration?

    mutating func take(from address: String, at now: Duration) -> Place {
        let key = AttemptLimiter.Key.address(address)
        var all = all ?? Share(Self.most, every: Self.mostEvery, at: now)
        all.refill(at: now)
        var own = share(of: key, at: now)
        own?.refill(at: now)
        let isFree = all.free > 0 && (own?.free ?? 0) > 0
        if isFree {
            all.free -= 1
            own?.free -= 1
        } else {
            count(key, address, at: now)
        }
        self.all = all
        shares[key] = own
        return isFree ? .written : .counted
    }

    /// The counted failures, once the period is over; then counting starts again.
    mutating func gathered(at now: Duration) -> Gathered? {
        guard let since = countedSince, now - since >= Self.gatheredFor else { return nil }
        defer { (counts, others, countedSince) = ([:], 0, nil) }
        return Gathered(
            addresses: counts.values.sorted { ($1.count, $0.address) < ($0.count, $1.address) },
            others: others)
    }

    /// `nil` if there are too many already, and none of them has its full budget again.
    private mutating func share(of key: AttemptLimiter.Key, at now: Duration) -> Share? {
        if let known = shares[key] { return known }
        if shares.count >= Self.mostAddresses {
            shares = shares.filter { _, share in
                var share = share
                share.refill(at: now)
                return share.free < share.most
            }
        }
        return shares.count < Self.mostAddresses ? Share(Self.each, every: Self.eachEvery, at: now) : nil
    }

    private mutating func count(_ key: AttemptLimiter.Key, _ address: String, at now: Duration) {
        countedSince = countedSince ?? now
        if counts[key] != nil {
            counts[key]?.count += 1
        } else if counts.count < Self.mostAddresses {
            counts[key] = (address, 1)
        } else {
            others += 1
        }
    }
}
