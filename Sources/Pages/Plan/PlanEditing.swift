import Care
import FoundationEssentials
import PlanSentences
import Recurrence
import Wording

/// Making a routine, and changing all of it or what comes from one occurrence on: the same form each time.
struct PlanEditing {
    let call: PageCall
    let viewer: Viewer
    let people: [Person]
    /// Those of which it can be made.
    let needs: [Need]
    /// Pictures that can be its symbol.
    let pictures: FoundSymbols
    /// Clients who have a phone of their own, and so do what is theirs themselves; nobody where the reader may not know it.
    let doers: Set<String>
    /// What is changed; `nil` for a new one.
    let routine: Routine?
    /// The first that is changed; `nil` for all.
    let key: OccurrenceKey?

    private init(_ call: PageCall, _ viewer: Viewer, _ routine: Routine?, _ key: OccurrenceKey?) async throws
    {
        self.call = call
        self.viewer = viewer
        self.routine = routine
        self.key = key
        let page: PeoplePage = try await call.api.get("people")
        people = page.people
        let all: NeedPage = try await call.api.get("needs")
        needs = all.needs.filter(\.isActive)
        var doers: Set<String> = []
        if routine == nil, viewer.person.role == .coordinator {
            let page: AccountPage = try await call.api.get("accounts")
            doers = Set(page.accounts.filter { $0.hasLogin && $0.person.role == .client }.map(\.person.id))
        }
        self.doers = doers
        pictures = await FoundSymbols.pictures(call)
    }

    static func new(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let editing = try await Self(call, viewer, nil, nil)
        return call.request.method == .get ? try await editing.empty() : try await editing.send()
    }

    static func all(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let editing = try await Self(call, viewer, try await PlanPlace.routine(call), nil)
        return call.request.method == .get ? try await editing.filled() : try await editing.send()
    }

    static func following(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let routine = try await PlanPlace.routine(call)
        let editing = try await Self(call, viewer, routine, try PlanPlace.key(call))
        return call.request.method == .get ? try await editing.filled() : try await editing.send()
    }

    // MARK: - The form before it is sent

    var zone: ZoneRules { call.request.zone }

    private func empty() async throws -> PageResponse {
        let clients = people.filter { $0.role == .client && $0.isActive }
        let tomorrow = zone.local(of: call.request.now).day.adding(days: 1)
        let asked = call.query["client"]
        let client = clients.count == 1 && !RoutineForm.isNoClients(asked) ? clients[0].id : asked
        var form = RoutineForm(
            client: client, person: usualDoer(of: client),
            day: call.query["day"].flatMap { CalendarDay($0) } ?? tomorrow)
        form.values["first"] = call.query["first"]
        if call.query["first"] == RoutineForm.pointsFirst { form.ticks.insert(RoutineForm.listed) }
        if let say = call.query["say"] { return try await understood(say, &form) }
        if let need = needs.first(where: { $0.id == call.query["need"] }) {
            form.take(need)
            form.values["priority"] = need.priority.rawValue
        }
        form.tickOwnChore()
        return draw(ready(form), say: "")
    }

    /// Who does something for somebody where nobody has said so.
    func usualDoer(of client: String?) -> String {
        client.flatMap { doers.contains($0) ? $0 : nil } ?? viewer.person.id
    }

    /// The form as a sentence would fill it in, with what was understood.
    private func understood(_ say: String, _ form: inout RoutineForm) async throws -> PageResponse {
        let sentence: PlanSentence
        form.values["then"] = call.query["then"]
        form.values["lookedAt"] = call.query["client"]
        do {
            var read = try PlanReading.read(say, people: people, writer: viewer.person.id, call)
            if read.first.saysMoment {
                let home = try await homeTimes()
                read = try PlanReading.read(
                    say, people: people, writer: viewer.person.id, home: home, call)
            }
            sentence = read.first
            form.following = read.rest + form.following
        } catch let error
            as PlanSentenceError
        {
            form.problems["form"] = Text(error == .tooLong ? "sentence.too_long" : "sentence.empty")
            return draw(ready(form), say: say, status: 422)
        }
        form.show(sentence, needs: needs, people: people, call: call)
        // Somebody does it, for whom is not said, and nobody's plan is looked at: what housemates do is for everybody, and else it is asked.
        if sentence.client == nil, !sentence.isChore, sentence.isInTurn || !sentence.assignees.isEmpty,
            (call.query["client"] ?? "").isEmpty
        {
            // A provider plans for clients alone.
            let isProvider = viewer.person.role == .provider
            form.takeClient(
                isProvider
                    ? nil
                    : sentence.isOfEach
                        ? RoutineForm.ofPeople : isHouseholds(sentence) ? RoutineForm.ofHousehold : nil)
        }
        let today = zone.local(of: call.request.now).day
        form.unclear = PlanReading.unclear(sentence, people: people, today: today)
        form.keep(call.query)
        if form.isDoerOpen { form.choose(doer: usualDoer(of: form["client"])) }
        form.tickOwnChore()
        let reading = PlanReading(sentence, people: people, today: today)
        var preview: DueDatesPreview?
        // Nobody has made a mistake who has not said it yet: it is asked.
        let isRead = sentence.schedule != nil || sentence.leavesOftenOpen
        var asks: Set<String> = isRead ? form.missing.union(form.open.map(\.rawValue)) : []
        let doer =
            isRead && form["person"].isEmpty && form["who"] == "always"
            ? people.first { $0.id == sentence.possibleDoer } : nil
        if doer != nil { asks.insert(RoutineForm.doer) }
        // What may be several plans, or is of several at once, is looked at before it is saved as one.
        let isOne = !sentence.problems.contains { $0.kind == .severalPlans || $0.kind == .together }
        if isRead, asks.isEmpty, isOne, !form["date"].isEmpty, !form["time"].isEmpty,
            let content = form.content(over: nil, zone: zone, needs: needs)
        {
            do throws(RecurrenceError) { preview = try await self.preview(of: content, form) } catch {
                form.problems["repeat"] = .written(error.description)
            }
        }
        let isWhenKnown = form.open.isDisjoint(with: [.often, .time])
        return draw(
            ready(form), preview: preview, say: say, reading: reading, isOne: isOne, asks: asks,
            doer: doer,
            when: isWhenKnown && !asks.isEmpty ? sentence.schedule.map { RepetitionWords.text($0) } : nil,
            notice: await PlanNotice.of(call))
    }

    /// Whether what somebody does is for everybody, though nobody has said so: in turn, or by who lives in the home and is no client.
    private func isHouseholds(_ sentence: PlanSentence) -> Bool {
        let doers = people.filter { sentence.assignees.contains($0.id) }
        return sentence.isInTurn
            || sentence.hasSubject && doers.allSatisfy { $0.role == .caregiver || $0.role == .coordinator }
    }

    private func filled() async throws -> PageResponse {
        guard let routine else { return try await empty() }
        var content = routine.content
        if let key { content.schedule = content.schedule.rest(from: key, zone: zone) }
        return draw(ready(RoutineForm(content)))
    }

    private func ready(_ form: RoutineForm) -> RoutineForm {
        var form = form
        form.values["id"] = "\(UUID())"
        form.values["continuation"] = "\(UUID())"
        form.values["at"] = CareJSON.string(from: call.request.now)
        form.values["replaces"] = routine.map { "\($0.sequence)" }
        return form
    }

    // MARK: - Drawing

    func look(_ form: RoutineForm, _ content: RoutineContent) async -> PageResponse {
        do throws(RecurrenceError) {
            return draw(form, preview: try await preview(of: content, form))
        } catch {
            var form = form
            form.problems["repeat"] = .written(error.description)
            return draw(form, status: 422)
        }
    }

    func draw(
        _ form: RoutineForm, preview: DueDatesPreview? = nil, say: String? = nil, reading: PlanReading? = nil,
        isOne: Bool = true, asks: Set<String> = [], doer: Person? = nil, when: Text? = nil,
        notice: Notice? = nil, status: Int = 200
    ) -> PageResponse {
        let path = routine.map { routine in
            key.map { PlanText.path(routine.id, $0) } ?? PlanText.path(routine.id)
        }
        let lead = routine.map { _ in
            key.map { Text("plan.changes_from", ["day": .text(PlanText.date($0.local.day))]) }
                ?? Text("plan.changes_all")
        }
        return call.page(
            Page(
                title: routine.map { Text("plan.form_title", ["title": .verbatim($0.content.title)]) }
                    ?? Text("plan.plan_something"),
                template: "plan-form",
                content: RoutineFormView(
                    form, action: path.map { "\($0)/\(key == nil ? "all" : "following")" } ?? "/plan/new",
                    lead: lead, people: people, needs: needs,
                    pictures: pictures, isProvider: viewer.person.role == .provider,
                    firstWeekday: call.site.firstWeekday(for: call.request), preview: preview, say: say,
                    lookedAt: call.query["client"].flatMap { $0.isEmpty ? nil : $0 },
                    waiting: call.query["then"].flatMap { $0.isEmpty ? nil : $0 }, reading: reading,
                    isOne: isOne, asks: asks, doer: doer, when: when),
                notice: form.problems.isEmpty
                    ? notice : Notice(text: Text("plan.nothing_saved"), isProblem: true),
                back: path ?? "/plan", scripts: ["plan.js"]), status: status)
    }
}
