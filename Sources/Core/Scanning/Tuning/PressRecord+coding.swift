import Time

/// As it is kept: flat, with one short word for what it is, and times in whole milliseconds.
///
/// ```json
/// {"record":"choice","id":17,"mode":"automatic","pattern":"linear","scan_time":1500,"ended":640,"began":1100,"steps":3}
/// ```
///
/// A field that is zero, false or absent is left out. A reader that does not know a record's word refuses the line.
extension PressRecord: Codable {
    private enum Kind: String, Codable {
        case choice, undone, press, ignored, touch, weighed, visit
        case gaveUp = "gave_up"
    }

    private enum UseWord: String, Codable {
        case choice, wake, move, answer, other, nothing
    }

    private enum Key: String, CodingKey {
        case record, id, mode, pattern, extra, ended, began, passes, steps, continued, how, use, held, since,
            reason
        case needed, offers, watched, verdict, begun, wanted, missed, silence
        case scanTime = "scan_time"
        case lateBy = "late_by"
        case leadsOn = "leads_on"
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        switch try fields.decode(Kind.self, forKey: .record) {
        case .choice:
            self = .choice(
                Choice(
                    id: try fields.decode(ID.self, forKey: .id),
                    mode: try fields.decode(ScanParameters.Mode.self, forKey: .mode),
                    pattern: try fields.decode(ScanParameters.Pattern.self, forKey: .pattern),
                    scanTime: try fields.duration(.scanTime),
                    extra: try fields.optionalDuration(.extra) ?? .zero,
                    sinceCueEnded: try fields.optionalDuration(.ended),
                    sinceCueBegan: try fields.optionalDuration(.began),
                    lateBy: try fields.optionalDuration(.lateBy),
                    passes: try fields.count(.passes), steps: try fields.count(.steps),
                    isContinued: try fields.decodeIfPresent(Bool.self, forKey: .continued) ?? false,
                    leadsOn: try fields.decodeIfPresent(Bool.self, forKey: .leadsOn) ?? false))
        case .undone:
            self = .undone(
                try fields.decode(ID.self, forKey: .id), try fields.decode(Undoing.self, forKey: .how))
        case .press:
            self = .press(
                Press(
                    use: try Self.use(fields), held: try fields.duration(.held),
                    sincePrevious: try fields.optionalDuration(.since)))
        case .ignored:
            self = .ignored(
                Ignored(
                    reason: try fields.decode(Ignored.Reason.self, forKey: .reason),
                    sincePress: try fields.duration(.since)))
        case .touch:
            self = .touch(Touch(held: try fields.duration(.held), needed: try fields.duration(.needed)))
        case .gaveUp:
            self = .gaveUp(
                GivenUp(
                    mode: try fields.decode(ScanParameters.Mode.self, forKey: .mode),
                    pattern: try fields.decode(ScanParameters.Pattern.self, forKey: .pattern),
                    scanTime: try fields.duration(.scanTime),
                    passes: try fields.count(.passes), steps: try fields.count(.steps)))
        case .weighed:
            self = .weighed(
                Weighed(
                    offers: try fields.decode([Weighed.Offer].self, forKey: .offers),
                    watched: try fields.duration(.watched),
                    verdict: try fields.decode(Weighed.Verdict.self, forKey: .verdict),
                    choice: try fields.decodeIfPresent(ID.self, forKey: .id)))
        case .visit:
            self = .visit(
                Visit(
                    beginning: try fields.decode(Visit.Beginning.self, forKey: .begun),
                    wanted: try fields.thousandths(.wanted), offers: try fields.thousandths(.offers),
                    missed: try fields.thousandths(.missed), silence: try fields.duration(.silence)))
        }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .choice(let choice):
            try fields.encode(Kind.choice, forKey: .record)
            try fields.encode(choice.id, forKey: .id)
            try fields.encode(choice.mode, forKey: .mode)
            try fields.encode(choice.pattern, forKey: .pattern)
            try fields.encode(choice.scanTime.wholeMilliseconds, forKey: .scanTime)
            if choice.extra > .zero { try fields.encode(choice.extra.wholeMilliseconds, forKey: .extra) }
            try fields.encodeIfPresent(choice.sinceCueEnded?.wholeMilliseconds, forKey: .ended)
            try fields.encodeIfPresent(choice.sinceCueBegan?.wholeMilliseconds, forKey: .began)
            try fields.encodeIfPresent(choice.lateBy?.wholeMilliseconds, forKey: .lateBy)
            if choice.passes > 0 { try fields.encode(choice.passes, forKey: .passes) }
            if choice.steps > 0 { try fields.encode(choice.steps, forKey: .steps) }
            if choice.isContinued { try fields.encode(true, forKey: .continued) }
            if choice.leadsOn { try fields.encode(true, forKey: .leadsOn) }
        case .undone(let id, let how):
            try fields.encode(Kind.undone, forKey: .record)
            try fields.encode(id, forKey: .id)
            try fields.encode(how, forKey: .how)
        case .press(let press):
            try fields.encode(Kind.press, forKey: .record)
            try Self.encode(press.use, to: &fields)
            try fields.encode(press.held.wholeMilliseconds, forKey: .held)
            try fields.encodeIfPresent(press.sincePrevious?.wholeMilliseconds, forKey: .since)
        case .ignored(let ignored):
            try fields.encode(Kind.ignored, forKey: .record)
            try fields.encode(ignored.reason, forKey: .reason)
            try fields.encode(ignored.sincePress.wholeMilliseconds, forKey: .since)
        case .touch(let touch):
            try fields.encode(Kind.touch, forKey: .record)
            try fields.encode(touch.held.wholeMilliseconds, forKey: .held)
            try fields.encode(touch.needed.wholeMilliseconds, forKey: .needed)
        case .gaveUp(let attempt):
            try fields.encode(Kind.gaveUp, forKey: .record)
            try fields.encode(attempt.mode, forKey: .mode)
            try fields.encode(attempt.pattern, forKey: .pattern)
            try fields.encode(attempt.scanTime.wholeMilliseconds, forKey: .scanTime)
            if attempt.passes > 0 { try fields.encode(attempt.passes, forKey: .passes) }
            if attempt.steps > 0 { try fields.encode(attempt.steps, forKey: .steps) }
        case .weighed(let press):
            try fields.encode(Kind.weighed, forKey: .record)
            try fields.encode(press.offers, forKey: .offers)
            try fields.encode(press.watched.wholeMilliseconds, forKey: .watched)
            try fields.encode(press.verdict, forKey: .verdict)
            try fields.encodeIfPresent(press.choice, forKey: .id)
        case .visit(let visit):
            try fields.encode(Kind.visit, forKey: .record)
            try fields.encode(visit.beginning, forKey: .begun)
            try fields.encode(visit.wanted.wholeThousandths, forKey: .wanted)
            try fields.encode(visit.offers.wholeThousandths, forKey: .offers)
            try fields.encode(visit.missed.wholeThousandths, forKey: .missed)
            try fields.encode(visit.silence.wholeMilliseconds, forKey: .silence)
        }
    }

    private static func use(_ fields: KeyedDecodingContainer<Key>) throws -> Press.Use {
        switch try fields.decode(UseWord.self, forKey: .use) {
        case .choice: .choice(try fields.decode(ID.self, forKey: .id))
        case .wake: .wake
        case .move: .move
        case .answer: .answer
        case .other: .other
        case .nothing: .nothing
        }
    }

    private static func encode(_ use: Press.Use, to fields: inout KeyedEncodingContainer<Key>) throws {
        let word: UseWord
        switch use {
        case .choice(let id):
            word = .choice
            try fields.encode(id, forKey: .id)
        case .wake: word = .wake
        case .move: word = .move
        case .answer: word = .answer
        case .other: word = .other
        case .nothing: word = .nothing
        }
        try fields.encode(word, forKey: .use)
    }
}

extension PressRecord.Weighed.Offer: Codable {
    private enum Key: String, CodingKey {
        case since, wanted, meant
    }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        since = try fields.duration(.since)
        wanted = min(1, try fields.thousandths(.wanted))
        meant = min(1, try fields.thousandths(.meant))
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(since.wholeMilliseconds, forKey: .since)
        try fields.encode(wanted.wholeThousandths, forKey: .wanted)
        try fields.encode(meant.wholeThousandths, forKey: .meant)
    }
}

extension ScanParameters.Mode: Codable {}
extension ScanParameters.Pattern: Codable {}

extension Duration {
    /// In whole milliseconds, rounded to the nearest.
    var wholeMilliseconds: Int {
        let nanoseconds = self.nanoseconds
        return Int((nanoseconds + (nanoseconds < 0 ? -500_000 : 500_000)) / 1_000_000)
    }
}

extension Double {
    /// In whole thousandths, rounded to the nearest; of a part, or of a number of offers.
    fileprivate var wholeThousandths: Int { Int((Swift.min(Swift.max(self, 0), 1000) * 1000).rounded()) }
}

extension KeyedDecodingContainer {
    /// Longer times than a day are damage, not data; so arithmetic on what was read cannot overflow.
    private static var longest: Int { 86_400_000 }

    fileprivate func duration(_ key: Key) throws -> Duration {
        try checked(decode(Int.self, forKey: key), key)
    }

    fileprivate func optionalDuration(_ key: Key) throws -> Duration? {
        try decodeIfPresent(Int.self, forKey: key).map { try checked($0, key) }
    }

    /// How many; 0 where nothing is written.
    fileprivate func count(_ key: Key) throws -> Int {
        let count = try decodeIfPresent(Int.self, forKey: key) ?? 0
        guard (0...1_000_000).contains(count) else { throw impossible(count, key) }
        return count
    }

    fileprivate func thousandths(_ key: Key) throws -> Double { Double(try count(key)) / 1000 }

    private func checked(_ milliseconds: Int, _ key: Key) throws -> Duration {
        guard (-Self.longest...Self.longest).contains(milliseconds) else {
            throw impossible(milliseconds, key)
        }
        return .milliseconds(milliseconds)
    }

    private func impossible(_ value: Int, _ key: Key) -> DecodingError {
        .dataCorruptedError(forKey: key, in: self, debugDescription: "\(value) is no value that is written")
    }
}
