import Care
import FoundationEssentials
import Recurrence

extension RoutineForm {
    /// What was typed as a routine's content; `nil` where something is wrong, which `problems` then says.
    ///
    /// - Parameters:
    ///   - base: The content that is changed: what the form does not show stays as it is there.
    ///   - zone: The home's clocks, by which a new one goes.
    mutating func content(over base: RoutineContent?, zone: ZoneRules) -> RoutineContent? {
        if self["title"].isEmpty { problems["title"] = "Write what it is, such as Medicine." }
        if self["client"].isEmpty { problems["client"] = "Choose for whom it is." }
        let assignment = assignment()
        let reminders = reminders()
        let grace = number("grace", in: 1...10_080, "Write after how many minutes it counts as missed")
        let priority = Priority(rawValue: self["priority"]) ?? .normal
        let schedule = schedule(over: base?.schedule, zone: zone.id)
        guard problems.isEmpty, let assignment, let reminders, let grace, let schedule else { return nil }
        let client = self["client"]
        var content =
            base ?? RoutineContent(title: "", client: client, assignment: assignment, schedule: schedule)
        for text in Self.optionalTexts { content[keyPath: text.path] = optional(text.name) }
        // Another client has needs of their own.
        if client != content.client { content.need = nil }
        (content.title, content.client, content.assignment) = (self["title"], client, assignment)
        (content.schedule, content.priority, content.reminders) = (schedule, priority, reminders)
        (content.graceMinutes, content.isClientsOwn) = (grace, ticks.contains("own"))
        do {
            try content.check { DueDatesPreview.clocks($0, zone: zone) }
        } catch {
            mark(error.field, error.message)
            return nil
        }
        return content
    }

    private func optional(_ name: String) -> String? { self[name].isEmpty ? nil : self[name] }

    private mutating func number(_ name: String, in range: ClosedRange<Int>, _ words: String) -> Int? {
        guard let number = Int(self[name]), range.contains(number) else {
            problems[name] = "\(words), from \(range.lowerBound) to \(range.upperBound)."
            return nil
        }
        return number
    }

    private mutating func assignment() -> AssignmentRule? {
        guard self["who"] == "turn" else {
            if self["person"].isEmpty { problems["person"] = "Choose who does it." }
            return .fixed(person: self["person"])
        }
        var places: [(place: Int, person: String)] = []
        for (person, text) in turns.sorted(by: { $0.key < $1.key }) where !text.isEmpty {
            guard let place = Int(text) else {
                problems["turn"] = "Write 1 for who begins, 2 for who is next, and so on."
                return nil
            }
            places.append((place, person))
        }
        guard !places.isEmpty else {
            problems["turn"] = "Give at least one person a place: 1 for who begins."
            return nil
        }
        if Set(places.map(\.place)).count < places.count {
            problems["turn"] = "Two people have the same place: give each a number of their own."
            return nil
        }
        return .inTurn(people: places.sorted { $0.place < $1.place }.map(\.person))
    }

    private mutating func reminders() -> ReminderPlan? {
        var minutes = Set(before.compactMap { Int($0) })
        let others = self["beforeOther"].split { $0 == "," || $0 == ";" || $0.isWhitespace }
        for text in others {
            guard let number = Int(text) else {
                problems["beforeOther"] =
                    "“\(text.prefix(40))” is not a number: write minutes separated by commas, such as 45, 120."
                return nil
            }
            minutes.insert(number)
        }
        return ReminderPlan(
            minutesBefore: minutes.sorted(by: >), tellsDue: ticks.contains("due"),
            tellsMissed: ticks.contains("missed"))
    }

    // MARK: - When

    private mutating func schedule(over base: RecurrenceSet?, zone: String) -> RecurrenceSet? {
        if CalendarDay(self["date"]) == nil {
            problems["date"] = "Write the day as year, month and day: 2026-11-23."
        }
        let first = Self.time(self["time"])
        if first == nil { problems["time"] = "Write the time as hours and minutes: 08:00." }
        guard let day = CalendarDay(self["date"]), let first else { return nil }
        guard let kind else {
            problems["repeat"] = "Choose whether and how it repeats."
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
                    problems["more"] =
                        "“\(text.prefix(40))” is not a time: write times separated by commas, such as 12:00, 18:00."
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
                problems["monthDay"] = "Choose a day of the month."
                return nil
            }
            guard let every = every("monthDayEvery") else { return nil }
            return rules("FREQ=MONTHLY\(every);BYMONTHDAY=\(day)", times)
        case .monthWeekday:
            guard let nth = Int(self["nth"]), nth == -1 || (1...4).contains(nth),
                Weekday.allCases.contains(where: { $0.code == self["nthDay"] })
            else {
                problems["nth"] = "Choose which one of the month."
                return nil
            }
            guard let every = every("monthWeekdayEvery") else { return nil }
            return rules("FREQ=MONTHLY\(every);BYDAY=\(nth)\(self["nthDay"])", times)
        case .elapsed:
            let size = ["hours": 3600, "minutes": 60, "seconds": 1][self["elapsedUnit"]] ?? 3600
            return number("elapsedEvery", in: 1...1_000_000, "Write a whole number").map {
                .elapsed(everySeconds: $0 * size)
            }
        case .afterDone:
            return number("after", in: Repetition.afterDoneRange, "Write a number of days").map {
                .afterDone(days: $0)
            }
        case .rule: return typedRules()
        }
    }

    /// `;INTERVAL=2`, or nothing for 1.
    private mutating func every(_ name: String) -> String? {
        number(name, in: 1...999, "Write a number").map { $0 == 1 ? "" : ";INTERVAL=\($0)" }
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
                problems["count"] =
                    "Times with different minutes cannot be counted: give the last day instead."
                return nil
            }
            texts = times.map { "\(days);BYHOUR=\($0 / 3600);BYMINUTE=\($0 / 60 % 60)\(end)" }
        }
        return read(texts, "repeat")
    }

    private mutating func typedRules() -> Repetition? {
        let texts = self["rule"].split(whereSeparator: \.isNewline).map { String($0).trimmed() }
            .filter { !$0.isEmpty }
        guard !texts.isEmpty else {
            problems["rule"] = "Write a rule, such as FREQ=DAILY, or choose another repetition."
            return nil
        }
        return read(texts, "rule")
    }

    private mutating func read(_ texts: [String], _ field: String) -> Repetition? {
        var rules: [RecurrenceRule] = []
        for text in texts {
            do { rules.append(try RecurrenceRule(text)) } catch {
                problems[field] = error.description
                return nil
            }
        }
        return .rules(rules)
    }

    private mutating func endOfRule() -> String? {
        switch self["end"] {
        case "until":
            guard let day = CalendarDay(self["until"]) else {
                problems["until"] = "Write the last day as year, month and day: 2026-12-31."
                return nil
            }
            return ";UNTIL=\(day.description.filter { $0 != "-" })"
        case "count":
            return number("count", in: 1...10_000, "Write how many times").map { ";COUNT=\($0)" }
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
