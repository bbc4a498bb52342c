public import Care
public import Foundation

/// What one person is told, in their language and complete.
public struct ChannelMessage: Sendable, Equatable {
    public enum Kind: String, Sendable {
        /// Somebody is needed.
        case alert
        /// What has become of an alert: it replaces that one, and wakes nobody.
        case update
        /// Somebody wants to see that messages arrive.
        case proof
    }

    /// What can be answered on the device itself.
    public struct Answer: Sendable, Equatable {
        /// `on_the_way` or `cannot`.
        public var name: String
        /// What stands on its button.
        public var label: String
        /// Where `{"with": name}` is posted.
        public var url: String

        public init(name: String, label: String, url: String) {
            self.name = name
            self.label = label
            self.url = url
        }
    }

    /// Of this message to this contact: the same each time it is sent.
    public var key: UUID
    /// What later messages replace: 1 to 32 letters, digits and `-`.
    public var thread: String
    public var kind: Kind
    public var title: String
    public var body: String
    public var priority: Priority
    /// At most two.
    public var answers: [Answer]
    /// A page that shows what it is about.
    public var link: String?
    /// Where a device says that it has shown this, with an empty POST.
    public var seen: String?
    /// The language of the texts, BCP 47.
    public var language: String
    /// From now; after that it would mislead, and nobody should hand it on any more.
    public var lifetime: Duration

    public init(
        key: UUID, thread: String, kind: Kind, title: String, body: String, priority: Priority,
        answers: [Answer] = [], link: String? = nil, seen: String? = nil, language: String, lifetime: Duration
    ) {
        self.key = key
        self.thread = thread
        self.kind = kind
        self.title = title
        self.body = body
        self.priority = priority
        self.answers = answers
        self.link = link
        self.seen = seen
        self.language = language
        self.lifetime = lifetime
    }
}
