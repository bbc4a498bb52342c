/// How quickly strangers may connect: a burst, and after that a rate per second; for one address, and for all
/// together.
///
/// Setting up a connection, above all its TLS handshake, costs more than refusing it. A connection that is refused for want of
/// a place is not counted.
struct ArrivalBudget: Sendable {
    struct Rate: Sendable, Equatable {
        var burst: Double
        var perSecond: Double
    }

    private struct Bucket {
        var tokens: Double
        var at: Duration

        mutating func fill(_ rate: Rate, to now: Duration) {
            tokens = min(rate.burst, tokens + (now - at) / .seconds(1) * rate.perSecond)
            at = now
        }
    }

    /// How many addresses are remembered: beyond that, those with a full budget are forgotten; the budget of
    /// all bounds the rest.
    private let most: Int
    private let ofOne: Rate
    private let ofAll: Rate
    private var one: [NetworkAddress: Bucket] = [:]
    private var all: Bucket

    init(ofOne: Rate, ofAll: Rate, most: Int = 4096) {
        (self.ofOne, self.ofAll, self.most) = (ofOne, ofAll, most)
        all = Bucket(tokens: ofAll.burst, at: .zero)
    }

    var count: Int { one.count }

    /// Counts a connection, and returns whether it may come in.
    mutating func take(_ network: NetworkAddress, at now: Duration) -> Bool {
        all.fill(ofAll, to: now)
        var bucket = one[network] ?? Bucket(tokens: ofOne.burst, at: now)
        bucket.fill(ofOne, to: now)
        guard bucket.tokens >= 1, all.tokens >= 1 else { return false }
        bucket.tokens -= 1
        all.tokens -= 1
        if one[network] == nil, one.count >= most { makeRoom(at: now) }
        one[network] = bucket
        return true
    }

    private mutating func makeRoom(at now: Duration) {
        one = one.filter { _, bucket in
            var bucket = bucket
            bucket.fill(ofOne, to: now)
            return bucket.tokens < ofOne.burst
        }
        if one.count >= most { one = [:] }
    }
}

extension ArrivalBudget {
    /// For a home: after a restart, 400 pages and devices may come back within some seconds, from one address where they are
    /// behind a router. Those beyond that try again: pages after 2 s, devices sooner.
    static let standard = ArrivalBudget(
        ofOne: Rate(burst: 128, perSecond: 20), ofAll: Rate(burst: 256, perSecond: 60))
}
