import Care
import Foundation
import Testing

@Suite("What a kiosk is told of faults and events")
struct WhoseFaultTests {
    private static let device = UUID()

    private static func fault(
        _ kind: FaultKind, _ source: String, of client: String?, device: UUID? = nil
    ) -> Fault {
        Fault(
            id: UUID(), source: source, kind: kind, client: client, device: device, isActive: true,
            clientName: client, detail: "words", at: Date(timeIntervalSince1970: 0))
    }

    @Test(
        "Nothing of another client is told, whatever it is and whoever reports it",
        arguments: FaultKind.allCases)
    func others(kind: FaultKind) {
        for source in ["kiosk", "service"] {
            let fault = Self.fault(kind, source, of: "maria")
            let isHouse = [.stationAway, .serviceStoreFailed, .zoneMissing, .clockBehind].contains(kind)
            #expect(fault.isTold(toKioskOf: "otto", device: nil) == isHouse, "\(kind) \(source)")
        }
    }

    @Test("Of its own client, a kiosk is told what it has reported itself, and every lost call")
    func own() {
        let kinds = FaultKind.allCases.filter {
            Self.fault($0, "kiosk", of: "maria", device: Self.device).isTold(
                toKioskOf: "maria", device: Self.device)
        }
        // These may name other clients, their words or their medicines, or concern no client at all.
        let others: Set<FaultKind> = [
            .stationMissing, .commandFailed, .routineUnplanned, .certificateUnusable, .nobodyOnDuty,
            .deviceBatteryLow, .courseworkUnread, .calendarUnread, .nobodyReachable, .messagesFailed,
            .houseUnreachable,
        ]
        #expect(Set(kinds) == Set(FaultKind.allCases).subtracting(others))
        // Another kiosk of the same client has its own.
        let other = Self.fault(.switchUnplugged, "kiosk", of: "maria", device: UUID())
        #expect(!other.isTold(toKioskOf: "maria", device: Self.device))
        // What routines cannot be planned names other clients and their medicines.
        #expect(!Self.fault(.routineUnplanned, "service", of: nil).isTold(toKioskOf: "maria", device: nil))
        #expect(Self.fault(.soundLost, "station", of: nil).isTold(toKioskOf: "maria", device: nil))
    }

    @Test(
        "An event that carries nothing says only that the agenda is another one; an unreadable fault is nobody's"
    )
    func empty() {
        func event(_ kind: JournalEvent.Kind) -> JournalEvent {
            JournalEvent(sequence: 1, at: Date(timeIntervalSince1970: 0), content: .init(kind))
        }
        for kind in JournalEvent.Kind.allCases {
            #expect(event(kind).isTold(toKioskOf: "maria", device: nil) == (kind != .fault), "\(kind)")
        }
    }
}
