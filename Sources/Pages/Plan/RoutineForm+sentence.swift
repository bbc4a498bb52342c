import Care
import PlanSentences
import Recurrence
import Wording

extension RoutineForm {
    /// Fills in what a sentence says; what it does not say stays as in an empty form.
    ///
    /// - Parameter needs: Of which one is chosen that is called like the title.
    mutating func show(_ sentence: PlanSentence, needs: [Need], people: [Person], call: PageCall) {
        values["title"] = sentence.title
        if let client = sentence.client ?? (sentence.isChore ? Self.ofHousehold : nil) {
            takeClient(client)
        } else {
            values["named"] = nil
        }
        if sentence.isClaimed {
            values["who"] = "claim"
            claimers = Set(sentence.assignees)
        } else if sentence.assignees.count > 1, !sentence.isInTurn {
            // Whichever way is chosen, these do it.
            (claimers, each) = (Set(sentence.assignees), Set(sentence.assignees))
            for (index, person) in sentence.assignees.enumerated() { turns[person] = "\(index + 1)" }
            values["who"] = sentence.isOfEach ? "each" : ""
            if !sentence.isOfEach { open.insert(.several) }
            if sentence.isTogether { values["several"] = "each" }
        } else if sentence.isInTurn {
            values["who"] = "turn"
            for (index, person) in sentence.assignees.enumerated() { turns[person] = "\(index + 1)" }
        } else if let person = sentence.assignees.first {
            values["person"] = person
            values["usual"] = ""
        } else if sentence.possibleDoer != nil {
            // It is asked.
            values["person"] = ""
            values["usual"] = ""
        } else if let client = sentence.client, sentence.points != nil {
            // Points are for whoever does it.
            choose(doer: client)
        }
        values["points"] = sentence.points.map(String.init)
        if let schedule = sentence.schedule {
            show(schedule)
        } else {
            // Nobody has said when: a usual time would look as if somebody had.
            values["date"] = ""
            values["time"] = ""
            values["repeat"] = ""
        }
        if sentence.leavesOftenOpen {
            values["date"] = ""
            values["repeat"] = ""
            open.insert(.often)
        }
        if sentence.leavesTimeOpen {
            values["time"] = ""
            open.insert(.time)
        }
        let minutes = sentence.minutesBefore
        before = Set(minutes.filter(Self.usualBefore.contains).map(String.init))
        values["beforeOther"] =
            minutes.filter { !Self.usualBefore.contains($0) }.map(String.init).joined(separator: ", ")
        if sentence.isWithoutReminders { ticks.subtract(["due", "missed"]) }
        if let duration = sentence.durationMinutes {
            let span = RepetitionWords.span(minutes: duration)
            values["details"] = call.say(Text("sentence.takes", ["span": .text(span)]))
        }
        if let note = sentence.note {
            values["details"] = [note, self["details"]].filter { !$0.isEmpty }.joined(separator: "\n")
        }
        let title = sentence.title?.lowercased()
        if let need = needs.first(where: { $0.label.lowercased() == title && $0.isFor(self["client"]) }) {
            take(need)
        }
    }

    /// Makes it somebody's whom a sentence means alone, also where it does not name them: the next one may mean others.
    ///
    /// - Parameter client: `nil` where it is asked for whom it is.
    mutating func takeClient(_ client: String?) {
        values["client"] = client ?? ""
        values["named"] = client
    }

    /// The sentences of plans that are still to be confirmed after this one.
    var following: [String] {
        get { self["then"].split(whereSeparator: \.isNewline).prefix(Self.mostFollowing).map(String.init) }
        set { values["then"] = newValue.joined(separator: "\n") }
    }

    /// Whose plan the next of these sentences is read for: not that of whom this one alone has named.
    var nextClient: String {
        // Somebody may have chosen another one since the sentence was read.
        self["named"].isEmpty || self["named"] != self["client"] ? self["client"] : self["lookedAt"]
    }

    /// As many as the reader of sentences finds, and no more where somebody has written the address.
    private static let mostFollowing = 8

    /// Makes it of a need: its name and symbol where nothing else was written, and whose it is.
    mutating func take(_ need: Need) {
        values["need"] = need.id
        if self["title"].isEmpty { values["title"] = need.label }
        if self["symbol"].isEmpty { values["symbol"] = need.symbol }
        if let client = need.client, self["client"].isEmpty { values["client"] = client }
    }
}

extension Need {
    /// Whether a client has it; of nobody yet, everybody's.
    func isFor(_ client: String) -> Bool { self.client == nil || client.isEmpty || self.client == client }
}

extension PlanSentence {
    /// Whether it does not say how often: at most a part of the day, and nothing in it is wrong.
    var leavesOftenOpen: Bool {
        guard schedule != nil else { return problems.allSatisfy { $0.kind == .together } }
        return has { if case .nextTime = $0 { true } else { false } }
            && has {
                switch $0 {
                case .usualTimeOf, .momentOpen, .momentTaken: true
                default: false
                }
            }
    }

    /// Whether it says a time that nobody knows: "after dinner".
    var leavesTimeOpen: Bool { has { if case .momentOpen = $0 { true } else { false } } }

    /// Whether it says a time by what a home does then.
    var saysMoment: Bool {
        leavesTimeOpen || has { if case .momentTaken = $0 { true } else { false } }
    }

    /// Whether several are to do it at once.
    var isTogether: Bool { problems.contains { $0.kind == .together } }

    private func has(_ isMeant: (PlanAssumption) -> Bool) -> Bool {
        assumptions.contains { isMeant($0.kind) }
    }

    /// Whether it is surely work that people share: points are for whoever does it, and what anybody may take is for all.
    var isChore: Bool { isClaimed || (points != nil && !assignees.isEmpty) }
}
