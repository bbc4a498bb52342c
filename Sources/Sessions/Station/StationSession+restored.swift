import Care
import FoundationEssentials
import HomeFiles
import Speech
import Time

/// What an earlier run of this station has given out, and the service does not have yet.
extension StationSession {
    /// What was answered, marked or told stands, whatever the service tells before it has it.
    mutating func restore(_ rest: StationRest) {
        for (request, response) in rest.answers where response.state != .heard {
            answers.restore(response, to: request)
        }
        plan.restored += rest.marks
        for (reminder, receipt) in rest.receipts {
            plan.receiptsUnderWay[receipt.id] = reminder
            if receipt.outcome == .told { plan.toldEarlier[reminder] = receipt.at }
        }
    }

    /// The service has it, or will never have it: then it is open again, and said to be.
    ///
    /// - Parameter current: the request as it is, where the service has refused an answer and tells that.
    mutating func endRest(
        _ id: UUID, isRefused: Bool, _ current: Request? = nil, at now: Instant, _ effects: inout Effects
    ) {
        if let request = answers.takeRestored(id), isRefused {
            if let current, !current.state.isOpen {
                tellRefused(current)
                // Said just now, and not a second time.
                board.remove(.request(request))
                take(current, at: now, &effects)
            } else {
                reply(phrases[.answerLost], earcon: .fault)
                board.ring(.request(request), at: now)
            }
        }
        guard let index = plan.restored.firstIndex(where: { $0.id == id }) else { return }
        let entry = plan.restored.remove(at: index)
        let item = ItemID(routine: entry.routine, key: entry.key)
        let known = plan.known(item)
        if isRefused {
            reply(known.map { words(.notNoted, for: $0) } ?? phrases[.answerLost], earcon: .fault)
            return
        }
        switch entry.kind {
        case .done, .skipped:
            // An agenda that was read before may still come.
            if known?.lastEntry != entry.id { plan.closed[item] = .some(known?.lastEntry) }
        case .note, .undone: break
        }
    }
}
