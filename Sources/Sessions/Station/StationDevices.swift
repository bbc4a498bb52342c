import Care

/// Faults of this station's own speaker and keypads.
///
/// | a fault of sound, a keypad | begins, is lost | ends, is back |
/// |---|---|---|
/// | well | → told | no news |
/// | told | sound: told with the newer detail; keypad: no news | → well: told as over |
struct StationDevices: Sendable {
    /// With its detail, as it was reported.
    private var soundFaults: [FaultKind: String] = [:]
    /// Keypads that were there and are gone.
    private var missingKeypads: Set<String> = []

    var isSoundLost: Bool { soundFaults[.soundLost] != nil }

    /// The detail with which a fault of sound was reported; `nil` if there is none.
    func detail(_ kind: FaultKind) -> String? { soundFaults[kind] }

    mutating func begin(_ kind: FaultKind, detail: String) { soundFaults[kind] = detail }

    /// - Returns: Whether it was told.
    mutating func end(_ kind: FaultKind) -> Bool { soundFaults.removeValue(forKey: kind) != nil }

    /// - Returns: Whether it is news.
    mutating func lost(keypad: String) -> Bool { missingKeypads.insert(keypad).inserted }

    /// - Returns: Whether it was missing.
    mutating func arrived(keypad: String) -> Bool { missingKeypads.remove(keypad) != nil }
}
