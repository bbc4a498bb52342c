public import Care
public import FoundationEssentials
public import Recurrence

/// What a client was given to do at one time: an exercise, or an appointment alone.
public struct Assigned: Codable, Equatable, Sendable {
    /// Whose due time it is; `nil`, as `key`, where it is an appointment alone.
    public var routine: UUID?
    public var key: OccurrenceKey?
    public var title: String
    /// What the provider has written for it; files of before have none.
    public var details: String?
    /// The exercise's id; the kiosk may not have it.
    public var exercise: String?
    public var appointment: UUID?
    /// What was said after an appointment alone, and is not on the disk yet: where a power cut finds it there, that is not asked again.
    public var answer: UUID?

    public init(_ occurrence: RoutineOccurrence) {
        routine = occurrence.routine
        key = occurrence.key
        title = occurrence.title
        details = occurrence.details
        exercise = occurrence.exercise
        appointment = occurrence.appointment
    }

    /// An appointment to which no exercise leads.
    ///
    /// - Parameter title: As the client hears it.
    public init(_ appointment: Appointment, title: String) {
        self.title = title
        self.appointment = appointment.id
    }

    /// Whether there is nothing to do but to meet the provider.
    public var isMeeting: Bool { routine == nil }

    /// The occurrence's id; of an appointment alone that of `id(ofMeeting:)`.
    public var id: String {
        guard let routine, let key else { return appointment.map(Self.id(ofMeeting:)) ?? "" }
        return "\(routine) \(key)"
    }

    /// The id of an appointment to which no exercise leads. No occurrence has such a one.
    public static func id(ofMeeting appointment: UUID) -> String { "appointment \(appointment)" }
}
