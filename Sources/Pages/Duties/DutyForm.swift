import Care
import FoundationEssentials
import Recurrence
import Wording

/// What somebody has typed of a duty, just as it was typed, and what is wrong with it.
struct DutyForm {
    /// How it comes again, as the form offers it.
    enum Kind: String, CaseIterable {
        case weekly, once, always, rule
    }

    private static let texts = [
        "id", "at", "replaces", "person", "role", "where", "repeat", "date", "from", "until", "more",
        "weeklyEvery", "last", "rule",
    ]

    /// By the names of the fields.
    var values: [String: String] = [:]
    var days: Set<String> = []
    /// By the names of the fields; `form` for what belongs to none.
    var problems: [String: Text] = [:]

    /// As a browser has sent it.
    init(_ fields: PageFields) {
        for name in Self.texts { values[name] = fields[name] ?? "" }
        days = Set(fields.all("days"))
    }

    /// A new one: on every day, from today on.
    init(day: CalendarDay) {
        values = [
            "repeat": "weekly", "weeklyEvery": "1", "more": "0", "from": "08:00", "until": "16:00",
            "date": "\(day)",
        ]
        days = Set(Weekday.allCases.map(\.code))
    }

    /// One that there is.
    init(_ content: DutyContent, today: CalendarDay) {
        self.init(day: today)
        values["person"] = content.person
        values["role"] = content.role
        values["where"] = content.client.map { "client:\($0)" } ?? content.zone.map { "zone:\($0)" } ?? ""
        guard let schedule = content.schedule, let minutes = content.minutes else {
            values["repeat"] = Kind.always.rawValue
            return
        }
        let start = schedule.start
        values["date"] = "\(start.day)"
        values["from"] = PageText.time(start)
        values["until"] = PageText.time(start.adding(seconds: Int64(minutes) * 60))
        values["more"] = "\((minutes - 1) / 1440)"
        show(schedule)
    }

    subscript(name: String) -> String { values[name] ?? "" }

    var kind: Kind? { Kind(rawValue: self["repeat"]) }

    /// What the form does not offer is shown as a rule.
    private mutating func show(_ schedule: RecurrenceSet) {
        switch schedule.repetition {
        case .once: values["repeat"] = Kind.once.rawValue
        case .rules(let rules):
            values["repeat"] = Kind.weekly.rawValue
            guard rules.count == 1, let (parts, times) = schedule.dayRule, times == [schedule.start],
                parts.monthDays.isEmpty, parts.days.allSatisfy({ $0.ordinal == nil }), show(parts.end)
            else { return show(rules) }
            switch parts.frequency {
            case .weekly:
                let weekdays = parts.days.isEmpty ? [schedule.start.day.weekday] : parts.days.map(\.weekday)
                days = Set(weekdays.map(\.code))
                values["weeklyEvery"] = "\(parts.interval)"
            case .daily where parts.interval == 1 && parts.days.isEmpty: break
            case .daily, .secondly, .minutely, .hourly, .monthly, .yearly: show(rules)
            }
        // The API takes it, and no page makes it: it stays as it is where only the person or the place is changed.
        case .elapsed, .afterDone: values["repeat"] = Kind.rule.rawValue
        }
    }

    private mutating func show(_ rules: [RecurrenceRule]) {
        values["repeat"] = Kind.rule.rawValue
        values["last"] = ""
        values["rule"] = rules.map(\.description).joined(separator: "\n")
    }

    private mutating func show(_ end: RecurrenceRule.End) -> Bool {
        switch end {
        case .never: return true
        case .day(let day):
            values["last"] = "\(day)"
            return true
        case .count, .local, .utc: return false
        }
    }

    // MARK: - What was typed

    /// What was typed as a duty's content; `nil` where something is wrong, which `problems` then says.
    ///
    /// - Parameters:
    ///   - base: What is changed by it: its exceptions stay, and so do times that the form cannot show.
    ///   - zone: The home's clocks, by which a new one goes.
    mutating func content(over base: DutyContent?, zone: ZoneRules) -> DutyContent? {
        if self["person"].isEmpty { problems["person"] = Text("duties.choose_person") }
        guard let kind else {
            problems["repeat"] = Text("plan.choose_repeat")
            return nil
        }
        var content = DutyContent(
            person: self["person"], role: self["role"].isEmpty ? nil : self["role"], zone: part("zone:"),
            client: part("client:"))
        if kind != .always {
            (content.schedule, content.minutes) = (
                schedule(kind, over: base?.schedule, zone: zone.id), minutes()
            )
        }
        guard problems.isEmpty else { return nil }
        do {
            try content.check { DueDatesPreview.clocks($0, zone: zone) }
        } catch {
            mark(error.field, error.message)
            return nil
        }
        return content
    }

    private func part(_ prefix: String) -> String? {
        self["where"].hasPrefix(prefix) ? String(self["where"].dropFirst(prefix.count)) : nil
    }

    private mutating func minutes() -> Int? {
        guard let from = RoutineForm.time(self["from"]) else {
            problems["from"] = Text("plan.write_time")
            return nil
        }
        guard let until = RoutineForm.time(self["until"]) else {
            problems["until"] = Text("plan.write_time")
            return nil
        }
        guard let more = Int(self["more"].isEmpty ? "0" : self["more"]), (0...6).contains(more) else {
            problems["more"] = Text("duties.more_range")
            return nil
        }
        let seconds = until - from
        return (seconds > 0 ? seconds : seconds + 86_400) / 60 + more * 1440
    }

    private mutating func schedule(
        _ kind: Kind, over base: RecurrenceSet?, zone: String
    ) -> RecurrenceSet? {
        guard let day = CalendarDay(self["date"]) else {
            problems["date"] = Text("plan.write_day")
            return nil
        }
        guard let from = RoutineForm.time(self["from"]) else { return nil }
        guard let repetition = repetition(kind, over: base) else { return nil }
        return RecurrenceSet(
            start: WallTime(startOf: day).adding(seconds: Int64(from)), zone: base?.zone ?? zone,
            repetition: repetition, also: base?.also ?? [], except: base?.except ?? [],
            changes: base?.changes ?? [])
    }

    private mutating func repetition(_ kind: Kind, over base: RecurrenceSet?) -> Repetition? {
        switch kind {
        case .once: return .once
        case .always: return nil
        case .weekly:
            let codes = Weekday.allCases.map(\.code).filter(days.contains)
            guard !codes.isEmpty else {
                problems["days"] = Text("duties.choose_days")
                return nil
            }
            guard let every = Int(self["weeklyEvery"]), (1...52).contains(every) else {
                problems["weeklyEvery"] = Text(
                    "plan.number_range", ["least": .verbatim("1"), "most": .verbatim("52")])
                return nil
            }
            var end = ""
            if !self["last"].isEmpty {
                guard let last = CalendarDay(self["last"]) else {
                    problems["last"] = Text("plan.write_last_day")
                    return nil
                }
                end = ";UNTIL=\(last.description.filter { $0 != "-" })"
            }
            let interval = every == 1 ? "" : ";INTERVAL=\(every)"
            // One says "every day" of all seven.
            let isDaily = codes.count == 7 && every == 1
            let text =
                isDaily ? "FREQ=DAILY" : "FREQ=WEEKLY\(interval);BYDAY=\(codes.joined(separator: ","))"
            return TypedRules.repetition([text + end], "days", &problems)
        case .rule:
            let texts = TypedRules.lines(of: self["rule"])
            if texts.isEmpty, case .elapsed? = base?.repetition { return base?.repetition }
            guard !texts.isEmpty else {
                problems["rule"] = Text("plan.write_rule")
                return nil
            }
            return TypedRules.repetition(texts, "rule", &problems)
        }
    }

    /// What the service says of a field of its own.
    mutating func mark(_ field: String?, _ words: String) {
        let name = PlanSending.field(field)
        let place =
            switch name {
            case "person", "role": name
            case "zone", "client": "where"
            case "minutes": "until"
            case _ where name.hasPrefix("schedule"): kind == .rule ? "rule" : "date"
            default: "form"
            }
        problems[place] = problems[place] ?? .sentence(.written(words))
    }
}
