import Care
import Kiosk
import Playing
import Speech

extension KioskEvent: RandomEvent {
    /// What is to be seen at least once in the random sessions.
    static let names: Set<String> = [
        "started", "wake", "edge", "switch arrived", "switch lost", "switch found down", "switch found up",
        "battery", "voice started", "voice finished", "voice cut", "output lost", "output restored",
        "output tearing", "output whole", "restored", "recorded", "not recorded", "delivered", "rejected",
        "store failed", "store restored", "connected", "asked", "heard", "on_the_way", "met", "declined",
        "cancelled", "escalated", "still_waiting", "ask_again", "fault", "proposal_decided", "reminder",
        "points_changed", "grant_changed", "household", "claim_lapsed", "appointments", "appointment_changed",
        "not told",
        "caught up", "agenda", "service lost", "service back", "boards", "files refused", "phrases", "names",
        "means", "exercises", "scanning", "pace", "tap", "fetched", "display", "speaks",
    ]

    var name: String {
        switch self {
        case .started: "started"
        case .wake: "wake"
        case .edge: "edge"
        case .switchArrived: "switch arrived"
        case .switchLost: "switch lost"
        case .switchFoundDown: "switch found down"
        case .switchFoundUp: "switch found up"
        case .switchBattery: "battery"
        case .voice(let event): event.name
        case .care(let event): event.name
        case .boardsChanged: "boards"
        case .filesRefused: "files refused"
        case .contentsFetched: "fetched"
        case .phrasesChanged: "phrases"
        case .namesChanged: "names"
        case .displayChanged: "display"
        case .guidanceChanged: "guidance"
        case .proposalMeansChanged: "means"
        case .exercisesChanged: "exercises"
        case .encouragementChanged: "encouragement"
        case .scanningChanged: "scanning"
        case .paceFitted: "pace"
        case .pressesKnown: "presses known"
        case .tap: "tap"
        case .trial: "trial"
        case .sharing: "sharing"
        }
    }

    var told: VoiceEvent? { if case .voice(let told) = self { told } else { nil } }
}

extension KioskCareEvent {
    fileprivate var name: String {
        switch self {
        case .restored: "restored"
        case .recorded: "recorded"
        case .notRecorded: "not recorded"
        case .delivered: "delivered"
        case .rejected: "rejected"
        case .storeFailed: "store failed"
        case .storeRestored: "store restored"
        case .connected: "connected"
        case .journal(let event): event.kind.rawValue
        case .caughtUp: "caught up"
        case .agenda: "agenda"
        case .household: "household"
        case .appointments: "appointments"
        case .encouragement: "encouragement heard"
        case .notTold: "not told"
        case .speaks: "speaks"
        case .serviceLost: "service lost"
        case .serviceBack: "service back"
        }
    }
}

extension KioskEffect {
    /// All, except `cut all`, which no kiosk asks for.
    static let names: Set<String> = [
        "speak", "cut", "keep awake", "ask", "respond", "propose", "mark", "household", "read household",
        "use",
        "receipt", "report",
        "observed",
        "mood", "tell",
        "keep pace", "keep exercise", "acknowledge", "told ahead", "show", "log",
    ]

    var name: String {
        switch self {
        case .voice(let command): command.name
        case .ask: "ask"
        case .respond: "respond"
        case .propose: "propose"
        case .mark: "mark"
        case .household: "household"
        case .readHousehold: "read household"
        case .use: "use"
        case .receipt: "receipt"
        case .said: "said"
        case .report: "report"
        case .observed: "observed"
        case .keepPace: "keep pace"
        case .keepExercise: "keep exercise"
        case .keepEncouragement: "keep encouragement"
        case .mood: "mood"
        case .tell: "tell"
        case .acknowledge: "acknowledge"
        case .toldAhead: "told ahead"
        case .show: "show"
        case .log: "log"
        }
    }
}
