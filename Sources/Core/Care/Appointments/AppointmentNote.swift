public import FoundationEssentials

/// What a provider has written about an appointment for its client, who has it read out at their kiosk.
public struct AppointmentNote: Codable, Sendable, Equatable, Identifiable {
    /// How many of one provider's notes a client can hear, and how many in all, the latest: nobody listens to more with one switch.
    public static let most = (ofOne: 5, inAll: 20)
    /// So long after an appointment was planned, what was written about it can still be heard. Seconds.
    public static let age: TimeInterval = 28 * 86_400

    /// That of the line.
    public var id: UUID
    public var appointment: UUID
    /// The ids of the two.
    public var client: String
    public var provider: String
    public var providerName: String
    /// Whether it is something to talk about next time.
    public var isToTalkAbout: Bool
    /// At most 2000 characters.
    public var text: String
    /// When the service learnt of it.
    public var at: Date

    public init(
        id: UUID, appointment: UUID, client: String, provider: String, providerName: String,
        isToTalkAbout: Bool = false, text: String, at: Date
    ) {
        self.id = id
        self.appointment = appointment
        self.client = client
        self.provider = provider
        self.providerName = providerName
        self.isToTalkAbout = isToTalkAbout
        self.text = text
        self.at = at
    }

    /// A line as its client hears it; `nil` for what is not written for them to hear.
    public init?(_ line: AppointmentLine, of appointment: Appointment) {
        let content = appointment.content
        guard line.isToHear, AppointmentReader.client(content.client).reads(line, of: content),
            let text = line.text
        else { return nil }
        self.init(
            id: line.id, appointment: appointment.id, client: content.client, provider: content.provider,
            providerName: appointment.providerName, isToTalkAbout: line.kind == .talkingPoint, text: text,
            at: line.at)
    }

    enum CodingKeys: String, CodingKey {
        case id, appointment, client, provider, text, at
        case providerName = "provider_name"
        case isToTalkAbout = "is_to_talk_about"
    }
}

extension AppointmentLine.Kind {
    /// What a provider writes for the client to hear.
    public static let toHear: [AppointmentLine.Kind] = [.note, .talkingPoint]
}

extension AppointmentLine {
    /// Whether its client hears it: what a provider has written and shares.
    public var isToHear: Bool { side == .provider && AppointmentLine.Kind.toHear.contains(kind) }
}
