import Care
import Wording

/// What somebody is, in words.
enum RoleWords {
    /// As it stands within a sentence.
    static func name(_ role: Person.Role) -> Text {
        switch role {
        case .client: Text("roles.client")
        case .caregiver: Text("roles.caregiver")
        case .coordinator: Text("roles.coordinator")
        case .provider: Text("roles.provider")
        }
    }

    /// As it stands alone.
    static func title(_ role: Person.Role) -> Text {
        switch role {
        case .client: Text("roles.client_title")
        case .caregiver: Text("roles.caregiver_title")
        case .coordinator: Text("roles.coordinator_title")
        case .provider: Text("roles.provider_title")
        }
    }

    /// For whoever chooses: nothing but this role fits children and others who live here.
    static func choice(_ role: Person.Role) -> Text {
        role == .client ? Text("roles.client_choice") : title(role)
    }

    /// All who are that.
    static func all(_ role: Person.Role) -> Text {
        switch role {
        case .client: Text("roles.clients")
        case .caregiver: Text("roles.caregivers")
        case .coordinator: Text("roles.coordinators")
        case .provider: Text("roles.providers")
        }
    }

    /// What that means, for whoever chooses.
    static func meaning(_ role: Person.Role) -> Text {
        switch role {
        case .client: Text("roles.client_meaning")
        case .caregiver: Text("roles.caregiver_meaning")
        case .coordinator: Text("roles.coordinator_meaning")
        case .provider: Text("roles.provider_meaning")
        }
    }
}

extension String {
    /// Its first letter large.
    var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
