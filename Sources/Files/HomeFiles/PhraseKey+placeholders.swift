extension PhraseKey {
    /// The placeholders that its sentence must hold, each at least once, and no others.
    public var placeholders: Set<Placeholder> {
        switch self {
        case .ready, .whoIsIt, .goBack, .emptyList, .emptyBoard, .helpCountdown, .helpStopped, .paceLimit,
            .confirmYes,
            .confirmNo, .asked, .takeBack, .heard, .askedAgain,
            .stateAsked, .stateHeard, .stateOnTheWay, .stateMet, .stateDeclined, .screenTouch, .screenMissed,
            .screenNotWorking, .choiceAskAgain, .choiceUrgent, .choiceNeverMind,
            .noLongerOpen,
            .keepTrying, .notHeardYet, .helpLabel, .helpCalled, .helpSay,
            .soundTest, .testLabel, .testCalled, .testSay,
            .notStored, .switchLost, .switchBack, .switchStuck, .switchChattering, .switchBatteryLow,
            .soundLost, .soundBack:
            []
        case .proposeFromList, .proposeSpell, .proposePress, .spellingFinish, .spellingCorrect,
            .spellingSpeak,
            .spellingPropose, .spellingDiscard, .spellingDeleteLetter, .spellingDeleteWord, .spellingEmpty,
            .spellingDiscarded, .more:
            []
        case .toldTo, .helpSomebody: [.client]
        case .proposed, .proposedAlready, .proposalLost: [.need]
        case .spellingWords, .spellingSoFar: [.label]
        case .group: [.label, .count]
        case .row: [.position, .label]
        case .position: [.position, .count]
        case .meant: [.label]
        case .paceSlower, .paceFaster, .paceUsual: [.seconds]
        case .takenBack, .passedOn: [.need]
        case .onTheWay, .claimLapsed: [.caregiver]
        case .met: [.caregiver, .need]
        case .declined: [.caregiver, .reason]
        case .wordsSaid: [.caregiver, .label]
        case .stillWaiting: [.minutes]
        case .askAgain: [.need, .minutes]
        case .openRequest: [.label, .state]
        case .askedJustNow: [.state]
        case .askedMinutesAgo: [.minutes, .state]
        case .askedHoursAgo: [.count, .state]
        case .nothingPlanned, .noLongerPlanned, .planUnknown, .nothingAdded, .noLongerOnBoard, .planDue,
            .planNotDone,
            .planDone,
            .planDoneByYou, .planSkipped, .choiceDone, .choiceNotToday, .choiceNotDone, .markedDone,
            .markedSkipped, .reminderQuestion, .reminderBegin:
            []
        case .choresUnknown, .noChores, .choreFree, .choreWaits, .choreComing, .choiceOneMore, .choiceClaim,
            .choreClaimed, .choiceAskOther, .choiceAskNobody, .choiceAgree, .choiceRefuse, .choreRefused,
            .markedWaits, .markedWithoutPhoto, .markedSkippedUnpaid, .nobodyToRemind, .pointsUnknown,
            .pointsOff, .pointsNone,
            .choicePointsFor,
            .choiceRewards, .choicePointsOff, .choicePointsOn, .confirmPointsOff, .confirmPointsOn,
            .pointsNowOff, .pointsNowOn, .noRewards, .rewardWaits, .rewardYours:
            []
        case .noEncouragement, .nothingToHear, .choiceQuote, .choiceTip, .choiceCategories, .choiceFavourites,
            .choiceAnotherOne, .choiceKeepFavourite, .choiceNoFavourite, .favouriteKept, .favouriteGone,
            .categoryBody, .categoryCourage, .categoryFaith, .categoryFood, .categoryHealth, .categoryHumour,
            .categoryJoy, .categoryMind, .categoryMovement, .categoryPeople, .categoryRest, .categorySafety,
            .categorySleep:
            []
        case .noExercises, .exercisePaused, .exerciseIsPaused, .exerciseStopped, .choiceExerciseStop,
            .choiceExerciseGoOn, .choiceExerciseAgain, .choiceExerciseAnew, .breatheIn, .breatheHold,
            .breatheOut:
            []
        case .gardenSeed, .gardenSprout, .gardenLeaves, .gardenBud, .gardenTulip, .gardenSunflower,
            .gardenRose, .gardenDaisy, .gardenBee, .gardenButterfly, .gardenLadybird, .gardenWaits,
            .heardFrog, .heardStream, .heardWind, .heardBee, .heardCricket, .heardBell:
            []
        case .birdFound: [.count]
        case .noGoals, .goalToday, .goalTomorrow, .goalOver, .choiceNewGoal, .goalWalk, .goalDrink,
            .goalCall, .goalRead, .goalTidy, .choiceGoalToday, .choiceGoalTomorrow, .choiceGoalWeek,
            .choiceGoalOpen, .choiceGoalMorning, .choiceGoalNoon, .choiceGoalEvening,
            .choiceGoalOften, .choiceGoalQuiet, .choiceGoalDelete, .confirmGoalDelete,
            .spellingGoal:
            []
        case .goalUntil: [.time]
        case .goalDaysLeft: [.count]
        case .goalKept, .goalDeleted, .goalsFull, .reminderGoal: [.label]
        case .noAssignments, .assignmentsOld, .assignmentLocked, .assignmentWaits, .assignmentMeets,
            .exerciseNotHere, .waitPretended, .choiceJoin, .choiceExerciseFirst, .choiceWait,
            .choiceBreatheAgain, .choiceCalm, .choiceNote, .choiceLeave, .choiceFeeling, .answerYes,
            .answerNo,
            .answerStop, .answerAgain, .answerLouder, .answerWantToSay, .notedCoordinator,
            .noteSleep, .notePain, .noteFamily, .noteWorry, .noteTooHard, .noteCoordinator,
            .moodQuestion, .moodPrompt, .moodVeryBad, .moodBad, .moodMiddle, .moodGood,
            .moodVeryGood, .moodUnknown, .moodNotNow, .moodThanks, .moodLater,
            .choiceWrittenEarlier, .choiceWrittenAgain, .writtenNew, .writtenToday, .writtenToTalk,
            .choiceMoodWeek, .moodWeek, .painNone, .painLittle, .painSome, .painStrong, .painVeryStrong,
            .painWorst, .bodyHead, .bodyMouth,
            .bodyNeck, .bodyChest, .bodyBelly, .bodyBack, .bodyLeftArm, .bodyRightArm, .bodyLeftLeg,
            .bodyRightLeg, .bodyElsewhere, .dayMonday, .dayTuesday, .dayWednesday, .dayThursday,
            .dayFriday, .daySaturday, .daySunday:
            []
        case .assignmentOpens:
            [.label, .time]
        case .providerHere, .providerJoin, .providerJoinOrFinish, .waitNotHere, .waitBusy, .waitAway,
            .waitUnknown, .waitHere, .meetingWith, .meetingBegins, .meetingOver, .openVideo, .notTold, .noted,
            .spellingTell, .choiceWritten:
            [.caregiver]
        case .waitedMinutes:
            [.minutes]
        case .writtenOn: [.label]
        case .writtenDaysAgo: [.count]
        case .moodWeekDay: [.label, .state]
        case .moodWeekMostly: [.state]
        case .chorePart, .markedPart: [.position, .count]
        case .owedLate, .owedToday, .choicePaid: []
        case .owedInDays: [.count]
        case .chorePoints, .pointsTotal, .pointsEarned, .rewardReady, .rewardLeft, .confirmReward: [.count]
        case .choreTaken, .offerOver, .choreApproved, .reminderRefused, .rewardAsked, .rewardAskedWaits,
            .rewardLost,
            .rewardReached,
            .rewardGranted, .rewardGiven:
            [.label]
        case .choreIsAsked, .choreSaidNo, .choreAsksYou: [.caregiver]
        case .housemateReminded, .choreAsked, .choreOffered, .choreAgreed, .choreDeclined, .choreCounts,
            .owedTo, .paidNoted:
            [.caregiver, .label]
        case .choreNotYet: [.caregiver, .label, .reason]
        case .choreWhy: [.reason]
        case .pointsFor, .pointsUndone, .pointsSpent, .pointsBack: [.count, .label]
        case .rewardNotYet, .rewardComes: [.label, .count]
        case .chargeAhead: [.count]
        case .chargeToday, .chargeLate: []
        case .stationPoints: [.client, .count]
        case .stationReached: [.client, .label]
        case .deviceKiosk, .deviceStation, .deviceDisplay: []
        case .clockHour: [.hour]
        case .clockTime: [.hour, .minute]
        case .clockMidnight, .clockNoon: []
        case .clockMorning, .clockAfternoon, .clockEvening, .clockNight: [.time]
        case .planYesterday, .planTomorrow: [.time]
        case .planDaysAgo, .planInDays: [.count, .time]
        case .planInMinutes: [.minutes]
        case .planDoneBy, .planBy: [.caregiver]
        case .markLost, .reminderDue: [.label]
        case .reminderInMinutes: [.minutes, .label]
        case .reminderAt, .reminderWasDue, .reminderMissed: [.time, .label]
        case .proposalAccepted, .proposalAgreed: [.caregiver, .need]
        case .proposalDeclined: [.caregiver, .need, .reason]
        case .alert, .alertAgain, .alertUrgent, .alertTakenBack, .alertUnanswered: [.client, .need]
        case .alertUnreadable: [.client]
        case .needUnreadable, .clientUnreadable, .handoverArrival: []
        case .clientUnnamed, .clientUnnamedAfter, .caregiverUnnamed, .everybody: []
        case .alertWaiting, .alertEscalated: [.client, .need, .minutes]
        case .answeredOnTheWay, .answeredMet, .answeredDeclined, .answeredNext: [.client, .need]
        case .reasonQuestion, .reasonUnknown, .reasonAbandoned, .nothingOpen, .answerLost, .answerWaits,
            .keypadLost, .keypadBack, .keypadBatteryLow, .keypadBatteryGood, .serviceLost, .serviceBack:
            []
        case .reminderFor: [.caregiver]
        case .reminderBefore, .itemPutOff: [.minutes, .label, .client]
        case .reminderBeforeTime, .itemDueSince, .itemMissed, .reminderLate, .itemLine, .itemMoved:
            [.label, .client, .time]
        case .itemDue, .itemDone, .itemSkipped, .itemUndone, .itemOver, .itemSeenTo,
            .itemComesAgain, .notNoted, .proposal:
            [.label, .client]
        case .remindersMany, .nobodyWaitsBut, .openCount, .openMore: [.count]
        case .nothingToUndo, .nothingToPutOff, .skipQuestion, .digitUnknown, .leftAsItIs, .openNothing: []
        case .putOffQuestion: [.minutes]
        case .putOffChoice: [.digit, .minutes]
        case .openOnTheWay, .alertLapsed, .answeredTaken: [.caregiver, .client, .need]
        case .timeToday, .timeYesterday, .timeTomorrow: [.time]
        case .timeDaysAgo, .timeInDays: [.time, .count]
        case .reasonChoice: [.digit, .reason]
        case .answeredAlready: [.caregiver]
        case .goingToSee: [.client]
        case .handoverTitle, .handoverSpokenBetween: [.from, .until]
        case .handoverNothing, .handoverUrgent, .handoverUnanswered, .handoverIncomplete:
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
        case .handoverOnDuty: [.detail]
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
    public var alternative: Placeholder? {
        switch self {
        case .hour: .hour12
        case .client, .caregiver, .need, .reason, .minutes, .label, .count, .position, .seconds, .state,
            .time, .from, .until, .median, .longest,
            .hour12, .minute, .digit, .detail:
            nil
        }
    }
}
