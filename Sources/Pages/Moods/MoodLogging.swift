import Care
import FoundationEssentials
import Recurrence
import Wording

/// Writes down how a client is: one tap on a face, on a number of pain, on a part of the body, or on one of the client's signs.
enum MoodLogging {
    /// What was just done: a word in the address, so that reading the page again does nothing twice.
    static let did = "logged"

    /// By caregivers, coordinators and providers.
    static func log(of client: Person, _ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) {
            try await send(try mood(of: client.id, call), call, viewer)
        } catch {
            guard isTold(error) else { throw error }
            return try await OneClientMoods.show(
                client, call, viewer, notice: Notice(text: error.sentence, isProblem: true),
                status: error.status)
        }
        return .seeOther("\(MoodPages.path(client.id))?did=\(did)")
    }

    /// What a form says. Its buttons have the value, so that a mood is one tap.
    static func mood(of client: String, _ call: PageCall) throws(CareProblem) -> NewMood {
        let form = call.form
        guard let scale = form["scale"].flatMap(MoodScale.init), let value = value(form["value"], on: scale)
        else { throw CareProblem(.notAcceptable, "choose one of what is offered, and press again") }
        return NewMood(
            id: PlanSending.id(call), client: client, scale: scale, value: value,
            corrects: form["corrects"].flatMap { UUID(uuidString: $0) },
            routine: form["routine"].flatMap { UUID(uuidString: $0) },
            key: form["key"].flatMap { OccurrenceKey($0) },
            appointment: form["appointment"].flatMap { UUID(uuidString: $0) }, at: call.request.now)
    }

    private static func value(_ text: String?, on scale: MoodScale) -> MoodValue? {
        switch text {
        case nil: nil
        case "unknown"?: .unknown
        case "not_now"?: .notNow
        case let text?: scale.levels == nil ? .word(text) : Int(text).map(MoodValue.level)
        }
    }

    static func send(_ mood: NewMood, _ call: PageCall, _ viewer: Viewer) async throws(CareProblem) {
        var mood = mood
        mood.by = viewer.person.name
        do throws(CareProblem) { try await call.api.send("POST", "moods", mood) } catch {
            // Tapped twice: it is there, with the time of the first tap.
            guard PlanSending.isTwice(error) else { throw error }
        }
    }

    /// Whether the page can say it above itself: it does not fit, somebody was faster, or there were too many today.
    static func isTold(_ problem: CareProblem) -> Bool {
        switch problem.kind {
        case .notAcceptable, .conflict: true
        case .tooMany: problem.field != nil
        default: false
        }
    }

    static func notice(_ call: PageCall) -> Notice? {
        call.query["did"] == did ? Notice(text: Text("moods.did_logged")) : nil
    }
}

/// The forms with which a mood is logged, wherever they stand.
struct MoodForms {
    struct Face {
        let value: Int
        let path: String
        let name: Text
    }

    struct Choice {
        let value: String
        let name: Text
    }

    /// Where they are sent.
    let moodAction: String
    /// The scale of the faces; these are empty where it is not asked.
    let faceScale: String
    let faces: [Face]
    /// 0 to 10; empty where it is not asked.
    let pains: [Int]
    let parts: [FormOption]
    /// The client's own signs; empty for the client, who does not observe themselves.
    let signs: [Choice]
    /// Whether others than the client write, and so say for whom.
    let isAboutOther: Bool
    /// The id of what is corrected, if something is.
    let corrects: String?
    // Made with the page, so that a second tap logs nothing more.
    let faceID = UUIDs.new()
    let painID = UUIDs.new()
    let partID = UUIDs.new()
    let signID = UUIDs.new()
    /// Which due time of an exercise it is after; `nil` for none.
    let after: After?
    /// The id of the appointment that it is after; `nil` for none.
    let appointment: String?

    struct After {
        let routine: String
        let occurrence: String
    }

    init(
        action: String, faces scale: MoodScale = .faces5, signs: [SignList.Sign] = [], isAboutOther: Bool,
        asks: Set<MoodQuestion> = Set(MoodQuestion.allCases), corrects: UUID? = nil, after: After? = nil,
        appointment: UUID? = nil
    ) {
        moodAction = action
        faceScale = scale.rawValue
        let shown = asks.contains(.faces) ? scale.faces : []
        faces = shown.enumerated().map { index, face in
            Face(value: index + 1, path: DrawnFaces.path(face.number), name: MoodWords.name(face))
        }
        pains = asks.contains(.pain) ? Array(MoodMeasure.pain.range) : []
        let offered = asks.contains(.part) ? BodyPart.allCases : []
        parts = offered.map {
            FormOption(value: $0.rawValue, name: MoodWords.part($0.rawValue), isChosen: false)
        }
        self.signs =
            asks.contains(.sign) ? signs.map { Choice(value: $0.id, name: .verbatim($0.label)) } : []
        self.isAboutOther = isAboutOther
        self.corrects = corrects?.uuidString
        self.after = after
        self.appointment = appointment?.uuidString
    }

    /// With as many faces as their kiosk asks with. Where that has files of its own elsewhere, with as many as the client has last chosen among.
    static func scale(_ page: MoodPage) -> MoodScale {
        page.faces ?? page.moods.map(\.mood.scale).first { !$0.faces.isEmpty } ?? .faces5
    }

    private static func form(_ scale: String, _ id: String, class style: String = "") -> String {
        Form.post(
            "{{moodAction}}", class: style.isEmpty ? nil : style, sends: ["id": "{{\(id)}}", "scale": scale])
            + "{{#corrects}}\(Form.hidden("corrects", "{{.}}")){{/corrects}}"
            + "{{#after}}\(Form.hidden("routine", "{{routine}}"))\(Form.hidden("key", "{{occurrence}}")){{/after}}"
            + "{{#appointment}}\(Form.hidden("appointment", "{{.}}")){{/appointment}}"
    }

    private static let face = """
        {{^empty(faces)}}<section class="card" data-key="log-face" aria-labelledby="log-face-title"><h2 id="log-face-title">{{#isAboutOther}}[[moods.how_is]]{{/isAboutOther}}{{^isAboutOther}}[[moods.how_are_you]]{{/isAboutOther}}</h2>
        \(form("{{faceScale}}", "faceID", class: "faces"))
        {{#faces}}<button name="value" value="{{value}}">\(DrawnFaces.html("path"))<span>{{name}}</span></button>
        {{/faces}}
        <button name="value" value="unknown">[[moods.unknown]]</button>{{^isAboutOther}}<button name="value" value="not_now">[[moods.not_now]]</button>{{/isAboutOther}}</form></section>{{/empty(faces)}}
        """

    private static let pain = """
        {{^empty(pains)}}<details class="card" data-key="log-pain"><summary><h2>[[moods.scale_pain]]</h2></summary><p class="hint quiet" id="pain-ends">[[moods.pain_ends]]</p>
        \(form(MoodScale.pain10.rawValue, "painID", class: "numbers"))
        {{#pains}}<button name="value" value="{{.}}" aria-describedby="pain-ends">{{.}}</button>
        {{/pains}}</form></details>{{/empty(pains)}}
        """

    private static let part = """
        {{^empty(parts)}}<details class="card" data-key="log-part"><summary><h2>[[moods.where]]</h2></summary>
        \(form(MoodScale.bodyPart.rawValue, "partID"))
        \(Form.field("value", "[[moods.part]]", .choice("parts"), id: "part-value", value: ""))
        <p class="row"><button class="main">[[moods.save]]</button></p></form></details>{{/empty(parts)}}
        """

    private static let sign = """
        {{^empty(signs)}}<section class="card" data-key="log-sign" aria-labelledby="log-sign-title"><h2 id="log-sign-title">[[moods.seen]]</h2>
        \(form(MoodScale.observation.rawValue, "signID"))
        <div class="choices">{{#signs}}<button name="value" value="{{value}}">{{name}}</button>
        {{/signs}}</div></form></section>{{/empty(signs)}}
        """

    /// For a page whose content has `forms`.
    static let template = "{{#forms}}\(face)\(sign)\(pain)\(part){{/forms}}"
    /// Only the faces, as after an exercise.
    static let facesAlone = "{{#forms}}\(face){{/forms}}"
}
