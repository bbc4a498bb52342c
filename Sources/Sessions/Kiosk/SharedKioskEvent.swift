/// What happens to a kiosk that serves one client or several.
public enum SharedKioskEvent: Sendable {
    /// To the machine: its switches, its voices, the time.
    case machine(KioskEvent)
    /// To one client, by their place among the members: what the service, their files and their screens tell.
    case client(Int, KioskEvent)
}

/// What is to be done for one of a kiosk's clients.
public struct SharedKioskEffect: Sendable, Equatable {
    /// The place among the members.
    public var client: Int
    public var effect: KioskEffect

    public init(client: Int, _ effect: KioskEffect) {
        self.client = client
        self.effect = effect
    }
}
