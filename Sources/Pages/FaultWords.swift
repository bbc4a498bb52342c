import Care

/// What is wrong, and what to do about it, for somebody who reads it at night.
///
/// The sentences are those that stations say; what to do is only here, because a page has room for it.
struct FaultWords: Equatable {
    let sentence: String
    let advice: String

    /// For a device that was put away.
    private static let revoke = " Not used any more? A coordinator can revoke it under Devices."

    init(_ fault: Fault) {
        let client = fault.clientName ?? "the client"
        let (detail, whose) = (fault.detail, "\(fault.clientName ?? "The client")’s")
        switch fault.kind {
        case .switchUnplugged:
            sentence = "\(whose) switch is unplugged."
            advice = "Push its plug in again. Until then \(client) cannot call: look in often."
        case .switchStuck:
            sentence = "\(whose) switch seems stuck."
            advice = "See whether something lies on it, or a hand. Let it go, then press it once."
        case .switchChattering:
            sentence = "\(whose) switch presses by itself."
            advice = "Look at its plug and cable, or try another switch."
        case .switchSilent:
            sentence =
                "\(fault.clientName ?? "The client") has not pressed since \(detail). That is longer than usual."
            advice = "Perhaps the switch has moved away from the hand. Look in."
        case .switchBatteryLow:
            sentence = "The battery of \(whose) switch is low."
            advice = "Change or charge it today."
        case .soundLost where fault.isStations:
            sentence = "A station has no sound."
            advice =
                "Calls are not heard there. See whether its speaker is on and plugged in; until then keep this page open and in sight, with its sound on."
        case .soundLost:
            sentence = "\(whose) kiosk has no sound."
            advice =
                "See whether its speaker is on and plugged in. \(client) hears no answer until then: go and say it."
        case .soundTearing where fault.isStations:
            sentence = "A station speaks with gaps."
            advice =
                "Its computer is too busy: end other programs on it, or restart it when nobody calls. Until then look at this page as well."
        case .soundTearing:
            sentence = "\(whose) kiosk speaks with gaps."
            advice =
                "Its computer is too busy: end other programs on it, or restart it when nobody calls. Until then say to \(client) what matters."
        case .boardRefused:
            sentence = "A file of \(whose) kiosk has a mistake: \(detail)"
            advice = "The last good one is in use, so nobody is stuck. Mend the file when nobody calls."
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
                "Go and see \(client). Then see whether the kiosk is on, and its network."
                + (fault.device == nil ? "" : Self.revoke)
        case .stationAway:
            sentence = "No station is connected. Nobody would hear a call."
            advice = "Switch the station on. Until then keep this page open and in sight, with its sound on."
        case .stationMissing:
            sentence = "One station is not connected: \(detail)."
            advice =
                "Calls are not heard there. See whether it is on, and its network."
                + (fault.device == nil ? "" : Self.revoke)
        case .serviceStoreFailed:
            sentence = "Calls cannot be saved in the house."
            advice =
                "Stay near everybody. The disk may be full or broken: tell whoever looks after the machine."
        case .commandFailed:
            sentence = "The alert program does not work."
            advice =
                "Whoever is not near a station may not be told. Tell them, and whoever looks after the machine."
        case .routineUnplanned:
            sentence = "Nobody is reminded of this any more: \(detail)"
            advice = "Its times cannot be worked out. Keep it in mind, and plan it anew."
        case .zoneMissing:
            sentence = "The time zone \(detail) is missing here."
            advice =
                "The day’s plan may be hours off: look at the clock yourselves, and tell whoever looks after the machine."
        case .clockBehind:
            sentence = "The house’s clock shows a day that is past."
            advice = "Nobody is reminded of anything until it is set right. Look at the plan yourselves."
        case .certificateUnusable:
            sentence = "Something is wrong with the house’s certificate: \(detail)"
            advice =
                "Other machines and phones may be cut off: look in on everybody who calls from one, and tell whoever looks after the machine. There, `beckon doctor` says more."
        case .planLost:
            sentence = "The day’s plan does not arrive everywhere in the house."
            advice = "Reminders may be missing. Look at the plan yourselves."
        case .recordUnreadable:
            sentence = "Something that was kept cannot be read any more: \(detail)"
            advice =
                "The rest works. Tell whoever looks after the machine; a copy of the records may still have it."
        case .callUnreadable:
            sentence = "A call that cannot be read."
            advice = "Go and see everybody now: nobody can tell whose call it is."
        }
    }
}

extension Fault {
    /// Whether a station tells it of itself, and not a client's kiosk.
    fileprivate var isStations: Bool { source == "station" }
}
