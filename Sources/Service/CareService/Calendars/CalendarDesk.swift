import Care

/// What this run knows of the calendars outside: when each is read or written again, and what opens it.
struct CalendarDesk: Sendable {
    let secrets: PlatformSecrets<CalendarSecret>
    let places = PlatformPlaces(ReadingPace.ofCalendars)

    init(_ configuration: CareServiceConfiguration) {
        secrets = PlatformSecrets(besideStore: configuration.storePath, "calendars")
    }
}
