import Care
import FoundationEssentials
import Recurrence
import Wording

/// One chore, and what can be done about it with one tap.
struct ChoreCard {
    /// Somebody to whom it can be given.
    struct Other {
        let id: String
        let name: Text
        let entryID: String
    }

    /// One of the buttons, each with an id of its own: tapped twice, it counts once.
    struct Act {
        let entryID = UUID().uuidString
        let words: Text
        let isMain: Bool
        /// Sent besides what is done: who it is about, or how many parts.
        let person: String
        let parts: String
        let kind: String
        let undoes: String

        init(
            _ kind: OccurrenceEntry.Kind, _ words: Text, isMain: Bool = false, person: String = "",
            parts: String = "", undoes: String = ""
        ) {
            self.kind = kind.rawValue
            self.words = words
            self.isMain = isMain
            self.person = person
            self.parts = parts
            self.undoes = undoes
        }
    }

    let key: String
    /// Where links to it lead.
    let anchor: String
    let path: String
    /// `nil` for who plans nothing.
    let planPath: String?
    /// For ids in the page, which must be unique.
    let label: String
    let title: String
    let symbol: ShownSymbol?
    let priority: String
    /// The sound that is made once when somebody has reminded the reader of it, and on a client's page when their own becomes due or was
    /// missed; `nil` for none. Staff hear of the latter on Now and Today.
    let once: String?
    /// Another one for each that is to be heard.
    let news: String
    /// Until when it is to be done, or what has become of it.
    let state: Text
    let tone: String
    /// For whom, and who has it.
    let who: Text
    /// How much of it is done, what it is worth, how long it takes.
    let facts: [Text]
    let note: String?
    let acts: [Act]
    let maySkip: Bool
    let putOff: PuttingOff
    /// That skipping it brings no points, where doing it does.
    let skipCost: Text?
    let mayGive: Bool
    let maySwap: Bool
    let others: [Other]
    /// Whether a client may ask somebody else to do it.
    let mayAsk: Bool
    let askable: [Other]
    /// Whoever can be reminded of it.
    let reminds: Text?
    let reminderID = UUID().uuidString
    /// Where the reader sends a photo that shows that it is done.
    let photoPath: String?
    let photoWords: Text
    /// Whether that is what is to be done now.
    let isPhotoMain: Bool
    /// The photo that was sent.
    let photo: ShownChorePhoto?
    let mayApprove: Bool
    let notYetID = UUID().uuidString
    let otherNotYetID = UUID().uuidString
    let skipID = UUID().uuidString
    let otherSkipID = UUID().uuidString
    let reasons: [Text]
    let notYetReasons: [Text]
    // What was typed before; a refused entry is told above the page, and typed anew.
    let typedReason = ""
    let reasonProblem: Text? = nil

    /// - Parameters:
    ///   - people: To whom it can be given; none where a client reads.
    ///   - photos: Those that the reader may see.
    ///   - agenda: With what the stations say; `nil` where a client reads.
    ///   - askable: Whom a client may ask to do it.
    init(
        _ item: RoutineOccurrence, people: [Person], photos: [ChorePhoto], agenda: Agenda?,
        askable: [ChorePerson] = [], viewer: Viewer, call: PageCall
    ) {
        let isClients = viewer.person.role == .client
        key = "chore-\(item.id)"
        anchor = Self.anchor(item)
        path =
            (isClients ? MineChores.base : "/chores")
            + "/\(item.routine.uuidString)/\(PageText.escaped(item.key.description))"
        planPath = isClients ? nil : PlanText.path(item.routine, item.key)
        label = path.map { $0.isLetter || $0.isNumber ? String($0) : "-" }.joined()
        title = item.title
        symbol = call.symbol(item.symbol)
        note = item.note
        let isOpen = item.state.isOpen
        maySkip = isOpen && (!isClients || item.isClientsOwn && item.client == viewer.person.id)
        skipCost = item.chore?.points.map { _ in Text("chores.skip_brings_nothing") }
        priority = isOpen ? item.priority.rawValue : "done"
        let holder = item.assignment
        let isMine = holder.person == viewer.person.id
        let isFree = holder.person == nil
        let isAsked = item.openOffer?.to == viewer.person.id
        let isNews =
            isAsked
            || isOpen && isMine && (item.chore?.remindedAt != nil || isClients && Self.isTime(item))
        let ringing = Ringing(viewer, call.request)
        once = isNews && ringing.rings(newsOf: item) ? "normal" : nil
        news = ReminderNews(item, call.request, ringing).key
        putOff = PuttingOff(item, in: agenda, from: .chores, viewer: viewer, call: call)
        let isWaiting = item.chore?.approval == .waiting
        mayApprove = item.waitsForYes(of: viewer)
        (state, tone) = Self.state(of: item, isWaiting: isWaiting, viewer, call)
        who =
            isFree
            ? Text("chores.free")
            : isMine ? Text("chores.yours") : Self.asking(item, viewer) ?? WhoseText.forAndBy(item)
        facts =
            Self.day(of: item, call) + Self.facts(of: item) + Self.reminded(of: item, call)
            + Self.asked(of: item, viewer)
        let isForLater = item.isOfComingDay(at: call.request.now)
        let active = people.filter { $0.isActive && $0.role != .provider && $0.id != holder.person }.byName()
        others = active.map { Other(id: $0.id, name: .nameOf($0), entryID: UUID().uuidString) }
        mayGive = isOpen && !isFree && !others.isEmpty
        maySwap = isOpen && !isFree && item.chore != nil && !isClients
        mayAsk = isClients && item.mayBeOffered(by: viewer.person.id) && !askable.isEmpty
        self.askable = askable.map {
            Other(id: $0.id, name: .nameOf($0.name, isClient: false), entryID: UUID().uuidString)
        }
        reminds =
            isOpen && !isFree && !isMine && !isAsked
            ? holder.name.map { Text("chores.remind", ["name": .verbatim($0)]) } : nil
        photoPath =
            isOpen && !isForLater && item.chore?.proof != nil && (!isClients || isMine || isFree)
            ? ChorePhotoForm.path(item.routine, item.key, viewer) + "?from=chores" : nil
        photoWords = Text(isMine || isFree ? "chores.done_with_photo" : "chores.i_did_with_photo")
        isPhotoMain = isMine && Self.isTime(item)
        photo = photos.first { $0.routine == item.routine && $0.key == item.key }
            .map { ShownChorePhoto($0, call) }
        let all =
            isClients
            ? Self.clientsActs(on: item, isMine: isMine, isFree: isFree, viewer)
            : Self.acts(on: item, isMine: isMine, isFree: isFree, mayApprove: mayApprove, viewer)
        // Where today's stood a moment ago: whoever has done it already says so on the page of that day.
        acts =
            Self.offerActs(on: item, viewer)
            + (isForLater && isOpen ? all.filter { $0.kind != OccurrenceEntry.Kind.done.rawValue } : all)
        reasons = ChosenReasons.choreSkipped
        notYetReasons = ChosenReasons.notYetDone
    }

    /// Its id in a page that lists it: a link with it leads to its line.
    static func anchor(_ item: RoutineOccurrence) -> String { "chore-" + OccurrencePath.anchor(item) }

    private static func state(
        of item: RoutineOccurrence, isWaiting: Bool, _ viewer: Viewer, _ call: PageCall
    ) -> (Text, String) {
        func changed(_ what: Text) -> Text {
            let by = item.changedBy.map { OneOccurrencePage.by($0, what, viewer) } ?? what
            return item.changedAt.map { .joined([by, call.when($0)], separator: ", ") } ?? by
        }
        return switch item.state {
        case .upcoming: (due(item, call), "")
        case .due: (due(item, call), "soon")
        case .missed: (due(item, call), "urgent")
        case .done:
            isWaiting
                ? (.joined([changed(Text("today.done")), Text("chores.waits")], separator: " – "), "soon")
                : (changed(Text("today.done")), "good")
        case .skipped: (changed(Text("today.skipped")), "")
        }
    }

    /// When what is open is or was to be done.
    static func due(_ item: RoutineOccurrence, _ call: PageCall) -> Text {
        let when = ["when": Text.Value.text(call.when(item.at))]
        return switch item.state {
        case .due: Text("chores.due_until", ["when": .text(call.until(item.missedAt))])
        case .missed: Text("today.not_done_due", when)
        case .upcoming, .done, .skipped: Text("today.due_then", when)
        }
    }

    /// For when it was, where it is done or skipped: what is open says by itself when it is due.
    private static func day(of item: RoutineOccurrence, _ call: PageCall) -> [Text] {
        guard !item.state.isOpen else { return [] }
        let when = TimeText.dayAndTime(item.at, now: call.request.now, zone: call.request.zone)
        return [Text("chores.was_for", ["when": .text(when)])]
    }

    /// That somebody has had whoever has it reminded.
    private static func reminded(of item: RoutineOccurrence, _ call: PageCall) -> [Text] {
        guard let chore = item.chore, let at = chore.remindedAt else { return [] }
        let when = ["when": Text.Value.text(call.when(at))]
        return [
            chore.remindedBy.map {
                Text("chores.was_reminded_by", when.merging(["name": .verbatim($0)]) { $1 })
            }
                ?? Text("chores.was_reminded", when)
        ]
    }

    /// That whoever has it asks the reader to do it; `nil` where they do not.
    private static func asking(_ item: RoutineOccurrence, _ viewer: Viewer) -> Text? {
        guard let offer = item.openOffer, offer.to == viewer.person.id else { return nil }
        return Text("chores.asks_you", ["name": .verbatim(offer.byName)])
    }

    /// Whom whoever has it has asked to do it, or who has said no to the reader.
    private static func asked(of item: RoutineOccurrence, _ viewer: Viewer) -> [Text] {
        guard let offer = item.chore?.offer, offer.to != viewer.person.id else { return [] }
        let name = ["name": Text.Value.verbatim(offer.toName)]
        if item.openOffer != nil { return [Text("chores.is_asked", name)] }
        let isRefused =
            item.state.isOpen && offer.answer == .refused && offer.by == viewer.person.id
            && item.assignment.person == offer.by
        return isRefused ? [Text("chores.said_no", name)] : []
    }

    /// Yes and no for whoever is asked to do it; that nobody is asked any more for whoever asks, and for those who plan.
    private static func offerActs(on item: RoutineOccurrence, _ viewer: Viewer) -> [Act] {
        guard let offer = item.openOffer else { return [] }
        if offer.to == viewer.person.id {
            return [
                Act(.accepted, Text("chores.agree"), isMain: true, person: offer.to),
                Act(.refused, Text("chores.refuse"), person: offer.to),
            ]
        }
        guard offer.by == viewer.person.id || viewer.person.role != .client else { return [] }
        return [Act(.undone, Text("chores.ask_nobody"), undoes: offer.entry.uuidString)]
    }

    /// How much of it is done, how long it takes, what it is worth.
    static func facts(of item: RoutineOccurrence) -> [Text] {
        let chore = item.chore
        var facts: [Text] = []
        if item.count > 1 {
            facts.append(
                Text("chores.parts_done", ["done": .number(chore?.parts ?? 0), "all": .number(item.count)]))
        }
        if let minutes = chore?.minutes { facts.append(RepetitionWords.span(minutes: minutes)) }
        if let points = chore?.points { facts.append(Text("chores.points", count: points)) }
        return facts
    }

    private static func acts(
        on item: RoutineOccurrence, isMine: Bool, isFree: Bool, mayApprove: Bool, _ viewer: Viewer
    ) -> [Act] {
        let me = viewer.person.id
        var acts: [Act] = []
        if mayApprove {
            acts.append(Act(.approved, Text("chores.approve"), isMain: true))
        }
        guard item.state.isOpen else {
            // Not whatever was entered last: that may be a note.
            return acts + (item.lastEntry == nil ? [] : [Act(.undone, Text("frame.undo"))])
        }
        if isFree { acts.append(Act(.claimed, Text("chores.claim"), isMain: true, person: me)) }
        // With a photo one says so oneself.
        if item.chore?.proof == nil {
            acts += onePart(of: item, isMine: isMine, me)
            acts.append(
                isMine || isFree
                    ? whole(item, isMine: isMine, me) : Act(.done, Text("chores.i_did"), person: me))
        }
        if !isMine, !isFree, let name = item.assignment.name {
            acts.append(
                Act(
                    .done, Text("chores.done_by", ["name": .verbatim(name)]),
                    person: item.assignment.person ?? ""))
        }
        return acts + backToPlan(item, isMine: isMine)
    }

    private static func backToPlan(_ item: RoutineOccurrence, isMine: Bool) -> [Act] {
        // What whoever takes it first has taken is given back; else it is again whose the plan has it.
        let isTaken = isMine && item.chore?.turn.map { $0.person == nil } ?? false
        let words = Text(isTaken ? "chores.give_back" : "chores.back_to_plan")
        return item.chore?.entry.map { [Act(.undone, words, undoes: $0.uuidString)] } ?? []
    }

    /// What a client does who has logged in: claim, tick off, and take both back; so with what they have skipped of their own.
    private static func clientsActs(
        on item: RoutineOccurrence, isMine: Bool, isFree: Bool, _ viewer: Viewer
    ) -> [Act] {
        let me = viewer.person.id
        guard item.state.isOpen else {
            // What somebody has said yes to only they take back.
            guard item.state == .done || item.isClientsOwn, item.changedBy == viewer.person.name,
                item.chore?.approval != .given, let last = item.lastEntry
            else {
                return []
            }
            return [Act(.undone, Text("frame.undo"), undoes: last.uuidString)]
        }
        guard isMine || isFree else { return [] }
        let claim = isFree ? [Act(.claimed, Text("chores.claim"), isMain: true, person: me)] : []
        let back = isMine ? backToPlan(item, isMine: true) : []
        // With a photo one says so oneself.
        guard item.chore?.proof == nil else { return claim + back }
        return claim + onePart(of: item, isMine: isMine, me) + [whole(item, isMine: isMine, me)] + back
    }

    private static func isTime(_ item: RoutineOccurrence) -> Bool {
        item.state == .due || item.state == .missed
    }

    private static func left(of item: RoutineOccurrence) -> Int { item.count - (item.chore?.parts ?? 0) }

    /// One more of its parts; nothing where none but the last is left.
    private static func onePart(of item: RoutineOccurrence, isMine: Bool, _ me: String) -> [Act] {
        guard item.count > 1, left(of: item) > 1 else { return [] }
        return [
            Act(.done, Text("chores.one_part"), isMain: isMine && isTime(item), person: me, parts: "1")
        ]
    }

    private static func whole(_ item: RoutineOccurrence, isMine: Bool, _ me: String) -> Act {
        Act(
            .done, Text("today.done"), isMain: isMine && isTime(item) && left(of: item) == 1, person: me)
    }
}
