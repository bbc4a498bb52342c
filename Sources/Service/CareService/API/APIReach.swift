import Care

/// Whose data a route reads and changes: the cell of docs/access.md for callers who may use the route.
enum APIReach: Sendable {
    /// The home's data, or nobody's in particular.
    case home
    /// Clients' data: a kiosk or display gets only its own client's, as if there were no others.
    case clients
    /// Clients' data; a provider gets only what is planned.
    case clientsOrPlans
    /// Faults: devices report only their own, and caregivers end them for every client.
    case reports
    /// Everybody's data for coordinators and stations, otherwise one's own.
    case people
    /// Data of the logged-in person.
    case account

    /// A word of the table.
    enum Whose: String, Sendable {
        case home = "yes"
        case ownClient = "own client"
        case all
        case plans
        case own
    }

    func whose(_ role: CallerRole) -> Whose {
        switch (self, role) {
        case (.home, _): .home
        case (.clients, .kiosk), (.clients, .display), (.clientsOrPlans, .kiosk), (.clientsOrPlans, .display):
            .ownClient
        case (.clientsOrPlans, .provider): .plans
        case (.clients, _), (.clientsOrPlans, _): .all
        case (.reports, .kiosk), (.reports, .station): .own
        case (.reports, _): .all
        case (.people, .caregiver), (.people, .provider): .own
        case (.people, _): .all
        case (.account, _): .own
        }
    }
}
