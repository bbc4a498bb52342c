import Care
import Foundation
import Testing

@testable import CareClient

@Suite("What is sent next")
struct PendingCommandsTests {
    private let pending = PendingCommands()

    /// All that can be sent in this round, each put off.
    private func round() -> [UUID] {
        var sent: [UUID] = []
        while let entry = pending.next() {
            sent.append(entry.command.id)
            pending.putOff(entry.command.id)
        }
        return sent
    }

    @Test("A command that cannot be stored blocks only those about the same thing and is retried in order")
    func rounds() {
        let (first, second) = (water(), water())
        let (takenBack, again) = (answer(.cancelled), answer(.met))
        pending.add(
            [
                .ask(first), .respond(requestID: first.id, takenBack), .ask(second),
                .respond(requestID: first.id, again),
            ], isRecorded: true)
        #expect(round() == [first.id, second.id])
        #expect(round() == [])
        pending.beginRound()
        #expect(round() == [first.id, second.id])
        pending.remove(first.id)
        #expect(round() == [takenBack.id])
        pending.remove(takenBack.id)
        #expect(round() == [again.id])
    }

    @Test("New commands go before retries")
    func new() {
        let (old, urgent) = ([water(), water()], water())
        pending.add(old.map(CareCommand.ask), isRecorded: true)
        #expect(round() == old.map(\.id))
        pending.beginRound()
        pending.add([.ask(urgent)], isRecorded: true)
        #expect(round() == [urgent.id] + old.map(\.id))
    }

    @Test("A fault's end waits for its beginning, another device's or another lost call does not")
    func faults() {
        func fault(_ kind: FaultKind, _ detail: String, isActive: Bool) -> Fault {
            Fault(
                id: UUID(), source: "kiosk", kind: kind, isActive: isActive, clientName: nil, detail: detail,
                at: Date())
        }
        let begun = fault(.switchUnplugged, "USB", isActive: true)
        let (ended, stuck) = (
            fault(.switchUnplugged, "", isActive: false), fault(.switchStuck, "", isActive: true)
        )
        let lost = ["water", "tea"].map { fault(.requestNotStored, $0, isActive: true) }
        pending.add(
            [begun, ended, stuck].map(CareCommand.fault) + lost.map(CareCommand.fault), isRecorded: true)
        #expect(round() == [begun.id, stuck.id] + lost.map(\.id))
    }
}
