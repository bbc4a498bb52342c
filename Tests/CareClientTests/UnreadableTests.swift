import Care
import Foundation
import GRDB
import StoreFiles
import Synchronization
import Testing

@testable import CareClient

@Suite("What a kiosk or station cannot read")
struct UnreadableTests {
    /// What a watch has told, in order.
    private final class Told: Sendable {
        private let list = Mutex<[String]>([])
        var all: [String] { list.withLock { $0 } }
        func add(_ fault: Fault) {
            list.withLock { $0.append("\(fault.kind.rawValue) \(fault.isActive) \(fault.detail)") }
        }
    }

    private static let need = UnreadableItem(list: "needs", id: "tea")

    @Test("An unreadable item is reported once with its id, and its end once everything is readable")
    func told() {
        let told = Told()
        let watch = UnreadableWatch(source: "station", emit: { _ in }, report: told.add)
        watch.connected([], FaultPage(faults: []))
        watch.readAgenda([Self.need])
        watch.readAgenda([Self.need])
        #expect(told.all == ["record_unreadable true needs: tea"])
        watch.add(UnreadableItem(list: "fault", id: "7"), of: .stream)
        #expect(told.all.last == "record_unreadable true fault: 7, needs: tea")
        // The connection broke: what could not be read in the stream is in what is read anew.
        watch.connected([], FaultPage(faults: []))
        watch.readAgenda([])
        #expect(told.all.last == "record_unreadable false needs: tea")
        #expect(told.all.count == 4)
    }

    @Test("What an earlier run has told ends when this one can read everything")
    func earlier() {
        let told = Told()
        let watch = UnreadableWatch(source: "station", emit: { _ in }, report: told.add)
        func open(_ source: String) -> Fault {
            Fault(
                id: UUID(), source: source, kind: .recordUnreadable, isActive: true, clientName: nil,
                detail: "needs: tea", at: Date())
        }
        watch.connected([], FaultPage(faults: [open("service"), open("station")]))
        watch.readAgenda([])
        #expect(told.all == ["record_unreadable false needs: tea"])
    }

    @Test("A call without an id is called out here at once, and told to the home")
    func call() {
        let (told, heard) = (Told(), Told())
        let watch = UnreadableWatch(
            source: "station",
            emit: { event in
                if case .journal(let event) = event, let fault = event.fault { heard.add(fault) }
            }, report: told.add)
        watch.connected([], FaultPage(faults: []))
        watch.add(.lostCall("asked"), of: .stream)
        #expect(heard.all == ["call_unreadable true asked: without an id"])
        #expect(told.all == heard.all)
        watch.connected([UnreadableItem(list: "requests", id: nil)], FaultPage(faults: []))
        #expect(heard.all.last == "call_unreadable true requests: without an id")
        // Whatever can be read later, somebody has to go and see.
        watch.connected([], FaultPage(faults: []))
        watch.readAgenda([])
        #expect(told.all.count == 2)
    }

    @Test(
        "A call without an id is told again after somebody has ended the one before, also with the same words"
    )
    func callAgain() throws {
        let told = Told()
        let watch = UnreadableWatch(source: "station", emit: { _ in }, report: told.add)
        watch.connected([], FaultPage(faults: []))
        watch.add(.lostCall("asked"), of: .stream)
        watch.add(.lostCall("asked"), of: .stream)
        let first = "call_unreadable true asked: without an id"
        #expect(told.all == [first])
        func end(_ detail: String) -> JournalEvent {
            let fault = Fault(
                id: UUID(), source: "page", kind: .callUnreadable, isActive: false, clientName: nil,
                detail: detail, at: Date())
            return JournalEvent(sequence: 7, at: Date(), content: .fault(fault))
        }
        // Of another one.
        watch.note(end("heard: without an id"))
        watch.add(.lostCall("asked"), of: .stream)
        #expect(told.all == [first])
        watch.note(end("asked: without an id"))
        watch.readAgenda([])
        #expect(told.all == [first])
        watch.add(.lostCall("asked"), of: .stream)
        #expect(told.all == [first, first])
        // Ended while this machine was away.
        watch.connected([], FaultPage(faults: []))
        watch.add(.lostCall("asked"), of: .stream)
        #expect(told.all == [first, first, first])
    }

    @Test("A call whose row has no readable id is told once, and not at each start")
    func outboxWithoutID() async throws {
        let home = try Home()
        let path = home.path("kiosk.sqlite")
        try { try Outbox(path: path).add(.ask(water())) }()
        let file = try StoreFile.open(path, format: .outbox)
        try await file.queue.write { db in
            try db.execute(
                sql: "UPDATE command SET id = replace(id, '-', '+'), body = json_remove(body, '$.need')")
        }
        try file.queue.close()
        try await home.serve { [home] port in
            try await home.client(port: port) { kiosk in
                try await kiosk.until { if case .delivered(_, nil) = $0 { () } else { nil } }
            }
        }
        var lost: [LostCommand] = []
        #expect(try Outbox(path: path).commands { lost.append($0) } == [])
        #expect(lost.map(\.number) == [])
    }

    @Test("An unreadable command in an outbox hides none of the others")
    func outbox() async throws {
        let home = try Home()
        let path = home.path("kiosk.sqlite")
        let calls = (0..<3).map { index in
            NewRequest(
                id: UUID(), client: "maria", clientName: "Maria", need: "n\(index)", label: "Label",
                called: "it",
                say: "Say \(index)", priority: .urgent, askedAt: Date(timeIntervalSince1970: 1_774_699_200))
        }
        do {
            let outbox = try Outbox(path: path)
            for call in calls { try outbox.add(.ask(call)) }
        }
        let file = try StoreFile.open(path, format: .outbox)
        try await file.queue.write { db in
            // As 0.2.0 wrote a time beyond the calendar; and something that nobody wrote.
            try db.execute(
                sql:
                    "UPDATE command SET body = json_set(body, '$.asked_at', '10000-01-01T00:00:00.000Z') WHERE number = 1"
            )
            try db.execute(sql: "UPDATE command SET body = json_remove(body, '$.priority') WHERE number = 2")
        }
        try file.queue.close()
        var lost: [LostCommand] = []
        let kept = try Outbox(path: path).commands { lost.append($0) }
        #expect(kept.map(\.id) == [calls[0].id, calls[2].id])
        #expect(lost.map(\.id) == [calls[1].id])
        // The home learns whose call it was and what they said.
        try await home.serve { [home, calls] port in
            try await home.client(port: port, store: "station.sqlite", as: .station) { station in
                _ = try await station.untilConnected()
                try await home.client(port: port, store: "kiosk.sqlite") { kiosk in
                    try await kiosk.untilDelivered(calls[2].id)
                    // On a busy machine a device may seem to be away meanwhile, and a call may reach more people: that is told, too.
                    var told: [Request] = []
                    var fault: Fault?
                    while told.count < 2 || fault == nil {
                        let event = try await station.untilJournal()
                        if let request = event.request, !told.contains(where: { $0.id == request.id }) {
                            told.append(request)
                        }
                        if let begun = event.fault, begun.kind == .requestNotStored { fault = begun }
                    }
                    #expect(fault?.detail == "Say 1")
                    #expect(fault?.clientName == "Maria" && fault?.id == calls[1].id)
                    #expect(told.map(\.id) == [calls[0].id, calls[2].id])
                    #expect(told.map(\.isTimeOfArrival) == [true, false])
                }
            }
        }
        #expect(try Outbox(path: path).commands() == [])
    }
}
