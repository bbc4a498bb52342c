import Care
import FoundationEssentials
import Recurrence
import Wording

extension RoutineForm {
    /// What was typed as a routine's content; `nil` where something is wrong, which `problems` then says.
    ///
    /// - Parameters:
    ///   - base: The content that is changed: what the form does not show stays as it is there.
    ///   - zone: The home's clocks, by which a new one goes.
    ///   - needs: Those of which it can be made.
    mutating func content(over base: RoutineContent?, zone: ZoneRules, needs: [Need]) -> RoutineContent? {
        let need = needs.first { $0.id == self["need"] }
        // Whoever chooses one need not write its name again.
        if let need { take(need) }
        if self["title"].isEmpty { problems["title"] = Text("plan.write_what") }
        if self["client"].isEmpty { problems["client"] = Text("plan.choose_client") }
        let assignment = base != nil && isOfEach ? nil : assignment()
        if base != nil, isOfEach { problems["each"] = Text("plan.each_new_only") }
        let reminders = reminders()
        let grace = number("grace", in: 1...10_080, "plan.grace_range")
        let priority = Priority(rawValue: self["priority"]) ?? .normal
        let schedule = schedule(over: base?.schedule, zone: zone.id)
        let points = optionalNumber("points", in: RoutineContent.pointsRange, "plan.whole_number_range")
        let minutes = optionalNumber("minutes", in: RoutineContent.workRange, "plan.whole_number_range")
        let parts = optionalNumber("parts", in: OccurrenceEntry.partsRange, "plan.whole_number_range")
        guard problems.isEmpty, let assignment, let reminders, let grace, let schedule else { return nil }
        let audience = audience
        let client = audience == .client ? self["client"] : ""
        var content =
            base ?? RoutineContent(title: "", client: client, assignment: assignment, schedule: schedule)
        (content.points, content.minutes, content.count) = (points, minutes, parts)
        content.isPlannedAsChore = audience == .client && ticks.contains(Self.listed)
        content.needsApproval = ticks.contains("approval")
        content.proof = ticks.contains("photo") ? .photo : nil
        (content.audience, content.client) = (audience, audience == .client ? client : nil)
        for text in Self.optionalTexts { content[keyPath: text.path] = optional(text.name) }
        // One that was removed stays where it is; another client has needs of their own.
        let isKept = self["need"] == base?.need && client == base?.client
        content.need =
            audience != .client || content.isChore
            ? nil : need.flatMap { $0.isFor(client) ? $0.id : nil } ?? (isKept ? base?.need : nil)
        (content.title, content.assignment) = (self["title"], assignment)
        (content.schedule, content.priority, content.reminders) = (schedule, priority, reminders)
        (content.graceMinutes, content.isClientsOwn) = (grace, audience == .client && ticks.contains("own"))
        do {
            try content.check { DueDatesPreview.clocks($0, zone: zone) }
        } catch {
            mark(error.field, error.message)
            return nil
        }
        return content
    }

    /// What nobody has said that a plan cannot be without, of what a sentence may leave out.
    var missing: Set<String> { Set(["title", "client"].filter { self[$0].isEmpty }) }

    private func optional(_ name: String) -> String? { self[name].isEmpty ? nil : self[name] }

    /// - Parameter fault: The text that asks for a number from `{least}` to `{most}`, which it shows as they are typed.
    private mutating func number(_ name: String, in range: ClosedRange<Int>, _ fault: String) -> Int? {
        guard let number = Int(self[name]), range.contains(number) else {
            problems[name] = Text(
                fault,
                ["least": .verbatim("\(range.lowerBound)"), "most": .verbatim("\(range.upperBound)")])
            return nil
        }
        return number
    }

    /// The same where it may be empty; 0 and one part are nothing, too.
    private mutating func optionalNumber(_ name: String, in range: ClosedRange<Int>, _ fault: String) -> Int?
    {
        guard !self[name].isEmpty else { return nil }
        return number(name, in: range, fault).flatMap { $0 == (name == "parts" ? 1 : 0) ? nil : $0 }
    }

    /// Whose plan it becomes part of.
    var audience: Audience {
        switch self["client"] {
        case Self.ofPeople: .person
        case Self.ofHousehold: .household
        default: .client
        }
    }

    private mutating func assignment() -> AssignmentRule? {
        switch self["who"] {
        case "turn":
            guard let people = places() else { return nil }
            guard self["per"] != Self.leastOften else {
                return .leastOften(people: people, days: Int(self["daysBack"]) ?? AssignmentRule.usualDays)
            }
            return .inTurn(people: people, per: TurnSpan(rawValue: self["per"]) ?? .occurrence)
        case "claim": return .claimed(people: claimers.sorted())
        // The plan of the first of them; the others' are the same.
        case "each":
            guard each.count > 1, let first = each.sorted().first else {
                problems["each"] = Text("plan.each_several")
                return nil
            }
            return .fixed(person: first)
        default:
            if self["person"].isEmpty { problems["person"] = Text("plan.choose_person") }
            return .fixed(person: self["person"])
        }
    }

    /// Those who take turns, in their order.
    private mutating func places() -> [String]? {
        var places: [(place: Int, person: String)] = []
        for (person, text) in turns.sorted(by: { $0.key < $1.key }) where !text.isEmpty {
            guard let place = Int(text) else {
                problems["turn"] = Text("plan.turns_numbers")
                return nil
            }
            places.append((place, person))
        }
        guard !places.isEmpty else {
            problems["turn"] = Text("plan.turns_none")
            return nil
        }
        if Set(places.map(\.place)).count < places.count {
            problems["turn"] = Text("plan.turns_same")
            return nil
        }
        return places.sorted { $0.place < $1.place }.map(\.person)
    }

    private mutating func reminders() -> ReminderPlan? {
        var minutes = Set(before.compactMap { Int($0) })
        let others = self["beforeOther"].split { $0 == "," || $0 == ";" || $0.isWhitespace }
        for text in others {
            guard let number = Int(text) else {
                let typed = String(text.prefix(40))
                problems["beforeOther"] = Text("plan.not_a_number", ["text": .verbatim(typed)])
                return nil
            }
            minutes.insert(number)
        }
        var again: Set<Int> = []
        for text in self["untilDone"].split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
            guard let time = Self.time(String(text)) else {
                problems["untilDone"] = Text("plan.not_a_time", ["text": .verbatim(String(text.prefix(40)))])
                return nil
            }
            again.insert(time / 60)
        }
        return ReminderPlan(
            minutesBefore: minutes.sorted(by: >), tellsDue: ticks.contains("due"),
            tellsMissed: ticks.contains("missed"), untilDone: again.sorted())
    }

    // MARK: - When

    private mutating func schedule(over base: RecurrenceSet?, zone: String) -> RecurrenceSet? {
        if CalendarDay(self["date"]) == nil {
            problems["date"] = Text("plan.write_day")
        }
        let first = Self.time(self["time"])
        if first == nil { problems["time"] = Text("plan.write_time") }
        guard let day = CalendarDay(self["date"]), let first else { return nil }
        guard let kind else {
            if problems["often"] == nil { problems["repeat"] = Text("plan.choose_repeat") }
            return nil
        }
        var times = [first]
        let repeatsByDays =
            switch kind {
            case .daily, .workdays, .weekly, .monthDay, .monthWeekday: true
            case .once, .elapsed, .afterDone, .rule: false
            }
        if repeatsByDays {
            for text in self["more"].split(whereSeparator: { $0 == "," || $0 == ";" || $0.isWhitespace }) {
                guard let time = Self.time(String(text)) else {
                    let typed = String(text.prefix(40))
                    problems["more"] = Text("plan.not_a_time", ["text": .verbatim(typed)])
                    return nil
                }
                times.append(time)
            }
            times = Set(times).sorted()
        }
        let start = WallTime(startOf: day).adding(seconds: Int64(times[0]))
        guard let repetition = repetition(kind, times, start.day) else { return nil }
        return RecurrenceSet(
            start: start, zone: base?.zone ?? zone, repetition: repetition, also: base?.also ?? [],
            except: base?.except ?? [], changes: base?.changes ?? [])
    }

    private mutating func repetition(_ kind: Kind, _ times: [Int], _ start: CalendarDay) -> Repetition? {
        switch kind {
        case .once: return .once
        case .daily:
            guard let every = every("dailyEvery") else { return nil }
            return rules("FREQ=DAILY\(every)", times)
        case .workdays: return rules("FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR", times)
        case .weekly:
            let codes = Weekday.allCases.map(\.code).filter(days.contains)
            let days = codes.isEmpty ? [start.weekday.code] : codes
            guard let every = every("weeklyEvery") else { return nil }
            return rules("FREQ=WEEKLY\(every);BYDAY=\(days.joined(separator: ","))", times)
        case .monthDay:
            guard let day = Int(self["monthDay"]), day == -1 || (1...31).contains(day) else {
                problems["monthDay"] = Text("plan.choose_month_day")
                return nil
            }
            guard let every = every("monthDayEvery") else { return nil }
            return rules("FREQ=MONTHLY\(every);BYMONTHDAY=\(day)", times)
        case .monthWeekday:
            guard let nth = Int(self["nth"]), nth == -1 || (1...4).contains(nth),
                Weekday.allCases.contains(where: { $0.code == self["nthDay"] })
            else {
                problems["nth"] = Text("plan.choose_nth")
                return nil
            }
            guard let every = every("monthWeekdayEvery") else { return nil }
            return rules("FREQ=MONTHLY\(every);BYDAY=\(nth)\(self["nthDay"])", times)
        case .elapsed:
            let size = ["hours": 3600, "minutes": 60, "seconds": 1][self["elapsedUnit"]] ?? 3600
            return number("elapsedEvery", in: 1...1_000_000, "plan.whole_number_range").map {
                .elapsed(everySeconds: $0 * size)
            }
        case .afterDone:
            return number("after", in: Repetition.afterDoneRange, "plan.days_range").map {
                .afterDone(days: $0)
            }
        case .rule: return typedRules()
        }
    }

    /// `;INTERVAL=2`, or nothing for 1.
    private mutating func every(_ name: String) -> String? {
        number(name, in: 1...999, "plan.number_range").map { $0 == 1 ? "" : ";INTERVAL=\($0)" }
    }

    /// One rule where it can say all times of the day; one for each where their minutes differ.
    private mutating func rules(_ days: String, _ times: [Int]) -> Repetition? {
        guard let end = endOfRule() else { return nil }
        let minutes = Set(times.map { $0 % 3600 })
        var texts = [days + end]
        if times.count > 1, minutes.count == 1 {
            texts = ["\(days);BYHOUR=\(times.map { String($0 / 3600) }.joined(separator: ","))\(end)"]
        } else if times.count > 1 {
            guard self["end"] != "count" else {
                problems["count"] = Text("plan.cannot_be_counted")
                return nil
            }
            texts = times.map { "\(days);BYHOUR=\($0 / 3600);BYMINUTE=\($0 / 60 % 60)\(end)" }
        }
        return TypedRules.repetition(texts, "repeat", &problems)
    }

    private mutating func typedRules() -> Repetition? {
        let texts = TypedRules.lines(of: self["rule"])
        guard !texts.isEmpty else {
            problems["rule"] = Text("plan.write_rule")
            return nil
        }
        return TypedRules.repetition(texts, "rule", &problems)
    }

    private mutating func endOfRule() -> String? {
        switch self["end"] {
        case "until":
            guard let day = CalendarDay(self["until"]) else {
                problems["until"] = Text("plan.write_last_day")
                return nil
            }
            return ";UNTIL=\(day.description.filter { $0 != "-" })"
        case "count":
            return number("count", in: 1...10_000, "plan.times_range").map { ";COUNT=\($0)" }
        default: return ""
        }
    }

    /// Seconds after midnight, of `08:00`, `8.30` or `08:00:30`.
    static func time(_ text: String) -> Int? {
        let parts = text.split(omittingEmptySubsequences: false) { $0 == ":" || $0 == "." }
        let numbers = parts.compactMap { $0.count <= 2 ? Int($0) : nil }
        guard (2...3).contains(numbers.count), numbers.count == parts.count, (0...23).contains(numbers[0]),
            numbers.dropFirst().allSatisfy({ (0...59).contains($0) })
        else { return nil }
        return numbers[0] * 3600 + numbers[1] * 60 + (numbers.count > 2 ? numbers[2] : 0)
    }
}
