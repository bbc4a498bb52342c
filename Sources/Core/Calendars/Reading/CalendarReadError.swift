/// Why bytes are not read as a calendar.
public enum CalendarReadError: Error, Equatable, Sendable {
    case notACalendar
    /// More bytes or components than are read, or nested deeper.
    case tooLarge
}
