import Care

extension CareProblem {
    /// A kiosk or display does not see the conflicting content if it belongs to another client.
    func told(to caller: Caller) -> CareProblem {
        if caller.role == .provider { return told(to: caller.sight) }
        guard let client = caller.client, let current else { return self }
        let isOwn: Bool =
            switch current {
            case .request(let request): request.client == client
            case .proposal(let proposal): proposal.client == client
            case .occurrence(let occurrence):
                // What the household does is shared by all who live here.
                occurrence.isShown(toKioskOf: client) || occurrence.audience == .household
            case .routine(let routine): routine.content.client == client
            case .reminder(let reminder): reminder.recipient == client
            case .need(let need): need.client ?? client == client
            case .grant(let grant): grant.person == client
            case .reward(let reward): reward.content.isFor(client)
            case .person(let person): person.id == client
            case .place, .duty, .file, .findings: false
            }
        guard !isOwn else { return self }
        return withoutCurrent
    }

    private func told(to sight: ClientSight) -> CareProblem {
        switch current {
        case .occurrence(let occurrence): sight.sees(occurrence) ? self : withoutCurrent
        case .routine(let routine): sight.sees(routine.content) ? self : withoutCurrent
        case .need(let need): sight.sees(need) ? self : withoutCurrent
        case .request, .proposal, .reminder, .grant, .reward, .person, .place, .duty, .file, .findings, nil:
            withoutCurrent
        }
    }

    private var withoutCurrent: CareProblem {
        var told = self
        told.current = nil
        return told
    }
}
