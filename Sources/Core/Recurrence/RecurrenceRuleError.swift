/// Why a text is not a rule: which part, what is wrong with it, and what was probably meant.
public struct RecurrenceRuleError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Reason: Hashable, Sendable {
        case empty
        case tooLong
        /// Something without `=`.
        case notAPart(String)
        case unknownPart(meant: String?)
        case repeated
        case noFrequency
        case noValue
        /// A value that is none of the words there are.
        case unknownValue(String, wanted: String, meant: String?)
        /// A number that is none, or out of range.
        case notInRange(String, wanted: String)
        case notATime(String)
        /// This part only goes with some others.
        case notWith(String)
    }

    /// The part's name, `BYDAY`; empty where the whole text is meant.
    public var part: String
    public var reason: Reason

    public init(part: String, reason: Reason) {
        self.part = part
        self.reason = reason
    }

    public var description: String {
        switch reason {
        case .empty: "The rule is empty: write for example FREQ=DAILY, or FREQ=WEEKLY;BYDAY=MO,TH."
        case .tooLong: "The rule is longer than \(RecurrenceRuleParser.longest) characters."
        case .notAPart(let text):
            "`\(text)` is not a part of a rule: write NAME=VALUE with semicolons between, such as FREQ=DAILY;INTERVAL=2."
        case .unknownPart(let meant):
            "`\(part)` is not a part of a rule\(meant.map { ": did you mean \($0)?" } ?? ": there are FREQ, INTERVAL, COUNT, UNTIL, BYMONTH, BYWEEKNO, BYYEARDAY, BYMONTHDAY, BYDAY, BYHOUR, BYMINUTE, BYSECOND, BYSETPOS and WKST.")"
        case .repeated: "\(part) is given twice: write all its values after one, separated by commas."
        case .noFrequency: "FREQ is missing: say how often first, for example FREQ=DAILY or FREQ=WEEKLY."
        case .noValue: "\(part) lacks a value: write one after `=` and after each comma."
        case .unknownValue(let value, let wanted, let meant):
            meant.map { "\(part): `\(value)` is not \(wanted): did you mean \($0)?" }
                ?? "\(part): `\(value)` is not \(wanted)."
        case .notInRange(let value, let wanted): "\(part): `\(value)` is not \(wanted)."
        case .notATime(let value):
            "\(part): `\(value)` is not a date or time: write 20261231 for a whole day, 20261231T180000 for a local time, 20261231T170000Z for UTC."
        case .notWith(let why): "\(part) \(why)"
        }
    }
}
