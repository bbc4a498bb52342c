import AsyncHTTPClient
import Care
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

@Suite("Names over HTTP: what looks like another, or reads as another, is refused at its field")
struct AlikeNameAPITests {
    /// Messages in which people give names.
    private static let written: [(schema: String, method: HTTPMethod, path: String, isStations: Bool)] = [
        ("Person", .PUT, "people/{id}", true), ("NeedChange", .PUT, "needs/walk", true),
        ("ProposalDecision", .POST, "proposals/0198a000-0000-7000-8000-000000000001/decisions", true),
        ("NewRoutine", .POST, "routines", true),
        ("RoutineChange", .POST, "routines/0198a000-0000-7000-8000-000000000001/changes", true),
        ("AccountChange", .PUT, "account", false), ("NewInvitation", .POST, "invitations", false),
        ("NewPairing", .POST, "pairings", false),
        ("Acceptance", .POST, "invitations/K7M4QX/acceptance", false), ("Setup", .POST, "setup", false),
    ]
    /// Words of their fields that are no names: taken, and kept without marks (decision 0182); or secrets, codes and rules.
    private static let others: Set<String> = [
        "say", "details", "reason", "password", "old_password", "token", "rules[]", "exercise",
    ]

    /// The fields of a schema in which any text may stand, as `content.edits[].edit.title`.
    private static func texts(of schema: Any, _ all: [String: Any], at path: String = "", depth: Int = 0)
        -> Set<String>
    {
        guard depth < 14, let schema = schema as? [String: Any] else { return [] }
        if let name = (schema["$ref"] as? String)?.split(separator: "/").last, let target = all[String(name)]
        {
            return texts(of: target, all, at: path, depth: depth + 1)
        }
        var found: Set<String> = []
        let types = schema["type"] as? [String] ?? [schema["type"] as? String ?? ""]
        let isFixed = ["enum", "const", "format", "pattern"].contains { schema[$0] != nil }
        if types.contains("string"), !isFixed { found.insert(path) }
        for variant in ["oneOf", "anyOf", "allOf"].flatMap({ schema[$0] as? [Any] ?? [] }) {
            found.formUnion(texts(of: variant, all, at: path, depth: depth + 1))
        }
        for (name, property) in schema["properties"] as? [String: Any] ?? [:] {
            found.formUnion(
                texts(of: property, all, at: path.isEmpty ? name : "\(path).\(name)", depth: depth + 1))
        }
        if let items = schema["items"] {
            found.formUnion(texts(of: items, all, at: path + "[]", depth: depth + 1))
        }
        return found
    }

    /// A message with another text at a place; `nil` where what is around it is not there.
    private static func message(_ json: Any, _ path: [Substring], _ text: String) -> Any? {
        guard let name = path.first else { return text }
        guard var object = json as? [String: Any] else { return nil }
        if name.hasSuffix("[]") {
            let name = String(name.dropLast(2))
            guard var list = object[name] as? [Any], let first = list.first,
                let changed = message(first, Array(path.dropFirst()), text)
            else { return nil }
            list[0] = changed
            object[name] = list
        } else {
            guard
                let changed = message(object[String(name)] ?? [String: Any](), Array(path.dropFirst()), text)
            else { return nil }
            object[String(name)] = changed
        }
        return object
    }

    private static func schemas() throws -> [String: Any] {
        let document = try JSONSerialization.jsonObject(with: Data(APIDocument.bytes))
        let components = (document as? [String: Any])?["components"] as? [String: Any]
        return try #require(components?["schemas"] as? [String: Any])
    }

    private static func example(_ name: String) throws -> Any {
        let message = try #require(
            MessagePropertyTests.messages.first { $0.name == name }, "\(name) has no example in the document")
        let example = try JSONSerialization.jsonObject(with: Data(message.example.utf8))
        guard name == "ProposalDecision", var decision = example as? [String: Any] else { return example }
        // Approved under other words than the proposal's.
        decision["need"] = try Self.example("NeedChange")
        return decision
    }

    @Test("A direction mark in any name field of any message is refused with 422 and the field")
    func everyField() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let schemas = try Self.schemas()
            for (schema, method, path, isStations) in Self.written {
                let example = try Self.example(schema)
                let texts = Self.texts(of: try #require(schemas[schema]), schemas)
                let names = texts.filter { text in
                    // What a routine's content is checked for is the same for a change; one time's own words are an edit's.
                    let isElsewhere =
                        text.contains("edits[]") || schema == "RoutineChange" && text.hasPrefix("content.")
                    return !isElsewhere && !Self.others.contains { text == $0 || text.hasSuffix("." + $0) }
                }
                #expect(!names.isEmpty, "\(schema)")
                let id = (example as? [String: Any])?["id"] as? String ?? ""
                for name in names.sorted() {
                    let changed = try #require(
                        Self.message(example, name.split(separator: "."), "An\u{202E}na\u{202C}"),
                        "\(schema).\(name): its example has none")
                    let body = try JSONSerialization.data(withJSONObject: changed)
                    let place = "/api/v1/" + path.replacing("{id}", with: id)
                    let headers =
                        isStations
                        ? [] : [("Cookie", olga.cookie), ("X-CSRF-Token", olga.session.csrfToken)]
                    let answer = try await service.send(
                        service.message(
                            method, place, as: isStations ? RunningService.tokens.station : nil, body: body,
                            headers: headers))
                    #expect(answer.status == 422, "\(schema).\(name)")
                    let problem = try answer.problem
                    #expect(problem.field == name.replacing("[]", with: "[0]"), "\(schema).\(name)")
                    #expect(problem.detail.contains("U+202E"), "\(schema).\(name)")
                }
            }
        }
    }

    @Test("A call, a fault, a proposal and a screen with marks of direction are taken, and kept without")
    func reports() async throws {
        try await RunningService.with { service in
            var call = water()
            (call.label, call.called, call.say) = ("\u{202E}Water\u{202C}", "\u{2067}water", "Water\u{200F}!")
            (call.need, call.clientName) = ("water\u{61C}", "Maria\u{200E}")
            let first = try await service.post("/api/v1/requests", call)
            #expect(first.status == 201)
            let kept: Request = try first.decode()
            #expect(
                [kept.label, kept.called, kept.say, kept.need, kept.clientName] == [
                    "Water", "water", "Water!", "water", "Maria",
                ])
            // The same once more, as after an answer that was lost.
            #expect(try await service.post("/api/v1/requests", call).status == 200)
            let heard = try await service.post(
                "/api/v1/requests/\(call.id)/responses", answer(.onTheWay, by: "An\u{202E}na"),
                as: RunningService.tokens.station)
            #expect(try heard.decode(Request.self).changedBy == "Anna")

            let fault = Fault(
                id: UUID(), source: "kiosk", kind: .switchUnplugged, isActive: true,
                clientName: "\u{202E}Maria", detail: "Buddy\u{2069} button", at: noon)
            #expect(try await service.post("/api/v1/faults", fault).status == 201)
            let faults: FaultPage = try await service.get("/api/v1/faults").decode()
            #expect(faults.faults.map(\.detail) == ["Buddy button"])

            let proposal = NewNeedProposal(
                id: UUID(), client: "maria", clientName: "Maria", label: "\u{202D}Walk", say: "A walk.",
                proposedAt: noon)
            let proposed = try await service.post("/api/v1/proposals", proposal)
            #expect(try proposed.decode(NeedProposal.self).label == "Walk")

            let note = RequestNote(id: UUID(), text: "Call \u{202A}0123\u{202C}", by: nil, at: noon)
            let noted = try await service.post(
                "/api/v1/requests/\(call.id)/notes", note, as: RunningService.tokens.station)
            #expect(try noted.decode(RequestNote.self).text == "Call 0123")
        }
    }

    @Test("Whoever looks like another is refused with the field and a sentence, whichever way they come")
    func alike() async throws {
        try await RunningService.with { service in
            let olga = try await service.setUp()
            let ben = try await service.invite(.caregiver, "Ben Amie", by: olga)
            let lookalike = "B\u{435}n Arnie"
            let sentence =
                "somebody called Ben Amie is there already, and the two names look alike: add a surname or a place"
            func refused(_ answer: RunningService.Answer, _ what: String) throws {
                #expect(answer.status == 422, "\(what)")
                let problem = try answer.problem
                #expect(problem.field == "name" && problem.detail == sentence, "\(what): \(problem)")
            }
            let new = Person(id: "new", name: lookalike, role: .caregiver)
            try refused(try await olga.send(.PUT, "people/new", new), "a new person")
            var renamed = olga.session.person
            renamed.name = lookalike
            try refused(try await olga.send(.PUT, "people/olga", renamed), "a renamed one")
            try refused(
                try await olga.send(.PUT, "account", AccountChange(name: lookalike)), "one's own name")
            try refused(
                try await olga.send(
                    .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: lookalike)),
                "an invitation")
            let invitation: Invitation = try await olga.send(
                .POST, "invitations", NewInvitation(id: UUID(), role: .caregiver, name: "Carla")
            ).decode()
            try refused(try await service.accept(invitation.code, lookalike), "who accepts one")
            #expect(try await service.accept(invitation.code, "Carla").status == 201)

            let pairing = NewPairing(id: UUID(), kind: .station, name: "Kitchen 1")
            let made: Pairing = try await olga.send(.POST, "pairings", pairing).decode()
            #expect(
                try await service.post("/api/v1/devices", DeviceClaim(code: made.code), as: nil).status == 201
            )
            let twin = try await olga.send(
                .POST, "pairings", NewPairing(id: UUID(), kind: .station, name: "Kitchen I"))
            #expect(twin.status == 422)
            #expect(try twin.problem.field == "name")
            let people: PeoplePage = try await ben.send(.GET, "people").decode()
            #expect(people.people.map(\.name).filter { $0.hasSuffix("ie") } == ["Ben Amie"])
        }
    }

    @Test(
        "Typing a lookalike of a name logs nobody in, and its tries count as those of the name however it is typed"
    )
    func logIn() async throws {
        try await RunningService.with { service in
            _ = try await service.setUp("Anna")
            for typed in ["anna", "\u{FF21}NNA", " An\u{200B}na"] {
                #expect(try await service.logIn(typed).status == 201, "\(typed)")
            }
            for lookalike in ["\u{410}nna", "Ann\u{430}"] {
                let refused = try await service.logIn(lookalike)
                #expect(refused.status == 401)
                let unknown = try await service.logIn("Nobody").problem
                #expect(try refused.problem == unknown)
            }
            // Five wrong ones are free, in whatever spelling.
            for typed in ["anna", "ANNA", "\u{FF41}nna", "an\u{200B}na", "an\u{200C}na"] {
                #expect(try await service.logIn(typed, "wrong wrong wrong").status == 401)
            }
            #expect(try await service.logIn("\u{FF21}nn\u{FF41}", "wrong wrong wrong").status == 429)
        }
    }
}
