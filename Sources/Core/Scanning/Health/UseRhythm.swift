/// In which half hours of the day a client usually presses: counts only, learnt on the device, forgotten over weeks.
///
/// For each half hour of working days and of weekends it keeps on how many days it was watched from its beginning to
/// its end, and on how many of these there was a press. Older days weigh less: half after three weeks. A
/// press more or less within a half hour says nothing: they come in bursts, one for each need.
public struct UseRhythm: Equatable, Sendable {
    struct Count: Equatable, Sendable {
        var watched = 0.0
        var used = 0.0
    }

    /// 48 half hours each.
    private(set) var workdays = [Count](repeating: Count(), count: 48)
    private(set) var weekends = [Count](repeating: Count(), count: 48)
    /// How many half hours were watched in all.
    public private(set) var watched = 0

    /// Seven days.
    public static let neededHalfHours = 7 * 48
    /// Half after 15 working days or 6 days of weekends: three weeks.
    private static let workdayMemory = 0.954_842  // 0.5 ^ (1/15)
    private static let weekendMemory = 0.890_899  // 0.5 ^ (1/6)
    /// Days without a press that every half hour is given at first, so that a few days prove little.
    private static let caution = 1.0

    public init() {}

    /// Whether enough was seen to say what is usual.
    public var isLearnt: Bool { watched >= Self.neededHalfHours }

    /// Takes a half hour that was watched whole.
    mutating func learn(_ half: HalfHour, wasUsed: Bool) {
        if half.isWeekend {
            weekends[half.index].learn(wasUsed, memory: Self.weekendMemory)
        } else {
            workdays[half.index].learn(wasUsed, memory: Self.workdayMemory)
        }
        watched += 1
    }

    /// How likely a press is in it, 0 ..< 1.
    public func chance(_ half: HalfHour) -> Double {
        let count = half.isWeekend ? weekends[half.index] : workdays[half.index]
        return count.used / (count.watched + Self.caution)
    }
}

extension UseRhythm.Count {
    fileprivate mutating func learn(_ wasUsed: Bool, memory: Double) {
        watched = watched * memory + 1
        used = used * memory + (wasUsed ? 1 : 0)
    }

    /// The most that days without end can add up to (`1 / (1 - memory)`), and none is used more than watched.
    fileprivate var isPossible: Bool { watched >= 0 && watched <= 23 && used >= 0 && used <= watched }
}

extension UseRhythm: Codable {
    private enum CodingKeys: String, CodingKey {
        case watched
        case workdaysWatched = "workdays_watched"
        case workdaysUsed = "workdays_used"
        case weekendsWatched = "weekends_watched"
        case weekendsUsed = "weekends_used"
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        func counts(_ watched: CodingKeys, _ used: CodingKeys) throws -> [Count] {
            let counts = zip(
                try fields.decode([Double].self, forKey: watched),
                try fields.decode([Double].self, forKey: used)
            ).map { Count(watched: $0, used: $1) }
            guard counts.count == 48, counts.allSatisfy(\.isPossible) else {
                throw DecodingError.dataCorruptedError(
                    forKey: watched, in: fields, debugDescription: "these are no counts of 48 half hours")
            }
            return counts
        }
        workdays = try counts(.workdaysWatched, .workdaysUsed)
        weekends = try counts(.weekendsWatched, .weekendsUsed)
        watched = max(0, try fields.decode(Int.self, forKey: .watched))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        // Thousandths are enough, and keep the file short.
        func short(_ number: Double) -> Double { (number * 1000).rounded() / 1000 }
        try fields.encode(watched, forKey: .watched)
        try fields.encode(workdays.map { short($0.watched) }, forKey: .workdaysWatched)
        try fields.encode(workdays.map { short($0.used) }, forKey: .workdaysUsed)
        try fields.encode(weekends.map { short($0.watched) }, forKey: .weekendsWatched)
        try fields.encode(weekends.map { short($0.used) }, forKey: .weekendsUsed)
    }
}
