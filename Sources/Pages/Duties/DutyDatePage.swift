import Care
import FoundationEssentials
import Recurrence
import Wording

/// One date of a duty, and who could have it instead.
struct DutyDatePage {
    let path: String
    let dutyPath: String
    let id: String
    let takeID: String
    let undoID: String
    let at: String
    let when: Text
    let place: Text
    let who: Text
    let word: Text?
    /// Whether the reader gives dates to others.
    let gives: Bool
    let isSwapped: Bool
    /// Whether the reader has it, and so may offer it.
    let offers: Bool
    let isOffered: Bool
    /// Whether the reader may take it.
    let takes: Bool
    let people: [FormOption]
    let trouble: FormTrouble?

    /// What is chosen for nobody; no person has such an id.
    private static let nobody = "nobody:"

    static func show(
        _ call: PageCall, _ viewer: Viewer, problem: CareProblem? = nil
    ) async throws -> PageResponse {
        let duty = try await DutiesPages.duty(call)
        let key = try key(call)
        let names = try await DutyNames(call.api)
        let isCoordinator = viewer.person.role == .coordinator
        guard let time = try await time(duty, key, call) else {
            throw CareProblem(.notFound, "this duty has no date that begins then")
        }
        let line = DutyLine(time, names, call)
        let holder = time.holder
        let isOwn = holder == viewer.person.id
        let own = viewer.person.id
        let takes = time.offer.map { ($0.to ?? own) == own && !isOwn } ?? false
        let chosen = call.form["person"]
        let zone = call.request.zone
        let when = Text(
            "duties.day_and_span",
            [
                "day": .text(
                    TimeText.day(zone.local(of: time.from).day, today: zone.local(of: call.request.now).day)),
                "span": .text(DutyWords.span(time.from, time.until, call)),
            ])
        let carers = names.carers.filter { $0.id != holder }
        // A coordinator says who has it: nothing is chosen before, so that a tap in passing leaves no gap.
        let first =
            isCoordinator
            ? [FormOption(value: "", name: Text("duties.choose_person"), isChosen: chosen == nil)]
                + (holder == nil
                    ? []
                    : [
                        FormOption(value: nobody, name: Text("duties.nobody"), isChosen: chosen == nobody)
                    ])
            : [FormOption(value: "", name: Text("duties.anybody"), isChosen: chosen == nil)]
        return call.page(
            Page(
                title: Text("duties.date_of", ["name": .verbatim(names.person(duty.content.person))]),
                template: "duties.date",
                content: DutyDatePage(
                    path: DutiesPages.path(duty.id, key), dutyPath: DutiesPages.path(duty.id),
                    id: UUIDs.new(), takeID: UUIDs.new(), undoID: UUIDs.new(),
                    at: CareJSON.string(from: call.request.now), when: .capitalized(when),
                    place: .capitalized(
                        names.whereabouts(zone: duty.content.zone, client: duty.content.client)),
                    who: line.who, word: line.word, gives: isCoordinator && duty.isActive,
                    isSwapped: isCoordinator && holder != duty.content.person,
                    offers: !isCoordinator && isOwn && time.offer == nil,
                    isOffered: time.offer != nil && (isOwn || isCoordinator), takes: takes,
                    people: first
                        + carers.map {
                            FormOption(value: $0.id, name: .verbatim($0.name), isChosen: $0.id == chosen)
                        }, trouble: problem.map { FormTrouble($0.sentence) }),
                live: ["occurrence_changed"], notice: DutyNotice.of(call), back: DutiesPages.path(duty.id)),
            status: problem?.status ?? 200)
    }

    static func move(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let duty = try await DutiesPages.duty(call)
        let key = try key(call)
        guard let kind = call.form["kind"].flatMap(DutyMove.Kind.init) else {
            throw CareProblem(.badRequest, "this does not say which change is meant: open the page again")
        }
        if kind == .assign, call.form["person"] == nil {
            return try await show(
                call, viewer,
                problem: CareProblem(.notAcceptable, "choose who has this date, or nobody", field: "person"))
        }
        let person: String? =
            switch kind {
            case .assign, .offer: call.form["person"].flatMap { $0 == nobody ? nil : $0 }
            case .take: viewer.person.id
            case .undo: nil
            }
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "duties/\(duty.id.uuidString.lowercased())/swaps",
                DutyMove(
                    id: UUIDs.draft(call.form), kind: kind, of: key, person: person, by: viewer.person.name,
                    at: PlanSending.at(call)))
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            return try await show(call, viewer, problem: error)
        }
        let did: DutyNotice =
            switch kind {
            case .assign: .given
            case .offer: .offered
            case .take: .taken
            case .undo: .undone
            }
        return .seeOther("\(DutiesPages.path(duty.id, key))?did=\(did)")
    }

    private static func key(_ call: PageCall) throws(CareProblem) -> OccurrenceKey {
        guard call.parts.count > 1, let key = OccurrenceKey(call.parts[1]) else {
            throw CareProblem(.notFound, "there is no such duty")
        }
        return key
    }

    /// As the service has it now; it begins at most two days from what the wall's clock of its zone shows.
    private static func time(
        _ duty: Duty, _ key: OccurrenceKey, _ call: PageCall
    ) async throws(CareProblem) -> DutyTime? {
        let near = Date(timeIntervalSince1970: Double(key.local.seconds))
        let found: DutyTimePage = try await call.api.get(
            "duties/times",
            [
                ("from", CareJSON.string(from: near.addingTimeInterval(-2 * 86_400))),
                ("until", CareJSON.string(from: near.addingTimeInterval(2 * 86_400))),
            ])
        return found.times.first { $0.duty == duty.id && $0.key == key }
    }

    private static func form(_ kind: String, id: String, _ content: String) -> String {
        Form.post("{{path}}", class: "narrow", sends: ["kind": kind, "id": "{{\(id)}}", "at": "{{at}}"])
            + content
            + "</form>"
    }

    static let template = """
        \(Form.troubles())
        <p><b>{{when}}</b></p>
        <p>{{place}}</p>
        <p data-key="who">{{who}}{{#word}} <span class="word soon">{{.}}</span>{{/word}}</p>
        {{#takes}}\(form("take", id: "takeID", #"<div class="row"><button class="main">[[duties.take]]</button></div>"#)){{/takes}}
        {{#offers}}\(form(
            "offer", id: "id",
            Form.field("person", "[[duties.ask_whom]]", .choice("people"), hint: .words("[[duties.offer_hint]]"))
                + #"<div class="row"><button class="main">[[duties.offer]]</button></div>"#)){{/offers}}
        {{#gives}}\(form(
            "assign", id: "id",
            Form.field("person", "[[duties.give_to]]", .choice("people"))
                + #"<div class="row"><button class="main">[[duties.give]]</button></div>"#)){{/gives}}
        {{#isOffered}}\(form("undo", id: "undoID", #"<div class="row"><button>[[duties.take_back]]</button></div>"#)){{/isOffered}}
        {{^isOffered}}{{#isSwapped}}\(form("undo", id: "undoID", #"<div class="row"><button>[[duties.as_planned]]</button></div>"#)){{/isSwapped}}{{/isOffered}}
        <p><a class="line" href="{{dutyPath}}">[[duties.whole_duty]]</a></p>
        """
}
