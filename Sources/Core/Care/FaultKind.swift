/// What can go wrong at a device, in words that programs share.
///
/// A new kind is a case here and its row in the table below; what stations say of it stands in the files of phrases, as
/// `fault_KIND` and `fault_KIND_over`, and what pages say in those of texts, as `faults.KIND` and `faults.KIND_advice`. Everything
/// else follows from the row.
public enum FaultKind: String, Codable, Sendable, CaseIterable {
    case switchUnplugged = "switch_unplugged"
    case switchStuck = "switch_stuck"
    /// The switch's contact opens and closes faster than any hand can.
    case switchChattering = "switch_chattering"
    /// The client has not pressed for longer than is usual at this time of day; the detail says since when.
    case switchSilent = "switch_silent"
    /// The detail names the switch.
    case switchBatteryLow = "switch_battery_low"
    /// The battery of a kiosk, station or screen itself; the detail is the device's name.
    case deviceBatteryLow = "device_battery_low"
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
    /// Nobody is on duty in a zone that needs somebody, or soon will be; the detail names the zone, and since or from when.
    case nobodyOnDuty = "nobody_on_duty"
    /// The school tasks of a client can no longer be read; the detail says where.
    case courseworkUnread = "coursework_unread"
    /// A calendar outside can no longer be read or written; the detail names it.
    case calendarUnread = "calendar_unread"
    /// Of those who may be called for a client now, nobody has a way that works to be told away from a station.
    case nobodyReachable = "nobody_reachable"
    /// Messages to people's own devices do not arrive; the detail says over which ways, and why.
    case messagesFailed = "messages_failed"
    /// The house, such as Home Assistant, has not been reached for a while; the detail says why.
    case houseUnreachable = "house_unreachable"
}

extension FaultKind {
    /// What makes one kind of fault different from another: one row for each.
    public var traits: FaultTraits {
        switch self {
        case .switchUnplugged:
            .init(.soon, toldTo: .own, begun: [.client], over: [.client])
        case .switchStuck:
            .init(.soon, toldTo: .own, begun: [.client], over: [.client])
        case .switchChattering:
            .init(.notice, toldTo: .own, begun: [.client], over: [.client])
        case .switchSilent:
            .init(.notice, toldTo: .own, begun: [.client, .detail], over: [.client])
        case .switchBatteryLow:
            .init(.notice, toldTo: .own, begun: [.client], over: [.client])
        case .deviceBatteryLow:
            .init(.notice, toldTo: .none, begun: [.detail], over: [.detail])
        case .soundLost:
            .init(.soon, toldTo: .ownAndOfStations, begun: [.client], over: [.client])
        case .soundTearing:
            .init(.notice, toldTo: .ownAndOfStations, begun: [.client], over: [.client])
        case .boardRefused:
            .init(.canWait, toldTo: .own, begun: [.client, .detail], over: [.client])
        case .storeFailed:
            .init(.soon, toldTo: .own, begun: [.client], over: [.client])
        case .requestNotStored:
            .init(.now, toldTo: .clients, begun: [.client, .detail], over: [.client])
        case .kioskAway:
            .init(.soon, toldTo: .clients, begun: [.client], over: [.client], isAbsence: true)
        case .stationAway:
            .init(.soon, toldTo: .all, begun: [], over: [])
        case .stationMissing:
            .init(.soon, toldTo: .none, begun: [.detail], over: [.detail], isAbsence: true)
        case .serviceStoreFailed:
            .init(.soon, toldTo: .all, begun: [], over: [])
        case .commandFailed:
            .init(.canWait, toldTo: .none, begun: [], over: [], isSameWithOtherDetail: true)
        case .routineUnplanned:
            .init(.notice, toldTo: .none, begun: [.detail], over: [])
        case .zoneMissing:
            .init(.notice, toldTo: .all, begun: [.detail], over: [])
        case .clockBehind:
            .init(.notice, toldTo: .all, begun: [], over: [])
        case .certificateUnusable:
            .init(.notice, toldTo: .none, begun: [], over: [])
        case .planLost:
            .init(.soon, toldTo: .own, begun: [], over: [], isSameWithOtherDetail: true)
        case .recordUnreadable:
            .init(.notice, toldTo: .own, begun: [], over: [])
        case .callUnreadable:
            .init(.now, toldTo: .clients, begun: [], over: [])
        case .nobodyOnDuty:
            .init(.soon, toldTo: .none, begun: [.detail], over: [.detail])
        case .courseworkUnread:
            .init(.notice, toldTo: .none, begun: [.client], over: [.client], isSameWithOtherDetail: true)
        case .calendarUnread:
            .init(.notice, toldTo: .none, begun: [.detail], over: [.detail], isSameWithOtherDetail: true)
        case .nobodyReachable:
            .init(.soon, toldTo: .none, begun: [.client], over: [.client], isSameWithOtherDetail: true)
        case .messagesFailed, .houseUnreachable:
            .init(.canWait, toldTo: .none, begun: [], over: [], isSameWithOtherDetail: true)
        }
    }

    public var urgency: FaultTraits.Urgency { traits.urgency }
    /// Whether it is a call that nobody can answer: whoever goes to see ends it.
    public var isLostCall: Bool { urgency == .now }
    public var isNotice: Bool { urgency == .notice }
}
