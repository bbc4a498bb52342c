import Care
import FoundationEssentials
import Recurrence
import Wording

/// Who is on duty when: all caregivers see it and swap their own dates, coordinators plan.
enum DutiesPages: PageTopic {
    private static let coordinator: Set<Person.Role> = [.coordinator]

    static let routes: [PageRoute] = [
        PageRoute(.get, "/duties", for: .staff, DutiesWeek.show),
        PageRoute(.get, "/duties/new", for: coordinator, DutyEditing.new),
        PageRoute(.post, "/duties/new", for: coordinator, DutyEditing.new),
        PageRoute(.get, "/duties/{}", for: .staff, OneDutyPage.show),
        PageRoute(.get, "/duties/{}/edit", for: coordinator, DutyEditing.change),
        PageRoute(.post, "/duties/{}/edit", for: coordinator, DutyEditing.change),
        PageRoute(.get, "/duties/{}/end", for: coordinator, askEnd),
        PageRoute(.post, "/duties/{}/end", for: coordinator, end),
        PageRoute(.get, "/duties/{}/dates/{}", for: .staff) { call, viewer in
            try await DutyDatePage.show(call, viewer)
        },
        PageRoute(.post, "/duties/{}/dates/{}", for: .staff, DutyDatePage.move),
    ]

    static let templates: [String: String] = [
        "duties": DutiesWeek.template,
        "duties.line": DutyLine.template,
        "duties.duty": OneDutyPage.template,
        "duties.form": DutyFormView.template,
        "duties.date": DutyDatePage.template,
    ]

    /// Where one duty is shown.
    static func path(_ duty: UUID) -> String { "/duties/\(duty.uuidString.lowercased())" }

    /// Where one date of it is swapped.
    static func path(_ duty: UUID, _ key: OccurrenceKey) -> String {
        "\(path(duty))/dates/\(PageText.escaped(key.description))"
    }

    /// The duty that the address names.
    static func duty(_ call: PageCall) async throws(CareProblem) -> Duty {
        guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.notFound, "there is no such duty")
        }
        return try await call.api.get("duties/\(id.uuidString.lowercased())")
    }

    private static func askEnd(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let duty = try await duty(call)
        let names = try await DutyNames(call.api)
        return call.ask(
            Text("duties.end"),
            Text("duties.end_question", ["name": .verbatim(names.person(duty.content.person))]),
            Text("duties.end_meaning"), action: path(duty.id) + "/end", yes: Text("duties.end"),
            no: Text("forms.cancel"), back: path(duty.id),
            fields: [
                .init(name: "id", value: UUIDs.new()),
                .init(name: "at", value: CareJSON.string(from: call.request.now)),
                .init(name: "replaces", value: "\(duty.sequence)"),
            ])
    }

    private static func end(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let duty = try await duty(call)
        try await call.api.send(
            "POST", "duties/\(duty.id.uuidString.lowercased())/changes",
            DutyChange(
                id: UUIDs.draft(call.form), content: nil,
                replaces: call.form["replaces"].flatMap { Int64($0) } ?? duty.sequence,
                by: viewer.person.name,
                at: PlanSending.at(call)))
        return .seeOther("/duties?did=\(DutyNotice.ended)")
    }
}

/// What was just done; a word in the address, so that reading the page again does nothing twice.
enum DutyNotice: String {
    case made, changed, ended, given, offered, taken, undone

    static func of(_ call: PageCall) -> Notice? {
        guard let did = call.query["did"].flatMap(Self.init) else { return nil }
        return Notice(text: did.text)
    }

    private var text: Text {
        switch self {
        case .made: Text("duties.did_make")
        case .changed: Text("duties.did_change")
        case .ended: Text("duties.did_end")
        case .given: Text("duties.did_give")
        case .offered: Text("duties.did_offer")
        case .taken: Text("duties.did_take")
        case .undone: Text("duties.did_undo")
        }
    }
}
