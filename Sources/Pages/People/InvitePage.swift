import Care
import FoundationEssentials

/// A link and a code for one person, to be sent or read aloud.
struct InvitePage {
    let name: String
    let hasLogin: Bool
    let code: String
    let spelled: String
    let path: String
    /// The path with the site's address, where that is known.
    let link: String
    let address: String?
    let isOfThisMachine: Bool
    let runsOut: String
    let base: String
    let action: String

    static let template = """
        <p>{{#hasLogin}}With this, {{name}} chooses a new password. The old one works until then.{{/hasLogin}}\
        {{^hasLogin}}With this, {{name}} chooses a password and is logged in.{{/hasLogin}} It works once, and expires {{runsOut}}.</p>
        <h2>Read it aloud</h2>
        <p class="code" aria-hidden="true">{{code}}</p>
        <p>{{spelled}}</p>
        <p class="quiet">On {{name}}'s phone: {{#address}}<b>{{.}}</b>{{/address}}{{^address}}this site's address{{/address}}, then “I have a code”. Capitals and spaces do not matter there.</p>
        <h2>Or send the link</h2>
        <p><a href="{{path}}">{{link}}</a></p>
        {{> address}}
        <p class="quiet">Press and hold the link, or right-click it, and copy it. Whoever opens it first can use
        it: send it to {{name}} alone.</p>
        <div class="row"><a class="button main" href="{{base}}">Done</a><a class="button danger" href="{{action}}/removal">Withdraw the invitation …</a></div>
        """

    static func show(_ call: PageCall, _ id: String) async throws -> PageResponse {
        let person = try await PersonChanges.person(id, call.api)
        let logins = try await Logins(call.api)
        let address = SiteAddress(call)
        let base = PersonPage.path(id)
        guard let invitation = logins.invitation(person) else { return .seeOther(base) }
        return call.page(
            Page(
                title: "For \(person.name)", template: "people.invite",
                content: InvitePage(
                    name: person.name, hasLogin: logins.has(id), code: invitation.code,
                    spelled: CodeWords.spelled(invitation.code), path: invitation.path,
                    link: (address.text ?? "") + invitation.path, address: address.text,
                    isOfThisMachine: address.isOfThisMachine,
                    runsOut: call.ago(invitation.expiresAt), base: base,
                    action: base + "/invitation"), back: base))
    }

    static func askRemoval(_ call: PageCall, _ id: String) async throws -> PageResponse {
        let person = try await PersonChanges.person(id, call.api)
        let path = PersonPage.path(id) + "/invitation"
        return call.ask(
            "Withdraw the invitation", "Withdraw the code and the link for \(person.name)?",
            "They will no longer work. You can make new ones at any time.",
            action: path + "/removal", yes: "Withdraw the invitation", no: "Cancel", back: path)
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
    private static let words: [Character: String] = [
        "A": "Alfa", "B": "Bravo", "C": "Charlie", "D": "Delta", "E": "Echo", "F": "Foxtrot", "G": "Golf",
        "H": "Hotel", "I": "India", "J": "Juliett", "K": "Kilo", "L": "Lima", "M": "Mike", "N": "November",
        "O": "Oscar", "P": "Papa", "Q": "Quebec", "R": "Romeo", "S": "Sierra", "T": "Tango", "U": "Uniform",
        "V": "Victor", "W": "Whiskey", "X": "X-ray", "Y": "Yankee", "Z": "Zulu", "0": "zero", "1": "one",
        "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
        "9": "nine",
    ]

    /// `K7M-4QX` as `K Kilo – 7 seven – M Mike, then 4 four – Q Quebec – X X-ray`.
    static func spelled(_ code: String) -> String {
        code.split(separator: "-").map { half in
            half.map { sign in words[sign].map { "\(sign) \($0)" } ?? String(sign) }.joined(separator: " – ")
        }.joined(separator: ", then ")
    }
}
