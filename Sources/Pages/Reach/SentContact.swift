import Care

/// Ways to reach people, as they are read.
struct ContactList: Codable {
    let contacts: [Contact]
}

/// What is sent to save a way to reach somebody: with what is secret beside it, which stays as it is where it is left out.
struct SentContact: Encodable {
    private enum Key: String, CodingKey { case secret }

    let contact: Contact
    let secret: [String: String]?

    func encode(to encoder: any Encoder) throws {
        try contact.encode(to: encoder)
        var container = encoder.container(keyedBy: Key.self)
        try container.encodeIfPresent(secret, forKey: .secret)
    }
}

/// What came of a test message.
struct ProofOutcome: Codable {
    enum Outcome: String, Codable { case accepted, confirmed, failed, later, gone }

    let outcome: Outcome
    let problem: String?
}
