import Care

/// Whose points somebody reads and deals with: those of anybody else are not there for them.
public enum PointReader: Sendable, Equatable {
    /// Everybody's.
    case all
    /// Every client's, and of those who live or work here only this person's own; `nil` for a station.
    case clients(besides: String?)
    /// One client's, at their kiosk.
    case only(String)

    func reaches(_ holder: PointHolder) -> Bool {
        switch self {
        case .all: true
        case .clients(let own): holder.isClient || holder.id == own
        case .only(let client): holder.id == client
        }
    }
}

/// Who changes something about points.
public struct PointActor: Sendable {
    public let reader: PointReader
    /// The person who has logged in, or the client whose kiosk it is; `nil` for a station.
    public let id: String?
    /// The name under which they act; `nil` where nobody has said it.
    public let name: String?
    /// Whether they may say yes and no to others' wishes; a kiosk may not.
    public let decides: Bool
    /// Whether they may do what else only the client does.
    public let isCoordinator: Bool

    public init(reader: PointReader, id: String?, name: String?, decides: Bool, isCoordinator: Bool) {
        self.reader = reader
        self.id = id
        self.name = name
        self.decides = decides
        self.isCoordinator = isCoordinator
    }
}

/// Somebody whose points these are.
struct PointHolder: Equatable {
    let id: String
    let name: String
    let isClient: Bool
    /// Whether they still belong to the home.
    let isActive: Bool

    init(_ person: Person) {
        (id, name, isActive) = (person.id, person.name, person.isActive)
        isClient = person.role == .client
    }

    /// Somebody whose row cannot be read: what they did still counts.
    init(unknown id: String) { (self.id, name, isClient, isActive) = (id, id, false, true) }
}
