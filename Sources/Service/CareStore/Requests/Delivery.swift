public import Care
public import Foundation

/// One thing that has to reach one recipient through one channel.
public struct Delivery: Sendable, Equatable, Identifiable {
    public var id: Int64
    /// What it is about, as it is now.
    public var subject: Subject
    /// Who gets it: for a command, the program.
    public var recipient: String
    /// How often it was tried in vain.
    public var attempts: Int

    /// What has to reach somebody.
    public enum Subject: Sendable, Equatable {
        /// A request that nobody has answered.
        case request(Request)
        /// A reminder of the channel `command`.
        case reminder(Reminder)

        /// For the log: the request's or reminder's id.
        public var id: UUID {
            switch self {
            case .request(let request): request.id
            case .reminder(let reminder): reminder.id
            }
        }
    }

    /// Which row it is; ids alone are of two tables.
    public enum Key: Hashable, Sendable {
        case request(Int64)
        case reminder(Int64)
    }

    public var key: Key {
        switch subject {
        case .request: .request(id)
        case .reminder: .reminder(id)
        }
    }

    /// Deliveries that may wait for one another.
    public enum Lane: Sendable, CaseIterable {
        /// What people have asked, and urgent reminders.
        case calls
        /// All that was planned and is not urgent.
        case plans
    }

    /// How a try ended.
    public enum Outcome: Sendable, Equatable {
        case sent
        case failed(String)
    }

    /// From so many failed tries of one delivery on, people are told that the program fails: about 15 s.
    public static let tellingAttempts = 3

    /// After so many tries, which is about a day of them, it is given up: who would get it then would be misled. What is
    /// answered, done, or overtaken by a later reminder is over long before.
    public static let maximumAttempts = 294

    /// How long to wait after this many failed tries: 5 s, doubled each time, at most 5 minutes.
    public static func backOff(afterAttempts attempts: Int) -> TimeInterval {
        min(300, 5 * pow(2, Double(max(0, min(attempts, 10) - 1))))
    }
}
