import Care
import Foundation

/// The JSON that a receiver gets. Fields may be added; those here stay as they are while `version` is 1.
struct WebhookMessage: Encodable {
    struct Answer: Encodable {
        var label: String
        var name: String
        var url: String
    }

    /// What can be answered: `{"with": name}` is posted to its `url`.
    var answers: [Answer]?
    var body: String?
    /// The same each time the message is sent.
    var key: String
    /// `alert`, `update`, or `proof`, of which nobody needs to be told.
    var kind: String
    var language: String?
    /// For how long it is worth telling, in seconds.
    var lifetime: Int64?
    var link: String?
    var priority: String?
    /// Where it is posted, without a body, that somebody has seen it.
    var seen: String?
    /// Later messages with the same one replace it.
    var thread: String?
    var title: String?
    var version = 1

    init(_ message: ChannelMessage) {
        answers = message.answers.map { Answer(label: $0.label, name: $0.name, url: $0.url) }
        body = message.body
        key = Self.text(of: message.key)
        kind = message.kind.rawValue
        language = message.language
        lifetime = message.lifetime.components.seconds
        link = message.link
        priority = message.priority.rawValue
        seen = message.seen
        thread = message.thread
        title = message.title
    }

    /// What only proves that messages arrive.
    init(proof key: UUID) {
        self.key = Self.text(of: key)
        kind = ChannelMessage.Kind.proof.rawValue
    }

    static func text(of key: UUID) -> String { key.uuidString.lowercased() }
}
