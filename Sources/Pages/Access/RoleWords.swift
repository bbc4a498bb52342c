import Care

/// What somebody is, in words.
enum RoleWords {
    static func name(_ role: Person.Role) -> String {
        switch role {
        case .client: "client"
        case .caregiver: "caregiver"
        case .coordinator: "coordinator"
        case .provider: "provider"
        }
    }

    /// What that means, for whoever chooses.
    static func meaning(_ role: Person.Role) -> String {
        switch role {
        case .client: "asks with a switch; needs no login"
        case .caregiver: "hears calls, answers them, ticks off what is due"
        case .coordinator: "a caregiver who also plans, changes settings and invites"
        case .provider:
            "comes at set times, such as a therapist: sees and changes the whole plan; hears no calls"
        }
    }
}

extension String {
    /// Its first letter large.
    var capitalised: String { prefix(1).uppercased() + dropFirst() }
}
