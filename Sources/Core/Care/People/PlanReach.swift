/// Whose plans a question is about, or somebody sees.
public enum PlanReach: Sendable, Equatable {
    /// Everybody's, and the household's.
    case everything
    /// Every client's, and nothing else.
    case clients
    /// These clients' alone, by their ids.
    case only(Set<String>)

    /// - Parameter client: `nil` where it is no client's.
    public func includes(_ client: String?) -> Bool {
        switch self {
        case .everything: true
        case .clients: client != nil
        case .only(let ids): client.map(ids.contains) ?? false
        }
    }
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
