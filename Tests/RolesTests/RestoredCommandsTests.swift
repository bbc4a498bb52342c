import Care
import CareClient
import Foundation
import Kiosk
import Testing

@testable import Roles

@Suite("What a kiosk knows again of an earlier run")
struct RestoredCommandsTests {
    @Test("Reminders that were told, and when those were put off that were: the last time counts")
    func receipts() {
        let (told, putOff) = (UUID(), UUID())
        let at = Date(timeIntervalSince1970: 1_800_000_000)
        func receipt(_ outcome: ReminderReceipt.Outcome, _ seconds: Double) -> ReminderReceipt {
            ReminderReceipt(
                id: UUID(), outcome: outcome, minutes: outcome == .snoozed ? 15 : nil, at: at + seconds)
        }
        let event = KioskCareEvent(
            .restored([
                .receipt(reminder: told, receipt(.told, 0)), .receipt(reminder: putOff, receipt(.told, 1)),
                .receipt(reminder: putOff, receipt(.snoozed, 900)),
                .receipt(reminder: putOff, receipt(.snoozed, 20)),
            ]))
        guard case .restored(_, _, _, let knownTold, let knownPutOff, _, _) = event else {
            Issue.record("nothing is known again")
            return
        }
        #expect(knownTold == [told, putOff])
        #expect(knownPutOff == [putOff: at + 900])
    }
}
