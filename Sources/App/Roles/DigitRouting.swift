import Scanning

/// Who gets a digit where client and caregiver share a keyboard: the station while it has asked for one.
///
/// A release goes to the role that had the press, even if the question is answered by then: otherwise that
/// role would take the key for held, and would miss its next press.
struct DigitRouting {
    /// Digits that are down, whose press was the station's.
    private var held: Set<SwitchEdge.Source> = []

    mutating func isStations(
        _ source: SwitchEdge.Source, _ direction: SwitchEdge.Direction, isWanted: Bool
    ) -> Bool {
        switch direction {
        case .press:
            if isWanted { held.insert(source) } else { held.remove(source) }
            return isWanted
        case .release: return held.remove(source) != nil
        }
    }
}
