/// Whose eyes read appointments: the one place that decides what of them is whose.
public enum AppointmentReader: Sendable, Equatable {
    /// A client, at their kiosk or on their phone: their own.
    case client(String)
    /// A provider by their id, and whose plans they see: their own appointments with those.
    case provider(String, of: PlanReach)
    case caregiver
    case coordinator

    public var side: AppointmentSide {
        switch self {
        case .client: .client
        case .provider: .provider
        case .caregiver: .caregiver
        case .coordinator: .coordinator
        }
    }

    /// Whether there is such an appointment for them.
    public func sees(_ content: AppointmentContent) -> Bool {
        switch self {
        case .client(let id): content.client == id
        case .provider(let id, let clients): content.provider == id && clients.includes(content.client)
        case .caregiver, .coordinator: true
        }
    }

    /// Whether a line of an appointment is for them.
    public func reads(_ line: AppointmentLine, of content: AppointmentContent) -> Bool {
        guard sees(content), line.kind.readers(writtenBy: line.side).contains(side) else { return false }
        guard line.kind == .keptNote else { return true }
        // Whoever else is the provider one day reads nothing of it.
        if case .provider(let id, _) = self { return line.byID == id }
        return false
    }

    public func reads(_ news: AppointmentNews) -> Bool { reads(news.line, of: news.appointment.content) }
}
