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
    /// The clock shows a time before recorded events: until it is right, nobody is reminded. The detail says up to when
    /// routines were handled.
    case clockBehind = "clock_behind"
    /// The service's certificate cannot be used, or has expired, so that other machines may be cut off. The detail says what
    /// is wrong.
    case certificateUnusable = "certificate_unusable"
    /// A kiosk or station cannot fetch the day's plan from the service.
    case planLost = "plan_lost"
    /// Something that was stored or told cannot be read and is left out everywhere; the detail names it.
    case recordUnreadable = "record_unreadable"
    /// A call of which not even the id can be read, so that nobody can answer it; a person must go and see.
    case callUnreadable = "call_unreadable"
}

extension FaultKind {
    /// How much a fault presses on caregivers.
    public enum Urgency: Sendable, Equatable {
        /// Worth knowing: told once, after all that calls for somebody now.
        case notice
        /// The last good version is in use, or stations say it all the same: staff can fix it when there is time.
        case canWait
        /// Somebody is cut off, or soon may be.
        case soon
        /// A call that has no request which could be answered: somebody must go and see.
        case now
    }

    /// Which kiosks are told of a fault. Stations and pages are told of every one.
    enum Kiosks: Sendable {
        /// The one that has reported it.
        case own
        /// The one that has reported it, and all of them where it is a station's: nobody would hear a call there.
        case ownAndOfStations
        /// Those of the client whom it is about.
        case clients
        case all
        /// It may name other clients, their words or their medicines.
        case none
    }

    /// What makes one kind of fault different from another: one row for each.
    struct Traits: Sendable {
        var urgency: Urgency
        var kiosks: Kiosks

        init(_ urgency: Urgency, toldTo kiosks: Kiosks) {
            self.urgency = urgency
            self.kiosks = kiosks
        }
    }

    var traits: Traits {
        switch self {
        case .switchUnplugged: .init(.soon, toldTo: .own)
        case .switchStuck: .init(.soon, toldTo: .own)
        case .switchChattering: .init(.notice, toldTo: .own)
        case .switchSilent: .init(.notice, toldTo: .own)
        case .switchBatteryLow: .init(.notice, toldTo: .own)
        case .soundLost: .init(.soon, toldTo: .ownAndOfStations)
        case .soundTearing: .init(.notice, toldTo: .ownAndOfStations)
        case .boardRefused: .init(.canWait, toldTo: .own)
        case .storeFailed: .init(.soon, toldTo: .own)
        case .requestNotStored: .init(.now, toldTo: .clients)
        case .kioskAway: .init(.soon, toldTo: .clients)
        case .stationAway: .init(.soon, toldTo: .all)
        case .stationMissing: .init(.soon, toldTo: .none)
        case .serviceStoreFailed: .init(.soon, toldTo: .all)
        case .commandFailed: .init(.canWait, toldTo: .none)
        case .routineUnplanned: .init(.notice, toldTo: .none)
        case .zoneMissing: .init(.notice, toldTo: .all)
        case .clockBehind: .init(.notice, toldTo: .all)
        case .certificateUnusable: .init(.notice, toldTo: .none)
        case .planLost: .init(.soon, toldTo: .own)
        case .recordUnreadable: .init(.notice, toldTo: .own)
        case .callUnreadable: .init(.now, toldTo: .clients)
        }
    }

    public var urgency: Urgency { traits.urgency }
    /// Whether it is a call that nobody can answer: whoever goes to see ends it.
    public var isLostCall: Bool { urgency == .now }
    public var isNotice: Bool { urgency == .notice }
}
