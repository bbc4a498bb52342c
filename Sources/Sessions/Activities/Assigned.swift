public import Care
public import FoundationEssentials
public import Recurrence

/// What a client was given to do at one time.
public struct Assigned: Codable, Equatable, Sendable {
    public var routine: UUID
    public var key: OccurrenceKey
    public var title: String
    /// What the provider has written for it; files of before have none.
    public var details: String?
    /// The exercise's id; the kiosk may not have it.
    public var exercise: String?
    public var appointment: UUID?

    public init(_ occurrence: RoutineOccurrence) {
        routine = occurrence.routine
        key = occurrence.key
        title = occurrence.title
        details = occurrence.details
        exercise = occurrence.exercise
        appointment = occurrence.appointment
    }

    /// The occurrence's id.
    public var id: String { "\(routine) \(key)" }
}
