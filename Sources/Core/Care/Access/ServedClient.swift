public import Recurrence

/// A client whom a kiosk serves besides the one for whom it was paired, or that one with their times.
public struct ServedClient: Codable, Sendable, Equatable {
    /// The header that names for which of its clients a kiosk asks, reports and listens, by their id. Without it, a message is
    /// for the one for whom the kiosk was paired.
    public static let header = "Beckon-Client"

    /// More are never at one kiosk, besides its own.
    public static let most = 7

    public var client: String
    /// When they are told things there; empty: always. They can call at any time: who presses there at none of them is told things there
    /// until the next is over.
    @MayBeAbsent public var times: [ServedTime]

    public init(client: String, times: [ServedTime] = []) {
        self.client = client
        self.times = times
    }

    /// Whether they are told things there at a moment of the home's clock.
    public func isThere(at local: WallTime) -> Bool { times.isEmpty || times.contains { $0.holds(local) } }

    /// Whether one of their times there was over after a moment, and by another, both of the home's clock.
    public func hasEnded(after moment: WallTime, by local: WallTime) -> Bool {
        times.contains { time in time.lastEnd(by: local).map { $0 > moment } ?? false }
    }
}

/// A time of the week, by the home's clock.
public struct ServedTime: Codable, Sendable, Equatable {
    /// Days as RFC 5545 has them, `MO`; empty: every day.
    @MayBeAbsent public var days: [String]
    /// `08:00`.
    public var from: String
    /// `16:00`, the first minute at which it is over: on the next day where it is not after `from`.
    public var until: String

    public init(days: [String] = [], from: String, until: String) {
        self.days = days
        self.from = from
        self.until = until
    }

    /// More are never needed.
    public static let most = 20

    func holds(_ local: WallTime) -> Bool {
        guard let from = ShiftTime.minutes(ofDay: from), let until = ShiftTime.minutes(ofDay: until) else {
            return false
        }
        let now = local.hour * 60 + local.minute
        let today = local.day.weekday
        if from < until { return isOn(today) && from <= now && now < until }
        let yesterday = Weekday.allCases[(today.rawValue + 6) % 7]
        return isOn(today) && from <= now || isOn(yesterday) && now < until
    }

    /// When it was over for the last time; `nil` where it is never on.
    func lastEnd(by local: WallTime) -> WallTime? {
        guard let from = ShiftTime.minutes(ofDay: from), let until = ShiftTime.minutes(ofDay: until) else {
            return nil
        }
        // On the same day of the week before, where it is not over yet today.
        for ago in 0...7 {
            let day = local.day.adding(days: -ago)
            let begun = from < until ? day : day.adding(days: -1)
            let end = WallTime(startOf: day).adding(seconds: Int64(until * 60))
            if isOn(begun.weekday), end <= local { return end }
        }
        return nil
    }

    private func isOn(_ day: Weekday) -> Bool { days.isEmpty || days.contains(day.code) }

    func check() throws(FieldProblem) {
        guard days.allSatisfy({ day in Weekday.allCases.contains { $0.code == day } }),
            Set(days).count == days.count
        else {
            throw FieldProblem("clients", "the days of a time are MO, TU, WE, TH, FR, SA and SU, each once")
        }
        for time in [from, until] where ShiftTime.minutes(ofDay: time) == nil {
            throw FieldProblem("clients", "`\(time.prefix(20))` is not a time of day, such as 08:00")
        }
    }
}

/// Whom a kiosk serves besides the client for whom it was paired, and when: the body of `PUT /devices/{id}/clients`. That client is in it
/// where they are told things there at certain times only; it serves them always.
public struct ServedClients: Codable, Sendable, Equatable {
    public var clients: [ServedClient]
    /// Whom it served when the writer last read it: with others meanwhile, nothing is changed. Absent: whatever is there is replaced.
    public var replaces: [ServedClient]?

    public init(clients: [ServedClient], replaces: [ServedClient]? = nil) {
        (self.clients, self.replaces) = (clients, replaces)
    }

    public func check() throws(FieldProblem) {
        // One of them may be its own.
        guard clients.count <= ServedClient.most + 1 else {
            throw FieldProblem("clients", "a kiosk serves at most \(ServedClient.most) others")
        }
        guard Set(clients.map(\.client)).count == clients.count else {
            throw FieldProblem("clients", "a client is in it twice")
        }
        for one in clients {
            try FieldChecks.id(one.client, "clients", mayHaveCapitals: true)
            guard one.times.count <= ServedTime.most else {
                throw FieldProblem("clients", "a client has at most \(ServedTime.most) times")
            }
            for time in one.times { try time.check() }
        }
    }
}

/// A client has pressed at a kiosk: the body of `POST /uses`.
public struct KioskUse: Codable, Sendable, Equatable {
    /// Seconds since then, at most `longest`. Not a time, because the clocks of two kiosks may differ by more than lies between a client's presses at
    /// them.
    public var secondsAgo: Int

    public init(secondsAgo: Int) { self.secondsAgo = min(max(secondsAgo, 0), Self.longest) }

    /// A week: nobody waits for an answer any longer.
    public static let longest = 7 * 86_400

    public func check() throws(FieldProblem) {
        guard (0...Self.longest).contains(secondsAgo) else {
            throw FieldProblem("seconds_ago", "it is from 0 to \(Self.longest)")
        }
    }

    enum CodingKeys: String, CodingKey { case secondsAgo = "seconds_ago" }
}

/// Whether a client is told things at the kiosk that asks: the answer to `POST /uses`, and the event `speaker` of its stream.
public struct KioskSpeaks: Codable, Sendable, Equatable {
    public var speaks: Bool

    public init(speaks: Bool) { self.speaks = speaks }
}
