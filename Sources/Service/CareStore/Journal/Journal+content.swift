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
        return JournalEvent(
            sequence: db.lastInsertedRowID, at: Date(milliseconds: at.milliseconds),
            content: Self.content(of: kind, json: text), isLate: isLate)
    }

    /// Whose a changed need or routine is, and whose it was before, if it was somebody else's, and whether it is a goal and was one; `nil`
    /// for other events, and where that cannot be read.
    static func planChange(
        after kind: JournalEvent.Kind, subject: String?, content: String?, before sequence: Int64,
        in db: Database
    ) throws -> (owners: [PlanOwner], isOfGoal: Bool)? {
        // In the words of the indexes `journal_of_needs` and `journal_of_routines`.
        guard kind == .needChanged || kind == .routineChanged else { return nil }
        func plan(_ text: String) -> (owner: PlanOwner, isGoal: Bool)? {
            if kind == .needChanged {
                return (Stored.readable(text) as Need?).map { (owner: $0.owner, isGoal: false) }
            }
            return (Stored.readable(text) as Routine?).map {
                (owner: $0.content.owner, isGoal: $0.content.isGoal)
            }
        }
        guard let subject, let now = content.flatMap(plan) else { return nil }
        let earlier = try String.fetchOne(
            db,
            sql: """
                SELECT content FROM journal WHERE kind = '\(kind.rawValue)' AND subject = ? AND sequence < ?
                ORDER BY sequence DESC LIMIT 1
                """, arguments: [subject, sequence])
        guard let earlier else { return (owners: [now.owner], isOfGoal: now.isGoal) }
        guard let before = plan(earlier) else { return nil }
        let owners = before.owner == now.owner ? [now.owner] : [now.owner, before.owner]
        return (owners: owners, isOfGoal: now.isGoal && before.isGoal)
    }

    /// What an event of that kind was about, as it was then.
    ///
    /// If the JSON cannot be read, the event comes without it and clients fetch the current state: one
    /// damaged row does not end the stream.
    static func content(
        of kind: JournalEvent.Kind, request: Request? = nil, fault: Fault? = nil, minutes: Int? = nil,
        json: String?
    ) -> JournalEvent.Content {
        switch kind {
        case .proposed, .proposalDecided: .init(kind, proposal: json.flatMap(Stored.readable))
        case .occurrenceChanged: .init(kind, occurrence: json.flatMap(Stored.readable))
        case .reminder: .init(kind, reminder: json.flatMap(Stored.readable))
        case .pointsChanged: .init(kind, points: json.flatMap(Stored.readable))
        case .grantChanged: .init(kind, grant: json.flatMap(Stored.readable))
        case .appointmentChanged: .init(kind, appointment: json.flatMap(Stored.readable))
        case .moodLogged: .init(kind, mood: json.flatMap(Stored.readable))
        case .words: .init(kind, words: json.flatMap(Stored.readable))
        case .asked, .heard, .onTheWay, .met, .declined, .cancelled, .escalated, .stillWaiting, .askAgain,
            .reached, .claimLapsed,
            .fault, .needChanged, .routineChanged, .requestNoted:
            .init(kind, request: request, fault: fault, minutes: minutes)
        }
    }
}
