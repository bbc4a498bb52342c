public import FoundationEssentials

/// A fault that begins or ends: the body of `POST /faults`, and what stations are told.
public struct Fault: Codable, Sendable, Equatable, Identifiable {
    /// Made by the reporter; the same id again changes nothing.
    public var id: UUID
    /// Who reports it: `kiosk`, `station` or `service`; `page` for whoever goes to see after a call that was lost.
    public var source: String
    public var kind: FaultKind
    /// The id of the client concerned. The service fills it in from the kiosk's credential.
    public var client: String?
    /// The device that was paired and reports it, or is missing. The service fills it in; absent for the home's own kiosk and
    /// station, and for what is nobody's.
    public var device: UUID?
    /// The zone concerned, where nobody is on duty.
    public var place: String?
    /// `false` when it is over.
    public var isActive: Bool
    /// The name of the person concerned, as it is spoken.
    public var clientName: String?
    /// For staff: a device's name, a file and line, an error's text. Also spoken where a phrase asks for it.
    public var detail: String
    public var at: Date
    @PresentIfTrue public var isTimeOfArrival: Bool

    public init(
        id: UUID, source: String, kind: FaultKind, client: String? = nil, device: UUID? = nil,
        place: String? = nil, isActive: Bool, clientName: String?, detail: String, at: Date,
        isTimeOfArrival: Bool = false
    ) {
        self.id = id
        self.source = source
        self.kind = kind
        self.client = client
        self.device = device
        self.place = place
        self.isActive = isActive
        self.clientName = clientName
        self.detail = detail
        self.at = at
        self.isTimeOfArrival = isTimeOfArrival
    }

    enum CodingKeys: String, CodingKey {
        case id, source, kind, client, device, place, detail, at
        case isActive = "active"
        case clientName = "client_name"
        case isTimeOfArrival = "time_is_arrival"
    }
}
