public import FoundationEssentials

/// What a device is.
public enum DeviceKind: String, Codable, Sendable, CaseIterable {
    /// Where a client asks.
    case kiosk
    /// Where caregivers hear and answer.
    case station
    /// A screen that shows what a kiosk scans.
    case display

    /// What a fault calls one that has no name of its own: the home's own, which was not paired. Whoever tells of it says that in their
    /// reader's language (`Fault.unnamedDevice`).
    public var ownName: String { rawValue.capitalized }
}

/// A device that belongs to the home: it was paired with a code.
public struct Device: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var kind: DeviceKind
    /// Where it is or whose it is: `Kitchen`.
    public var name: String
    /// The id of the client whom it serves, for a kiosk or display.
    public var client: String?
    /// Whom a kiosk serves besides.
    @MayBeAbsent public var clients: [ServedClient]
    /// The zone or room in which it stands; `nil` where nobody has said it.
    public var place: String?
    public var since: Date
    /// Accurate to about a minute; absent where it has never asked for anything.
    public var lastSeen: Date?
    /// When it was revoked.
    public var revokedAt: Date?
    /// Whether it listens at this moment.
    public var isConnected: Bool
    /// What its machine said last of itself; `nil` where it never has.
    public var machine: MachineState?

    public init(
        id: UUID, kind: DeviceKind, name: String, client: String? = nil, clients: [ServedClient] = [],
        place: String? = nil, since: Date,
        lastSeen: Date? = nil, revokedAt: Date? = nil, isConnected: Bool = false, machine: MachineState? = nil
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.client = client
        self.clients = clients
        self.place = place
        self.since = since
        self.lastSeen = lastSeen
        self.revokedAt = revokedAt
        self.isConnected = isConnected
        self.machine = machine
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, name, client, clients, place, since, machine
        case lastSeen = "last_seen"
        case revokedAt = "revoked_at"
        case isConnected = "is_connected"
    }
}

/// The devices of the home, the newest first, those that were revoked too: the answer to `GET /devices`.
public struct DevicePage: Codable, Sendable, Equatable {
    public var devices: [Device]
    /// Those with the home's own token, most often on the service's machine.
    @MayBeAbsent public var own: [OwnDevice]

    public init(devices: [Device], own: [OwnDevice] = []) {
        self.devices = devices
        self.own = own
    }
}

/// A device is to belong to the home: the body of `POST /pairings`.
public struct NewPairing: Codable, Sendable, Equatable, Identifiable {
    /// Made once by the sender; the same id again changes nothing. The device will have it too.
    public var id: UUID
    public var kind: DeviceKind
    public var name: String
    public var client: String?

    public init(id: UUID, kind: DeviceKind, name: String, client: String? = nil) {
        self.id = id
        self.kind = kind
        self.name = name
        self.client = client
    }

    public func check() throws(FieldProblem) {
        try AccessRules.checkName(name, "name")
        if let client { try FieldChecks.id(client, "client", mayHaveCapitals: true) }
        guard kind != .station || client == nil else {
            throw FieldProblem("client", "a station serves all clients: leave it out")
        }
    }
}

/// What is to be typed at the device: the answer to `POST /pairings`.
public struct Pairing: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var kind: DeviceKind
    public var name: String
    public var client: String?
    /// `K7M-4QX`.
    public var code: String
    public var expiresAt: Date

    public init(
        id: UUID, kind: DeviceKind, name: String, client: String? = nil, code: String, expiresAt: Date
    ) {
        self.id = id
        self.kind = kind
        self.name = name
        self.client = client
        self.code = code
        self.expiresAt = expiresAt
    }

    enum CodingKeys: String, CodingKey {
        case id, kind, name, client, code
        case expiresAt = "expires_at"
    }
}

/// A device shows the code that it was given: the body of `POST /devices`.
public struct DeviceClaim: Codable, Sendable, Equatable {
    public var code: String

    public init(code: String) { self.code = code }

    public func check() throws(FieldProblem) {
        guard AccessRules.code(code) != nil else {
            throw FieldProblem("code", "it is not a code, such as K7M-4QX")
        }
    }
}

/// The paired device: the answer to `POST /devices`. The token is sent only here.
public struct PairedDevice: Codable, Sendable, Equatable, Identifiable {
    public var id: UUID
    public var kind: DeviceKind
    /// For `Authorization: Bearer`.
    public var token: String

    public init(id: UUID, kind: DeviceKind, token: String) {
        self.id = id
        self.kind = kind
        self.token = token
    }
}
