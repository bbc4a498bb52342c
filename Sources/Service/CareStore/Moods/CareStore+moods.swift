public import Care
public import Foundation
import GRDB
import Logging
import Recurrence

/// Which moods are looked for.
public struct MoodSearch: Sendable {
    /// By id.
    public var client: String?
    public var from: Date?
    /// The first moment that is not looked for any more.
    public var to: Date?
    public var scale: MoodScale?
    /// The `next` of the page before.
    public var before: Int64?
    /// 1–200.
    public var limit: Int

    public init(
        client: String? = nil, from: Date? = nil, to: Date? = nil, scale: MoodScale? = nil,
        before: Int64? = nil, limit: Int = 50
    ) {
        self.client = client
        self.from = from
        self.to = to
        self.scale = scale
        self.before = before
        self.limit = limit
    }
}

/// Who says how a client is.
public struct MoodActor: Sendable, Equatable {
    public var actor: Actor
    /// The id of whoever has logged in, or of the client whose kiosk it is.
    public var sender: String?
    public var isLoggedIn: Bool
    /// Whose moods they may write, and what they read of appointments.
    public var whose: PlanReach
    public var appointments: AppointmentReader

    public init(
        actor: Actor, sender: String?, isLoggedIn: Bool, whose: PlanReach, appointments: AppointmentReader
    ) {
        self.actor = actor
        self.sender = sender
        self.isLoggedIn = isLoggedIn
        self.whose = whose
        self.appointments = appointments
    }
}

extension CareStore {
    /// Part of the moods, the newest first, by the time that counts. One that cannot be read is left out.
    public func moods(
        _ search: MoodSearch, of whose: PlanReach = .everything
    ) async throws(CareStoreError) -> MoodPage {
        let unreadable = unreadable
        return try await read { db in
            let rows = try Moods.rows(search, of: whose, in: db)
            let shown = rows.prefix(search.limit)
            let moods = shown.compactMap { row -> Mood? in
                do { return try Moods.mood(row) } catch {
                    unreadable.note(UnreadableRow(.mood, row), error)
                    return nil
                }
            }
            return MoodPage(moods: moods, next: rows.count > search.limit ? shown.last?["number"] : nil)
        }
    }

    /// Adds how a client is. What it was asked after is done with it, in the same transaction. The same again gives what the first made,
    /// with `false`.
    ///
    /// Throws `.tooOften` where too many of this client came within a day: the mood is not kept then, and may be sent again. What it was
    /// asked after is done all the same, once.
    ///
    /// What cannot be done any more, because it was cancelled meanwhile or is of a coming day, stays as it is: the mood is kept all the
    /// same.
    public func addMood(
        _ new: NewMood, by actor: MoodActor, receivedAt: Date
    ) async throws(CareStoreError) -> (Mood, isNew: Bool) {
        let keeper = keeper(at: receivedAt)
        let most = actor.sender == new.client ? Mood.mostADay : Mood.mostADayOfOthers
        let kept: (Mood, isNew: Bool)? = try await write { db in
            var new = try Stored.normal(new.arriving(at: receivedAt))
            let corrected = try new.corrects.flatMap { try Moods.find($0, in: db) }?.mood
            // It stands where the old one stood, also if it does not say so.
            if let corrected, corrected.client == new.client, new.routine == nil {
                (new.routine, new.key) = (corrected.routine, corrected.key)
            }
            if let first = try Moods.find(new.id, in: db) {
                // Whoever has another name by now is the same sender.
                new.by = first.mood.by
                new.appointment = new.appointment ?? first.mood.appointment
                guard actor.whose.includes(first.mood.client), first.mood.isSame(as: new) else {
                    throw CareStoreError.sameIDOtherContent(new.id, current: nil)
                }
                return (first, false)
            }
            let words = try keeper.check(new, by: actor, in: db)
            new.appointment = new.appointment ?? corrected?.appointment
            // While this machine's own clock is doubted, it is at least as late as it has ever shown.
            let now = max(keeper.now, try RoutineClock.doubted(in: db) ?? keeper.now)
            guard try Moods.lately(of: new.client, at: now, in: db) < most else {
                try keeper.complete(new, by: actor, in: db)
                return nil
            }
            let mood = try Moods.insert(new, words: words, receivedAt: now, in: db)
            try Journal.append(
                .moodLogged, subject: new.id.uuidString, content: mood, at: receivedAt, in: db)
            try keeper.complete(new, by: actor, in: db)
            return (mood, true)
        }
        guard let kept else {
            throw CareStoreError.tooOften(
                field: "client",
                new.routine == nil
                    ? "\(most) moods of this client were logged within a day: go on tomorrow"
                    : "\(most) moods of this client were logged within a day: go on tomorrow; what it was asked after is done all the same"
            )
        }
        return kept
    }
}

extension RoutineKeeper {
    /// Checks what only the store knows; gives the name of the sign that was seen.
    fileprivate func check(_ new: NewMood, by actor: MoodActor, in db: Database) throws -> String? {
        guard actor.whose.includes(new.client), let client = try People.readable(new.client, in: db),
            client.role == .client
        else {
            throw CareStoreError.invalid(
                field: "client", "nobody in this home has the id \(new.client)")
        }
        if let routine = new.routine, let key = new.key {
            guard try Entries.client(of: routine, key, in: db) == new.client else {
                throw CareStoreError.notFound("routine \(routine)")
            }
        }
        if let id = new.appointment {
            let found = try Appointments.find(id, seenBy: actor.appointments, in: db)
            guard found.content.client == new.client else {
                throw CareStoreError.notFound("appointment \(id)")
            }
        }
        if let id = new.corrects { try checkCorrection(of: id, new, in: db) }
        guard new.scale == .observation, case .word(let id) = new.value else { return nil }
        guard let sign = try SignLists.find(new.client, in: db).signs.first(where: { $0.id == id }) else {
            throw CareStoreError.invalid(
                field: "value", "\(client.name) has no sign \(id): look again which there are")
        }
        return sign.label
    }

    private func checkCorrection(of id: UUID, _ new: NewMood, in db: Database) throws {
        guard let old = try Moods.find(id, in: db), old.mood.client == new.client else {
            throw CareStoreError.invalid(field: "corrects", "\(new.client) has no mood \(id)")
        }
        guard new.routine == old.mood.routine, new.key == old.mood.key else {
            throw CareStoreError.invalid(
                field: "routine", "a correction stands where the mood stood that it corrects: leave it out")
        }
        guard old.mood.scale.question == new.scale.question else {
            throw CareStoreError.invalid(
                field: "scale",
                "a correction is of the same kind as what it corrects: faces, pain, a part of the body or a sign"
            )
        }
        if let later = old.correctedBy {
            throw CareStoreError.conflict(
                field: "corrects", "it was corrected already: read it again, and correct \(later)")
        }
    }

    /// Marks what the mood was asked after as done, unless it is. Refused for whatever reason, that leaves the mood as it is.
    ///
    /// The entry's id follows from the mood's: one that is sent again, because there were too many, marks nothing anew that somebody has
    /// undone since.
    fileprivate func complete(_ mood: NewMood, by actor: MoodActor, in db: Database) throws {
        guard let routine = mood.routine, let key = mood.key else { return }
        let entry = OccurrenceEntry(
            id: mood.id.ofOtherHalf, routine: routine, key: key, kind: .done, by: mood.by,
            at: mood.at, isTimeOfArrival: mood.isTimeOfArrival)
        do {
            try db.inSavepoint {
                guard try !Entries.isKnown(entry.id, in: db) else { return .commit }
                if try OccurrenceRow.find(routine, key, now: now, in: db)?.outcome == .done { return .commit }
                _ = try mark(
                    entry, actor: actor.actor, sender: actor.sender, isLoggedIn: actor.isLoggedIn,
                    of: actor.whose, in: db)
                return .commit
            }
        } catch let error
            where Self.isOfItsContent(error) || (error as? CareStoreError)?.isOfWhatIsMarked ?? false
        {
            logger.notice(
                "what a mood was asked after stays as it is",
                metadata: ["mood": "\(mood.id)", "reason": "\(error)"])
        }
    }
}

extension CareStoreError {
    /// Whether something could not be marked because of what it is, and not because the file fails.
    fileprivate var isOfWhatIsMarked: Bool {
        switch self {
        case .notFound, .notAllowed, .invalid, .occurrenceConflict, .conflict, .damaged: true
        case .file, .sameIDOtherContent, .unknownRequest, .move, .needChanged, .routineChanged,
            .personChanged, .contactChanged, .channelChanged, .callPathsChanged, .servedClientsChanged,
            .proposalDecided,
            .placeChanged,
            .dutyChanged, .offerGone, .placeInUse, .expenseChanged, .withdrawnAlready, .rewardChanged,
            .grantConflict, .tooMany, .tooOften, .goalsFull:
            false
        }
    }
}
