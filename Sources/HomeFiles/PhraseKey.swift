/// Every sentence that Beckon itself says, as the phrase files name it.
public enum PhraseKey: String, CaseIterable, Sendable {
    // Scanning, said to the client.
    case ready
    case goBack = "go_back"
    case group
    case groupOfOne = "group_of_one"
    case row
    case position
    case emptyList = "empty_list"
    case emptyBoard = "empty_board"
    case confirmYes = "confirm_yes"
    case confirmNo = "confirm_no"
    // A request, said to the client.
    case asked
    case takeBack = "take_back"
    case takenBack = "taken_back"
    case heard
    case onTheWay = "on_the_way"
    case met
    case declined
    case askedAgain = "asked_again"
    case stillWaiting = "still_waiting"
    case stillWaitingOneMinute = "still_waiting_one_minute"
    case askAgain = "ask_again"
    case openRequest = "open_request"
    case askedJustNow = "asked_just_now"
    case askedOneMinuteAgo = "asked_one_minute_ago"
    case askedMinutesAgo = "asked_minutes_ago"
    case askedHoursAgo = "asked_hours_ago"
    case stateAsked = "state_asked"
    case stateHeard = "state_heard"
    case stateOnTheWay = "state_on_the_way"
    case choiceAskAgain = "choice_ask_again"
    case choiceUrgent = "choice_urgent"
    case choiceNeverMind = "choice_never_mind"
    case helpLabel = "help_label"
    case helpCalled = "help_called"
    case helpSay = "help_say"
    case helpCountdown = "help_countdown"
    case helpStopped = "help_stopped"
    case paceSlower = "pace_slower"
    case paceFaster = "pace_faster"
    case paceUsual = "pace_usual"
    case paceLimit = "pace_limit"
    case keepTrying = "keep_trying"
    case notHeardYet = "not_heard_yet"
    case passedOn = "passed_on"
    case notStored = "not_stored"
    case switchLost = "switch_lost"
    case switchBack = "switch_back"
    case switchStuck = "switch_stuck"
    case switchChattering = "switch_chattering"
    case switchBatteryLow = "switch_battery_low"
    case soundLost = "sound_lost"
    case soundBack = "sound_back"
    // Said to caregivers.
    case alert
    case alertAgain = "alert_again"
    case alertUrgent = "alert_urgent"
    case alertWaiting = "alert_waiting"
    case alertEscalated = "alert_escalated"
    case alertUnanswered = "alert_unanswered"
    case alertTakenBack = "alert_taken_back"
    case answeredOnTheWay = "answered_on_the_way"
    case answeredMet = "answered_met"
    case answeredDeclined = "answered_declined"
    case reasonQuestion = "reason_question"
    case reasonChoice = "reason_choice"
    case reasonUnknown = "reason_unknown"
    case reasonAbandoned = "reason_abandoned"
    case nothingOpen = "nothing_open"
    case answeredAlready = "answered_already"
    case goingToSee = "going_to_see"
    case answerLost = "answer_lost"
    case answerWaits = "answer_waits"
    case keypadLost = "keypad_lost"
    case keypadBack = "keypad_back"
    case serviceLost = "service_lost"
    case serviceBack = "service_back"
    // Faults, said to caregivers, and their ends.
    case faultSwitchUnplugged = "fault_switch_unplugged"
    case faultSwitchUnpluggedOver = "fault_switch_unplugged_over"
    case faultSwitchStuck = "fault_switch_stuck"
    case faultSwitchStuckOver = "fault_switch_stuck_over"
    case faultSwitchChattering = "fault_switch_chattering"
    case faultSwitchChatteringOver = "fault_switch_chattering_over"
    case faultSwitchSilent = "fault_switch_silent"
    case faultSwitchSilentOver = "fault_switch_silent_over"
    case faultSwitchBatteryLow = "fault_switch_battery_low"
    case faultSwitchBatteryLowOver = "fault_switch_battery_low_over"
    case faultSoundLost = "fault_sound_lost"
    case faultSoundLostOver = "fault_sound_lost_over"
    case faultBoardRefused = "fault_board_refused"
    case faultBoardRefusedOver = "fault_board_refused_over"
    case faultStoreFailed = "fault_store_failed"
    case faultStoreFailedOver = "fault_store_failed_over"
    case faultRequestNotStored = "fault_request_not_stored"
    case faultRequestNotStoredOver = "fault_request_not_stored_over"
    case faultKioskAway = "fault_kiosk_away"
    case faultKioskAwayOver = "fault_kiosk_away_over"
    case faultStationAway = "fault_station_away"
    case faultStationAwayOver = "fault_station_away_over"
    case faultServiceStoreFailed = "fault_service_store_failed"
    case faultServiceStoreFailedOver = "fault_service_store_failed_over"

    /// The placeholders that its sentence must hold, each at least once, and no others.
    public var placeholders: Set<Placeholder> {
        switch self {
        case .ready, .goBack, .emptyList, .emptyBoard, .helpCountdown, .helpStopped, .paceLimit, .confirmYes,
            .confirmNo, .asked, .takeBack, .heard, .askedAgain,
            .stateAsked, .stateHeard, .stateOnTheWay, .choiceAskAgain, .choiceUrgent, .choiceNeverMind,
            .keepTrying, .notHeardYet, .helpLabel, .helpCalled, .helpSay,
            .notStored, .switchLost, .switchBack, .switchStuck, .switchChattering, .switchBatteryLow,
            .soundLost, .soundBack,
            .stillWaitingOneMinute:
            []
        case .group: [.label, .count]
        case .row: [.position, .label]
        case .position: [.position, .count]
        case .paceSlower, .paceFaster, .paceUsual: [.seconds]
        case .groupOfOne: [.label]
        case .takenBack, .passedOn: [.need]
        case .onTheWay: [.caregiver]
        case .met: [.caregiver, .need]
        case .declined: [.caregiver, .reason]
        case .stillWaiting: [.minutes]
        case .askAgain: [.need, .minutes]
        case .openRequest: [.label, .state]
        case .askedJustNow, .askedOneMinuteAgo: [.state]
        case .askedMinutesAgo: [.minutes, .state]
        case .askedHoursAgo: [.count, .state]
        case .alert, .alertAgain, .alertUrgent, .alertTakenBack, .alertUnanswered: [.client, .need]
        case .alertWaiting, .alertEscalated: [.client, .need, .minutes]
        case .answeredOnTheWay, .answeredMet, .answeredDeclined: [.client, .need]
        case .reasonQuestion, .reasonUnknown, .reasonAbandoned, .nothingOpen, .answerLost, .answerWaits,
            .keypadLost,
            .keypadBack, .serviceLost,
            .serviceBack:
            []
        case .reasonChoice: [.digit, .reason]
        case .answeredAlready: [.caregiver]
        case .faultSwitchUnplugged, .faultSwitchUnpluggedOver, .faultSwitchStuck, .faultSwitchStuckOver,
            .faultSwitchChattering, .faultSwitchChatteringOver, .faultSwitchSilentOver,
            .faultSwitchBatteryLow,
            .faultSwitchBatteryLowOver,
            .faultSoundLost, .faultSoundLostOver, .goingToSee, .faultBoardRefusedOver, .faultStoreFailed,
            .faultStoreFailedOver,
            .faultRequestNotStoredOver, .faultKioskAway, .faultKioskAwayOver:
            [.client]
        case .faultBoardRefused, .faultRequestNotStored, .faultSwitchSilent: [.client, .detail]
        case .faultStationAway, .faultStationAwayOver, .faultServiceStoreFailed, .faultServiceStoreFailedOver:
            []
        }
    }
}

/// What a phrase can be filled with, written `{client}` in the file.
public enum Placeholder: String, CaseIterable, Sendable {
    /// The client's name.
    case client
    /// The caregiver's name.
    case caregiver
    /// What is asked for, as a sentence names it.
    case need
    case reason
    case minutes
    case label
    case count
    /// Which of `count` it is, from 1.
    case position
    case seconds
    case state
    case digit
    case detail
}
