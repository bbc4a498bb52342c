import Care
import Foundation
import GRDB

extension Journal {
    /// The number that the next event will have, for content that includes it. Valid only in the transaction
    /// that appends the event.
    static func nextSequence(in db: Database) throws -> Int64 { try latestSequence(in: db) + 1 }

    /// Appends an event about something that is stored as JSON; returns the event's number.
    ///
    /// - Parameter subject: The id of what it is about.
    @discardableResult
    static func append(
        _ kind: JournalEvent.Kind, subject: String, content: some Encodable, at: Date, isLate: Bool = false,
        in db: Database
    ) throws -> JournalEvent {
        let text = try Stored.text(content)
        try db.execute(
            sql: "INSERT INTO journal (at, kind, late, subject, content) VALUES (?, ?, ?, ?, ?)",
            arguments: [at.milliseconds, kind.rawValue, isLate, subject, text])
        var event = JournalEvent(
            sequence: db.lastInsertedRowID, at: Date(milliseconds: at.milliseconds), kind: kind,
            isLate: isLate)
        event.read(text)
        return event
    }
}

extension JournalEvent {
    /// Adds the event's subject, as it was then.
    ///
    /// If the content cannot be read, the event comes without it and clients fetch the current state: one
    /// damaged row does not end the stream.
    mutating func read(_ content: String) {
        switch kind {
        case .proposed, .proposalDecided: proposal = Stored.readable(content)
        case .occurrenceChanged: occurrence = Stored.readable(content)
        case .reminder: reminder = Stored.readable(content)
        case .asked, .heard, .onTheWay, .met, .declined, .cancelled, .escalated, .stillWaiting, .askAgain,
            .fault, .needChanged, .routineChanged, .requestNoted:
            break
        }
    }
}
