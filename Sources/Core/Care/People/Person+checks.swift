import FoundationEssentials

extension Person {
    /// As many absences as one person has written down; older ones can be taken out.
    static let mostAbsences = 500
    /// As many clients as one provider comes to see.
    static let mostClients = 500

    /// Letters, digits and `-`, as tags of BCP 47 have, such as `de` or `pt-BR`; at most 35, as RFC 5646 (4.4.1) advises.
    static func check(language: String?) throws(FieldProblem) {
        guard let language else { return }
        let parts = language.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            (2...35).contains(language.utf8.count) && (2...8).contains(parts.first?.utf8.count ?? 0)
            && parts.allSatisfy {
                (1...8).contains($0.utf8.count)
                    && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
        guard isTag, parts.first?.allSatisfy(\.isLetter) ?? false else {
            throw FieldProblem("language", "this is not a language tag such as de or pt-BR")
        }
    }

    /// The list of somebody who is, or shall be, of that role.
    static func check(clients: [String]?, of role: Role) throws(FieldProblem) {
        guard let clients else { return }
        guard role == .provider else {
            throw FieldProblem("clients", "only a provider has clients of their own: leave it out for others")
        }
        guard clients.count <= mostClients else {
            throw FieldProblem("clients", "there are more than \(mostClients): name fewer")
        }
        for client in clients { try FieldChecks.id(client, "clients", mayHaveCapitals: true) }
        guard Set(clients).count == clients.count else {
            throw FieldProblem("clients", "somebody is there twice: name each client once")
        }
    }

    /// The same where somebody is let in: the list of somebody who is there already stays as it is.
    static func checkNew(clients: [String]?, _ role: Role, person: String?) throws(FieldProblem) {
        try check(clients: clients, of: role)
        guard clients == nil || person == nil else {
            throw FieldProblem(
                "clients", "only somebody new gets it here: change somebody else's with PUT /people/{id}")
        }
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.id(id, "id", mayHaveCapitals: true)
        guard id != ReminderPlanning.everyone else {
            throw FieldProblem("id", "`\(id)` means all caregivers together: choose another")
        }
        try FieldChecks.name(name, "name")
        guard absences.count <= Self.mostAbsences else {
            throw FieldProblem("absences", "there are more than \(Self.mostAbsences): remove old ones")
        }
        for (index, absence) in absences.enumerated() {
            try PlannedTimes.check(absence.from, "absences[\(index)].from")
            if let until = absence.until { try PlannedTimes.check(until, "absences[\(index)].until") }
            if let until = absence.until, until <= absence.from {
                throw FieldProblem("absences[\(index)].until", "it must be after `from`")
            }
        }
        guard sequence >= 0 else {
            throw FieldProblem(
                "sequence", "it is that of the person as you have read them; 0 for somebody new")
        }
        try Self.check(language: language)
        if let place {
            try FieldChecks.id(place, "place", mayHaveCapitals: true)
            guard role == .client else {
                throw FieldProblem("place", "only a client lives in a place: others have duties")
            }
        }
        try Self.check(clients: clients, of: role)
        do { try reminders.check(role: role) } catch { throw error.inside("reminders") }
    }
}

extension ReminderPreferences {
    public func check(role: Person.Role) throws(FieldProblem) {
        if let quiet {
            try FieldChecks.number(quiet.from, "quiet.from", in: 0...1439, "minutes after midnight")
            try FieldChecks.number(quiet.until, "quiet.until", in: 0...1439, "minutes after midnight")
        }
        guard !silent.contains(.command) else {
            throw FieldProblem("silent", "`command` says nothing by itself: leave it out of channels instead")
        }
        guard role == .client || !silent.contains(.kiosk) else {
            throw FieldProblem("silent", "`kiosk` is the client's: caregivers have `station` and `command`")
        }
        guard role == .client || !channels.contains(.kiosk) else {
            throw FieldProblem("channels", "`kiosk` is the client's: caregivers have `station` and `command`")
        }
        if let none = muted.first(where: { !$0.exists(for: role) }) {
            throw FieldProblem(
                "muted",
                "nobody of this role is told of `\(none.kind.rawValue)` at `\(none.place.rawValue)`: leave it out"
            )
        }
        guard role == .client || unsaid.isEmpty else {
            throw FieldProblem("unsaid", "only a client's kiosk says these: leave it out for others")
        }
    }
}

extension AssignmentRule {
    /// As many people as take turns.
    static let mostPeople = 20
    /// How far back one may look for who had it least often: a day to a year.
    public static let daysRange = 1...366

    private static func check(_ people: [String], from least: Int) throws(FieldProblem) {
        guard (least...mostPeople).contains(people.count) else {
            throw FieldProblem(
                "people", "there are \(people.count): name \(least) to \(mostPeople) who take turns")
        }
        for person in people { try FieldChecks.id(person, "people", mayHaveCapitals: true) }
        if let twice = people.first(where: { one in people.count { $0 == one } > 1 }) {
            throw FieldProblem("people", "\(twice) is there twice: each person has one turn")
        }
    }

    public func check() throws(FieldProblem) {
        switch self {
        case .fixed(let person): try FieldChecks.id(person, "person", mayHaveCapitals: true)
        case .inTurn(let people, _): try Self.check(people, from: 1)
        case .leastOften(let people, let days):
            try Self.check(people, from: 1)
            try FieldChecks.number(days, "days", in: Self.daysRange, "days")
        case .claimed(let people): try Self.check(people, from: 0)
        }
    }
}
