/// What `beckon.yaml` calls the home and its people at the moment.
public struct HomeNames: Sendable, Equatable {
    /// What people call the home; `nil` where nobody has given it a name.
    public var home: String?
    /// The people whom the settings name.
    public var people: [Person]

    public init(home: String?, people: [Person]) {
        self.home = home
        self.people = people
    }

    public func person(_ id: String) -> String? { people.first { $0.id == id }?.name }
}
