import Care
import FoundationEssentials
import Scanning
import Time

/// What is wrong at the kiosk, so that caregivers are told of each fault once when it begins and once when it is over.
///
/// | a fault | begins | begins with another detail | ends | the service connects and has it | and does not have it |
/// |---|---|---|---|---|---|
/// | not known | → told | – | no news | told as over; taken over if it may go on | – |
/// | told | no news | → told: one is not over by the other | → not known: told as over | stays; told if with another detail | told |
///
/// What there can be faults of keeps its own state: which switches are there and which are stuck, which voices are heard,
/// whether anybody hears a call.
struct FaultBook: Sendable {
    /// What the caregivers are to be told; an empty detail where it is over.
    struct Report: Equatable {
        var kind: FaultKind
        var isActive: Bool
        var detail: String
    }

    /// Files in which there can be mistakes. What is wrong in any of them is one fault, which names all.
    enum Files: CaseIterable {
        case boards
        /// What can be proposed from.
        case proposing
    }

    var switches = SwitchPresence()
    var stuck = StuckSwitches()
    var voices = VoiceLosses()
    var reach = Reach()
    var health: KioskHealth
    /// What is wrong, with its detail.
    private var active: [FaultKind: String] = [:]
    private var mistakes: [Files: String] = [:]

    init(health: KioskHealth) { self.health = health }

    var nextWake: Instant? { [switches.nextWake, health.switches.nextWake].compactMap { $0 }.min() }

    /// The detail with which a fault was told; `nil` if it was not.
    func detail(_ kind: FaultKind) -> String? { active[kind] }

    /// - Returns: Whether it is news.
    mutating func begin(_ kind: FaultKind, detail: String) -> Bool {
        active.updateValue(detail, forKey: kind) != detail
    }

    /// - Returns: Whether it was told.
    mutating func end(_ kind: FaultKind) -> Bool { active.removeValue(forKey: kind) != nil }

    /// Files were read.
    ///
    /// - Parameter mistake: What is wrong in them, if anything is.
    /// - Returns: What is wrong in any of the files now; empty if nothing is.
    mutating func read(_ files: Files, mistake: String?) -> String {
        mistakes[files] = mistake
        return Files.allCases.compactMap { mistakes[$0] }.joined(separator: " ")
    }

    /// What the service believes is brought in line with what is: faults of an earlier run end, and what could not
    /// be told is told.
    ///
    /// - Parameter told: The kiosk's open faults as the service has them.
    mutating func reconcile(_ told: [Fault]) -> [Report] {
        for fault in told where active[fault.kind] == nil && health.mayGoOn(fault.kind) {
            active[fault.kind] = fault.detail
        }
        let over = Set(told.map(\.kind)).filter { active[$0] == nil }
        let untold = active.filter { kind, detail in !told.contains { $0.kind == kind && $0.detail == detail }
        }
        // In one order, whatever order a set and a dictionary have today.
        return over.sorted { $0.rawValue < $1.rawValue }.map { Report(kind: $0, isActive: false, detail: "") }
            + untold.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { Report(kind: $0.key, isActive: true, detail: $0.value) }
    }
}
