import Care
import CareStore
import Foundation

/// The role of a caller. Each route names the roles that may use it.
enum CallerRole: String, CaseIterable, Sendable {
    /// The client's device.
    case kiosk
    /// A device of the caregivers: everybody who presses there counts as a caregiver of this home.
    case station
    /// A screen that shows what a kiosk scans.
    case display
    case caregiver, coordinator, provider
    /// A client who has logged in, or whose phone is linked: reaches what their kiosk reaches of them, and their own login.
    case client
    /// The house itself, such as Home Assistant: whatever its broker brings. It has no token and no session, so that nobody else acts as it.
    case house

    /// The name under which the house answers, as clients and caregivers are told it.
    static let houseName = "Home Assistant"
    /// By which its claims are told from those of others.
    static let houseClaimant = "house \(StoredChannel.house)"

    /// Whether it is a machine, whose clock may be wrong.
    var isDevice: Bool {
        switch self {
        case .kiosk, .station, .display, .house: true
        case .caregiver, .coordinator, .provider, .client: false
        }
    }

    init(_ role: Person.Role) {
        switch role {
        case .client: self = .client
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
    /// Whoever has a token or a session.
    static let everyone = Set(CallerRole.allCases).subtracting([.house])
    /// Roles that deal with more than one client's screen.
    static let listeners = everyone.subtracting([.display])
    /// All caregivers of this home.
    static let caregivers: Self = [.station, .caregiver, .coordinator]
    /// Caregivers who have logged in.
    static let staff: Self = [.caregiver, .coordinator]
    static let coordinators: Self = [.coordinator]
    /// Whoever has logged in.
    static let people: Self = [.caregiver, .coordinator, .provider, .client]
    static let devices: Self = [.kiosk, .station]
    /// Devices report faults, and people report that they go and see.
    static let reporters: Self = devices.union(staff)
    /// Roles that may view a client's screen, and touch it.
    static let screens: Self = caregivers.union([.kiosk, .display])
    /// Devices and caregivers.
    static let home: Self = caregivers.union([.kiosk])
    /// The same, and clients who have logged in.
    static let household: Self = home.union([.client])
    /// Whoever answers a call, or takes it back.
    static let answerers: Self = household.union([.house])
    /// Whoever has words said to clients.
    static let speakers: Self = caregivers.union([.house])
    /// Whoever can be told something on a device of their own: clients are told at their kiosks.
    static let reached: Self = [.caregiver, .coordinator, .provider]
    /// Whoever asks as one client alone.
    static let clients: Self = [.kiosk, .client]
    /// Roles that plan.
    static let planners: Self = caregivers.union([.provider])
}

/// The sender of a message, by their token or session.
struct Caller: Sendable {
    let role: CallerRole
    /// Who has logged in.
    var person: Person?
    /// The device that was paired; `nil` for the home's own kiosk and station, whose tokens are files.
    var device: UUID?
    /// The one client whom a kiosk or display serves, or who has logged in: it reads, hears, reports and asks only for this one.
    /// `nil` for other callers. The home's own kiosk serves the home's own client, and so does a device that
    /// was paired for nobody in particular.
    var client: String?
    /// Whom a kiosk names that it does not serve: it may only call, and the call is stored as its own client's.
    var unserved: String?
    /// Their session.
    var session: UUID?
    /// Whether they have a password; `false` for a client whose phone was linked without one.
    var hasPassword = true
    /// The token that each change of this session must carry.
    var csrfToken: String?
    /// Whether "last seen" was just stored: then their cookie is renewed, too.
    var isSeenAnew = false

    /// The name under which they act on requests and routines.
    var actor: Actor {
        switch role {
        // Whatever a client does is the client's, wherever they do it.
        case .kiosk, .display, .client: .kiosk
        // Whoever presses a button of the house counts as a caregiver, as at a station.
        case .station, .house: .station
        case .caregiver, .coordinator, .provider: .person
        }
    }

    /// Who has what they are on the way to: the person, or the device, at which whoever presses has it. Empty for the home's own
    /// devices, of which there may be several with one token: their names tell them apart.
    var claimant: String {
        if role == .house { return CallerRole.houseClaimant }
        return person.map { "person \($0.id)" } ?? device.map { "device \($0.uuidString)" } ?? ""
    }

    /// The key by which their streams are ended when they may no longer listen.
    var owner: UUID? { session ?? device }

    /// Filters by the one client whom they serve, if they do.
    func client(of home: CareServiceConfiguration) -> String { client ?? home.client }

    /// Whose plans they see: whoever asks as one client alone, that one's.
    func plans(in home: CareServiceConfiguration) -> PlanReach {
        askingClient(in: home).map { .only([$0]) } ?? sight.plans
    }

    /// The client who asks, at their kiosk or logged in; `nil` for everybody else.
    func askingClient(in home: CareServiceConfiguration) -> String? {
        Set<CallerRole>.clients.contains(role) ? client(of: home) : nil
    }

    /// The kiosk or station whose disconnection is a fault; `nil` for browsers.
    func presence(in home: CareServiceConfiguration) -> Presence.Watched? {
        switch role {
        case .kiosk: .kiosk(client: client(of: home), device: device)
        case .station: .station(device: device)
        case .display, .caregiver, .coordinator, .provider, .client, .house: nil
        }
    }

    /// Who has logged in, where a route is for people alone.
    func loggedIn() throws(CareProblem) -> Person {
        guard let person else { throw CareProblem(.notFound, "you are not logged in") }
        return person
    }

    /// The name under which something is done: logged-in people, and the house, act under their own.
    func signed(_ name: String?, _ field: String = "by") throws(CareProblem) -> String? {
        if role == .house { return CallerRole.houseName }
        guard let person else { return name }
        guard name == nil || name == person.name else {
            throw CareProblem(
                .forbidden, "you are logged in as \(person.name): leave it out, or write that name",
                field: field)
        }
        return person.name
    }
}
