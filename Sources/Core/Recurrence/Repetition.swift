/// How a routine comes again.
///
/// In JSON an object with a `kind`: `{"kind": "once"}`, `{"kind": "rules", "rules": ["FREQ=DAILY"]}`,
/// `{"kind": "elapsed", "every_seconds": 21600}`, `{"kind": "after_done", "days": 3}`.
public enum Repetition: Hashable, Sendable {
    /// Only at its start.
    case once
    /// In local time, after RFC 5545; several rules give the times of each.
    case rules([RecurrenceRule])
    /// As elapsed time from the first instant, whatever the clocks do: an antibiotic every eight hours. At least 60 s.
    case elapsed(everySeconds: Int)
    /// So many days after it was last done (the local day counts), at the start's time of day. First at its start.
    case afterDone(days: Int)

    /// The shortest and longest times that make sense: a minute, and ten years.
    public static let elapsedRange = 60...315_360_000
    /// A day to ten years.
    public static let afterDoneRange = 1...3660
}

extension Repetition: Codable {
    private enum Kind: String, Codable {
        case once, rules, elapsed
        case afterDone = "after_done"
    }

    private enum CodingKeys: String, CodingKey {
        case kind, rules, days
        case everySeconds = "every_seconds"
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(Kind.self, forKey: .kind) {
        case .once: self = .once
        case .rules: self = .rules(try container.decode([RecurrenceRule].self, forKey: .rules))
        case .elapsed:
            let seconds = try container.decode(Int.self, forKey: .everySeconds)
            guard Self.elapsedRange.contains(seconds) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .everySeconds, in: container,
                    debugDescription: "\(seconds) must be from 60 (a minute) to 315360000 (ten years)")
            }
            self = .elapsed(everySeconds: seconds)
        case .afterDone:
            let days = try container.decode(Int.self, forKey: .days)
            guard Self.afterDoneRange.contains(days) else {
                throw DecodingError.dataCorruptedError(
                    forKey: .days, in: container, debugDescription: "\(days) must be from 1 to 3660")
            }
            self = .afterDone(days: days)
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .once: try container.encode(Kind.once, forKey: .kind)
        case .rules(let rules):
            try container.encode(Kind.rules, forKey: .kind)
            try container.encode(rules, forKey: .rules)
        case .elapsed(let seconds):
            try container.encode(Kind.elapsed, forKey: .kind)
            try container.encode(seconds, forKey: .everySeconds)
        case .afterDone(let days):
            try container.encode(Kind.afterDone, forKey: .kind)
            try container.encode(days, forKey: .days)
        }
    }
}
