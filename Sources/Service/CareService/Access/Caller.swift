import Care
import Foundation

/// The role of a caller. Each route names the roles that may use it.
enum CallerRole: String, CaseIterable, Sendable {
    /// The client's device.
    case kiosk
    /// A device of the caregivers': whoever presses there is a caregiver of this home.
    case station
    /// A screen that shows what a kiosk scans.
    case display
    case caregiver, coordinator, provider

    /// Whether it is a machine, whose clock may be wrong.
    var isDevice: Bool {
        switch self {
        case .kiosk, .station, .display: true
        case .caregiver, .coordinator, .provider: false
        }
    }

    /// `nil` for clients, who never log in.
    init?(_ role: Person.Role) {
        switch role {
        case .client: return nil
        case .caregiver: self = .caregiver
        case .coordinator: self = .coordinator
        case .provider: self = .provider
        }
    }

    init(_ kind: DeviceKind) {
        switch kind {
        case .kiosk: self = .kiosk
        case .station: self = .station
        case .display: self = .display
        }
    }
}

extension Set<CallerRole> {
    static let everyone = Set(CallerRole.allCases)
    /// Whoever has something to do with more than one client's screen.
    static let listeners = everyone.subtracting([.display])
    /// All caregivers of this home.
    static let caregivers: Self = [.station, .caregiver, .coordinator]
    /// Caregivers who have logged in.
    static let staff: Self = [.caregiver, .coordinator]
    static let coordinators: Self = [.coordinator]
    /// Whoever has logged in.
    static let people: Self = [.caregiver, .coordinator, .provider]
    static let devices: Self = [.kiosk, .station]
    /// Devices tell what is broken, and people that they go and see.
    static let reporters: Self = devices.union(staff)
    /// Whoever may look at a client's screen, and touch it.
    static let screens: Self = caregivers.union([.kiosk, .display])
    /// Devices and whoever cares.
    static let home: Self = caregivers.union([.kiosk])
    /// Whoever plans what is to be done.
    static let planners: Self = caregivers.union([.provider])
}

/// Who asks for something, as their token or session says.
struct Caller: Sendable {
    let role: CallerRole
    /// Who has logged in.
    var person: Person?
    /// The device that was paired; `nil` for the home's own kiosk and station, whose tokens are files.
    var device: UUID?
    /// The one client whom a kiosk or display serves: it reads, hears, reports and asks for nobody else. `nil` for everybody
    /// else. The home's own kiosk serves the home's own client, and so does what was paired for nobody in particular.
    var client: String?
    /// Where they are logged in.
    var session: UUID?
    /// What goes with all that this session changes.
    var csrfToken: String?
    /// Whether it was just written down that they were here: then their cookie begins anew, too.
    var isSeenAnew = false

    /// The name under which they act on requests and routines.
    var actor: Actor {
        switch role {
        case .kiosk, .display: .kiosk
        case .station: .station
        case .caregiver, .coordinator, .provider: .person
        }
    }

    /// The key by which their streams are ended when they may no longer listen.
    var owner: UUID? { session ?? device }

    /// Whose client's they see, where they serve one.
    func client(of home: CareServiceConfiguration) -> String { client ?? home.client }

    /// The kiosk or station whose disconnection is a fault; `nil` for browsers.
    func presence(in home: CareServiceConfiguration) -> Presence.Watched? {
        switch role {
        case .kiosk: .kiosk(client: client(of: home), device: device)
        case .station: .station(device: device)
        case .display, .caregiver, .coordinator, .provider: nil
        }
    }

    /// Who has logged in, where a route is for people alone.
    func loggedIn() throws(CareProblem) -> Person {
        guard let person else { throw CareProblem(.notFound, "you are not logged in") }
        return person
    }

    /// The name under which something is done: whoever has logged in signs with their own.
    func signed(_ name: String?, _ field: String = "by") throws(CareProblem) -> String? {
        guard let person else { return name }
        guard name == nil || name == person.name else {
            throw CareProblem(
                .forbidden, "you are logged in as \(person.name): leave it out, or write that name",
                field: field)
        }
        return person.name
    }
}
