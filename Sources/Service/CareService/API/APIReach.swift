import Care

/// Whose data a route reads and changes: the cell of docs/access.md for those who may ask at all.
enum APIReach: Sendable {
    /// The home's, or nobody's in particular.
    case home
    /// Clients': a kiosk or display gets its own client's alone, as if there were no others.
    case clients
    /// Clients', and of a provider only what is planned.
    case clientsOrPlans
    /// Faults, which devices report for themselves alone, and whoever cares ends for every client.
    case reports
    /// Everybody's for coordinators (and stations), else one's own.
    case people
    /// What belongs to whoever has logged in.
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
