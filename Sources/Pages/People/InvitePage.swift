import Care
import FoundationEssentials
import Wording

/// A link and a code for one person, to be sent or read aloud.
struct InvitePage {
    let name: String
    let hasLogin: Bool
    /// What the new password ends.
    let newPassword: Text
    let isClient: Bool
    let code: String
    let spelled: Text
    let shared: SharedLink
    let address: String?
    let isOfThisMachine: Bool
    let expires: Text
    let base: String
    let action: String

    static let template = """
        <p>{{#isClient}}[[invite.links]]{{/isClient}}{{^isClient}}{{#hasLogin}}[[invite.new_password]] {{newPassword}}{{/hasLogin}}{{^hasLogin}}[[invite.first_password]]{{/hasLogin}}{{/isClient}} [[invite.once]]</p>
        <h2>[[invite.read_aloud]]</h2>
        <p class="code" aria-hidden="true">{{code}}</p>
        <p>{{spelled}}</p>
        <p class="quiet">[[invite.on_phone]] {{#address}}<b>{{.}}</b>{{/address}}{{^address}}[[invite.this_address]]{{/address}}[[invite.then_code]]</p>
        <h2>[[invite.or_send]]</h2>
        {{#shared}}{{> shared}}{{/shared}}
        {{#isClient}}<details class="plain" data-key="kiosk"><summary>[[invite.on_kiosk]]</summary>
        <p>{{#address}}[[devices.type_there]]{{/address}}{{^address}}[[devices.type_with_address]]{{/address}}</p>
        <pre tabindex="0">beckon pair --service {{#address}}{{.}}{{/address}}{{^address}}URL{{/address}} {{code}}</pre>
        <p class="quiet">[[devices.then_it_says]]</p></details>{{/isClient}}
        {{> address}}
        <p class="quiet">[[invite.copy]]</p>
        <div class="row"><a class="button main" href="{{base}}">[[invite.done]]</a><a class="button danger" href="{{action}}/removal">[[invite.withdraw_next]]</a></div>
        """

    static func show(_ call: PageCall, _ id: String) async throws -> PageResponse {
        let person = try await PersonChanges.person(id, call.api)
        let logins = try await Logins(call.api)
        let address = SiteAddress(call, network: try await FirstSteps.read(call.api).address)
        let base = PersonPage.path(id)
        guard let invitation = logins.invitation(person) else { return .seeOther(base) }
        return call.page(
            Page(
                title: Text("invite.for", ["name": .verbatim(person.name)]), template: "people.invite",
                content: InvitePage(
                    name: person.name, hasLogin: logins.has(id), newPassword: logins.newPasswordMeans(id),
                    isClient: person.role == .client,
                    code: invitation.code,
                    spelled: CodeWords.spelled(invitation.code),
                    shared: SharedLink(
                        (address.text ?? "") + invitation.path, isReachable: !address.isOfThisMachine),
                    address: address.text,
                    isOfThisMachine: address.isOfThisMachine,
                    expires: call.when(invitation.expiresAt), base: base,
                    action: base + "/invitation"), back: base))
    }

    static func askRemoval(_ call: PageCall, _ id: String) async throws -> PageResponse {
        let person = try await PersonChanges.person(id, call.api)
        let path = PersonPage.path(id) + "/invitation"
        return call.ask(
            Text("invite.withdraw"), Text("invite.withdraw_question", ["name": .verbatim(person.name)]),
            Text("invite.withdraw_meaning"), action: path + "/removal", yes: Text("invite.withdraw"),
            no: Text("forms.cancel"), back: path)
    }

    static func make(_ call: PageCall, _ id: String) async throws -> PageResponse {
        let person = try await PersonChanges.person(id, call.api)
        // A second press, or another coordinator: one code is enough.
        if try await Logins(call.api).invitation(person) == nil {
            try await call.api.send(
                "POST", "invitations",
                NewInvitation(id: UUIDs.draft(call.form), role: person.role, name: person.name, person: id))
        }
        return .seeOther(PersonPage.path(id) + "/invitation")
    }

    static func remove(_ call: PageCall, _ id: String) async throws -> PageResponse {
        let person = try await PersonChanges.person(id, call.api)
        if let invitation = try await Logins(call.api).invitation(person) {
            do {
                try await call.api.send(
                    "DELETE", "invitations/" + invitation.id.uuidString.lowercased(), Ignored())
            } catch let problem where problem.kind == .notFound {
                // It was used or taken back in this very moment.
            }
        }
        return .seeOther(PersonNotice.uninvited.path(PersonPage.path(id)))
    }
}

/// A code as it is told on the telephone.
enum CodeWords {
    /// `K7M-4QX` as `K Kilo – 7 seven – M Mike, then 4 four – Q Quebec – X X-ray`.
    static func spelled(_ code: String) -> Text {
        let halves = code.split(separator: "-").map { half in Text.joined(half.map(spelled), separator: " – ")
        }
        guard let first = halves.first else { return .empty }
        return halves.dropFirst().reduce(first) { before, half in
            Text("code_words.then", ["first": .text(before), "then": .text(half)])
        }
    }

    private static func spelled(_ sign: Character) -> Text {
        guard sign.isASCII, sign.isLetter || sign.isNumber else { return .verbatim(String(sign)) }
        let name = (sign.isLetter ? "code_words.letter_" : "code_words.digit_") + sign.lowercased()
        return .joined([.verbatim(String(sign)), Text(name)], separator: " ")
    }
}
