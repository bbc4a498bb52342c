public import Boards
public import Care
public import Evidence
public import Exercises
public import FoundationEssentials
public import HomeFiles
public import Scanning
public import Speech
public import Time

/// Everything that can happen to a client's kiosk, in one order.
public enum KioskEvent: Sendable {
    /// The first event. `expectsSwitch` is false where no switch was asked for.
    case started(expectsSwitch: Bool)
    /// The time that `nextWake` named has come.
    case wake
    case edge(SwitchEdge)
    case switchArrived(id: Int, name: String)
    case switchLost(id: Int, name: String)
    /// A key was already down when its device was opened, or after events were lost: it does not choose.
    case switchFoundDown(SwitchEdge.Source, at: Instant)
    /// Such a key is up.
    case switchFoundUp(SwitchEdge.Source)
    case switchBattery(id: Int, name: String, BatteryReading)
    case voice(VoiceEvent)
    case care(KioskCareEvent)
    case boardsChanged(BoardSet)
    /// A changed board or phrase file has mistakes; the old ones stay. The text says where.
    case filesRefused(String)
    /// What the service has for the client was asked for. The text says why it is not in use: mistakes in it, files of it that can no longer be read
    /// here, or a full disk.
    case contentsFetched(refused: String?)
    case phrasesChanged(Phrases)
    /// The names of the settings' client and caregiver have changed.
    case namesChanged(client: String, caregiver: String)
    /// How the client's screen looks has changed.
    case displayChanged(HomeSettings.Display)
    /// What the settings say of sessions and moods has changed.
    case guidanceChanged(HomeSettings.Guidance)
    /// The files for proposing have changed. If the home's own files have mistakes, the text says where, and
    /// the shipped ones are used instead.
    case proposalMeansChanged(ProposalMeans, refused: String? = nil)
    /// The exercises that the client may do have changed. If files of them have mistakes, the text says where; those are left out.
    case exercisesChanged([Exercise], refused: String? = nil)
    /// What encourages the client has changed, or how they want it. If files of it have mistakes, the text says where; those are left out.
    case encouragementChanged(EncouragementMeans, refused: String? = nil)
    /// Staff have changed how the board is scanned.
    case scanningChanged(ScanParameters, HomeSettings.Tuning)
    /// The scan time was fitted to the presses automatically, on that day (since 1970-01-01).
    case paceFitted(Duration, on: Int)
    /// What is known of the client's presses from before.
    case pressesKnown(PressProfile)
    /// A touch on the client's screen.
    case tap(ScreenTap)
    /// Somebody at a page wants to see whether this kiosk works.
    case trial(Trial)
    /// Several clients share the kiosk.
    case sharing(KioskSharing)
}

/// What the connection to the service tells a kiosk.
public enum KioskCareEvent: Sendable {
    /// Commands of an earlier run that have not reached the service yet: requests, marks, proposals, told
    /// reminders and when they were put off, what was asked for the household, and moods.
    case restored(
        [NewRequest], marks: [OccurrenceEntry] = [], proposals: [NewNeedProposal] = [], told: Set<UUID> = [],
        putOff: [UUID: Date] = [:], household: [HouseholdCommand] = [], moods: [NewMood] = [])
    /// The request or answer of this id is on disk: it will not be lost.
    case recorded(UUID)
    /// It could be stored nowhere.
    case notRecorded(UUID, detail: String)
    case delivered(UUID)
    /// The service refused it for good; with the request as it is there, if there is one, and the kind of problem, as far as it is known.
    case rejected(UUID, detail: String, Request?, as: CareProblem.Kind? = nil)
    /// The kiosk's own store cannot be written; requests still go directly to the service.
    case storeFailed(String)
    case storeRestored
    /// - Parameters:
    ///   - recent: The client's requests of the last day that are met or declined.
    ///   - client: The client whom this kiosk serves, as the home knows it; `nil` if the service does not say.
    ///   - told: The numbers of events that come once more and were told in an earlier run.
    case connected(
        openRequests: [Request], recent: [Request] = [], openFaults: [Fault], sequence: Int64,
        client: String? = nil, told: Set<Int64> = [])
    case journal(JournalEvent)
    /// All events up to this number have been sent; other clients' were left out.
    case caughtUp(sequence: Int64)
    case agenda(Agenda)
    /// The client's chores, points and rewards have changed.
    case household(ClientHousehold)
    /// The client's appointments of these days, after each connection and with each new day; the journal tells what happens to them since.
    case appointments([Appointment])
    /// What the client has heard and likes, as the service knows it together with what this kiosk has told.
    case encouragement(ClientEncouragement)
    /// An appointment's line could not be sent, and will not be.
    case notTold(UUID, detail: String)
    /// Whether the client is told things here, or at another kiosk that they used since.
    case speaks(Bool)
    case serviceLost(String)
    case serviceBack
}

/// An action for the kiosk's runtime.
public enum KioskEffect: Sendable, Equatable {
    case voice(VoiceCommand)
    /// Store it and send it; answer with `recorded` or `notRecorded`.
    case ask(NewRequest)
    case respond(request: UUID, NewResponse)
    /// Store it and send it; answer with `recorded` or `notRecorded`.
    case propose(NewNeedProposal)
    /// Store it and send it; answer with `recorded` or `notRecorded`.
    case mark(OccurrenceEntry)
    /// Store it and send it; answer with `recorded` or `notRecorded`.
    case household(HouseholdCommand)
    /// Store it and send it; answer with `recorded` or `notRecorded`.
    case mood(NewMood)
    /// Send it at once or never: what somebody said an hour ago is no answer any more. Answer with `notTold` where that failed.
    case tell(appointment: UUID, NewAppointmentLine)
    /// Read chores, points and rewards anew: the journal does not tell this kiosk of everything that others do.
    case readHousehold
    /// The client uses this kiosk, at this time.
    case use(Date)
    case receipt(reminder: UUID, ReminderReceipt)
    /// The client has heard what somebody says to them.
    case said(words: UUID, WordsReceipt)
    case report(Fault)
    /// Store it for tuning; nothing waits for it.
    case observed(PressRecord)
    /// Store it for the next start.
    case keepPace(Pace)
    /// Store it for the next start: where the client is in an exercise, if in any.
    case keepExercise(KeptExercise)
    /// Store it for the next start, and tell the service: what the client has heard and likes.
    case keepEncouragement(ClientEncouragement)
    /// Everything in the journal up to this number has been handled.
    case acknowledge(Int64)
    /// The events with these numbers were told, although an earlier one still waits: store it for the next start.
    case toldAhead([Int64])
    /// The client's new screen; it replaces any earlier one.
    case show(Screen)
    /// For staff.
    case log(String)
}
