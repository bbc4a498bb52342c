public import FoundationEssentials

/// What can go wrong at a device, in words that programs share. What a person hears is in the phrases.
public enum FaultKind: String, Codable, Sendable, CaseIterable {
    case switchUnplugged = "switch_unplugged"
    case switchStuck = "switch_stuck"
    /// The switch's contact opens and closes faster than any hand can.
    case switchChattering = "switch_chattering"
    /// The client has not pressed for longer than is usual at this time of day; the detail says since when.
    case switchSilent = "switch_silent"
    /// The detail names the switch.
    case switchBatteryLow = "switch_battery_low"
    case soundLost = "sound_lost"
    /// What a device says is interrupted again and again; the detail says where.
    case soundTearing = "sound_tearing"
    case boardRefused = "board_refused"
    /// The kiosk cannot write requests to its own store.
    case storeFailed = "store_failed"
    /// A request could be stored nowhere; a person must go and see.
    case requestNotStored = "request_not_stored"
    /// A kiosk has not been connected to the service for longer than is normal; the fault names its client and device.
    case kioskAway = "kiosk_away"
    /// No station is connected: nobody would hear a request. Pages are not counted, for nobody may be looking at one.
    case stationAway = "station_away"
    /// One of several stations is not connected; the detail is its name.
    case stationMissing = "station_missing"
    /// The service cannot write to its database.
    case serviceStoreFailed = "service_store_failed"
    /// The home's own program does not take what it should tell people who are not at a station; the detail says why.
    case commandFailed = "command_failed"
    /// Of some routines nobody can be reminded, because their times cannot be worked out; the detail names them.
    case routineUnplanned = "routine_unplanned"
    /// The machine does not know the home's time zone, which the detail names.
    case zoneMissing = "zone_missing"
    /// The clock stands before what has been: until it is right, nobody is reminded. The detail says up to when routines were taken.
    case clockBehind = "clock_behind"
    /// The service's certificate cannot be used, or has run out, so that other machines may be cut off. The detail says what is wrong.
    case certificateUnusable = "certificate_unusable"
    /// A kiosk or station cannot fetch the day's plan from the service.
    case planLost = "plan_lost"
    /// Something that was stored or told cannot be read and is left out everywhere; the detail names it.
    case recordUnreadable = "record_unreadable"
    /// A call of which not even the id can be read, so that nobody can answer it; a person must go and see.
    case callUnreadable = "call_unreadable"

    /// How much a fault presses on caregivers.
    public enum Urgency: Sendable, Equatable {
        /// Worth knowing: told once, after all that calls for somebody now.
        case notice
        /// What was good last is in use, or stations say it all the same: staff can mend it when nobody calls.
        case canWait
        /// Somebody is cut off, or soon may be.
        case soon
        /// A call that has no request which could be answered: somebody must go and see.
        case now
    }

    public var urgency: Urgency {
        switch self {
        case .requestNotStored, .callUnreadable: .now
        case .switchUnplugged, .switchStuck, .soundLost, .storeFailed, .kioskAway, .stationAway,
            .stationMissing,
            .serviceStoreFailed, .planLost:
            .soon
        case .boardRefused, .commandFailed: .canWait
        case .switchChattering, .switchSilent, .switchBatteryLow, .soundTearing, .routineUnplanned,
            .zoneMissing,
            .clockBehind, .certificateUnusable, .recordUnreadable:
            .notice
        }
    }

    /// Whether it is a call that nobody can answer: whoever goes to see ends it.
    public var isLostCall: Bool { urgency == .now }
    public var isNotice: Bool { urgency == .notice }
}

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
    /// `false` when it is over.
    public var isActive: Bool
    /// The name of the person concerned, as it is spoken.
    public var clientName: String?
    /// For staff: a device's name, a file and line, an error's text. Also spoken where a phrase asks for it.
    public var detail: String
    public var at: Date
    @PresentIfTrue public var isTimeOfArrival: Bool

    public init(
        id: UUID, source: String, kind: FaultKind, client: String? = nil, device: UUID? = nil, isActive: Bool,
        clientName: String?, detail: String, at: Date, isTimeOfArrival: Bool = false
    ) {
        self.id = id
        self.source = source
        self.kind = kind
        self.client = client
        self.device = device
        self.isActive = isActive
        self.clientName = clientName
        self.detail = detail
        self.at = at
        self.isTimeOfArrival = isTimeOfArrival
    }

    enum CodingKeys: String, CodingKey {
        case id, source, kind, client, device, detail, at
        case isActive = "active"
        case clientName = "client_name"
        case isTimeOfArrival = "time_is_arrival"
    }
}
