/// What `beckon.yaml` says of the home that everybody has to know: what it and its people are called, when its shifts begin, and
/// where it meets by video.
public struct HomeFacts: Sendable, Equatable {
    /// What people call the home; `nil` where nobody has given it a name.
    public var home: String?
    /// The people whom the settings name.
    public var people: [Person]

    /// In minutes since midnight, 0–1439, rising; not empty.
    public var shifts: [Int]
    /// The home's own, BCP 47; `nil` where nobody knows it.
    public var language: String?
    /// Where an appointment takes place by video; `nil`: nowhere.
    public var videoLink: VideoLink?

    public init(
        home: String?, people: [Person], shifts: [Int] = ShiftTime.usualBegins, language: String? = nil,
        videoLink: VideoLink? = nil
    ) {
        self.home = home
        self.people = people
        self.shifts = shifts
        self.language = language
        self.videoLink = videoLink
    }

    public func person(_ id: String) -> String? { people.first { $0.id == id }?.name }
}
