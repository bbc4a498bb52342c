/// What to do about a sound card that its own mixer mutes, as many are when Linux starts.
public enum MixerUse: String, Hashable, Sendable, CaseIterable {
    /// It is switched on, and turned up where it is at its lowest.
    case audible
    /// It is left as it is; a card that cannot be heard is reported as a fault.
    case keep
}
