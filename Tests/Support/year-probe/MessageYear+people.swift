import Care
import CareStore
import Chance
import Foundation

/// What clients, caregivers and the owners of devices do.
extension MessageYear {
    func call(_ client: String, _ priority: Priority) async throws {
        guard let store else { return }
        let call = ProbeCall(Self.newID(&chance), client: client, priority: priority, at: now)
        _ = try await store.record(
            NewRequest(
                id: call.id, client: client, clientName: client, need: "water", label: "Water",
                called: "water", say: "Water, please.", priority: priority, askedAt: wallDate),
            receivedAt: wallDate, uptime: uptime)
        tally.begin(call, at: now, wall: wall)
        let delay: ClosedRange<Int64> =
            switch Int.random(in: 0..<10, using: &chance) {
            case 0..<2: 2...30
            case 2..<5: 30...300
            case 5..<9: 300...3600
            default: 3600...20_000
            }
        let at = now + Int64.random(in: delay, using: &chance)
        switch Int.random(in: 0..<10, using: &chance) {
        case 0..<6:
            world.add(.answer(call, .onTheWay), at: at)
            // Some come too late: then it has been nobody's again.
            world.add(.answer(call, .met), at: at + Int64.random(in: 10...2000, using: &chance))
        case 6..<8: world.add(.answer(call, .met), at: at)
        case 8: world.add(.answer(call, .declined), at: at)
        default: world.add(.answer(call, .cancelled), at: at)
        }
    }

    func respond(to call: ProbeCall, _ answer: RequestState) async throws {
        guard let store, call.state != .over else { return }
        _ = try await store.respond(
            to: call.id,
            NewResponse(
                id: UUID(), state: answer, by: answer == .cancelled ? call.client : "caregiver-1",
                reason: answer == .declined ? "not now" : nil, at: wallDate),
            actor: answer == .cancelled ? .kiosk : .station, receivedAt: wallDate, uptime: uptime)
        tally.answer(call, answer, at: now, wall: wall)
    }

    func renew(_ contact: ProbeContact) async throws {
        guard let store else { return }
        // What is being tried ends first: it is to the address of before.
        guard !underWay.values.contains(where: { $0 === contact }) else {
            return world.add(.renewed(contact), at: now + 30)
        }
        var new = contact.stored
        new.address["name"] = "way-\(UUID())"
        contact.stored = try await store.save(new, at: wallDate)
        contact.renew(at: now)
        tally.count("renewed")
    }
}
