/// What is done about a sound card whose own mixer keeps it silent, as many are when Linux starts.
public enum MixerUse: String, Hashable, Sendable, CaseIterable {
    /// It is switched on, and turned up where it is at its lowest.
    case audible
    /// It is left as it is; a card that cannot be heard is told as a fault.
    case keep
}
