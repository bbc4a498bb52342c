public import Care
public import Foundation
import GRDB

extension CareStore {
    /// Stores words to a client. The same words again change nothing, however they stand by then.
    ///
    /// Throws `.tooOften` where too many came to this client lately: whoever sends that much is a machine that has gone wild.
    ///
    /// - Parameter most: How many within an hour, from whomever.
    public func say(
        _ words: ClientWords, most: Int = ClientWords.mostAnHour
    ) async throws(CareStoreError) -> (ClientWords, isNew: Bool) {
        try await write { db in
            let words = try Stored.normal(words)
            if let (first, now) = try Words.find(words.id, in: db) {
                guard first.client == words.client, first.text == words.text, first.by == words.by else {
                    throw CareStoreError.sameIDOtherContent(words.id, current: nil)
                }
                return (now, false)
            }
            guard let client = try People.readable(words.client, in: db), client.role == .client,
                client.isActive
            else { throw CareStoreError.notFound("client \(words.client)") }
            let hour = words.at.addingTimeInterval(-3600)...words.at
            guard try Words.count(to: words.client, in: hour, db) < most else {
                throw CareStoreError.tooOften(
                    field: "text",
                    "\(most) things were said to this client within an hour: wait a while"
                )
            }
            try Journal.append(.words, subject: words.id.uuidString, content: words, at: words.at, in: db)
            return (words, true)
        }
    }

    /// Stores that the client's kiosk has said words. The first time counts.
    ///
    /// - Parameter client: Whose kiosk tells it: for it, words to others do not exist.
    public func receive(
        words id: UUID, _ receipt: WordsReceipt, from client: String, receivedAt: Date
    ) async throws(CareStoreError) -> (ClientWords, isNew: Bool) {
        try await write { db in
            guard var (_, words) = try Words.find(id, in: db), words.client == client else {
                throw CareStoreError.notFound("words \(id)")
            }
            guard words.saidAt == nil else { return (words, false) }
            // A kiosk's clock may be wrong: they were said after they came, and before this is known.
            let said = receipt.arriving(at: receivedAt).at
            words.saidAt = max(words.at, min(said, receivedAt))
            words = try Stored.normal(words)
            try Journal.append(.words, subject: id.uuidString, content: words, at: receivedAt, in: db)
            return (words, true)
        }
    }

    /// Takes back what waits to be said. The second time changes nothing.
    ///
    /// Throws `.conflict` where the client has heard it, or it is too old to be said.
    public func takeBack(
        words id: UUID, at now: Date
    ) async throws(CareStoreError) -> (ClientWords, isNew: Bool) {
        try await write { db in
            guard var (_, words) = try Words.find(id, in: db) else {
                throw CareStoreError.notFound("words \(id)")
            }
            switch words.standing(at: now) {
            case .takenBack: return (words, false)
            case .said: throw CareStoreError.conflict(field: "id", "the client has heard this already")
            case .notSaid:
                throw CareStoreError.conflict(field: "id", "this has waited too long to be said any more")
            case .waiting: words.takenBackAt = max(words.at, now)
            }
            words = try Stored.normal(words)
            try Journal.append(.words, subject: id.uuidString, content: words, at: now, in: db)
            return (words, true)
        }
    }

    /// What was said to a client lately, as it stands now, the latest first.
    ///
    /// - Parameter limit: 1–200.
    public func words(to client: String, limit: Int) async throws(CareStoreError) -> [ClientWords] {
        try await read { db in
            guard let person = try People.readable(client, in: db), person.role == .client else {
                throw CareStoreError.notFound("client \(client)")
            }
            return try Words.latest(of: client, limit: limit, in: db)
        }
    }
}

/// The journal's rows of what is said to clients: one when it comes, and one when it was said or taken back.
private enum Words {
    /// How many rows there are of the same words at most: what was taken back may have been said all the same.
    private static let mostRows = 3
    /// The rows of one client's, in the words of the index `journal_of_client_words`.
    private static let ofClient = """
        journal INDEXED BY journal_of_client_words WHERE kind = 'words'
            AND CASE WHEN json_valid(content) THEN json_extract(content, '$.client') END = ?
        """

    /// Words as they came, and as they stand now.
    static func find(_ id: UUID, in db: Database) throws -> (first: ClientWords, now: ClientWords)? {
        // In the words of the index `journal_of_words`.
        let rows = try String.fetchAll(
            db, sql: "SELECT content FROM journal WHERE kind = 'words' AND subject = ? ORDER BY sequence",
            arguments: [id.uuidString])
        guard let first = rows.first, let last = rows.last else { return nil }
        return (
            try Stored.value(first, of: "the words \(id)"), try Stored.value(last, of: "the words \(id)")
        )
    }

    /// How many came to one client in a time, from whomever, whatever has become of them.
    static func count(to client: String, in time: ClosedRange<Date>, _ db: Database) throws -> Int {
        // A later row of the same words says what has become of them, and counts as none.
        try Int.fetchOne(
            db,
            sql: """
                SELECT count(*) FROM (SELECT subject, sequence FROM \(ofClient) AND at BETWEEN ? AND ?) AS this
                WHERE NOT EXISTS (SELECT 1 FROM journal WHERE kind = 'words' AND subject = this.subject
                    AND sequence < this.sequence)
                """,
            arguments: [client, time.lowerBound.milliseconds, time.upperBound.milliseconds]) ?? 0
    }

    /// Those to one client as they stand now, the latest first. What cannot be read is left out: the stream tells of it.
    static func latest(of client: String, limit: Int, in db: Database) throws -> [ClientWords] {
        let rows = try String.fetchAll(
            db,
            sql: """
                SELECT content FROM (
                    SELECT sequence, content FROM \(ofClient) ORDER BY at DESC, sequence DESC LIMIT ?)
                ORDER BY sequence DESC
                """, arguments: [client, limit * mostRows])
        var newest: [UUID: ClientWords] = [:]
        for words in rows.compactMap({ Stored.readable($0) as ClientWords? }) where newest[words.id] == nil {
            newest[words.id] = words
        }
        return Array(
            newest.values.sorted { ($0.at, $0.id.uuidString) > ($1.at, $1.id.uuidString) }.prefix(limit))
    }
}
