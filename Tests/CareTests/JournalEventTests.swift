import Care
import Foundation
import Recurrence
import Testing
import Time

@Suite("What the journal tells, as JSON")
struct JournalEventTests {
    private static let start = Date(timeIntervalSince1970: 1_774_665_000)
    private static let id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 1))

    /// The members that an event of a kind has besides those of every event.
    private static func members(of kind: JournalEvent.Kind) throws -> [String: String] {
        let request = Request(
            id: id, client: "maria", clientName: "Maria", need: "tea", label: "Tea", called: "tea",
            say: "Tea, please.", priority: .normal, state: .heard, askedAt: start, receivedAt: start,
            changedAt: start, sequence: 2)
        let occurrence = RoutineOccurrence(
            routine: id, key: OccurrenceKey(.first, zone: "UTC"), title: "Walk", client: "maria",
            clientName: "Maria", priority: .normal, at: start, local: .first, missedAt: start, state: .due,
            assignment: Assignment(person: "anna", name: "Anna", reason: "always"), isClientsOwn: false)
        return switch kind {
        case .asked, .heard, .onTheWay, .met, .declined, .cancelled, .reached, .claimLapsed, .requestNoted:
            ["request": try text(request)]
        case .escalated, .stillWaiting, .askAgain: ["request": try text(request), "minutes": "5"]
        case .fault:
            [
                "fault": try text(
                    Fault(
                        id: id, source: "kiosk", kind: .soundLost, isActive: true, clientName: "Maria",
                        detail: "gone", at: start))
            ]
        case .proposed, .proposalDecided:
            [
                "proposal": try text(
                    NeedProposal(
                        NewNeedProposal(
                            id: id, client: "maria", clientName: "Maria", label: "Chess", say: "Chess.",
                            proposedAt: start), sequence: 2))
            ]
        case .occurrenceChanged: ["occurrence": try text(occurrence)]
        case .reminder:
            [
                "reminder": try text(
                    Reminder(
                        id: id, kind: .due, occurrence: occurrence, channel: .station, recipient: "anna",
                        recipientName: "Anna", priority: .normal, at: start, isLate: false, state: .waiting))
            ]
        case .pointsChanged:
            [
                "points": try text(
                    PointStanding(person: "maria", name: "Maria", sum: 12, collected: 20, isOn: true))
            ]
        case .grantChanged:
            [
                "grant": try text(
                    RewardGrant(
                        id: id, reward: id, title: "Cinema", person: "maria", name: "Maria", cost: 0,
                        crossing: 1, state: .granted, at: start, changedAt: start, sequence: 2))
            ]
        case .appointmentChanged:
            [
                "appointment": try text(
                    AppointmentNews(
                        appointment: Appointment(
                            id: id,
                            content: AppointmentContent(
                                provider: "kim", client: "maria", at: start, minutes: 45),
                            providerName: "Dr Kim", clientName: "Maria", changedAt: start, sequence: 2),
                        line: AppointmentLine(id: id, kind: .said, side: .provider, text: "Good.", at: start))
                )
            ]
        case .moodLogged:
            [
                "mood": try text(
                    Mood(
                        number: 1,
                        mood: NewMood(id: id, client: "maria", scale: .faces5, value: .level(4), at: start),
                        receivedAt: start, countsAt: start))
            ]
        case .words:
            [
                "words": try text(
                    ClientWords(
                        id: id, client: "maria", text: "The doctor comes at four.", by: "Anna", at: start,
                        saidAt: start))
            ]
        case .needChanged, .routineChanged: [:]
        }
    }

    private static func text(_ value: some Encodable) throws -> String {
        String(decoding: try CareJSON.encoder().encode(value), as: UTF8.self)
    }

    /// An event with its members in the order in which they are written.
    private static func event(_ kind: JournalEvent.Kind, _ members: [String: String]) -> String {
        let all = members.merging([
            "sequence": "7", "at": #""2026-03-28T02:30:00.000Z""#, "kind": #""\#(kind.rawValue)""#,
            "late": "true",
        ]) { $1 }
        return "{" + all.sorted { $0.key < $1.key }.map { #""\#($0)":\#($1)"# }.joined(separator: ",") + "}"
    }

    private static func read(_ text: String) throws -> JournalEvent {
        try CareJSON.decoder().decode(JournalEvent.self, from: Data(text.utf8))
    }

    @Test("What is read is written as it was, byte for byte", arguments: JournalEvent.Kind.allCases)
    func whole(kind: JournalEvent.Kind) throws {
        let text = Self.event(kind, try Self.members(of: kind))
        let event = try Self.read(text)
        #expect(try Self.text(event) == text)
        #expect(event.kind == kind && event.sequence == 7 && event.isLate && !event.isIncomplete)
        if case .unreadable = event.content { Issue.record("\(event)") }
    }

    @Test("What is absent stays absent, and the kind is known", arguments: JournalEvent.Kind.allCases)
    func absent(kind: JournalEvent.Kind) throws {
        let members = try Self.members(of: kind)
        for name in members.keys {
            let text = Self.event(kind, members.filter { $0.key != name })
            let event = try Self.read(text)
            #expect(try Self.text(event) == text)
            #expect(event.kind == kind && !event.isIncomplete)
        }
        let bare = try Self.read(Self.event(kind, [:]))
        #expect(bare.content == .init(kind) && bare.kind == kind && !bare.isIncomplete)
    }

    @Test(
        "What cannot be read is left out, the rest is kept, and whoever hears of it knows",
        arguments: JournalEvent.Kind.allCases)
    func unreadable(kind: JournalEvent.Kind) throws {
        let members = try Self.members(of: kind)
        for name in members.keys {
            let rest = members.filter { $0.key != name }
            let event = try Self.read(Self.event(kind, rest.merging([name: #""?""#]) { $1 }))
            #expect(event.isIncomplete && event.kind == kind)
            #expect(try Self.text(event) == Self.event(kind, rest))
        }
        // Also where it is not even of that kind.
        #expect(try Self.read(Self.event(kind, members.merging(["fault": "7"]) { $1 })).isIncomplete)
    }
}
