import Care

extension CareProblem {
    /// A kiosk or display does not see the conflicting content if it belongs to another client.
    func told(to caller: Caller) -> CareProblem {
        guard let client = caller.client, let current else { return self }
        let isOwn: Bool =
            switch current {
            case .request(let request): request.client == client
            case .proposal(let proposal): proposal.client == client
            case .occurrence(let occurrence): occurrence.client == client
            case .routine(let routine): routine.content.client == client
            case .reminder(let reminder): reminder.recipient == client
            case .need(let need): need.client ?? client == client
            case .person, .place, .duty, .file, .findings: false
            }
        guard !isOwn else { return self }
        var told = self
        told.current = nil
        return told
    }
}
