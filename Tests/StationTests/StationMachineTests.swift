import Care
import Foundation
import Playing
import PrintedParts
import Scanning
import Speech
import Testing
import Time

@testable import Station

/// The machines of which the station's session is made, each played through all of its cases.
@Suite("Machines of the station's session")
struct StationMachineTests {
    private static let now = Instant(nanoseconds: 60_000_000_000)
    private static let later = Instant(nanoseconds: 90_000_000_000)

    private func check<Machine>(_ table: CaseTable<Machine>) throws {
        #expect(table.wrongStates == [])
        let part = PrintedPart("docs/ARCHITECTURE.md", after: ["\n\(table.head)\n"], before: "\n\n")
        #expect(try part.has(table.rows), "\(part) should have:\n\(table.rows.joined(separator: "\n"))")
    }

    private static func id(_ number: UInt8) -> UUID {
        UUID(uuid: (0, 0, 0, 0, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, number))
    }

    private static func request(_ number: UInt8, _ priority: Priority = .normal, client: String = "maria")
        -> Request
    {
        let at = Date(timeIntervalSince1970: Double(number))
        return Request(
            id: id(number), client: client, clientName: client, need: "water", label: "Water",
            called: "water", say: "Water.", priority: priority, state: .asked, askedAt: at, receivedAt: at,
            changedAt: at, sequence: Int64(number))
    }

    @Test("A session has 15 stored variables at most") func storedVariables() {
        #expect(Mirror(reflecting: StationStage().session).children.count <= 15)
    }

    // MARK: - Alarms

    @Test("Of new calls that are equally urgent, that of the client with fewer heard ones goes first")
    func fewerHeard() {
        var board = AlarmBoard()
        func put(_ number: UInt8, _ priority: Priority, _ client: String, wasSounded: Bool) {
            let call = Self.request(number, priority, client: client)
            board.put(Alarm(subject: .request(call), dueAt: Self.now, wasSounded: wasSounded))
        }
        put(1, .urgent, "maria", wasSounded: true)
        // Of another urgency they do not count.
        for number in UInt8(2)...4 { put(number, .soon, "otto", wasSounded: true) }
        put(5, .urgent, "maria", wasSounded: false)
        put(6, .urgent, "otto", wasSounded: false)
        let first = board.next(at: Self.now, where: { _ in true })
        #expect(first?.key == .request(Self.id(6)))
        put(7, .urgent, "otto", wasSounded: true)
        put(8, .urgent, "otto", wasSounded: true)
        let second = board.next(at: Self.now, where: { _ in true })
        #expect(second?.key == .request(Self.id(5)))
    }

    @Test("An alarm goes as its table says") func alarmBoard() throws {
        let key = Alarm.Key.request(Self.id(1))
        func board(dueAt: Instant?) -> AlarmBoard {
            var board = AlarmBoard()
            board.put(Alarm(subject: .request(Self.request(1)), dueAt: dueAt))
            return board
        }
        func quietly(_ change: @escaping (inout AlarmBoard) -> Void) -> (inout AlarmBoard) -> String {
            {
                change(&$0)
                return ""
            }
        }
        try check(
            CaseTable(
                "AlarmBoard",
                states: [
                    ("not on the board", AlarmBoard()), ("due", board(dueAt: Self.now)),
                    ("due later", board(dueAt: Self.later)), ("silent", board(dueAt: nil)),
                ],
                events: [
                    (
                        "its subject begins",
                        quietly { $0.put(Alarm(subject: .request(Self.request(1)), dueAt: Self.now)) }
                    ),
                    (
                        "what sounds next is asked for",
                        { $0.next(at: Self.now, where: { _ in true }) == nil ? "" : "this one" }
                    ),
                    ("it begins to sound, or is answered", quietly { $0.silence(key) }),
                    ("its words are cut", quietly { $0.ring(key, at: Self.now) }),
                    ("nobody has answered for long", quietly { $0.escalate(Self.id(1), at: Self.now) }),
                    (
                        "the station has its sound back",
                        quietly { $0.soundIsBack(at: Self.now, grace: .seconds(1)) }
                    ),
                    ("its subject ends", quietly { $0.remove(key) }),
                ],
                standing: { board in
                    guard let alarm = board[key] else { return "not on the board" }
                    guard let due = alarm.dueAt else { return "silent" }
                    return due <= Self.now ? "due" : "due later"
                }))
    }

    @Test("A subject has one alarm, which keeps its place") func oneAlarmEach() {
        var board = AlarmBoard()
        board.put(Alarm(subject: .request(Self.request(1)), dueAt: Self.now))
        board.put(Alarm(subject: .request(Self.request(2)), dueAt: Self.now))
        board.put(Alarm(subject: .request(Self.request(1, .urgent)), dueAt: Self.now))
        #expect(board.all.map(\.key) == [.request(Self.id(1)), .request(Self.id(2))])
        #expect(board.request(Self.id(1))?.priority == .urgent)
        #expect(board.next(at: Self.now, where: { _ in true })?.key == .request(Self.id(1)))
        #expect(board.next(at: Self.now, where: { $0.rank < Alarm.urgentRank })?.key == .request(Self.id(2)))
        let removed = board.remove { $0.rank == Alarm.urgentRank }
        #expect(removed.count == 1)
        #expect(!board.contains(.request(Self.id(1))))
    }

    @Test("A lost call is taken off the board by any answer while it is what sounded last")
    func lostCall() {
        let fault = Fault(
            id: Self.id(3), source: "kiosk", kind: .requestNotStored, isActive: true, clientName: nil,
            detail: "", at: Date(timeIntervalSince1970: 0))
        var board = AlarmBoard()
        let alarm = Alarm(subject: .fault(fault), dueAt: Self.now)
        board.put(alarm)
        #expect(board.takeLostCall() == nil)
        board.isSounding(alarm)
        board.isSounding(Alarm(subject: .request(Self.request(1)), dueAt: nil))
        #expect(board.takeLostCall() == nil)
        board.isSounding(alarm)
        board.isSounding(Alarm(subject: .serviceLost, dueAt: nil))
        #expect(board.takeLostCall()?.id == fault.id)
        #expect(board.all.isEmpty)
    }

    // MARK: - Speech

    @Test("The station speaks as its table says") func speech() throws {
        func words(_ number: UInt64) -> Utterance {
            Utterance(
                id: UtteranceID(rawValue: number), voice: .alert, kind: .announcement,
                precedence: .urgentAlert, parts: [.text("words")], language: "en")
        }
        func speech(speaks: Bool, waits: Bool) -> StationSpeech {
            var speech = StationSpeech()
            if speaks { speech.begin(words(1), .reply, rank: 5, at: Self.now) }
            if waits { speech.add(.init(utterance: words(2), purpose: .reply, rank: 0)) }
            return speech
        }
        func asks(_ speech: inout StationSpeech) -> String {
            speech.add(.init(utterance: words(2), purpose: .reply, rank: 0))
            return ""
        }
        func says(_ speech: inout StationSpeech) -> String { speech.takeReply() == nil ? "" : "is said" }
        func ends(_ speech: inout StationSpeech) -> String {
            speech.end(UtteranceID(rawValue: 1)) == nil ? "" : "was said"
        }
        func endsOthers(_ speech: inout StationSpeech) -> String {
            speech.end(UtteranceID(rawValue: 7)) == nil ? "" : "was said"
        }
        func isAnswered(_ speech: inout StationSpeech) -> String {
            speech.dropQuestions()
            return ""
        }
        func standing(_ speech: StationSpeech) -> String {
            var rest = speech
            if let sounding = speech.sounding { _ = rest.end(sounding.id) }
            let waits = rest.takeReply() == nil ? "" : ", a question waits"
            return (speech.sounding == nil ? "free" : "speaks") + waits
        }
        try check(
            CaseTable(
                "StationSpeech",
                states: [
                    ("free", speech(speaks: false, waits: false)),
                    ("free, a question waits", speech(speaks: false, waits: true)),
                    ("speaks", speech(speaks: true, waits: false)),
                    ("speaks, a question waits", speech(speaks: true, waits: true)),
                ],
                events: [
                    ("a question comes", asks), ("the next reply's turn", says), ("its words end", ends),
                    ("other words end", endsOthers), ("questions are answered", isAnswered),
                ], standing: standing))
    }

    // MARK: - Keys and answers

    @Test("Keys mean what their table says") func keys() throws {
        func target(_ changes: (inout KeyTarget) -> Void) -> KeyTarget {
            var target = KeyTarget()
            changes(&target)
            return target
        }
        func quietly(_ change: @escaping (inout KeyTarget) -> Void) -> (inout KeyTarget) -> String {
            {
                change(&$0)
                return ""
            }
        }
        func first(_ target: inout KeyTarget) {
            target.aim(at: Self.id(1), at: Instant(nanoseconds: 0), window: .seconds(1))
        }
        try check(
            CaseTable(
                "KeyTarget",
                states: [
                    ("none", KeyTarget()), ("first", target(first)),
                    (
                        "second; at once still first",
                        target {
                            first(&$0)
                            $0.aim(at: Self.id(2), at: Self.now, window: .seconds(1))
                        }
                    ),
                    (
                        "first; done means first",
                        target {
                            first(&$0)
                            $0.answered(Self.id(1), .onTheWay)
                        }
                    ),
                ],
                events: [
                    (
                        "the first begins to sound",
                        quietly { $0.aim(at: Self.id(1), at: Self.now, window: .seconds(1)) }
                    ),
                    (
                        "the second begins to sound",
                        quietly { $0.aim(at: Self.id(2), at: Self.now, window: .seconds(1)) }
                    ),
                    ("somebody goes to the first", quietly { $0.answered(Self.id(1), .onTheWay) }),
                    ("the first is done", quietly { $0.answered(Self.id(1), .met) }),
                    ("something is chosen by key", quietly { $0.choose() }),
                    ("the first ends", quietly { $0.ended(Self.id(1)) }),
                ],
                standing: { (target: KeyTarget) -> String in
                    func name(_ id: UUID) -> String { id == Self.id(1) ? "first" : "second" }
                    let present = target.request.map(name) ?? "none"
                    let before = target.earlier(at: Self.now).map { "; at once still \(name($0))" } ?? ""
                    let going = target.goingTo.map { "; done means \(name($0))" } ?? ""
                    return "\(present)\(before)\(going)"
                }))
        var target = KeyTarget()
        #expect(target.isRepeated(.met, at: Self.now) == false)
        #expect(target.isRepeated(.met, at: Self.now.advanced(by: .seconds(1))) == true)
        #expect(target.isRepeated(.onTheWay, at: Self.now.advanced(by: .seconds(1))) == false)
        #expect(target.isRepeated(.onTheWay, at: Self.later) == false)
    }

    @Test("Answers go as their table says") func answers() throws {
        let response = NewResponse(
            id: Self.id(9), state: .met, by: "Anna", at: Date(timeIntervalSince1970: 0))
        var (given, told, restored, asked) = (
            PendingAnswers(), PendingAnswers(), PendingAnswers(), PendingAnswers()
        )
        given.give(response, to: Self.request(1))
        told = given
        _ = told.tellsThatItWaits(response.id)
        restored.restore(response, to: Self.id(1))
        asked.askReason(for: Self.id(1), at: Self.now)
        try check(
            CaseTable(
                "PendingAnswers",
                states: [
                    ("none", PendingAnswers()), ("given", given), ("given, and told to wait", told),
                    ("of an earlier run", restored), ("reason asked for", asked),
                ],
                events: [
                    (
                        "it is on disk, the service away",
                        { $0.tellsThatItWaits(response.id) ? "the caregiver is told that it waits" : "" }
                    ),
                    (
                        "the service has it, or never will",
                        { answers in
                            answers.take(response.id) != nil || answers.takeRestored(response.id) != nil
                                ? "its request is known" : ""
                        }
                    ),
                    (
                        "its request ends",
                        { answers in
                            answers.ended(Self.id(1))
                            return ""
                        }
                    ),
                    (
                        "a reason is asked for",
                        { answers in
                            answers.askReason(for: Self.id(1), at: Self.now)
                            return "a digit is waited for"
                        }
                    ),
                ],
                standing: { answers in
                    if answers.isRestored(Self.id(1)) { return "of an earlier run" }
                    guard answers.isAnswered(Self.id(1)) else {
                        return answers.asksReason == nil ? "none" : "reason asked for"
                    }
                    var answers = answers
                    return answers.tellsThatItWaits(response.id) ? "given" : "given, and told to wait"
                }))
    }

    // MARK: - Devices and clocks

    @Test("Devices go as their table says") func devices() throws {
        var (lost, missing) = (StationDevices(), StationDevices())
        lost.begin(.soundLost, detail: "x")
        _ = missing.lost(keypad: "Keypad")
        try check(
            CaseTable(
                "StationDevices",
                states: [("well", StationDevices()), ("no sound", lost), ("no keypad", missing)],
                events: [
                    (
                        "the sound goes",
                        { devices in
                            devices.begin(.soundLost, detail: "x")
                            return ""
                        }
                    ),
                    ("the sound returns", { $0.end(.soundLost) ? "told as over" : "" }),
                    ("the keypad goes", { $0.lost(keypad: "Keypad") ? "told" : "" }),
                    ("the keypad returns", { $0.arrived(keypad: "Keypad") ? "told as over" : "" }),
                ],
                standing: { devices in
                    var rest = devices
                    let keypad = rest.arrived(keypad: "Keypad") ? ["no keypad"] : []
                    let all = (devices.isSoundLost ? ["no sound"] : []) + keypad
                    return all.isEmpty ? "well" : all.joined(separator: ", ")
                }))
    }

    @Test("The home's clock goes as its table says") func homeClock() throws {
        func clock(_ difference: Double?) -> HomeClock {
            var clock = HomeClock()
            clock.advance(to: Date(timeIntervalSince1970: 1000), at: Self.now)
            if let difference { clock.told(Date(timeIntervalSince1970: 1000 + difference)) }
            return clock
        }
        try check(
            CaseTable(
                "HomeClock",
                states: [
                    ("home's 0 s after this machine's", clock(nil)),
                    ("home's 20 s after this machine's", clock(20)),
                    ("home's 3600 s after this machine's", clock(3600)),
                ],
                events: [
                    (
                        "this machine's is set by an hour",
                        { clock in
                            clock.advance(to: Date(timeIntervalSince1970: 4600), at: Self.now)
                            return ""
                        }
                    ),
                    (
                        "the service tells that it is a minute later",
                        { clock in
                            clock.told(clock.wall.addingTimeInterval(60))
                            return ""
                        }
                    ),
                ],
                standing: { clock in
                    let difference = clock.homeTime(at: clock.now).timeIntervalSince(clock.wall)
                    return "home's \(Int(difference)) s after this machine's"
                }))
    }
}
