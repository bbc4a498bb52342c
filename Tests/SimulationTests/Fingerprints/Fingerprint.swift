import Care
import FoundationEssentials
import Kiosk
import Scanning
import Station
import Time

/// One number for all that sessions have asked for, and when: it changes with every effect that is another one, comes at
/// another moment or in another order.
struct Fingerprint {
    // FNV-1a, 64 bits: Swift's own hashes differ from run to run.
    private var state: UInt64 = 0xCBF2_9CE4_8422_2325
    private(set) var count = 0

    var text: String { String(state, radix: 16) }

    mutating func add(_ text: String) {
        var state = state
        var text = text
        text.withUTF8 { bytes in
            for byte in bytes { state = (state ^ UInt64(byte)) &* 0x100_0000_01B3 }
        }
        self.state = (state ^ 0xFF) &* 0x100_0000_01B3
    }

    /// All effects of one event.
    ///
    /// In what order faults that are told together come, and so which id each gets, is left to chance: a dictionary has them.
    mutating func add(_ effects: [some RecordedEffect], at now: Instant) {
        var reports: [Fault] = []
        func flush(into print: inout Fingerprint) {
            let ids = reports.map(\.id.uuidString).sorted()
            let texts = reports.map { fault in
                var fault = fault
                fault.id = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
                return "\(fault) \(fault.at.timeIntervalSince1970)"
            }
            for (id, text) in zip(ids, texts.sorted()) { print.add("\(now.nanoseconds) \(id) \(text)") }
            reports = []
        }
        for effect in effects {
            count += 1
            if let fault = effect.reported {
                reports.append(fault)
            } else {
                flush(into: &self)
                add("\(now.nanoseconds) \(effect) \(effect.dates)")
            }
        }
        flush(into: &self)
    }
}

/// What a session has asked for.
protocol RecordedEffect {
    /// What is to be seen at least once in the random sessions.
    static var names: Set<String> { get }
    var name: String { get }
    /// The fault that is to be told.
    var reported: Fault? { get }
    /// The moments within it: what Swift prints of a date ends at its second.
    var dates: [Double] { get }
}

extension KioskEffect: RecordedEffect {
    var reported: Fault? { if case .report(let fault) = self { fault } else { nil } }

    var dates: [Double] {
        switch self {
        case .ask(let new): [new.askedAt.timeIntervalSince1970]
        case .respond(_, let response): [response.at.timeIntervalSince1970]
        case .propose(let proposal): [proposal.proposedAt.timeIntervalSince1970]
        case .mark(let entry): [entry.at.timeIntervalSince1970]
        case .household(let command): [command.at].compactMap { $0?.timeIntervalSince1970 }
        case .mood(let mood): [mood.at.timeIntervalSince1970]
        case .use(let at): [at.timeIntervalSince1970]
        case .receipt(_, let receipt): [receipt.at.timeIntervalSince1970]
        case .said(_, let receipt): [receipt.at.timeIntervalSince1970]
        case .report(let fault): [fault.at.timeIntervalSince1970]
        case .voice, .observed, .keepPace, .keepExercise, .keepEncouragement, .tell, .acknowledge, .toldAhead,
            .readHousehold,
            .show,
            .log:
            []
        }
    }
}

extension StationEffect: RecordedEffect {
    var reported: Fault? { if case .report(let fault) = self { fault } else { nil } }

    var dates: [Double] {
        switch self {
        case .respond(_, let response): [response.at.timeIntervalSince1970]
        case .mark(let entry): [entry.at.timeIntervalSince1970]
        case .receipt(_, let receipt): [receipt.at.timeIntervalSince1970]
        case .report(let fault): [fault.at.timeIntervalSince1970]
        case .voice, .acknowledge, .log: []
        }
    }
}

extension HouseholdCommand {
    fileprivate var at: Date? {
        switch self {
        case .remind(let reminder): reminder.at
        case .ask(let new): new.at
        case .answer(_, let answer): answer.at
        case .switchPoints: nil
        case .addGoal(let new): new.at
        case .endGoal(_, let change): change.at
        case .pay(let paid): paid.at
        }
    }
}
