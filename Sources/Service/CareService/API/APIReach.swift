import Care

/// Whose data a route reads and changes: the cell of docs/access.md for callers who may use the route.
enum APIReach: Sendable {
    /// The home's data, or nobody's in particular.
    case home
    /// Clients' data: a kiosk or display, and a client who has logged in, gets only that client's, as if there were no
    /// others, and a provider those of the clients whom they come to see.
    case clients
    /// Clients' data, of which a provider gets only what is planned.
    case clientsOrPlans
    /// What a machine elsewhere works with: a kiosk its client's, a station that of the home's own client.
    case contents
    /// Faults: devices report only their own, and caregivers end them for every client.
    case reports
    /// Everybody's data for coordinators and stations, otherwise one's own.
    case people
    /// Data of the logged-in person, or of the device itself.
    case account
    /// Where people can be paid: one's own, and for coordinators clients', too.
    case links
    /// Points: a kiosk gets its client's, as a client does, a station every client's, caregivers besides their own, and coordinators everybody's.
    case points
    /// Ways to be reached, and addresses of calendars: one's own, and for coordinators everybody's.
    case contacts
    /// Photos of chores: those who approve get all, and whoever has sent one gets it.
    case photos

    /// A word of the table.
    enum Whose: String, Sendable {
        case home = "yes"
        case ownClient = "own client"
        case homesClient = "home's client"
        case all
        /// The clients whom a provider comes to see.
        case named
        case plans
        case own
        case everyClient = "clients"
        case ownAndClients = "own, clients"
    }

    func whose(_ role: CallerRole) -> Whose {
        switch (self, role) {
        case (.home, _): .home
        case (.clients, .kiosk), (.clients, .display), (.clients, .client), (.clientsOrPlans, .kiosk),
            (.clientsOrPlans, .display), (.clientsOrPlans, .client):
            .ownClient
        case (.clientsOrPlans, .provider): .plans
        case (.contents, .station): .homesClient
        case (.contents, _): .ownClient
        case (.clients, .provider): .named
        case (.clients, _), (.clientsOrPlans, _): .all
        case (.reports, .kiosk), (.reports, .station): .own
        case (.reports, _): .all
        case (.people, .caregiver), (.people, .provider), (.people, .client): .own
        case (.people, .kiosk): .ownClient
        case (.people, _): .all
        case (.account, _): .own
        case (.links, .coordinator): .ownAndClients
        case (.links, _): .own
        case (.contacts, .coordinator): .all
        case (.contacts, _): .own
        case (.photos, .caregiver), (.photos, .coordinator): .all
        case (.photos, _): .own
        case (.points, .kiosk), (.points, .display), (.points, .client): .ownClient
        case (.points, .station): .everyClient
        case (.points, .caregiver): .ownAndClients
        case (.points, _): .all
        }
    }
}
