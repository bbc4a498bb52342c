import Care
import FoundationEssentials
import Recurrence
import Wording

/// What somebody has typed of a routine, just as it was typed, and what is wrong with it.
struct RoutineForm {
    /// How it comes again, as the form offers it.
    enum Kind: String, CaseIterable {
        case once, daily, workdays, weekly, monthDay, monthWeekday, elapsed, afterDone, rule
    }

    /// What is ticked for "minutes before" without typing.
    static let usualBefore = [5, 10, 15, 30, 60, 1440]

    /// By the names of the fields.
    var values: [String: String]
    var days: Set<String>
    var before: Set<String>
    /// The boxes that are ticked.
    var ticks: Set<String>
    /// Those who may claim it; nobody for everybody.
    var claimers: Set<String>
    /// Each of whom has it to do, in a plan of their own.
    var each: Set<String> = []
    /// People's ids to their places, as typed.
    var turns: [String: String]
    /// By the names of the fields; `form` for what belongs to none.
    var problems: [String: Text] = [:]
    /// What of a sentence was not understood, by the names of the fields where it would stand.
    var unclear: [String: Text] = [:]

    /// Texts that may stay empty, by the names of their fields, which are those of the API.
    static var optionalTexts: [(name: String, path: WritableKeyPath<RoutineContent, String?>)] {
        [("details", \.details), ("symbol", \.symbol)]
    }

    /// In place of a client, what is for those who do it, and for everybody: no person has such an id.
    static let ofPeople = "*people"
    static let ofHousehold = "*household"
    static func isNoClients(_ client: String?) -> Bool { client == ofPeople || client == ofHousehold }

    /// In place of how much one turn is: it goes to whoever had it least often.
    static let leastOften = "least"
    /// What is asked where a client may be the one who does it.
    static let doer = "doer"
    /// What stands first in the third step, where somebody plans a chore.
    static let pointsFirst = "points"
    /// The tick by which a client's own plan is a chore, whatever it is worth.
    static let listed = "chore"
    /// In place of a client, where the plan is looked at: all chores.
    static let ofChores = "*chores"

    static let texts =
        optionalTexts.map(\.name) + [
            "id", "continuation", "at", "replaces", "need", "title", "client", "who", "person",
            "date", "time", "more", "repeat", "dailyEvery", "weeklyEvery", "monthDayEvery",
            "monthWeekdayEvery",
            "monthDay", "nth", "nthDay", "elapsedEvery", "elapsedUnit", "after", "rule", "end", "until",
            "count",
            "beforeOther", "grace", "priority", "per", "daysBack", "points", "minutes", "parts", "untilDone",
            "usual", "usualFor", "listedFor", "first", "then", "named", "lookedAt", "open", "often",
            "several",
            "hand",
        ]

    private static let usual = [
        "who": "always", "repeat": "once", "dailyEvery": "1", "weeklyEvery": "1", "monthDayEvery": "1",
        "monthWeekdayEvery": "1", "monthDay": "1", "nth": "1", "nthDay": "MO", "elapsedEvery": "8",
        "elapsedUnit": "hours", "after": "7", "end": "never", "grace": "60", "priority": "normal",
        "per": "occurrence", "daysBack": "28", "parts": "1",
    ]

    /// As a browser has sent it.
    init(_ fields: PageFields) {
        values = [:]
        for name in Self.texts { values[name] = fields[name] ?? "" }
        let symbol = PickedSymbol(fields)
        values["symbol"] = symbol.value
        if symbol.isTwice { problems["symbol"] = PickedSymbol.twice.sentence }
        days = Set(fields.all("days"))
        before = Set(fields.all("before"))
        ticks = Set(fields.all("ticks"))
        claimers = Set(fields.all("claimers"))
        each = Set(fields.all("each"))
        turns = [:]
        for (name, value) in fields.pairs where name.hasPrefix("turn-") {
            turns[String(name.dropFirst(5))] = value.trimmed()
        }
    }

    /// A new one: due once, in the morning of a day.
    init(client: String?, person: String?, day: CalendarDay) {
        values = Self.usual
        values["client"] = client
        values["date"] = "\(day)"
        values["time"] = "08:00"
        days = []
        before = []
        ticks = ["due", "missed"]
        claimers = []
        turns = [:]
        choose(doer: person)
    }

    /// One that there is.
    init(_ content: RoutineContent) {
        values = Self.usual
        values["title"] = content.title
        values["need"] = content.need
        for text in Self.optionalTexts { values[text.name] = content[keyPath: text.path] }
        values["client"] =
            switch content.audience {
            case .client: content.client
            case .person: Self.ofPeople
            case .household: Self.ofHousehold
            }
        values["points"] = content.points.map(String.init)
        values["minutes"] = content.minutes.map(String.init)
        values["parts"] = "\(content.count ?? 1)"
        values["untilDone"] = content.reminders.untilDone.sorted().map(Self.time).joined(separator: ", ")
        values["priority"] = content.priority.rawValue
        values["grace"] = "\(content.graceMinutes)"
        let minutes = content.reminders.minutesBefore.sorted(by: >)
        before = Set(minutes.filter(Self.usualBefore.contains).map(String.init))
        values["beforeOther"] =
            minutes.filter { !Self.usualBefore.contains($0) }.map(String.init).joined(separator: ", ")
        ticks = []
        if content.reminders.tellsDue { ticks.insert("due") }
        if content.reminders.tellsMissed { ticks.insert("missed") }
        if content.isClientsOwn { ticks.insert("own") }
        if content.isPlannedAsChore { ticks.insert(Self.listed) }
        if content.needsApproval { ticks.insert("approval") }
        if content.proof == .photo { ticks.insert("photo") }
        claimers = []
        turns = [:]
        switch content.assignment {
        case .fixed(let person):
            values["who"] = "always"
            values["person"] = person
        case .inTurn(let people, let span):
            values["who"] = "turn"
            values["per"] = span.rawValue
            for (index, person) in people.enumerated() { turns[person] = "\(index + 1)" }
        case .leastOften(let people, let days):
            values["who"] = "turn"
            values["per"] = Self.leastOften
            values["daysBack"] = "\(days)"
            for (index, person) in people.enumerated() { turns[person] = "\(index + 1)" }
        case .claimed(let people):
            values["who"] = "claim"
            claimers = Set(people)
        }
        days = []
        show(content.schedule)
    }

    /// Fills in who does it, before anybody has said so: that may change with for whom it is.
    mutating func choose(doer: String?) {
        values["person"] = doer
        values["usual"] = doer
        values["usualFor"] = values["client"] ?? ""
    }

    /// Whether nobody has said who does it, while it is now for somebody else than the one for whom that was filled in.
    var isDoerOpen: Bool {
        self["who"] == "always" && !self["usual"].isEmpty && self["usual"] == self["person"]
            && self["usualFor"] != self["client"]
    }

    /// Ticks that it is a chore where a client is to do it for themselves, before anybody has said otherwise: whoever has no kiosk is told of
    /// nothing else. What was made of a need, and what is no chore by its name, is left as it is. Decision 0466.
    mutating func tickOwnChore() {
        let isOwn =
            audience == .client && self["who"] == "always" && !self["client"].isEmpty
            && self["person"] == self["client"] && self["need"].isEmpty
            && !NeverChore.isMeant(by: self["title"])
        let client = isOwn ? self["client"] : ""
        guard client != self["listedFor"] else { return }
        if isOwn {
            ticks.insert(Self.listed)
        } else if self["first"] != Self.pointsFirst {
            ticks.remove(Self.listed)
        }
        values["listedFor"] = client
    }

    subscript(name: String) -> String { values[name] ?? "" }

    /// The ids of all who are named to do it, whichever way is chosen.
    var named: Set<String> {
        claimers.union(each).union(turns.filter { !$0.value.isEmpty }.keys).union([self["person"]])
            .subtracting([""])
    }

    /// Whether each of several people gets a plan of their own.
    var isOfEach: Bool { self["who"] == "each" }

    var kind: Kind? { Kind(rawValue: self["repeat"]) }

    /// What the service says of a field of its own.
    mutating func mark(_ field: String?, _ words: String) {
        let name = PlanSending.field(field)
        let place =
            switch name {
            case "title", "client", "priority", "points", "minutes": name
            case "audience", "clients_own": "client"
            case "count", "proof": "parts"
            case "as_chore": "points"
            case "reminders.until_done": "untilDone"
            case _ where Self.optionalTexts.contains { $0.name == name }: name
            case "need": "need"
            case "grace_minutes": "grace"
            case _ where name.hasPrefix("assignment"):
                self["who"] == "turn" ? "turn" : isOfEach ? "each" : "person"
            case _ where name.hasPrefix("reminders"): "beforeOther"
            case _ where name.hasPrefix("schedule"): placeOfSchedule
            default: "form"
            }
        problems[place] = problems[place] ?? .sentence(.written(words))
    }

    private var placeOfSchedule: String {
        switch kind {
        case .rule: "rule"
        case .elapsed: "elapsedEvery"
        case .afterDone: "after"
        case .once, .daily, .workdays, .weekly, .monthDay, .monthWeekday, nil: "date"
        }
    }

}
