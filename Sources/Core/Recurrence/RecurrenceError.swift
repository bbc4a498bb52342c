/// Why a recurrence cannot be worked out. Each says what to do, in words for staff.
public enum RecurrenceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule gives no time at all, from its start to the year 9999.
    case neverMatches(rule: String)
    /// What was asked took more steps than one answer may.
    case tooManySteps(rule: String)
    /// The rule's COUNT lies further ahead than can be counted in one go.
    case countTooFar(rule: String, count: Int)
    /// The repetition's number is out of its range.
    case outOfRange(String)
    /// The set names another zone than the one it was given.
    case wrongZone(set: String, given: String)
    /// More rules, dates or changes than a routine may have.
    case tooMuch(String)

    public var description: String {
        switch self {
        case .neverMatches(let rule):
            "\(rule) never happens: there is no such time from its start to the year 9999. Look whether its parts contradict each other."
        case .tooManySteps(let rule):
            "\(rule) happens so seldom among so many moments that it takes too long to work out. Say it with a longer FREQ, such as FREQ=DAILY with BYHOUR and BYMINUTE."
        case .countTooFar(let rule, let count):
            "\(rule) would end after \(count) times, which is too far ahead to count. Write UNTIL instead of COUNT."
        case .outOfRange(let what): what
        case .wrongZone(let set, let given): "The routine is in \(set), but was given the clocks of \(given)."
        case .tooMuch(let what): what
        }
    }
}
