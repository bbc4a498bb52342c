import Care

/// What is wrong, and what to do about it, for somebody who reads it at night.
///
/// The sentences are those that stations say; what to do is only here, because a page has room for it.
struct FaultWords: Equatable {
    let sentence: String
    let advice: String

    /// For a device that is no longer used.
    private static let revoke = " No longer used? A coordinator can revoke it under Devices."

    init(_ fault: Fault) {
        let client = fault.clientName ?? "the client"
        let (detail, whose) = (fault.detail, "\(fault.clientName ?? "The client")’s")
        switch fault.kind {
        case .switchUnplugged:
            sentence = "\(whose) switch is unplugged."
            advice = "Plug it in again. Until then \(client) cannot call: look in often."
        case .switchStuck:
            sentence = "\(whose) switch seems stuck."
            advice = "Check whether something, or a hand, rests on it. Release it, then press it once."
        case .switchChattering:
            sentence = "\(whose) switch presses by itself."
            advice = "Look at its plug and cable, or try another switch."
        case .switchSilent:
            sentence =
                "\(fault.clientName ?? "The client") has not pressed since \(detail). That is longer than usual."
            advice = "The switch may have moved out of reach. Look in."
        case .switchBatteryLow:
            sentence = "The battery of \(whose) switch is low."
            advice = "Change or charge it today."
        case .soundLost where fault.isStations:
            sentence = "A station has no sound."
            advice =
                "Calls are not heard there. Check that its speaker is on and plugged in; until then keep this page open and in sight, with its sound on."
        case .soundLost:
            sentence = "\(whose) kiosk has no sound."
            advice =
                "Check that its speaker is on and plugged in. Until then \(client) hears no answers: give them in person."
        case .soundTearing where fault.isStations:
            sentence = "The sound of a station is breaking up."
            advice =
                "Its computer is too busy: close other programs on it, or restart it when nobody is calling. Until then watch this page as well."
        case .soundTearing:
            sentence = "The sound of \(whose) kiosk is breaking up."
            advice =
                "Its computer is too busy: close other programs on it, or restart it when nobody is calling. Until then tell \(client) what matters in person."
        case .boardRefused:
            sentence = "A file of \(whose) kiosk has a mistake: \(detail)"
            advice = "The last good version is in use, so calls still work. Fix the file when there is time."
        case .storeFailed:
            sentence = "\(whose) kiosk cannot save calls."
            advice =
                "Stay near \(client). Its disk may be full or broken: tell whoever looks after the machine."
        case .requestNotStored:
            sentence = "A call from \(client) was lost: \(detail)"
            advice = "Go and see \(client) now."
        case .kioskAway:
            sentence = "\(whose) kiosk is not connected."
            advice =
                "Go and see \(client). Then check that the kiosk is on, and check its network."
                + (fault.device == nil ? "" : Self.revoke)
        case .stationAway:
            sentence = "No station is connected. Nobody would hear a call."
            advice = "Switch the station on. Until then keep this page open and in sight, with its sound on."
        case .stationMissing:
            sentence = "One station is not connected: \(detail)."
            advice =
                "Calls are not heard there. Check that it is on, and check its network."
                + (fault.device == nil ? "" : Self.revoke)
        case .serviceStoreFailed:
            sentence = "Calls cannot be saved."
            advice =
                "Stay near everybody. The disk may be full or broken: tell whoever looks after the machine."
        case .commandFailed:
            sentence = "The alert program is not working."
            advice =
                "People away from a station may not be told. Tell them, and whoever looks after the machine."
        case .routineUnplanned:
            sentence = "Reminders have stopped for this: \(detail)"
            advice = "Its times cannot be worked out. Remember it yourselves, and plan it again."
        case .zoneMissing:
            sentence = "The time zone \(detail) is missing here."
            advice =
                "The day’s plan may be hours off: go by the clock yourselves, and tell whoever looks after the machine."
        case .clockBehind:
            sentence = "The house’s clock is wrong: it shows a day in the past."
            advice = "There are no reminders until it is set. Check the plan yourselves."
        case .certificateUnusable:
            sentence = "Something is wrong with the house’s certificate: \(detail)"
            advice =
                "Other machines and phones may be cut off: look in on everybody who calls from one, and tell whoever looks after the machine. `beckon doctor` there says more."
        case .planLost:
            sentence = "The day’s plan is not arriving everywhere in the house."
            advice = "Reminders may be missing. Check the plan yourselves."
        case .recordUnreadable:
            sentence = "A saved record can no longer be read: \(detail)"
            advice =
                "Everything else works. Tell whoever looks after the machine; a backup may still have it."
        case .callUnreadable:
            sentence = "There is a call that cannot be read."
            advice = "Go and see everybody now: nobody can tell whose call it is."
        }
    }
}

extension Fault {
    /// Whether a station reports it about itself, and not a client's kiosk.
    fileprivate var isStations: Bool { source == "station" }
}
