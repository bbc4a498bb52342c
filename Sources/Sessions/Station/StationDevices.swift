import Care
import Scanning

/// Faults of this station's own speaker, keypads and files.
///
/// | a fault of sound, a keypad | begins, is lost | ends, is back |
/// |---|---|---|
/// | well | → told | no news |
/// | told | sound: told with the newer detail; keypad: no news | → well: told as over |
///
/// Files are told as sound is, once for each detail. So is a low battery; one of an earlier run goes on until a battery tells otherwise.
struct StationDevices: Sendable {
    /// What a station reports of itself, and `storeFailed`, which it once said of settings: a fault of before ends.
    static let kinds: [FaultKind] = [
        .soundLost, .soundTearing, .boardRefused, .switchBatteryLow, .storeFailed,
    ]

    /// Files that can have mistakes. All their mistakes are one fault.
    enum Files: CaseIterable {
        case own
        /// What the service has for stations.
        case fetched
    }

    /// With its detail, as it was reported.
    private var faults: [FaultKind: String] = [:]
    private var mistakes: [Files: String] = [:]
    /// Keypads that were there and are gone.
    private var missingKeypads: Set<String> = []
    /// Of the keypads.
    var batteries = BatteryWatch()
    /// Whether a keypad has said in this run how full its battery is.
    var knowsBattery = false
    /// Whether it was said here that one is low.
    var saidBatteryLow = false

    var isSoundLost: Bool { faults[.soundLost] != nil }

    /// The detail with which a fault was reported; `nil` if there is none.
    func detail(_ kind: FaultKind) -> String? { faults[kind] }

    /// Whether a fault of an earlier run may still hold: it is then taken over, and ends when its cause ends.
    func mayGoOn(_ kind: FaultKind) -> Bool { kind == .switchBatteryLow && !knowsBattery }

    mutating func begin(_ kind: FaultKind, detail: String) { faults[kind] = detail }

    /// - Returns: Whether it was told.
    mutating func end(_ kind: FaultKind) -> Bool { faults.removeValue(forKey: kind) != nil }

    /// Files were read.
    ///
    /// - Parameter mistake: What is wrong in them, if anything is.
    /// - Returns: What is wrong in any of the files now; empty if nothing is.
    mutating func read(_ files: Files, mistake: String?) -> String {
        mistakes[files] = mistake
        return Files.allCases.compactMap { mistakes[$0] }.joined(separator: " ")
    }

    /// - Returns: Whether it is news.
    mutating func lost(keypad: String) -> Bool { missingKeypads.insert(keypad).inserted }

    /// - Returns: Whether it was missing.
    mutating func arrived(keypad: String) -> Bool { missingKeypads.remove(keypad) != nil }
}
