import Care
import FoundationEssentials
import HomeFiles
import Speech
import Time

/// Undelivered commands of an earlier run of this station.
extension StationSession {
    /// Pending answers, marks and receipts count, whatever the service sends before it has them.
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

    /// The service has it, or refused it for good: then it is open again, which is announced.
    ///
    /// - Parameter current: the request as it is, if the service has refused an answer and sends it.
    mutating func endRest(
        _ id: UUID, isRefused: Bool, _ current: Request? = nil, at now: Instant, _ effects: inout Effects
    ) {
        if let request = answers.takeRestored(id), isRefused {
            if let current, !current.state.isOpen {
                tellRefused(current)
                // It was just said, and is not repeated.
                board.remove(.request(request))
                take(current, at: now, &effects)
            } else if let current, current.state == .onTheWay {
                tellRefused(current)
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
            // An older agenda may still come.
            if known?.lastEntry != entry.id { plan.closed[item] = .some(known?.lastEntry) }
        case .note, .undone, .claimed, .given, .swapped, .approved, .notYet, .offered, .accepted, .refused:
            break
        }
    }
}
