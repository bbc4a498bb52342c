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
    case stateMet = "state_met"
    case stateDeclined = "state_declined"
    case choiceAskAgain = "choice_ask_again"
    case choiceUrgent = "choice_urgent"
    case choiceNeverMind = "choice_never_mind"
    case noLongerOpen = "no_longer_open"
    // What is planned, and what caregivers have added, said to the client.
    case nothingPlanned = "nothing_planned"
    case noLongerPlanned = "no_longer_planned"
    case planUnknown = "plan_unknown"
    case nothingAdded = "nothing_added"
    case noLongerOnBoard = "no_longer_on_board"
    case clockHour = "clock_hour"
    case clockTime = "clock_time"
    case planYesterday = "plan_yesterday"
    case planDaysAgo = "plan_days_ago"
    case planInMinutes = "plan_in_minutes"
    case planInOneMinute = "plan_in_one_minute"
    case planDue = "plan_due"
    case planNotDone = "plan_not_done"
    case planDone = "plan_done"
    case planDoneBy = "plan_done_by"
    case planDoneByYou = "plan_done_by_you"
    case planSkipped = "plan_skipped"
    case planBy = "plan_by"
    case choiceDone = "choice_done"
    case choiceNotToday = "choice_not_today"
    case choiceNotDone = "choice_not_done"
    case markedDone = "marked_done"
    case markedSkipped = "marked_skipped"
    case markLost = "mark_lost"
    case reminderInMinutes = "reminder_in_minutes"
    case reminderInOneMinute = "reminder_in_one_minute"
    case reminderAt = "reminder_at"
    case reminderDue = "reminder_due"
    case reminderWasDue = "reminder_was_due"
    case reminderMissed = "reminder_missed"
    case reminderQuestion = "reminder_question"
    case helpLabel = "help_label"
    case helpCalled = "help_called"
    case helpSay = "help_say"
    case helpCountdown = "help_countdown"
    case helpStopped = "help_stopped"
    case paceSlower = "pace_slower"
    case paceFaster = "pace_faster"
    case paceUsual = "pace_usual"
    case paceLimit = "pace_limit"
    // Proposing something new, said to the client.
    case proposeFromList = "propose_from_list"
    case proposeSpell = "propose_spell"
    case proposePress = "propose_press"
    case proposed
    case proposedAlready = "proposed_already"
    case proposalAccepted = "proposal_accepted"
    case proposalAgreed = "proposal_agreed"
    case proposalDeclined = "proposal_declined"
    case proposalLost = "proposal_lost"
    case spellingWords = "spelling_words"
    case spellingFinish = "spelling_finish"
    case spellingCorrect = "spelling_correct"
    case spellingSpeak = "spelling_speak"
    case spellingPropose = "spelling_propose"
    case spellingDiscard = "spelling_discard"
    case spellingDeleteLetter = "spelling_delete_letter"
    case spellingDeleteWord = "spelling_delete_word"
    case spellingSoFar = "spelling_so_far"
    case spellingEmpty = "spelling_empty"
    case spellingDiscarded = "spelling_discarded"
    // Shown on the client's screen.
    case screenTouch = "screen_touch"
    case screenMissed = "screen_missed"
    case more
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
    case alertUnreadable = "alert_unreadable"
    case needUnreadable = "need_unreadable"
    case clientUnreadable = "client_unreadable"
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
    // What is due, said to caregivers.
    case reminderFor = "reminder_for"
    case reminderBefore = "reminder_before"
    case reminderBeforeMinute = "reminder_before_minute"
    case reminderBeforeTime = "reminder_before_time"
    case itemDue = "item_due"
    case itemDueSince = "item_due_since"
    case itemMissed = "item_missed"
    case reminderLate = "reminder_late"
    case remindersMany = "reminders_many"
    case itemLine = "item_line"
    case itemDone = "item_done"
    case itemSkipped = "item_skipped"
    case itemUndone = "item_undone"
    case itemMoved = "item_moved"
    case itemOver = "item_over"
    case itemSeenTo = "item_seen_to"
    case itemComesAgain = "item_comes_again"
    case itemPutOff = "item_put_off"
    case notNoted = "not_noted"
    case nothingToUndo = "nothing_to_undo"
    case nothingToPutOff = "nothing_to_put_off"
    case skipQuestion = "skip_question"
    case putOffQuestion = "put_off_question"
    case putOffChoice = "put_off_choice"
    case digitUnknown = "digit_unknown"
    case leftAsItIs = "left_as_it_is"
    case nobodyWaitsBut = "nobody_waits_but"
    case openCount = "open_count"
    case openMore = "open_more"
    case openNothing = "open_nothing"
    case openOnTheWay = "open_on_the_way"
    case proposal
    // When something is, as those sentences say it.
    case timeToday = "time_today"
    case timeYesterday = "time_yesterday"
    case timeDaysAgo = "time_days_ago"
    case timeTomorrow = "time_tomorrow"
    case timeInDays = "time_in_days"
    // What a shift hands over, read or said to caregivers.
    case handoverTitle = "handover_title"
    case handoverSpoken = "handover_spoken"
    case handoverSpokenOneHour = "handover_spoken_one_hour"
    case handoverSpokenBetween = "handover_spoken_between"
    case handoverNothing = "handover_nothing"
    case handoverOpen = "handover_open"
    case handoverToDo = "handover_to_do"
    case handoverMissed = "handover_missed"
    case handoverLeft = "handover_left"
    case handoverProposals = "handover_proposals"
    case handoverDeclined = "handover_declined"
    case handoverMet = "handover_met"
    case handoverDone = "handover_done"
    case handoverSkipped = "handover_skipped"
    case handoverTakenBack = "handover_taken_back"
    case handoverUpcoming = "handover_upcoming"
    case handoverUrgent = "handover_urgent"
    case handoverUnanswered = "handover_unanswered"
    case handoverSeveral = "handover_several"
    case handoverTimes = "handover_times"
    case handoverTime = "handover_time"
    case handoverSecond = "handover_second"
    case handoverSeconds = "handover_seconds"
    case handoverMinutes = "handover_minutes"
    case handoverHours = "handover_hours"
    case handoverIncomplete = "handover_incomplete"
    case handoverArrival = "handover_arrival"
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
    case faultSoundTearing = "fault_sound_tearing"
    case faultSoundTearingOver = "fault_sound_tearing_over"
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
    case faultStationMissing = "fault_station_missing"
    case faultStationMissingOver = "fault_station_missing_over"
    case faultServiceStoreFailed = "fault_service_store_failed"
    case faultServiceStoreFailedOver = "fault_service_store_failed_over"
    case faultCommandFailed = "fault_command_failed"
    case faultCommandFailedOver = "fault_command_failed_over"
    case faultRoutineUnplanned = "fault_routine_unplanned"
    case faultRoutineUnplannedOver = "fault_routine_unplanned_over"
    case faultZoneMissing = "fault_zone_missing"
    case faultZoneMissingOver = "fault_zone_missing_over"
    case faultClockBehind = "fault_clock_behind"
    case faultClockBehindOver = "fault_clock_behind_over"
    case faultCertificateUnusable = "fault_certificate_unusable"
    case faultCertificateUnusableOver = "fault_certificate_unusable_over"
    case faultPlanLost = "fault_plan_lost"
    case faultPlanLostOver = "fault_plan_lost_over"
    case faultRecordUnreadable = "fault_record_unreadable"
    case faultRecordUnreadableOver = "fault_record_unreadable_over"
    case faultCallUnreadable = "fault_call_unreadable"
    case faultCallUnreadableOver = "fault_call_unreadable_over"

    /// The placeholders that its sentence must hold, each at least once, and no others.
    public var placeholders: Set<Placeholder> {
        switch self {
        case .ready, .goBack, .emptyList, .emptyBoard, .helpCountdown, .helpStopped, .paceLimit, .confirmYes,
            .confirmNo, .asked, .takeBack, .heard, .askedAgain,
            .stateAsked, .stateHeard, .stateOnTheWay, .stateMet, .stateDeclined, .screenTouch, .screenMissed,
            .choiceAskAgain, .choiceUrgent, .choiceNeverMind,
            .noLongerOpen,
            .keepTrying, .notHeardYet, .helpLabel, .helpCalled, .helpSay,
            .notStored, .switchLost, .switchBack, .switchStuck, .switchChattering, .switchBatteryLow,
            .soundLost, .soundBack,
            .stillWaitingOneMinute:
            []
        case .proposeFromList, .proposeSpell, .proposePress, .spellingFinish, .spellingCorrect,
            .spellingSpeak,
            .spellingPropose, .spellingDiscard, .spellingDeleteLetter, .spellingDeleteWord, .spellingEmpty,
            .spellingDiscarded, .more:
            []
        case .proposed, .proposedAlready, .proposalLost: [.need]
        case .spellingWords, .spellingSoFar: [.label]
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
        case .nothingPlanned, .noLongerPlanned, .planUnknown, .nothingAdded, .noLongerOnBoard,
            .planInOneMinute, .planDue,
            .planNotDone,
            .planDone,
            .planDoneByYou, .planSkipped, .choiceDone, .choiceNotToday, .choiceNotDone, .markedDone,
            .markedSkipped, .reminderQuestion:
            []
        case .clockHour: [.hour]
        case .clockTime: [.hour, .minute]
        case .planYesterday: [.time]
        case .planDaysAgo: [.count, .time]
        case .planInMinutes: [.minutes]
        case .planDoneBy, .planBy: [.caregiver]
        case .markLost, .reminderDue, .reminderInOneMinute: [.label]
        case .reminderInMinutes: [.minutes, .label]
        case .reminderAt, .reminderWasDue, .reminderMissed: [.time, .label]
        case .proposalAccepted, .proposalAgreed: [.caregiver, .need]
        case .proposalDeclined: [.caregiver, .need, .reason]
        case .alert, .alertAgain, .alertUrgent, .alertTakenBack, .alertUnanswered: [.client, .need]
        case .alertUnreadable: [.client]
        case .needUnreadable, .clientUnreadable, .handoverArrival, .faultRecordUnreadable,
            .faultRecordUnreadableOver,
            .faultCallUnreadable, .faultCallUnreadableOver:
            []
        case .alertWaiting, .alertEscalated: [.client, .need, .minutes]
        case .answeredOnTheWay, .answeredMet, .answeredDeclined: [.client, .need]
        case .reasonQuestion, .reasonUnknown, .reasonAbandoned, .nothingOpen, .answerLost, .answerWaits,
            .keypadLost,
            .keypadBack, .serviceLost,
            .serviceBack:
            []
        case .reminderFor: [.caregiver]
        case .reminderBefore, .itemPutOff: [.minutes, .label, .client]
        case .reminderBeforeTime, .itemDueSince, .itemMissed, .reminderLate, .itemLine, .itemMoved:
            [.label, .client, .time]
        case .reminderBeforeMinute, .itemDue, .itemDone, .itemSkipped, .itemUndone, .itemOver, .itemSeenTo,
            .itemComesAgain, .notNoted, .proposal:
            [.label, .client]
        case .remindersMany, .nobodyWaitsBut, .openCount, .openMore: [.count]
        case .nothingToUndo, .nothingToPutOff, .skipQuestion, .digitUnknown, .leftAsItIs, .openNothing: []
        case .putOffQuestion: [.minutes]
        case .putOffChoice: [.digit, .minutes]
        case .openOnTheWay: [.caregiver, .client, .need]
        case .timeToday, .timeYesterday, .timeTomorrow: [.time]
        case .timeDaysAgo, .timeInDays: [.time, .count]
        case .reasonChoice: [.digit, .reason]
        case .answeredAlready: [.caregiver]
        case .faultSwitchUnplugged, .faultSwitchUnpluggedOver, .faultSwitchStuck, .faultSwitchStuckOver,
            .faultSwitchChattering, .faultSwitchChatteringOver, .faultSwitchSilentOver,
            .faultSwitchBatteryLow,
            .faultSwitchBatteryLowOver,
            .faultSoundLost, .faultSoundLostOver, .faultSoundTearing, .faultSoundTearingOver, .goingToSee,
            .faultBoardRefusedOver, .faultStoreFailed,
            .faultStoreFailedOver,
            .faultRequestNotStoredOver, .faultKioskAway, .faultKioskAwayOver:
            [.client]
        case .faultBoardRefused, .faultRequestNotStored, .faultSwitchSilent: [.client, .detail]
        case .handoverTitle, .handoverSpokenBetween: [.from, .until]
        case .handoverNothing, .handoverSpokenOneHour, .handoverUrgent, .handoverUnanswered, .handoverSecond,
            .handoverIncomplete:
            []
        case .handoverSpoken, .handoverOpen, .handoverToDo, .handoverMissed, .handoverLeft,
            .handoverProposals,
            .handoverDeclined, .handoverMet, .handoverDone, .handoverSkipped, .handoverTakenBack,
            .handoverUpcoming, .handoverSeconds, .handoverHours:
            [.count]
        case .handoverSeveral: [.label, .count, .from, .until]
        case .handoverTime: [.longest]
        case .handoverTimes: [.count, .median, .longest]
        case .handoverMinutes: [.minutes]
        case .faultStationAway, .faultStationAwayOver, .faultServiceStoreFailed, .faultServiceStoreFailedOver,
            .faultCommandFailed, .faultCommandFailedOver, .faultRoutineUnplannedOver, .faultZoneMissingOver,
            .faultClockBehind, .faultClockBehindOver, .faultCertificateUnusable,
            .faultCertificateUnusableOver, .faultPlanLost, .faultPlanLostOver:
            []
        case .faultRoutineUnplanned, .faultZoneMissing, .faultStationMissing, .faultStationMissingOver:
            [.detail]
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
    /// A time of day as `clock_hour` or `clock_time` says it.
    case time
    /// 0 to 23.
    case hour
    /// 1 to 12, where people say it so: in place of `hour`.
    case hour12
    /// 00 to 59.
    case minute
    case digit
    case detail
    /// Two moments of a handover.
    case from
    case until
    /// Two lengths of time.
    case median
    case longest

    /// Another way to say the same, which a sentence may hold in its place.
    var alternative: Placeholder? {
        switch self {
        case .hour: .hour12
        case .client, .caregiver, .need, .reason, .minutes, .label, .count, .position, .seconds, .state,
            .time, .from, .until, .median, .longest,
            .hour12, .minute, .digit, .detail:
            nil
        }
    }
}
