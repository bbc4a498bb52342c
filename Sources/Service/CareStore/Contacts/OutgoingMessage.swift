public import Care
public import Foundation

/// What is told to one contact about one event.
public struct OutgoingMessage: Sendable, Equatable, Identifiable {
    public enum Kind: String, Sendable {
        /// A call or a reminder.
        case alert
        /// What has become of a call about which the contact was alerted.
        case update
    }

    public var id: Int64
    /// The same at each try, and after a restart.
    public var key: UUID
    public var kind: Kind
    public var contact: Contact
    /// As it is now.
    public var subject: Delivery.Subject
    /// How often it was tried in vain.
    public var attempts: Int
    /// When what it tells has happened.
    public var createdAt: Date

    public init(
        id: Int64, key: UUID, kind: Kind, contact: Contact, subject: Delivery.Subject, attempts: Int = 0,
        createdAt: Date
    ) {
        self.id = id
        self.key = key
        self.kind = kind
        self.contact = contact
        self.subject = subject
        self.attempts = attempts
        self.createdAt = createdAt
    }
}

extension CareStore {
    /// How a try of a message ended.
    public enum MessageOutcome: Sendable, Equatable {
        /// The other side has taken it.
        case sent
        /// The device or the person has confirmed it, too.
        case confirmed
        /// It is tried again after a time that grows.
        case failed(String)
        /// The other side wants it later, and says when. Seconds.
        case later(String, seconds: Double)
        /// The other side does not know the contact any more.
        case gone(String)
    }
}
