import Care
import CareStore
import Foundation
import Logging
import Recurrence
import Synchronization

/// Telling people before nobody is on duty.
extension ServiceCore {
    /// How long before it begins a gap is told, in seconds: half an hour, in which somebody can be found.
    private static let toldAhead: TimeInterval = 1800

    /// Reports where nobody is on duty or soon will be, and what of that is over; returns when to look again at the latest.
    ///
    /// What was reported is what is stored as an open fault: so a gap is told once, also over a restart.
    func lookAtDuties(_ now: Date) async -> Date? {
        do throws(CareProblem) {
            let found = try await read { store throws(CareStoreError) in
                try await store.gapsToTell(now: now, ahead: Self.toldAhead)
            }
            guard let found else { return nil }
            guard !found.gaps.isEmpty || state.withLock({ $0.mayHaveToldGaps }) else { return found.next }
            let open = try await openFaults().filter { $0.kind == .nobodyOnDuty && $0.source == "service" }
            state.withLock { $0.mayHaveToldGaps = true }
            for (zone, gap) in found.gaps.sorted(by: { $0.key < $1.key }) {
                try await tell(gap, in: zone, found.names[zone], told: open.first { $0.place == zone })
            }
            for fault in open where fault.place.flatMap({ found.gaps[$0] }) == nil {
                let name = fault.place.flatMap { found.names[$0] }
                try await tellDuty(fault.place, isActive: false, detail: name ?? fault.detail)
            }
            state.withLock { $0.mayHaveToldGaps = !found.gaps.isEmpty }
            return found.next
        } catch {
            logger.debug("could not check where nobody is on duty", metadata: ["error": "\(error)"])
            return nil
        }
    }

    /// What is told stays while the gap lasts: it is told again only where it begins at another time than people were told.
    private func tell(
        _ gap: GapsToTell.Gap, in zone: String, _ name: String?, told: Fault?
    ) async throws(CareProblem) {
        let time = gap.from.map { home.rules.local(of: $0).hourAndMinute }
        guard told == nil || time != nil else { return }
        let detail = [name ?? zone, time].compactMap(\.self).joined(separator: ", ")
        guard told?.detail != detail else { return }
        try await tellDuty(zone, isActive: true, detail: detail)
    }

    private func tellDuty(_ zone: String?, isActive: Bool, detail: String) async throws(CareProblem) {
        var fault = serviceFault(.nobodyOnDuty, isActive: isActive, detail: detail)
        fault.place = zone
        guard try await report(fault) else { return }
        logger.notice(
            isActive ? "nobody is on duty" : "somebody is on duty again", metadata: ["zone": "\(detail)"])
    }
}
