public import FoundationEssentials

/// How the service of a home is, where it listens, and who is connected: the answer to `GET /status`.
public struct HomeStatus: Codable, Sendable, Equatable {
    /// Whether requests are stored.
    public var status: ServiceHealth.Status
    /// What is wrong with the store, and what to do.
    public var detail: String?
    public var version: String
    public var startedAt: Date
    /// By the service's clock.
    public var now: Date
    /// The home's zone.
    public var zone: String
    public var address: ServiceAddress
    /// The home's kiosks and stations, the kiosks first.
    public var devices: [DeviceStanding]

    public init(
        status: ServiceHealth.Status, detail: String?, version: String, startedAt: Date, now: Date,
        zone: String, address: ServiceAddress, devices: [DeviceStanding]
    ) {
        self.status = status
        self.detail = detail
        self.version = version
        self.startedAt = startedAt
        self.now = now
        self.zone = zone
        self.address = address
        self.devices = devices
    }

    enum CodingKeys: String, CodingKey {
        case status, detail, version, now, zone, address, devices
        case startedAt = "started_at"
    }
}

/// Where a service listens at this moment.
public struct ServiceAddress: Codable, Sendable, Equatable {
    /// Who can reach it.
    public enum Reach: String, Codable, Sendable, CaseIterable {
        /// Programs of its own machine alone.
        case machine
        case network
    }

    /// As it was set: `0.0.0.0` is each network of the machine.
    public var host: String
    public var port: Int
    /// Whether it speaks TLS.
    public var isSecure: Bool
    public var reach: Reach

    public init(host: String, port: Int, isSecure: Bool, reach: Reach) {
        self.host = host
        self.port = port
        self.isSecure = isSecure
        self.reach = reach
    }

    enum CodingKeys: String, CodingKey {
        case host, port, reach
        case isSecure = "is_secure"
    }

    /// `https://127.0.0.1:4280`, as a browser on the same machine finds it.
    public var ownURL: String {
        let host =
            switch host {
            case "0.0.0.0", "": "127.0.0.1"
            case "::": "[::1]"
            case let host: host.contains(":") ? "[\(host)]" : host
            }
        return "\(isSecure ? "https" : "http")://\(host):\(port)"
    }
}

/// A kiosk or station that belongs to the home, and whether it is connected.
public struct DeviceStanding: Codable, Sendable, Equatable {
    public enum Standing: String, Codable, Sendable, CaseIterable {
        case connected
        /// Not connected for so short a time that nobody is told, or expected after a start.
        case awaited
        /// Its absence is a fault.
        case away
    }

    /// A kiosk or a station.
    public var kind: DeviceKind
    /// The paired device; absent for those with the home's own token.
    public var device: UUID?
    /// What a paired device is called.
    public var name: String?
    /// The client whom a kiosk serves.
    public var client: String?
    public var clientName: String?
    public var standing: Standing
    /// Since when it is connected, or not any more; absent where the service has not seen it since its own start.
    public var since: Date?

    public init(
        kind: DeviceKind, device: UUID?, name: String? = nil, client: String? = nil,
        clientName: String? = nil,
        standing: Standing, since: Date? = nil
    ) {
        self.kind = kind
        self.device = device
        self.name = name
        self.client = client
        self.clientName = clientName
        self.standing = standing
        self.since = since
    }

    enum CodingKeys: String, CodingKey {
        case kind, device, name, client, standing, since
        case clientName = "client_name"
    }
}
