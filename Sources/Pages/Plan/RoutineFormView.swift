import Care
import Recurrence
import Wording

/// The form of a routine as it is drawn.
struct RoutineFormView {
    struct Turn {
        let id: String
        let name: Text
        let place: String
    }

    /// A need of which it can be made.
    struct NeedChoice {
        let value: String
        let name: Text
        let symbol: String?
        let isChosen: Bool
        /// What is filled in where it is chosen.
        let title: String
        let client: String?
    }

    /// Plans of the same sentence that come after this one.
    struct Following {
        let words: Text
        let sentences: [String]
    }

    let following: Following?
    /// Who may claim it where nobody is chosen; `nil` where these are too many to name.
    let everybodyMeans: Text?
    /// What was written above the plan, and what was understood of it.
    let say: String
    /// For whom a sentence would be read again: whose plan was looked at, not who the last sentence was about.
    let lookedAt: String?
    /// Sentences that wait behind the one that was written; they are sent along where it is corrected.
    let waiting: String?
    let hasSentence: Bool
    let reading: PlanReading?
    let action: String
    /// What is changed by it; `nil` for a new one.
    let lead: Text?
    let values: [String: String]
    let problems: [String: Text]
    /// Which of the choices that exclude each other are taken, by `field-value`.
    let chosen: [String: Bool]
    let tellsDue: Bool
    let tellsMissed: Bool
    let isOwn: Bool
    let isListed: Bool
    let isApproved: Bool
    let isPhotographed: Bool
    let spans: [FormOption]
    let claimers: [FormChip]
    /// Each of whom gets a plan of their own; nobody where a plan is changed that there is.
    let each: [FormChip]
    /// Whether what belongs to chores alone is open.
    let isWork: Bool
    /// Whether what is said besides the title is open, and what of reminders is rarely changed: something in it is not as usual, or wrong.
    let hasMore: Bool
    let isTold: Bool
    /// Whether it has no title yet: then that is where typing begins.
    let isEmpty: Bool
    let hasNeeds: Bool
    /// Pictures to choose from.
    let pictures: FoundSymbols
    let needs: [NeedChoice]
    let clients: [FormOption]
    let people: [FormOption]
    let turns: [Turn]
    let days: [FormChip]
    let before: [FormChip]
    let priorities: [FormOption]
    let monthDays: [FormOption]
    let nths: [FormOption]
    let nthDays: [FormOption]
    let units: [FormOption]
    /// Whether what only few need is open.
    let isOther: Bool
    let preview: DueDatesPreview?
    /// What is asked above the steps, because a sentence has left it open.
    let asksTitle: Bool
    let asksClient: Bool
    /// Whether it is asked who does it, and how.
    let asksDoer: Bool
    /// How often, and from which day.
    let asksOften: Bool
    let asksTime: Bool
    /// How several people share it.
    let asksSeveral: Bool
    let severalQuestion: Text?
    let oftens: [FormChip]
    let sharings: [FormChip]
    /// What of the sentence was not understood, by fields.
    let unclear: [String: Text]
    let doerQuestion: Text?
    /// When it would be due, as it was understood, while something is asked.
    let when: Text?
    let isAsked: Bool
    /// Whether what belongs to chores alone stands first: somebody has come to plan one.
    let isChore: Bool
    /// What is written for all, or from one on, is previewed before it is saved: it cannot be undone as a whole. So is what may be several
    /// plans.
    let canSave: Bool
    /// Whether the preview is what comes next.
    let isLookMain: Bool

    /// Of more people than this, those who may claim something are not named one by one.
    private static let mostNamed = 12

    init(
        _ form: RoutineForm, action: String, lead: Text?, people: [Person], needs: [Need],
        pictures: FoundSymbols, isProvider: Bool, firstWeekday: Weekday, preview: DueDatesPreview?,
        say: String?,
        lookedAt: String?, waiting: String?, reading: PlanReading?, isOne: Bool, asks: Set<String>,
        doer: Person?, when: Text?
    ) {
        self.say = say ?? ""
        self.pictures = pictures
        self.lookedAt = lookedAt
        self.waiting = waiting
        hasSentence = say != nil
        let sentences = form.following
        following =
            sentences.isEmpty
            ? nil
            : Following(words: Text("sentence.following", count: sentences.count), sentences: sentences)
        self.reading = reading
        self.action = action
        self.lead = lead
        self.preview = preview
        asksTitle = asks.contains("title")
        asksClient = asks.contains("client")
        asksDoer = doer != nil
        asksOften = asks.contains(RoutineForm.Question.often.rawValue)
        asksTime = asksOften || asks.contains(RoutineForm.Question.time.rawValue)
        asksSeveral = asks.contains(RoutineForm.Question.several.rawValue)
        let sharers = form.turns.filter { !$0.value.isEmpty }
            .sorted { (Int($0.value) ?? 0, $0.key) < (Int($1.value) ?? 0, $1.key) }
            .map { WhoText.name($0.key, among: people) }
        severalQuestion = asksSeveral ? Text("sentence.how_shared", ["names": .text(.list(sharers))]) : nil
        oftens = RoutineForm.Often.allCases.map {
            FormChip(
                value: $0.rawValue, name: Text("sentence.often_\($0.rawValue)"),
                isChosen: form["often"] == $0.rawValue)
        }
        sharings = RoutineForm.sharings.map {
            FormChip(value: $0, name: Text("sentence.shared_\($0)"), isChosen: form["several"] == $0)
        }
        unclear = form.unclear
        doerQuestion = doer.map { Text("sentence.who_does_it", ["who": .verbatim($0.name)]) }
        self.when = when
        isAsked = !asks.isEmpty
        isChore = form["first"] == RoutineForm.pointsFirst
        canSave = lead == nil && isOne && asks.isEmpty || preview != nil
        isLookMain = !canSave && asks.isEmpty
        values = form.values
        problems = form.problems
        var chosen: [String: Bool] = [:]
        for name in ["repeat", "who", "end"] { chosen["\(name)-\(form[name])"] = true }
        self.chosen = chosen
        isEmpty = form["title"].isEmpty
        tellsDue = form.ticks.contains("due")
        tellsMissed = form.ticks.contains("missed")
        isOwn = form.ticks.contains("own")
        isListed = form.ticks.contains(RoutineForm.listed)
        isApproved = form.ticks.contains("approval")
        isPhotographed = form.ticks.contains("photo")
        isWork =
            isChore || isListed || isApproved || isPhotographed || form.audience != .client
            || !form["points"].isEmpty
            || !form["minutes"].isEmpty
            || !["", "1"].contains(form["parts"])
            || ["points", "minutes", "parts"].contains { form.problems[$0] != nil }
        func isWrong(_ names: String...) -> Bool { names.contains { form.problems[$0] != nil } }
        hasMore = !form["details"].isEmpty || isWrong("details", "symbol") || pictures.isOpen
        isTold =
            !form["beforeOther"].isEmpty || !form["untilDone"].isEmpty || !["", "60"].contains(form["grace"])
            || !["", "normal"].contains(form["priority"])
            || isWrong("beforeOther", "untilDone", "grace", "priority")
        func options(_ name: String, _ all: [(String, Text)]) -> [FormOption] {
            all.map { FormOption(value: $0.0, name: $0.1, isChosen: form[name] == $0.0) }
        }
        // Who has left is listed only where they are already named.
        let known = people.filter {
            $0.isActive || $0.id == form["client"] || form.named.contains($0.id)
        }.byName()
        // Whom a provider does not see stays named, in words: what a form does not show is gone when it is saved.
        let unseen = form.named.subtracting(people.map(\.id)).sorted()
        let carers =
            known.map { (id: $0.id, name: Text.nameOf($0)) }
            + unseen.map { (id: $0, name: Text.capitalized(WhoText.name($0, among: people))) }
        let clients = known.filter { $0.role == .client }
        var others: [(String, Text)] = []
        // A provider plans for clients alone.
        if !isProvider {
            others = [
                (RoutineForm.ofHousehold, Text("chores.for_everybody")),
                (RoutineForm.ofPeople, Text("chores.for_those_who_do_it")),
            ]
        }
        self.clients =
            (clients.count == 1 && !form["client"].isEmpty
                ? [] : [FormOption(value: "", name: Text("plan.choose"), isChosen: false)])
            + options(
                "client",
                clients.map { ($0.id, .nameOf($0)) } + others)
        spans = options(
            "per",
            TurnSpan.allCases.map { ($0.rawValue, Text("chores.per_\($0.rawValue)")) } + [
                (
                    RoutineForm.leastOften,
                    Text("chores.per_least", count: Int(form["daysBack"]) ?? AssignmentRule.usualDays)
                )
            ])
        let everybody = people.filter { $0.isActive && $0.role != .provider }.byName()
        everybodyMeans =
            everybody.isEmpty || everybody.count > Self.mostNamed
            ? nil
            : Text(
                "chores.everybody_means",
                ["people": .text(.list(everybody.map { Text.nameOf($0) }))])
        claimers = carers.map {
            FormChip(value: $0.id, name: $0.name, isChosen: form.claimers.contains($0.id))
        }
        each =
            lead == nil
            ? carers.map { FormChip(value: $0.id, name: $0.name, isChosen: form.each.contains($0.id)) } : []
        self.people = options(
            "person", [("", Text("plan.choose"))] + carers.map { ($0.id, $0.name) })
        turns = carers.map { Turn(id: $0.id, name: $0.name, place: form.turns[$0.id] ?? "") }
        var choices = needs.filter { $0.uses.contains(.scheduled) || $0.id == form["need"] }.map {
            NeedChoice(
                value: $0.id, name: .verbatim($0.label), symbol: $0.symbol, isChosen: $0.id == form["need"],
                title: $0.label, client: $0.client)
        }
        if !form["need"].isEmpty, !choices.contains(where: \.isChosen) {
            // It was removed from the boards since.
            choices.append(
                NeedChoice(
                    value: form["need"], name: .verbatim(form["title"]), symbol: nil, isChosen: true,
                    title: form["title"], client: nil))
        }
        hasNeeds = !choices.isEmpty
        let isOfNone = !choices.contains(where: \.isChosen)
        self.needs =
            choices + [
                NeedChoice(
                    value: "", name: Text("plan.something_else"), symbol: nil, isChosen: isOfNone, title: "",
                    client: nil)
            ]
        days = firstWeekday.week.map {
            FormChip(
                value: $0.code, name: PlanText.weekday($0), short: PlanText.shortWeekday($0),
                isChosen: form.days.contains($0.code))
        }
        before = RoutineForm.usualBefore.map {
            FormChip(
                value: "\($0)", name: RepetitionWords.span(minutes: $0),
                isChosen: form.before.contains("\($0)"))
        }
        priorities = options(
            "priority", ["normal", "soon", "urgent"].map { ($0, Text("plan.\($0)")) })
        monthDays = options(
            "monthDay", (1...31).map { ("\($0)", .verbatim("\($0)")) } + [("-1", Text("plan.last_day"))])
        nths = options(
            "nth", (1...4).map { ("\($0)", Text("plan.nth_\($0)")) } + [("-1", Text("plan.nth_last"))])
        nthDays = options("nthDay", firstWeekday.week.map { ($0.code, PlanText.weekday($0)) })
        isOther =
            switch form.kind {
            case .elapsed, .afterDone, .rule: true
            case .once, .daily, .workdays, .weekly, .monthDay, .monthWeekday, nil: false
            }
        units = options(
            "elapsedUnit",
            (["hours", "minutes"] + (form["elapsedUnit"] == "seconds" ? ["seconds"] : []))
                .map { ($0, Text("plan.\($0)")) })
    }
}
