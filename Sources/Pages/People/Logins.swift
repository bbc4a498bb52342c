import Care
import Wording

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

    /// Whether their password needs a second step.
    func hasSecondStep(_ person: String) -> Bool { accounts[person]?.hasSecondStep ?? false }

    /// What somebody loses by a new password that a coordinator lets them choose, and what they need right after.
    func newPasswordMeans(_ person: String) -> Text {
        let ends = Text("logins.new_password_ends")
        return hasSecondStep(person)
            ? .joined([ends, Text("logins.new_password_step")], separator: " ") : ends
    }

    /// The one that the person can still use: it is void when they have another role since.
    func invitation(_ person: Person) -> Invitation? {
        invitations[person.id].flatMap { $0.role == person.role ? $0 : nil }
    }

    func words(_ person: Person, _ call: PageCall) -> Text {
        let expires = invitation(person).map { Text.Value.text(call.when($0.expiresAt)) }
        let account = accounts[person.id]
        let isSomewhere = account.map { $0.sessions > 0 } ?? false
        let seen = isSomewhere ? account?.lastSeen.map { Text.Value.text(call.when($0)) } : nil
        if person.role == .client { return phones(person, seen: seen, expires: expires) }
        guard has(person.id) else {
            return expires.map { Text("logins.invited", ["expires": $0]) } ?? Text("logins.none")
        }
        return switch (seen, expires) {
        case (nil, nil): Text("logins.can")
        case (let seen?, nil): Text("logins.seen", ["seen": seen])
        case (nil, let expires?): Text("logins.can_and_invited", ["expires": expires])
        case (let seen?, let expires?): Text("logins.seen_and_invited", ["seen": seen, "expires": expires])
        }
    }

    /// Whether a client can call from a phone: where none is linked any more, nobody else would notice.
    private func phones(_ person: Person, seen: Text.Value?, expires: Text.Value?) -> Text {
        switch (seen, expires) {
        case (nil, nil): Text(has(person.id) ? "logins.unlinked" : "logins.not_linked")
        case (let seen?, nil): Text("logins.linked", ["seen": seen])
        case (nil, let expires?): Text("logins.code", ["expires": expires])
        case (let seen?, let expires?): Text("logins.linked_and_code", ["seen": seen, "expires": expires])
        }
    }
}
