import Care

/// A fault in words: what is the matter, and what to do about it.
enum FaultWords {
    /// - Parameter client: As they are called; `nil` where the fault is nobody's.
    static func what(_ fault: Fault) -> String {
        let whose = fault.clientName.map { "\($0)'s" } ?? "A client's"
        return switch fault.kind {
        case .switchUnplugged: "\(whose) switch is unplugged."
        case .switchStuck: "\(whose) switch seems stuck."
        case .switchChattering: "\(whose) switch has a loose contact."
        case .switchSilent: "\(whose) switch has not been pressed for longer than usual."
        case .switchBatteryLow: "The battery of \(whose.lowercasedArticle) switch is low."
        case .soundLost:
            fault.source == "station" ? "A station's speaker is silent." : "\(whose) speaker is silent."
        case .boardRefused: "\(whose) new board has a mistake; the last good one is in use."
        case .storeFailed: "\(whose) kiosk cannot write to its disk."
        case .requestNotStored: "\(whose) call could be stored nowhere."
        case .kioskAway: "\(whose) kiosk is not connected."
        case .stationAway: "No station and no page is connected: nobody would hear a call."
        case .serviceStoreFailed: "The service cannot write to its disk."
        case .commandFailed: "This home's own program does not take its messages."
        case .routineUnplanned: "Of some routines nobody can be reminded."
        case .zoneMissing: "This machine does not know the home's time zone."
        case .clockBehind: "This machine's clock is wrong: it stands before what has already been."
        case .planLost: "A kiosk or station cannot fetch the day's plan."
        }
    }

    static func advice(_ kind: FaultKind) -> String {
        switch kind {
        case .switchUnplugged: "Plug it in again: the kiosk finds it by itself. Until then, go and ask."
        case .switchStuck:
            "See whether something lies on it, and whether it springs back. Until then, go and ask."
        case .switchChattering: "It still works. Try another cable or switch when there is time."
        case .switchSilent: "Go and see whether all is well and the switch is in reach."
        case .switchBatteryLow: "Change or charge its battery soon."
        case .soundLost: "See whether the speaker is plugged in, switched on and turned up."
        case .boardRefused: "Open the board under Boards: the mistake is shown with its line."
        case .storeFailed, .serviceStoreFailed:
            "Free some space on that machine. It is tried again by itself; until then calls are only said aloud."
        case .requestNotStored: "Go and ask what it was: nobody can see it here."
        case .kioskAway: "See whether its machine is on and in the network. Until then, go and ask."
        case .stationAway: "Leave this page open, or switch a station on."
        case .commandFailed:
            "Whoever set it up can see in the details what it said. Stations and pages are not touched by it."
        case .routineUnplanned: "Open them under Plan and set their times anew."
        case .zoneMissing: "Whoever looks after the machine installs its time zones (package tzdata)."
        case .clockBehind:
            "Set the clock, or connect the machine to the network. Until then nobody is reminded."
        case .planLost:
            "See whether its machine reaches the service. What it had fetched before still counts there."
        }
    }
}

extension String {
    /// `A client's` inside of a sentence; names stay as they are.
    fileprivate var lowercasedArticle: String { self == "A client's" ? "a client's" : self }
}
