import Care
import FoundationEssentials
import Recurrence
import Wording

/// What somebody writes down about one due time.
enum Marking {
    /// Done, skipped with a reason, a note, or that what somebody did counts. Nothing is added where somebody else has marked it
    /// already.
    static func mark(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let (routine, key) = try TodayPages.place(call)
        guard let kind = call.form["kind"].flatMap(OccurrenceEntry.Kind.init),
            [.done, .skipped, .note, .approved, .claimed].contains(kind),
            let id = call.form["id"].flatMap({ UUID(uuidString: $0) })
        else { throw CareProblem(.badRequest, "this entry was not understood: go back and tap again") }
        if kind == .approved || kind == .claimed { return try await send(id, routine, key, call, viewer) }
        let text = call.form["text"]
        if text == nil, kind != .done {
            return try await TodayPages.one(call, viewer, status: 422) { card in
                card.show(
                    kind, typed: "",
                    problem: Text(kind == .note ? "today.write_first" : "today.say_why"))
            }
        }
        let entries = try await history(routine, key, call)
        // Sent twice, by a double tap.
        if let same = entries.first(where: { $0.id == id }), same.kind == kind, same.text == text {
            return done(id, routine, key, call)
        }
        if kind != .note, let first = try await standing(entries, routine, key, call).deciding {
            return try await conflict(first, kind, text, call, viewer)
        }
        let entry = OccurrenceEntry(
            id: entries.contains { $0.id == id } ? UUID() : id, routine: routine, key: key, kind: kind,
            by: viewer.person.name, text: text, at: call.request.now)
        do throws(CareProblem) { try await call.api.send("POST", "entries", entry) } catch {
            guard error.kind == .notAcceptable, error.field == "text" || error.field == "kind" else {
                throw error
            }
            // Since this page was drawn it may have come to ask for a photo.
            let notice = error.field == "kind" ? Notice(text: error.sentence, isProblem: true) : nil
            return try await TodayPages.one(call, viewer, notice: notice, status: error.status) { card in
                if notice == nil { card.show(kind, typed: text ?? "", problem: error.words) }
            }
        }
        return done(entry.id, routine, key, call)
    }

    /// What only the state of the plan decides: that it counts, or that whoever reads takes it.
    private static func send(
        _ id: UUID, _ routine: UUID, _ key: OccurrenceKey, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        do throws(CareProblem) { _ = try await ChoreMarking.send(call, viewer) } catch {
            guard ChoreMarking.isTold(error) else { throw error }
            return try await TodayPages.one(
                call, viewer, notice: Notice(text: ChoreMarking.words(error), isProblem: true),
                status: error.status)
        }
        return done(id, routine, key, call)
    }

    /// Undoes an entry, with a new one; without an id, the last by which the reader did some of it, else the one by which it is approved, or
    /// else the one that decided.
    static func undo(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let (routine, key) = try TodayPages.place(call)
        let entries = try await history(routine, key, call)
        let wanted = (call.query["entry"] ?? call.form["entry"]).flatMap { UUID(uuidString: $0) }
        let id = (call.query["id"] ?? call.form["id"]).flatMap { UUID(uuidString: $0) }
        guard let id else {
            throw CareProblem(.badRequest, "this entry has no id: please go back and tap again")
        }
        if entries.contains(where: { $0.id == id }) { return done(id, routine, key, call) }
        var decided = wanted
        if wanted == nil {
            let standing = try await standing(entries, routine, key, call)
            // Whoever did a part of it says nothing of whether it counts, and takes back what they did last.
            let theirs =
                standing.deciding?.kind == .skipped
                ? nil : standing.done.last(where: { $0.person == viewer.person.id })?.entry
            decided = theirs ?? (standing.approving ?? standing.deciding)?.id
        }
        guard let undone = decided else {
            return try await TodayPages.one(
                call, viewer,
                notice: Notice(text: Text("today.nothing_to_undo"), isProblem: true),
                status: 409)
        }
        if let first = entries.last(where: { $0.undoes == undone && $0.kind == .undone }),
            !entries.contains(where: { $0.undoes == first.id })
        {
            return try await TodayPages.one(
                call, viewer,
                notice: Notice(
                    text: Text(
                        "today.undone_already",
                        ["name": name(first.by), "ago": .text(call.when(first.at))]),
                    isProblem: true), status: 409)
        }
        try await call.api.send(
            "POST", "entries",
            OccurrenceEntry(
                id: id, routine: routine, key: key, kind: .undone, by: viewer.person.name, undoes: undone,
                at: call.request.now))
        return done(id, routine, key, call)
    }

    /// The stations say it again in ten minutes; or, where that was not meant, in one.
    static func putOff(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let (routine, key) = try TodayPages.place(call)
        let minutes = call.form["minutes"] == "1" ? 1 : 10
        let agenda: Agenda = try await call.api.get("agenda", [("limit", "1")])
        let reminders = agenda.stationReminders { occurrence in
            occurrence.routine == routine && occurrence.key == key
        }
        guard !reminders.isEmpty else {
            return try await TodayPages.one(
                call, viewer,
                notice: Notice(text: Text("today.no_reminder"), isProblem: true),
                status: 409)
        }
        // The first has the form's id: tapped twice, it is known by that, and all are put off once.
        let first = call.form["id"].flatMap { UUID(uuidString: $0) }
        for (index, reminder) in Set(reminders.map(\.id.uuidString)).sorted().enumerated() {
            let id = index == 0 ? first ?? UUID() : UUID()
            do throws(CareProblem) {
                try await call.api.send(
                    "POST", "reminders/\(reminder)/receipts",
                    ReminderReceipt(
                        id: id, outcome: .snoozed, minutes: minutes, by: viewer.person.name,
                        at: call.request.now))
            } catch {
                guard index == 0, id == first, PlanSending.isTwice(error) else { throw error }
                break
            }
        }
        switch origin(call) {
        case .now: return .seeOther("/now")
        case .today: return .seeOther("/today")
        case .chores: return .seeOther("/chores")
        case .it: return .seeOther(OccurrencePath(routine, key, from: .it).page)
        }
    }

    /// From which page something is done.
    static func origin(_ call: PageCall) -> OccurrencePath.Origin {
        (call.form["from"] ?? call.query["from"]).flatMap(OccurrencePath.Origin.init) ?? .it
    }

    private static func done(
        _ entry: UUID, _ routine: UUID, _ key: OccurrenceKey, _ call: PageCall
    ) -> PageResponse {
        // A provider has no page Now.
        .seeOther(OccurrencePath(routine, key, from: origin(call)).after(entry, routine, key))
    }

    private static func history(
        _ routine: UUID, _ key: OccurrenceKey, _ call: PageCall
    ) async throws(CareProblem) -> [OccurrenceEntry] {
        let page: EntryPage = try await call.api.get(
            "entries", [("routine", routine.uuidString), ("key", key.description)])
        return page.entries
    }

    /// What has made it done or skipped, and by what it is approved.
    private static func standing(
        _ entries: [OccurrenceEntry], _ routine: UUID, _ key: OccurrenceKey, _ call: PageCall
    ) async throws(CareProblem) -> OccurrenceStanding {
        var count = 1
        if entries.contains(where: { $0.parts != nil }) {
            let whole: Routine = try await call.api.get("routines/\(routine.uuidString)")
            count = whole.content.of(key).count ?? 1
        }
        // When it is due decides only about what is open.
        return OccurrenceState.of(
            entries, count: count, at: .distantPast, missedAt: .distantFuture, now: .distantPast)
    }

    private static func conflict(
        _ first: OccurrenceEntry, _ kind: OccurrenceEntry.Kind, _ text: String?, _ call: PageCall,
        _ viewer: Viewer
    ) async throws -> PageResponse {
        let values = ["name": name(first.by), "ago": Text.Value.text(call.when(first.at))]
        let isMine = first.by == viewer.person.name
        let what =
            first.kind == .done
            ? (isMine ? "today.you_marked_done" : "today.marked_done")
            : (isMine ? "today.you_marked_skipped" : "today.marked_skipped")
        let typed = text.flatMap { ChosenReasons.leftOut.map(call.say).contains($0) ? nil : $0 }
        let notice = Notice(
            text: .joined(
                [
                    Text(what, values), Text("today.not_added"),
                    typed.map { _ in Text("today.typed_is_below") }, Text("today.undo_first"),
                ].compactMap(\.self), separator: " "), isProblem: true)
        return try await TodayPages.one(call, viewer, notice: notice, status: 409) { card in
            card.typedNote = typed ?? ""
        }
    }

    private static func name(_ by: String?) -> Text.Value {
        by.map(Text.Value.verbatim) ?? .text(Text("today.somebody"))
    }

    /// What was just written down, read again, and how to undo it.
    static func notice(_ call: PageCall) async throws -> Notice? {
        guard let id = call.query["entry"].flatMap({ UUID(uuidString: $0) }),
            let routine = call.query["routine"].flatMap({ UUID(uuidString: $0) }),
            let key = call.query["key"].flatMap(OccurrenceKey.init)
        else { return nil }
        let entries = (try? await history(routine, key, call)) ?? []
        guard let entry = entries.first(where: { $0.id == id }),
            Answering.isNew(entry.receivedAt ?? entry.at, call),
            !entries.contains(where: { $0.undoes == id })
        else { return nil }
        let whole: Routine? = try? await call.api.get("routines/\(routine.uuidString)")
        let title = whole.map { Text.Value.verbatim($0.content.of(key).title) }
        func words(_ name: String, without plain: String) -> Text {
            let reason = Text.Value.verbatim(entry.text ?? "")
            return title.map { Text(name, ["title": $0, "reason": reason]) }
                ?? Text(plain, ["reason": reason])
        }
        let place: OccurrencePath.Origin =
            switch call.request.path {
            case "/now": .now
            case "/today": .today
            case "/chores": .chores
            default: .it
            }
        let undo = OccurrencePath(routine, key, from: place).undo(id)
        /// Who has it now, or that it counts: said only with its title.
        func handed(_ name: String) async -> Notice? {
            guard let title else { return nil }
            let people: PeoplePage? = try? await call.api.get("people")
            let who = people?.people.first { $0.id == entry.person }?.name ?? entry.person ?? ""
            return Notice(
                text: Text(
                    name, ["title": title, "name": .verbatim(who), "why": .verbatim(entry.text ?? "")]),
                undo: undo)
        }
        switch entry.kind {
        case .done:
            if let person = entry.person,
                let brought = await PointWords.brought(by: [entry.id], to: person, call)
            {
                return Notice(text: brought, undo: undo)
            }
            return Notice(text: words("today.noted_done", without: "today.noted_done_only"), undo: undo)
        case .skipped:
            return Notice(text: words("today.noted_skipped", without: "today.noted_skipped_only"), undo: undo)
        case .note:
            return Notice(text: words("today.noted_note", without: "today.noted_note_only"), undo: undo)
        case .undone:
            return Notice(text: words("today.noted_undone", without: "today.noted_undone_only"), undo: undo)
        case .claimed, .accepted: return await handed("chores.noted_claimed")
        case .offered: return await handed("chores.noted_offered")
        case .refused: return await handed("chores.noted_refused")
        case .given: return await handed("chores.noted_given")
        case .swapped: return await handed("chores.noted_swapped")
        case .approved:
            // What counts, in the order in which the service got it: a sender's clock may be wrong.
            // Where that cannot be read now, only the approval is told.
            let done = (try? await standing(entries, routine, key, call))?.done ?? []
            if let person = done.last?.person,
                let brought = await PointWords.brought(
                    by: Set(done.map(\.entry)), to: person, isApproved: true, call)
            {
                return Notice(text: brought, undo: undo)
            }
            return await handed("chores.noted_approved")
        case .notYet: return await handed("chores.noted_not_yet")
        }
    }
}

extension OccurrenceCard {
    /// Puts back what was typed, with what is wrong about it.
    fileprivate mutating func show(_ kind: OccurrenceEntry.Kind, typed: String, problem: Text) {
        switch kind {
        case .skipped: (isSkipping, typedReason, reasonProblem) = (true, typed, problem)
        case .note: (typedNote, noteProblem) = (typed, problem)
        case .done, .undone, .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted, .refused:
            break
        }
    }
}
