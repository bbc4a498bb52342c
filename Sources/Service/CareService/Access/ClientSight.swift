import Care

/// What its sender sees of clients: the one place that decides it for providers, who come from outside and see their own clients alone,
/// as if there were no others. Lists leave the others out, and what is asked for by an id is not there. In the same way a station has no
/// goals: what clients have set themselves to do is theirs, and a station stands where everybody passes.
///
/// What a kiosk, a display or a client gets is decided by `Caller.client`.
struct ClientSight: Sendable, Equatable {
    /// Whose plans they see.
    let plans: PlanReach
    /// Their own id.
    private let own: String?

    init(_ caller: Caller) {
        plans = caller.person?.reach ?? (caller.role == .station ? .shared : .everything)
        own = caller.person?.id
    }

    /// What a provider reads of appointments.
    var appointments: AppointmentReader { .provider(own ?? "", of: plans) }

    /// An event as they get it: which appointment something belongs to is told to its provider alone.
    func told(_ event: JournalEvent) -> JournalEvent {
        event.namesAppointmentsOf == own ? event : event.withoutAppointments(event.namedAppointments)
    }

    /// Whether there is anybody whose plan they see.
    var seesAnybody: Bool { plans != .only([]) }

    func sees(_ need: Need) -> Bool { sees(need.owner) }

    func sees(_ content: RoutineContent) -> Bool {
        plans.includes(goal: content.isGoal) && sees(content.owner)
    }

    func sees(_ occurrence: RoutineOccurrence) -> Bool {
        plans.includes(goal: occurrence.isGoal) && sees(occurrence.owner)
    }

    /// Whether a need or routine that was changed is theirs, or was before: what has gone elsewhere must go from their pages. Where nobody
    /// knows whose it is, they are told: it says nothing of what it is.
    func sees(changeOf owners: [PlanOwner]?) -> Bool { owners?.contains(where: sees) ?? true }

    private func sees(_ owner: PlanOwner) -> Bool {
        switch owner {
        case .everybody: true
        case .client(let client): plans.includes(client)
        case .people: plans.isOfHousehold
        }
    }

    /// Everybody whom they see. Of another provider's clients those whom they see themselves.
    func seen(of people: [Person]) -> [Person] {
        guard case .only(let ids) = plans else { return people }
        return people.filter { $0.role != .client || ids.contains($0.id) }.map { person in
            var person = person
            if person.id != own { person.clients = person.clients?.filter(ids.contains) }
            return person
        }
    }

    /// Of these ids, those of people whom they do not see; one that nobody has is among them.
    func unseen(of ids: [String], among people: [Person]) -> [String] {
        guard case .only = plans else { return [] }
        let seen = Set(seen(of: people).map(\.id))
        return ids.filter { !seen.contains($0) }
    }
}

extension Caller {
    var sight: ClientSight { ClientSight(self) }

    /// What they read of appointments. No route is for stations and screens, which stand where everybody passes.
    func appointments(in home: CareServiceConfiguration) throws(CareProblem) -> AppointmentReader {
        switch role {
        case .kiosk, .client: .client(client(of: home))
        case .provider: sight.appointments
        case .caregiver: .caregiver
        case .coordinator: .coordinator
        case .station, .display, .house: throw CareProblem(.forbidden, "log in: this is for people alone")
        }
    }
}
