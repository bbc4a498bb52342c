public import FoundationEssentials

/// A kiosk or station with the home's own token, which nobody has paired and nobody can revoke.
public struct OwnDevice: Codable, Sendable, Equatable {
    /// A kiosk or a station.
    public var kind: DeviceKind
    /// The client whom a kiosk serves.
    public var client: String?
    /// Whom a kiosk serves besides, and those of `always` who have times there.
    @MayBeAbsent public var clients: [ServedClient]
    /// Whom a kiosk serves whatever is ticked: the home's own client, and those with whom its settings share it.
    @MayBeAbsent public var always: [String]
    /// The zone or room in which it stands; `nil` where nobody has said it.
    public var place: String?
    /// Accurate to about half a day while it is connected; absent where it was never connected.
    public var lastSeen: Date?
    /// Whether it listens at this moment.
    public var isConnected: Bool
    /// What its machine said last of itself; `nil` where it never has.
    public var machine: MachineState?

    public init(
        kind: DeviceKind, client: String? = nil, clients: [ServedClient] = [], always: [String] = [],
        place: String? = nil, lastSeen: Date? = nil,
        isConnected: Bool = false, machine: MachineState? = nil
    ) {
        self.kind = kind
        self.client = client
        self.clients = clients
        self.always = always
        self.place = place
        self.lastSeen = lastSeen
        self.isConnected = isConnected
        self.machine = machine
    }

    enum CodingKeys: String, CodingKey {
        case kind, client, clients, always, place, machine
        case lastSeen = "last_seen"
        case isConnected = "is_connected"
    }
}

/// What a device is called and where it stands: the body of `PUT /devices/{id}`.
public struct DeviceChange: Codable, Sendable, Equatable {
    /// Of a paired device; those with the home's own token have none.
    public var name: String?
    /// `nil`: nobody says where.
    public var place: String?
    /// Of a kiosk: whom it serves besides, changed together with the rest or not at all. Absent: as before.
    public var serves: ServedClients?

    public init(name: String? = nil, place: String? = nil, serves: ServedClients? = nil) {
        self.name = name
        self.place = place
        self.serves = serves
    }

    public func check() throws(FieldProblem) {
        if let name { try AccessRules.checkName(name, "name") }
        if let place { try FieldChecks.id(place, "place", mayHaveCapitals: true) }
        try serves?.check()
    }
}
