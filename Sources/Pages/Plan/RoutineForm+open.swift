import Care
import Recurrence
import Wording

/// What a sentence has left open is asked in the form, above its steps: how often, and how several people share it.
extension RoutineForm {
    /// A question of which the steps have the answer, too: what is chosen there counts.
    enum Question: String, CaseIterable {
        case often, time, several
    }

    /// How often, as it is asked.
    enum Often: String, CaseIterable {
        case once, daily, workdays, weekends, weekly, monthly

        /// Whether it needs a day from which it is counted.
        var needsDay: Bool {
            switch self {
            case .once, .weekly, .monthly: true
            case .daily, .workdays, .weekends: false
            }
        }
    }

    /// How several people share it, as it is asked; the values of "who".
    static let sharings = ["turn", "each", "claim"]

    /// What is still asked.
    var open: Set<Question> {
        get {
            let asked = Set(self["open"].split(separator: " ").compactMap { Question(rawValue: String($0)) })
            return asked.filter { question in
                switch question {
                case .often: self["repeat"].isEmpty
                case .time: true
                case .several: self["who"].isEmpty
                }
            }
        }
        set {
            values["open"] = Question.allCases.filter(newValue.contains).map(\.rawValue)
                .joined(separator: " ")
        }
    }

    /// Takes what was chosen above the steps.
    ///
    /// - Parameter now: The local time, from which a day is counted that nobody has written.
    mutating func takeAnswers(now: WallTime) {
        let asked = open
        if asked.contains(.several) {
            if Self.sharings.contains(self["several"]) {
                values["who"] = self["several"]
            } else {
                problems["several"] = Text("sentence.choose_several")
            }
        }
        guard asked.contains(.often) else { return }
        guard let often = Often(rawValue: self["often"]) else {
            problems["often"] = Text("plan.choose_repeat")
            return
        }
        if self["date"].isEmpty, !often.needsDay {
            let isAhead = Self.time(self["time"]).map { now.day.at($0) > now } ?? true
            values["date"] = "\(isAhead ? now.day : now.day.adding(days: 1))"
        }
        switch often {
        case .once: values["repeat"] = Kind.once.rawValue
        case .daily: values["repeat"] = Kind.daily.rawValue
        case .workdays: values["repeat"] = Kind.workdays.rawValue
        case .weekends:
            values["repeat"] = Kind.weekly.rawValue
            days = ["SA", "SU"]
        case .weekly: values["repeat"] = Kind.weekly.rawValue
        case .monthly:
            values["repeat"] = Kind.monthDay.rawValue
            if let day = CalendarDay(self["date"]) { values["monthDay"] = "\(day.day)" }
        }
    }

    /// What is asked again above the steps, because it was not answered or not rightly.
    var stillAsked: Set<Question> {
        var asked: Set<Question> = open.intersection([.often, .several])
        let isOpen = self["open"].split(separator: " ").contains { $0 == Question.time.rawValue }
        if isOpen, problems["time"] != nil { asked.insert(.time) }
        return asked
    }

    // MARK: - What was filled in by hand

    /// Keeps what somebody has filled in by hand before a sentence was read again: fields that are sent as `hand-NAME`.
    mutating func keep(_ query: PageFields) {
        let names = Set((query["hand"] ?? "").split(separator: " ").map { String($0) })
        let kept = names.filter {
            Self.keptTexts.contains($0) || Self.keptSets.contains($0) || $0.hasPrefix("turn-")
        }
        guard !kept.isEmpty else { return }
        for name in kept {
            let all = query.all("hand-\(name)")
            switch name {
            case "days": days = Set(all)
            case "before": before = Set(all)
            case "ticks": ticks = Set(all)
            case "claimers": claimers = Set(all)
            case "each": each = Set(all)
            case _ where name.hasPrefix("turn-"): turns[String(name.dropFirst(5))] = all.first
            default: values[name] = all.first ?? ""
            }
            unclear[name] = nil
        }
        if kept.contains("person") { values["usual"] = "" }
        if kept.contains("time"), !self["time"].isEmpty { open.remove(.time) }
        values["hand"] = kept.sorted().joined(separator: " ")
    }

    private static let keptSets: Set = ["days", "before", "ticks", "claimers", "each"]
    private static let keptTexts = Set(texts).subtracting([
        "id", "continuation", "at", "replaces", "usual", "usualFor", "then", "named", "lookedAt", "open",
        "hand",
    ])
}

extension CalendarDay {
    /// So many seconds after its beginning.
    fileprivate func at(_ seconds: Int) -> WallTime {
        WallTime(startOf: self).adding(seconds: Int64(seconds))
    }
}
