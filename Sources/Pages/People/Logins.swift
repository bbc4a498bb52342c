import Care

/// Who can log in, and who is invited to: what coordinators may know.
struct Logins {
    private let accounts: [String: Account]
    private let invitations: [String: Invitation]

    init(_ api: PageAPI) async throws(CareProblem) {
        accounts = Dictionary(
            try await api.get("accounts", as: AccountPage.self).accounts.map { ($0.person.id, $0) },
            uniquingKeysWith: { first, _ in first })
        // The newest first: that is the one that whoever reads it aloud means.
        invitations = Dictionary(
            try await api.get("invitations", as: InvitationPage.self).invitations
                .compactMap { one in one.person.map { ($0, one) } }, uniquingKeysWith: { first, _ in first })
    }

    func has(_ person: String) -> Bool { accounts[person]?.hasLogin ?? false }

    /// The one that the person can still use: it is void when they have another role since.
    func invitation(_ person: Person) -> Invitation? {
        invitations[person.id].flatMap { $0.role == person.role ? $0 : nil }
    }

    func words(_ person: Person, _ call: PageCall) -> String {
        let invited = invitation(person).map { "code valid, \(runsOut($0, call))" }
        guard has(person.id) else {
            return invited.map { "Invited: \($0)." } ?? "No login yet."
        }
        let seen = accounts[person.id]?.lastSeen.map { "Logged in, seen \(call.ago($0))." } ?? "Can log in."
        return invited.map { "\(seen) New password: \($0)." } ?? seen
    }

    private func runsOut(_ invitation: Invitation, _ call: PageCall) -> String {
        "expires \(call.ago(invitation.expiresAt))"
    }
}
