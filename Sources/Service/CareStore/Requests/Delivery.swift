public import Care
public import Foundation

/// One thing that has to reach one recipient through one channel.
public struct Delivery: Sendable, Equatable, Identifiable {
    public var id: Int64
    public var subject: Subject
    /// The channel's name.
    public var channel: String
    /// Who gets it: for a command, the program.
    public var recipient: String
    /// How often it was tried in vain.
    public var attempts: Int

    public enum Subject: Sendable, Equatable {
        /// A request that nobody has answered.
        case request(Request)
        /// A reminder for somebody who is reached over a channel.
        case reminder(Reminder)

        /// For the log: the request's or reminder's id.
        public var id: UUID {
            switch self {
            case .request(let request): request.id
            case .reminder(let reminder): reminder.id
            }
        }
    }

    /// The table and row; an id alone could be of two tables.
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
        /// Requests, and urgent reminders.
        case calls
        /// Reminders that are not urgent.
        case plans
    }

    /// How a try ended.
    public enum Outcome: Sendable, Equatable {
        case sent
        case failed(String)
    }
}
