import Care
import Costs
import Foundation
import HTTPTypes
import NIOHTTP1
import OwnFolders
import PrintedParts
import Testing
import ZoneFiles

@testable import CareService

@Suite("The OpenAPI document says what the service does")
struct DocumentTests {
    @Test("Each route is in the document, and each in the document is a route")
    func routes() throws {
        let paths = try #require(try DocumentedMessage.document()["paths"] as? [String: [String: Any]])
        let documented = Set(
            paths.flatMap { path, methods in methods.keys.map { "\($0.uppercased()) \(path)" } })
        let served = Set(
            APIPlace.all.flatMap { place in place.methods.map { "\($0.method.rawValue) \(place.template)" } })
        #expect(documented == served)
    }

    @Test("What is answered where a need to be replaced is not there is in the document")
    func missingNeed() async throws {
        let paths = try #require(
            try DocumentedMessage.document()["paths"] as? [String: [String: [String: Any]]])
        let told = try #require(paths["/api/v1/needs/{id}"]?["put"]?["responses"] as? [String: Any])
        try await RunningService.with { [codes = Set(told.keys)] service in
            let station = RunningService.tokens.station
            func put(_ body: String) async throws -> Int {
                try await service.send(
                    service.message(.PUT, "/api/v1/needs/walk", as: station, body: Data(body.utf8))
                ).status
            }
            func walk(_ label: String, replacing sequence: Int) -> String {
                #"{"label": "\#(label)", "priority": "normal", "uses": ["asked"], "active": true, "replaces": \#(sequence)}"#
            }
            for (body, status) in [
                (walk("A walk", replacing: 7), 404), (walk("A walk", replacing: 0), 201),
                (walk("A walk", replacing: 0), 200), (walk("Outside", replacing: 0), 409),
                (walk("Outside", replacing: -1), 422), ("{", 400),
            ] {
                let answered = try await put(body)
                #expect(answered == status, "\(body)")
                #expect(codes.contains("\(answered)"), "\(body)")
            }
        }
    }

    @Test("The table of the page docs/api.md has each route, and no other")
    func page() throws {
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../docs/api.md")
        let page = try String(contentsOf: path, encoding: .utf8)
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| `") }
        let told = rows.flatMap { row in
            row.dropFirst().prefix { $0 != "|" }.split(separator: "`").filter { $0.contains("/") }
                .map { $0.replacing("/", with: "/api/v1/", maxReplacements: 1).prefix { $0 != "?" } }
        }
        let served = APIPlace.all.flatMap { place in
            place.methods.map { "\($0.method.rawValue) \(place.template)" }
        }
        #expect(Set(told.map(String.init)) == Set(served))
        #expect(told.count == served.count)
    }

    @Test(
        "The table of docs/access.md says of each route and each role whether it is for them, and whose they get"
    )
    func whoMay() throws {
        let part = PrintedPart("docs/access.md", after: ["**yes**", "\n\n"], before: "\n\n")
        let table = Self.table()
        #expect(try part.has(table), "\(part) should have:\n\(table.joined(separator: "\n"))")
    }

    @Test("The second table of docs/access.md says what others get of what is one caregiver's")
    func whatIsOneCaregivers() throws {
        let part = PrintedPart(
            "docs/access.md", after: ["\n## What is one caregiver's\n", "**–**", "\n\n"], before: "\n\n")
        let table = MemberTests.table()
        #expect(try part.has(table), "\(part) should have:\n\(table.joined(separator: "\n"))")
    }

    /// Every route × every role × whose; the first column says whether it is for those who are nobody here, too.
    private static func table() -> [String] {
        let roles = CallerRole.allCases
        let head = ["", "nobody"] + roles.map(\.rawValue)
        var rows = [head, head.map { _ in "---" }]
        for place in APIPlace.all {
            for method in place.methods {
                let marks: [String] =
                    switch method.answer {
                    case .everybody: ["yes"] + roles.map { _ in "yes" }
                    case .these(let those, _):
                        ["–"]
                            + roles.map { those.contains($0) ? method.reach.whose($0).rawValue : "–" }
                    }
                let route = "`\(method.method.rawValue) \(place.template.dropFirst("/api/v1".count))`"
                rows.append([route] + marks)
            }
        }
        return rows.map { "| " + $0.joined(separator: " | ") + " |" }
    }

    /// The words of an enum, as the document has them for a schema or one of its properties.
    private static func check<Words: CaseIterable & RawRepresentable<String>>(
        _ words: Words.Type, _ schema: String, _ property: String? = nil
    ) throws {
        let places = ["\n   \"\(schema)\": {\n"] + (property.map { ["\n     \"\($0)\": {\n"] } ?? [])
        let indent = String(repeating: " ", count: property == nil ? 4 : 6)
        let part = PrintedPart(
            "Sources/Service/CareService/openapi.json",
            after: ["\n  \"schemas\": {"] + places + ["\n\(indent)\"enum\": [\n"], before: "\n\(indent)]",
            within: "\n   }")
        let lines = words.allCases.map { "\(indent) \"\($0.rawValue)\"" }.joined(separator: ",\n")
        #expect(try part.has([lines]), "\(part) should have:\n\(lines)")
    }

    @Test("Each word of an enum is in the document")
    func words() throws {
        try Self.check(RequestState.self, "RequestState")
        try Self.check(Priority.self, "NewRequest", "priority")
        try Self.check(FaultKind.self, "Fault", "kind")
        try Self.check(JournalEvent.Kind.self, "Event", "kind")
        try Self.check(Screen.State.self, "Screen", "state")
        try Self.check(ScreenLook.Size.self, "ScreenLook", "size")
        try Self.check(ScreenLook.Theme.self, "ScreenLook", "theme")
        try Self.check(ScreenLook.Layout.self, "ScreenLook", "layout")
        try Self.check(AuditKind.self, "AuditEntry", "kind")
        try Self.check(Person.Role.self, "Person", "role")
        try Self.check(PictureKind.self, "PersonPicture", "media_type")
        try Self.check(PictureKind.self, "ExpenseReceipt", "media_type")
        try Self.check(CostLine.Kind.self, "CostLine", "kind")
        try Self.check(Charge.State.self, "Charge", "state")
        try Self.check(PointLine.Kind.self, "PointLine", "kind")
        try Self.check(RewardGrant.State.self, "RewardGrant", "state")
        try Self.check(RewardGrant.State.self, "GrantAnswer", "state")
        try Self.check(AppointmentState.self, "Appointment", "state")
        try Self.check(AppointmentStanding.Provider.self, "AppointmentStanding", "provider")
        try Self.check(AppointmentStanding.Ending.self, "AppointmentStanding", "ending")
        try Self.check(AppointmentSide.self, "AppointmentLine", "side")
        for schema in ["AppointmentLine", "NewAppointmentLine"] {
            try Self.check(AppointmentLine.Kind.self, schema, "kind")
            try Self.check(AppointmentLine.Answer.self, schema, "answer")
        }
        try Self.check(MoodScale.self, "MoodScale")
        for schema in ["CourseworkLink", "NewCourseworkLink"] {
            try Self.check(CourseworkLink.Kind.self, schema, "kind")
        }
        try Self.check(PlatformProblem.self, "CourseworkLink", "problem")
        try Self.check(CourseworkChange.Kind.self, "CourseworkChange", "kind")
        for schema in ["CalendarLink", "NewCalendarLink"] {
            try Self.check(CalendarLink.Kind.self, schema, "kind")
        }
        try Self.check(PlatformProblem.self, "CalendarLink", "problem")
        try Self.check(PlatformProblem.self, "LoginProvider", "problem")
        try Self.check(LeftOutEvent.Reason.self, "LeftOutEvent", "reason")
        try Self.check(CalendarChange.Kind.self, "CalendarChange", "kind")
        for schema in ["Contact", "ContactChange"] {
            try Self.check(ContactChannel.self, schema, "channel")
        }
        try Self.check(Contact.State.self, "Contact", "state")
        for schema in ["FeedLink", "NewFeed"] { try Self.check(FeedLink.Detail.self, schema, "detail") }
        try Self.check(ContactProof.Outcome.self, "ContactProof", "outcome")
        try Self.check(HomeChannel.Field.Kind.self, "ChannelField", "kind")
        try Self.check(MessageAnswer.Word.self, "MessageAnswer", "with")
        try Self.check(NeedProposal.State.self, "NeedProposal", "state")
        try Self.check(RoutineChange.Scope.self, "RoutineChange", "scope")
        try Self.check(OccurrenceState.self, "RoutineOccurrence", "state")
        try Self.check(OccurrenceEntry.Kind.self, "OccurrenceEntry", "kind")
        try Self.check(Chore.Approval.self, "Chore", "approval")
        try Self.check(ChoreOffer.Answer.self, "ChoreOffer", "answer")
        try Self.check(Audience.self, "RoutineContent", "audience")
        try Self.check(ReminderKind.self, "Reminder", "kind")
        try Self.check(MessageKind.self, "ReminderCell", "kind")
        try Self.check(ReminderChannel.self, "Reminder", "channel")
        try Self.check(Reminder.State.self, "Reminder", "state")
        try Self.check(HomeFileKind.self, "HomeFile", "kind")
        try Self.check(BoardStep.Kind.self, "BoardStep", "kind")
        try Self.check(CardChange.Kind.self, "CardChange", "kind")
        try Self.check(BoardStepping.Direction.self, "BoardStepping", "step")
        try Self.check(FileFinding.Severity.self, "FileFinding", "severity")
        try Self.check(DeviceKind.self, "NewPairing", "kind")
        try Self.check(Place.Kind.self, "Place", "kind")
        try Self.check(DutyMove.Kind.self, "DutyMove", "kind")
        try Self.check(DeviceKind.self, "DeviceStanding", "kind")
        try Self.check(DeviceStanding.Standing.self, "DeviceStanding", "standing")
        try Self.check(ServiceAddress.Reach.self, "ServiceAddress", "reach")
        try Self.check(SpeechSample.Voice.self, "SpeechSample", "voice")
        try Self.check(ReminderReceipt.Outcome.self, "ReminderReceipt", "outcome")
        let history = try #require(
            try DocumentedMessage.document()["paths"] as? [String: [String: [String: Any]]])[
                "/api/v1/history"]
        let kind = try #require(history?["get"]?["parameters"] as? [[String: Any]]).first {
            $0["name"] as? String == "kind"
        }
        let kinds = (kind?["schema"] as? [String: Any])?["enum"] as? [String] ?? []
        #expect(Set(kinds) == Set(HistorySearch.Kind.allCases.map(\.rawValue)))
    }

    @Test("Each example can be read as what it is an example of, and written again is the same")
    func examples() throws {
        let paths = try #require(
            try DocumentedMessage.document()["paths"] as? [String: [String: [String: Any]]])
        var seen: Set<String> = []
        for (path, methods) in paths {
            for (method, operation) in methods {
                let place = "\(method.uppercased()) \(path)"
                let body = operation["requestBody"] as? [String: Any]
                for (schema, example) in try [body].compactMap(\.self).flatMap(Self.examples) {
                    seen.insert(schema)
                    try Self.expectSame(example, after: schema, place)
                }
                let responses = try #require(operation["responses"] as? [String: [String: Any]])
                for (schema, example) in try responses.values.flatMap(Self.examples) {
                    seen.insert(schema)
                    try Self.expectSame(example, after: schema, place)
                }
            }
        }
        // Problems are examples of the answers that many routes share, events of no answer.
        #expect(seen == Set(DocumentedMessage.all.keys).subtracting(["Problem", "Event"]))
    }

    @Test("What is sent as an example is in order")
    func sentExamples() throws {
        let decoder = CareJSON.decoder()
        let zones = ZoneFiles()
        func example<Value: Decodable>(_ method: String, _ path: String) throws -> Value {
            let paths = try #require(
                try DocumentedMessage.document()["paths"] as? [String: [String: [String: Any]]])
            let body = try #require(paths["/api/v1/" + path]?[method]?["requestBody"] as? [String: Any])
            let example = try #require(try Self.examples(body).first?.example)
            return try decoder.decode(Value.self, from: try JSONSerialization.data(withJSONObject: example))
        }
        try (try example("post", "requests") as NewRequest).check()
        try (try example("post", "requests/{id}/responses") as NewResponse).check()
        try APIRules.check(
            try example("post", "faults") as Fault, from: Caller(role: .kiosk, client: "maria"))
        try APIRules.check(try example("post", "routines") as NewRoutine, zones: zones)
        try APIRules.check(try example("post", "routines/{id}/changes") as RoutineChange, zones: zones)
        try (try example("post", "requests/{id}/notes") as RequestNote).check()
        try (try example("post", "clients/{id}/words") as NewClientWords).check()
        try (try example("put", "people/{id}") as Person).check()
        try (try example("put", "needs/{id}") as NeedChange).check(id: "walk")
        try (try example("post", "proposals") as NewNeedProposal).check()
        try (try example("post", "proposals/{id}/decisions") as ProposalDecision).check()
        try (try example("post", "entries") as OccurrenceEntry).check()
        try (try example("post", "chores/reminders") as ChoreReminder).check()
        try (try example("post", "reminders/{id}/receipts") as ReminderReceipt).check()
        try (try example("put", "displays/{id}") as Screen).check()
        try (try example("post", "expenses") as NewExpense).check()
        try (try example("post", "expenses/{id}/corrections") as ExpenseCorrection).check()
        try (try example("post", "payments") as NewPayment).check()
        try (try example("post", "charges") as NewCharge).check()
        try (try example("post", "charges/{id}/reminders") as ChargeReminder).check()
        try (try example("put", "people/{id}/payment-link") as PaymentLinkChange).check()
        try (try example("post", "points/{id}/gifts") as PointGift).check()
        try (try example("put", "points/{id}/switch") as PointSwitch).check()
        try (try example("put", "rewards/{id}") as RewardChange).check()
        try (try example("post", "grants") as NewGrant).check()
        try (try example("post", "grants/{id}/answers") as GrantAnswer).check()
        try (try example("post", "displays/{id}/taps") as ScreenTap).check()
        try (try example("post", "setup") as Setup).check()
        try (try example("post", "sessions") as LogIn).check()
        try (try example("put", "account") as AccountChange).check()
        try (try example("post", "session/confirmation") as PasswordConfirmation).check()
        try (try example("post", "appointments") as NewAppointment).check()
        try (try example("put", "appointments/{id}") as AppointmentChange).check()
        try (try example("post", "appointments/{id}/lines") as NewAppointmentLine).check()
        try (try example("post", "feeds") as NewFeed).check()
        try (try example("post", "moods") as NewMood).check()
        try (try example("put", "people/{id}/signs") as SignList).check()
        try (try example("post", "invitations") as NewInvitation).check()
        try (try example("post", "invitations/{id}/acceptance") as Acceptance).check()
        try (try example("post", "registrations") as NewRegistration).check()
        try (try example("post", "registrations/{id}/acceptance") as RegistrationAcceptance).check()
        try (try example("post", "account/leaving") as Leaving).check()
        try (try example("put", "login-providers/{id}") as LoginProviderChange).check()
        try (try example("post", "session/second-step") as SecondStepAnswer).check()
        try (try example("put", "account/second-step") as SecondStepProof).check()
        try (try example("post", "account/passkeys") as NewPasskey).check()
        try (try example("post", "pairings") as NewPairing).check()
        try (try example("post", "devices") as DeviceClaim).check()
        try (try example("put", "devices/{id}") as DeviceChange).check()
        try (try example("put", "places/{id}") as Place).check()
        try (try example("post", "duties") as NewDuty).check(zones: zones.known)
        try (try example("post", "duties/{id}/changes") as DutyChange).check(zones: zones.known)
        try (try example("post", "duties/{id}/swaps") as DutyMove).check()
    }

    /// The examples of a body or an answer, with the names of their schemas.
    private static func examples(_ part: [String: Any]) throws -> [(schema: String, example: Any)] {
        let content = part["content"] as? [String: [String: Any]] ?? [:]
        return try content.values.compactMap { media in
            let schema = (media["schema"] as? [String: Any])?["$ref"] as? String
            guard let name = schema?.split(separator: "/").last,
                let example = try DocumentedMessage.example(media)
            else {
                return nil
            }
            return (String(name), example)
        }
    }

    @Test("No example is duplicated, and none is unused") func examplesOnce() throws {
        let document = try DocumentedMessage.document()
        let components = try #require(document["components"] as? [String: Any])
        let shared = try #require(components["examples"] as? [String: [String: Any]])
        var texts = try shared.values.map { try Self.text(try #require($0["value"])) }
        var named: Set<String> = []
        for methods in try #require(document["paths"] as? [String: [String: [String: Any]]]).values {
            for operation in methods.values {
                let responses = operation["responses"] as? [String: [String: Any]] ?? [:]
                let parts = [operation["requestBody"] as? [String: Any]].compactMap(\.self) + responses.values
                for media in parts.flatMap({ ($0["content"] as? [String: [String: Any]] ?? [:]).values }) {
                    if let example = media["example"] { texts.append(try Self.text(example)) }
                    let names = (media["examples"] as? [String: [String: String]] ?? [:]).values
                    named.formUnion(
                        names.compactMap { $0["$ref"]?.split(separator: "/").last.map(String.init) })
                }
            }
        }
        #expect(Set(texts).count == texts.count)
        #expect(named == Set(shared.keys))
    }

    private static func expectSame(_ example: Any, after schema: String, _ place: String) throws {
        let type = try #require(DocumentedMessage.all[schema], "\(schema) at \(place) is read by no test")
        let again = try JSONSerialization.jsonObject(
            with: try type.written(try JSONSerialization.data(withJSONObject: example)))
        let (written, expected) = (try text(again), try text(example))
        #expect(written == expected, "\(schema) at \(place)")
    }

    /// JSON with its keys in order, in small letters: ids are written in either.
    private static func text(_ value: Any) throws -> String {
        String(
            decoding: try JSONSerialization.data(
                withJSONObject: value, options: [.sortedKeys, .fragmentsAllowed]), as: UTF8.self
        ).lowercased()
    }

    @Test("It is a valid OpenAPI 3.1 document, says openapi-spec-validator")
    func validator() async throws {
        let folder = try OwnFolder()
        let path = folder.file("openapi.json")
        try Data(APIDocument.bytes).write(to: URL(fileURLWithPath: path))
        let process = Process()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        // `scripts/setup test` puts it there.
        process.executableURL = root.appendingPathComponent(".build/tools/bin/python3")
        process.arguments = ["-m", "openapi_spec_validator", path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
    }
}
