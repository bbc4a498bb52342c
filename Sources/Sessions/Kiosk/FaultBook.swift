import Care
import FoundationEssentials
import Scanning
import Time

/// The kiosk's faults, so that caregivers hear of each once when it begins and once when it is over.
///
/// | a fault | begins | begins with another detail | ends | the service connects and has it | and does not have it |
/// |---|---|---|---|---|---|
/// | not known | → told | – | no news | told as over; taken over if it may go on | – |
/// | told | no news | → told with the new detail; the old one is not reported as over | → not known: told as over | stays; told if with another detail | told |
///
/// The sources of faults keep their own states: which switches are there and which are stuck, which voices
/// are heard, whether anybody hears a call.
struct FaultBook: Sendable {
    /// A report for the caregivers; the detail is empty when the fault is over.
    struct Report: Equatable {
        var kind: FaultKind
        var isActive: Bool
        var detail: String
    }

    /// Files that can have mistakes. All their mistakes are one fault.
    enum Files: CaseIterable {
        case boards
        /// What the service has for the client.
        case fetched
        /// What can be proposed from.
        case proposing
        case exercises
        case encouragement
        /// Whose folders are to be read, too.
        case sharing
    }

    var switches = SwitchPresence()
    var stuck = StuckSwitches()
    var voices = VoiceLosses()
    var reach = Reach()
    var health: KioskHealth
    /// The open faults with their details.
    private var active: [FaultKind: String] = [:]
    private var mistakes: [Files: String] = [:]

    init(health: KioskHealth) { self.health = health }

    var nextWake: Instant? { [switches.nextWake, health.switches.nextWake].compactMap { $0 }.min() }

    /// The detail with which a fault was reported; `nil` if it was not.
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

    /// Reconciles the service's open faults with the kiosk's: those of an earlier run end, and those that
    /// could not be reported are reported.
    ///
    /// - Parameter told: The kiosk's open faults as the service has them.
    mutating func reconcile(_ told: [Fault]) -> [Report] {
        for fault in told where active[fault.kind] == nil && health.mayGoOn(fault.kind) {
            active[fault.kind] = fault.detail
        }
        let over = Set(told.map(\.kind)).filter { active[$0] == nil }
        let untold = active.filter { kind, detail in !told.contains { $0.kind == kind && $0.detail == detail }
        }
        // Sorted, because sets and dictionaries have no fixed order.
        return over.sorted { $0.rawValue < $1.rawValue }.map { Report(kind: $0, isActive: false, detail: "") }
            + untold.sorted { $0.key.rawValue < $1.key.rawValue }
            .map { Report(kind: $0.key, isActive: true, detail: $0.value) }
    }
}
