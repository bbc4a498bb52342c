/// What can go wrong at a device, in words that programs share.
///
/// A new kind is a case here and its row in the table below; what stations say of it stands in the files of phrases, as
/// `fault_KIND` and `fault_KIND_over`. Everything else follows from the row.
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
    /// What makes one kind of fault different from another: one row for each.
    public var traits: FaultTraits {
        switch self {
        case .switchUnplugged:
            .init(
                .soon, toldTo: .own, begun: [.client], over: [.client],
                page: "\(.client)’s switch is unplugged.",
                advice: "Plug it in again. Until then \(.client) cannot call: look in often.")
        case .switchStuck:
            .init(
                .soon, toldTo: .own, begun: [.client], over: [.client],
                page: "\(.client)’s switch seems stuck.",
                advice: "Check whether something, or a hand, rests on it. Release it, then press it once.")
        case .switchChattering:
            .init(
                .notice, toldTo: .own, begun: [.client], over: [.client],
                page: "\(.client)’s switch presses by itself.",
                advice: "Look at its plug and cable, or try another switch.")
        case .switchSilent:
            .init(
                .notice, toldTo: .own, begun: [.client, .detail], over: [.client],
                page: "\(.client) has not pressed since \(.detail). That is longer than usual.",
                advice: "The switch may have moved out of reach. Look in.")
        case .switchBatteryLow:
            .init(
                .notice, toldTo: .own, begun: [.client], over: [.client],
                page: "The battery of \(.client)’s switch is low.",
                advice: "Change or charge it today.")
        case .soundLost:
            .init(
                .soon, toldTo: .ownAndOfStations, begun: [.client], over: [.client],
                page: "\(.client)’s kiosk has no sound.",
                advice:
                    "Check that its speaker is on and plugged in. Until then \(.client) hears no answers: give them in person.",
                ofStation: .init(
                    "A station has no sound.",
                    advice:
                        "Calls are not heard there. Check that its speaker is on and plugged in; until then keep this page open and in sight, with its sound on."
                ))
        case .soundTearing:
            .init(
                .notice, toldTo: .ownAndOfStations, begun: [.client], over: [.client],
                page: "The sound of \(.client)’s kiosk is breaking up.",
                advice:
                    "Its computer is too busy: close other programs on it, or restart it when nobody is calling. Until then tell \(.client) what matters in person.",
                ofStation: .init(
                    "The sound of a station is breaking up.",
                    advice:
                        "Its computer is too busy: close other programs on it, or restart it when nobody is calling. Until then watch this page as well."
                ))
        case .boardRefused:
            .init(
                .canWait, toldTo: .own, begun: [.client, .detail], over: [.client],
                page: "A file of \(.client)’s kiosk has a mistake: \(.detail)",
                advice:
                    "The last good version is in use, so calls still work. Fix the file when there is time.")
        case .storeFailed:
            .init(
                .soon, toldTo: .own, begun: [.client], over: [.client],
                page: "\(.client)’s kiosk cannot save calls.",
                advice:
                    "Stay near \(.client). Its disk may be full or broken: tell whoever looks after the machine."
            )
        case .requestNotStored:
            .init(
                .now, toldTo: .clients, begun: [.client, .detail], over: [.client],
                page: "A call from \(.client) was lost: \(.detail)",
                advice: "Go and see \(.client) now.")
        case .kioskAway:
            .init(
                .soon, toldTo: .clients, begun: [.client], over: [.client],
                page: "\(.client)’s kiosk is not connected.",
                advice: "Go and see \(.client). Then check that the kiosk is on, and check its network.",
                isAbsence: true)
        case .stationAway:
            .init(
                .soon, toldTo: .all, begun: [], over: [],
                page: "No station is connected. Nobody would hear a call.",
                advice:
                    "Switch the station on. Until then keep this page open and in sight, with its sound on.")
        case .stationMissing:
            .init(
                .soon, toldTo: .none, begun: [.detail], over: [.detail],
                page: "One station is not connected: \(.detail).",
                advice: "Calls are not heard there. Check that it is on, and check its network.",
                isAbsence: true)
        case .serviceStoreFailed:
            .init(
                .soon, toldTo: .all, begun: [], over: [],
                page: "Calls cannot be saved.",
                advice:
                    "Stay near everybody. The disk may be full or broken: tell whoever looks after the machine."
            )
        case .commandFailed:
            .init(
                .canWait, toldTo: .none, begun: [], over: [],
                page: "The alert program is not working.",
                advice:
                    "People away from a station may not be told. Tell them, and whoever looks after the machine.",
                isSameWithOtherDetail: true)
        case .routineUnplanned:
            .init(
                .notice, toldTo: .none, begun: [.detail], over: [],
                page: "Reminders have stopped for this: \(.detail)",
                advice: "Its times cannot be worked out. Remember it yourselves, and plan it again.")
        case .zoneMissing:
            .init(
                .notice, toldTo: .all, begun: [.detail], over: [],
                page: "The time zone \(.detail) is missing here.",
                advice:
                    "The day’s plan may be hours off: go by the clock yourselves, and tell whoever looks after the machine."
            )
        case .clockBehind:
            .init(
                .notice, toldTo: .all, begun: [], over: [],
                page: "The house’s clock is wrong: it shows a day in the past.",
                advice: "There are no reminders until it is set. Check the plan yourselves.")
        case .certificateUnusable:
            .init(
                .notice, toldTo: .none, begun: [], over: [],
                page: "Something is wrong with the house’s certificate: \(.detail)",
                advice:
                    "Other machines and phones may be cut off: look in on everybody who calls from one, and tell whoever looks after the machine. `beckon doctor` there says more."
            )
        case .planLost:
            .init(
                .soon, toldTo: .own, begun: [], over: [],
                page: "The day’s plan is not arriving everywhere in the house.",
                advice: "Reminders may be missing. Check the plan yourselves.",
                isSameWithOtherDetail: true)
        case .recordUnreadable:
            .init(
                .notice, toldTo: .own, begun: [], over: [],
                page: "A saved record can no longer be read: \(.detail)",
                advice:
                    "Everything else works. Tell whoever looks after the machine; a backup may still have it."
            )
        case .callUnreadable:
            .init(
                .now, toldTo: .clients, begun: [], over: [],
                page: "There is a call that cannot be read.",
                advice: "Go and see everybody now: nobody can tell whose call it is.")
        }
    }

    public var urgency: FaultTraits.Urgency { traits.urgency }
    /// Whether it is a call that nobody can answer: whoever goes to see ends it.
    public var isLostCall: Bool { urgency == .now }
    public var isNotice: Bool { urgency == .notice }
}
