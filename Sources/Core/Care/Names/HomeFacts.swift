/// What `beckon.yaml` says of the home that everybody has to know: what it and its people are called, and when its shifts begin.
public struct HomeFacts: Sendable, Equatable {
    /// What people call the home; `nil` where nobody has given it a name.
    public var home: String?
    /// The people whom the settings name.
    public var people: [Person]

    /// In minutes since midnight, 0–1439, rising; not empty.
    public var shifts: [Int]

    public init(home: String?, people: [Person], shifts: [Int] = ShiftTime.usualBegins) {
        self.home = home
        self.people = people
        self.shifts = shifts
    }

    public func person(_ id: String) -> String? { people.first { $0.id == id }?.name }
}
