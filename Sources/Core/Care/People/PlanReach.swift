/// Whose plans a question is about, or somebody sees.
public enum PlanReach: Sendable, Equatable {
    /// Everybody's, and the household's.
    case everything
    /// The same without what clients have set themselves to do: for a station, which stands where everybody passes.
    case shared
    /// Every client's, and nothing else.
    case clients
    /// These clients' alone, by their ids.
    case only(Set<String>)
    /// The same without what they have set themselves to do.
    case sharedOf(Set<String>)

    /// - Parameter client: `nil` where it is no client's.
    public func includes(_ client: String?) -> Bool {
        switch self {
        case .everything, .shared: true
        case .clients: client != nil
        case .only(let ids), .sharedOf(let ids): client.map(ids.contains) ?? false
        }
    }

    /// Whether it is seen whoever has it: all but goals are, if any.
    public func includes(goal isGoal: Bool) -> Bool {
        switch self {
        case .everything, .clients, .only: true
        case .shared, .sharedOf: !isGoal
        }
    }

    /// What of it is one client's: nothing more than before, and nothing of whoever is not in it.
    public func narrowed(to client: String) -> PlanReach {
        let ids: Set<String> = includes(client) ? [client] : []
        switch self {
        case .everything, .clients, .only: return .only(ids)
        case .shared, .sharedOf: return .sharedOf(ids)
        }
    }

    /// Whether what is no client's belongs to it.
    public var isOfHousehold: Bool { includes(nil) }
}

extension Person {
    /// Whose plans this person sees.
    public var reach: PlanReach {
        guard role == .provider else { return .everything }
        return clients.map { .only(Set($0)) } ?? .clients
    }
}

extension Person.Role {
    /// Whom somebody new of this role comes to see: a provider those who are named, and nobody where nobody is.
    public func clients(_ named: [String]?) -> [String]? { self == .provider ? named ?? [] : nil }
}
