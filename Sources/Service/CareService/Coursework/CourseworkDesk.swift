import Care
import Logging

/// What this run knows of the places where school tasks are read: when each is read again, and what opens it.
struct CourseworkDesk: Sendable {
    let secrets: PlatformSecrets<CourseworkSecret>
    let fetcher: CourseworkFetcher
    let words: CourseworkWords
    let places = PlatformPlaces(ReadingPace.ofSchoolTasks)

    init(_ configuration: CareServiceConfiguration, access: PlatformAccess, logger: Logger) {
        secrets = PlatformSecrets(besideStore: configuration.storePath, "coursework")
        words = CourseworkWords(configuration.translations, logger: logger)
        fetcher = CourseworkFetcher(access: access, zones: configuration.zones.known)
    }
}
