public import FoundationEssentials

extension Fault {
    /// What makes two reports one fault: the same trouble of the same device, or of the same role where no device was paired,
    /// about the same client or place.
    public struct Key: Hashable, Sendable {
        public let source: String
        public let device: UUID?
        public let client: String?
        public let place: String?
        public let kind: FaultKind
    }

    /// The device that the detail names by its kind, in English, because it has no name of its own: whoever tells of it says that in their
    /// reader's language. `nil` where the detail is something else, such as a name that people have given.
    public var unnamedDevice: DeviceKind? {
        guard kind == .deviceBatteryLow || kind == .stationMissing, device == nil else { return nil }
        return DeviceKind.allCases.first { $0.ownName == detail }
    }

    public var key: Key { Key(source: source, device: device, client: client, place: place, kind: kind) }

    /// Whether a kiosk is told of it: what the kiosk itself has reported, what concerns its client's calls, and that nobody at a
    /// station would hear one. Everything else may name other clients, their words or their medicines.
    ///
    /// - Parameters:
    ///   - client: The client whom the kiosk serves.
    ///   - device: The kiosk, where it was paired.
    public func isTold(toKioskOf client: String, device: UUID?) -> Bool {
        let isOwn = self.client == client && self.device == device
        return switch kind.traits.kiosks {
        case .own: source == "kiosk" && isOwn
        case .ownAndOfStations: source == "station" || isOwn
        case .clients: self.client == client
        case .all: true
        case .none: false
        }
    }
}

extension JournalEvent {
    /// Whether those who care for clients get it who are no coordinators: points of somebody else who lives or works here are that person's,
    /// and so is what they are asked to pay.
    ///
    /// - Parameter own: Who has logged in, by id; `nil` for a station.
    public func isTold(toCaregiver own: String?) -> Bool {
        switch content {
        case .pointsChanged(let points): points.isClient || points.person == own
        case .grantChanged(let grant): grant.isClient || grant.person == own
        case .reminder(let reminder): reminder.isTold(toCaregiver: own)
        // A station stands where everybody passes.
        case .appointmentChanged(let news): own != nil && AppointmentReader.caregiver.reads(news)
        case .moodLogged, .words: own != nil
        case .occurrenceChanged(let occurrence): own != nil || !occurrence.isGoal
        case .routineChanged: own != nil || !isOfGoal
        case .request, .fault, .proposed, .proposalDecided, .needChanged, .agendaChanged, .unreadable: true
        }
    }

    /// Whether a coordinator gets it: all but what a client and a provider have for themselves.
    public var isToldToCoordinators: Bool {
        appointment.map(AppointmentReader.coordinator.reads) ?? true
    }

    /// Whether a kiosk gets it: its whole content must belong to the kiosk's client. An event without content
    /// only says that the agenda is to be fetched again.
    public func isTold(toKioskOf client: String, device: UUID?) -> Bool {
        switch content {
        case .request(let request, _): request.client == client
        case .fault(let fault): fault.isTold(toKioskOf: client, device: device)
        case .proposed(let proposal), .proposalDecided(let proposal): proposal.client == client
        case .occurrenceChanged(let occurrence):
            // An answer also reaches whoever did it without having had it.
            occurrence.isShown(toKioskOf: client)
                || occurrence.chore?.answeredBy != nil && occurrence.chore?.doneBy?.contains(client) == true
        case .reminder(let reminder): reminder.isTold(toKioskOf: client)
        case .pointsChanged(let points): points.person == client
        case .grantChanged(let grant): grant.person == client
        case .appointmentChanged(let news): AppointmentReader.client(client).reads(news)
        case .moodLogged(let mood): mood.mood.client == client
        case .words(let words): words.client == client
        case .needChanged, .routineChanged, .agendaChanged: true
        case .unreadable(let what): what.isTold
        }
    }
}

extension JournalEvent.Unreadable {
    /// Whether kiosks are told of it. An unreadable fault is nobody's.
    fileprivate var isTold: Bool {
        switch self {
        case .fault: false
        case .request, .proposed, .proposalDecided, .reminder, .pointsChanged, .grantChanged,
            .appointmentChanged, .moodLogged, .words:
            true
        }
    }
}

extension RoutineOccurrence {
    /// Whether it is in the client's plan, or this client is the one who does it: work that people share, or something in another client's
    /// plan, of which their kiosk reminds them; or they have asked somebody to do it, or are asked themselves.
    public func isShown(toKioskOf client: String) -> Bool {
        self.client == client || assignment.person == client || chore?.offer?.by == client
            || openOffer?.to == client
    }
}

extension Reminder {
    /// Of what somebody has to pay, a station gets what it says, and everybody else what is for themselves.
    fileprivate func isTold(toCaregiver own: String?) -> Bool {
        guard own != nil || !(occurrence?.isGoal ?? false) else { return false }
        return charge == nil || (own == nil ? channel == .station : recipient == own)
    }

    /// Whether it is the client's own: a kiosk does not get what is meant for caregivers.
    fileprivate func isTold(toKioskOf client: String) -> Bool {
        channel == .kiosk && recipient == client
    }
}
