public import Time

/// A press that counts: what is left of the edges after bounce, short touches and repeats were taken out.
public struct SwitchPress: Hashable, Sendable {
    public var role: SwitchRole
    /// When the switch went down: the moment that the person meant.
    public var began: Instant

    public init(role: SwitchRole, began: Instant) {
        self.role = role
        self.began = began
    }
}
