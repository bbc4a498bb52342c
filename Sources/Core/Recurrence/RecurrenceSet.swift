/// When a routine is due, as it is written down: a start, how it comes again, and what differs from that.
///
/// `start` is where counting begins. With rules, it is itself due only if a rule gives it: "Mondays, from today" said on
/// a Thursday is first due on Monday. RFC 5545 leaves that case undefined; python-dateutil does the same, while some
/// calendars add the start as an appointment of its own. A dose that no rule asks for must not appear, so we do not.
public struct RecurrenceSet: Hashable, Sendable {
    public var start: WallTime
    /// An IANA name, `Europe/Berlin`.
    public var zone: String
    public var repetition: Repetition
    /// RDATE: due at these local times as well.
    public var also: [WallTime]
    /// EXDATE: not due then, though it would be. An occurrence that is not there may be left out again.
    public var except: [OccurrenceKey]
    /// RECURRENCE-ID: occurrences that were moved or cancelled. One that is no occurrence of this set changes nothing.
    public var changes: [Change]

    /// One occurrence that is not as the rule has it.
    public struct Change: Hashable, Codable, Sendable {
        /// The occurrence, by the start that the rule gave it.
        public var of: OccurrenceKey
        /// When it is due instead, in the set's zone; `nil`: it is cancelled.
        public var to: WallTime?

        public init(of: OccurrenceKey, to: WallTime?) {
            self.of = of
            self.to = to
        }
    }

    public init(
        start: WallTime, zone: String, repetition: Repetition = .once, also: [WallTime] = [],
        except: [OccurrenceKey] = [], changes: [Change] = []
    ) {
        self.start = start
        self.zone = zone
        self.repetition = repetition
        self.also = also
        self.except = except
        self.changes = changes
    }
}

extension RecurrenceSet: Codable {
    private enum CodingKeys: String, CodingKey {
        case start, zone, also, except, changes
        case repetition = "repeat"
    }

    /// `repeat`, `also`, `except` and `changes` may be left out.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            start: try container.decode(WallTime.self, forKey: .start),
            zone: try container.decode(String.self, forKey: .zone),
            repetition: try container.decodeIfPresent(Repetition.self, forKey: .repetition) ?? .once,
            also: try container.decodeIfPresent([WallTime].self, forKey: .also) ?? [],
            except: try container.decodeIfPresent([OccurrenceKey].self, forKey: .except) ?? [],
            changes: try container.decodeIfPresent([Change].self, forKey: .changes) ?? [])
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(start, forKey: .start)
        try container.encode(zone, forKey: .zone)
        try container.encode(repetition, forKey: .repetition)
        if !also.isEmpty { try container.encode(also, forKey: .also) }
        if !except.isEmpty { try container.encode(except, forKey: .except) }
        if !changes.isEmpty { try container.encode(changes, forKey: .changes) }
    }
}
