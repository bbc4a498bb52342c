import Care
import FoundationEssentials
import Wording

/// A call for real, from the kiosk to this page and back, marked as a test.
struct CallStep {
    struct Stop {
        let words: Text
        let isDone: Bool
        let isNext: Bool
    }

    let place: StepPlace
    let hasKiosk: Bool
    /// Whether the call is said in another room, too.
    let hasStation: Bool
    /// What starts one, and whether that can be typed where this is read.
    let command: String
    let isReadThere: Bool
    /// Where it has been; empty before it is made.
    let stops: [Stop]
    let isMade: Bool
    /// The kiosk has not made it after a while: somebody is choosing something there.
    let isBusy: Bool
    let request: String
    /// What this page knows of it.
    let seen: String
    let isUnheard: Bool
    let canGo: Bool
    let isGoing: Bool
    let isMet: Bool
    /// One for each answer, so that a tap that is sent twice does it once.
    let answer = UUID().uuidString
    let heard = UUID().uuidString

    /// How long a kiosk may take, in seconds.
    private static let patience = 15.0

    static let template = """
        {{> welcome.place}}
        {{^hasKiosk}}{{^isMade}}<p>[[welcome.no_kiosk]]</p><p class="quiet">[[welcome.device_comes]]</p>\(StartingKiosk.template){{/isMade}}{{/hasKiosk}}
        {{#hasKiosk}}{{^hasStation}}<p class="problem">[[welcome.call_no_station]]</p>{{/hasStation}}{{/hasKiosk}}
        {{#isMade}}<ol class="stops">{{#stops}}<li class="{{#isDone}}done{{/isDone}}{{#isNext}}next{{/isNext}}">\
        {{#isDone}}\(Icon.check.html){{/isDone}}{{^isDone}}\(Icon.clock.html){{/isDone}}<span>{{words}}</span></li>{{/stops}}</ol>
        {{#isUnheard}}\(Form.post("/now/{{request}}/heard", class: "heard", sends: ["id": "{{heard}}", "back": Answering.Way.conversation.rawValue]))<button>[[now.let_know]]</button></form>{{/isUnheard}}
        {{#canGo}}\(answering("on_the_way", "[[now.on_my_way]]")){{/canGo}}
        {{#isGoing}}\(answering("met", "[[now.mark_done]]")){{/isGoing}}
        {{#isMet}}<p class="word good">[[welcome.call_works]]</p>
        <div class="row">\(Form.post("/welcome/done/call"))<button class="main">[[welcome.go_on]]</button></form></div>{{/isMet}}
        {{#isBusy}}<p class="problem">[[welcome.call_busy]]</p>{{/isBusy}}{{/isMade}}
        {{^isMade}}{{#hasKiosk}}<p>[[welcome.call_what]]</p>{{/hasKiosk}}{{/isMade}}
        <div class="row">{{#canStart}}\(Form.post("/welcome/call"))<button class="main">[[welcome.call_make]]</button></form>{{/canStart}}
        {{^isMet}}\(StepPlace.later){{/isMet}}</div>
        """

    /// There is a kiosk, and no call that is on its way.
    let canStart: Bool

    private static func answering(_ state: String, _ words: String) -> String {
        Form.post(
            "/now/{{request}}/answers", class: "wide",
            sends: [
                "id": "{{answer}}", "state": state, "seen": "{{seen}}",
                "back": Answering.Way.conversation.rawValue,
            ])
            + #"<button class="main">\#(words)</button></form>"#
    }

    static let routes = [
        PageRoute(.get, "/welcome/call", for: [.coordinator], show),
        PageRoute(.post, "/welcome/call", for: [.coordinator], make),
    ]

    /// The page of a call that is on its way.
    ///
    /// - Parameter since: When it was made, in seconds since 1970, as long as the kiosk may still be busy with something else.
    static func path(_ id: UUID, since: String? = nil) -> String {
        "/welcome/call?id=\(id.uuidString)" + (since.map { "&since=" + PageText.escaped($0) } ?? "")
    }

    private static func make(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let id = UUID()
        do throws(CareProblem) {
            try await call.api.send("POST", "trials", Trial(id: id, kind: .call, device: .kiosk))
        } catch {
            guard error.kind == .notFound else { throw error }
            return .seeOther("/welcome/call")
        }
        return .seeOther(path(id, since: String(Int(call.request.now.timeIntervalSince1970))))
    }

    private static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let steps = try await FirstSteps.read(call.api)
        let id = call.query["id"].flatMap { UUID(uuidString: $0) }
        var request: Request?
        if let id {
            do throws(CareProblem) { request = try await call.api.get("requests/\(id.uuidString)") } catch {
                guard error.kind == .notFound else { throw error }
            }
        }
        let since = call.query["since"].flatMap(Double.init)
        let waited = since.map { call.request.now.timeIntervalSince1970 - $0 } ?? 0
        return call.page(
            Page(
                title: FirstStep.call.title, template: "welcome.call",
                content: CallStep(
                    id, request, isBusy: request == nil && waited > patience,
                    isReadThere: SiteAddress(call).isReadThere, steps, viewer),
                live: NowPages.live, back: "/welcome", scripts: ["now.js"], every: 2))
    }

    private init(
        _ id: UUID?, _ request: Request?, isBusy: Bool, isReadThere: Bool, _ steps: FirstSteps,
        _ viewer: Viewer
    ) {
        self.isReadThere = isReadThere
        place = StepPlace(.call, steps)
        hasKiosk = steps.hasKiosk
        hasStation = steps.hasStation
        command = steps.commands.kiosk
        isMade = id != nil
        self.isBusy = id != nil && isBusy
        self.request = id?.uuidString ?? ""
        seen = String(request?.sequence ?? 0)
        let state = request?.state
        isUnheard = state == .asked
        canGo = state == .asked || state == .heard
        isGoing = state == .onTheWay
        isMet = state == .met
        let isOver = state == .declined || state == .cancelled
        canStart = steps.hasKiosk && (id == nil || self.isBusy || isOver)
        let reached: Int =
            switch state {
            case nil: 0
            case .asked: 1
            case .heard: 2
            case .onTheWay: 3
            case .met: 4
            case .declined, .cancelled: 1
            }
        // What is still to come, and what has happened.
        let names = [
            ("welcome.call_asks", "welcome.call_asked"),
            (steps.hasStation ? "welcome.call_station" : "welcome.call_hears", "welcome.call_heard"),
            ("welcome.call_answers", "welcome.call_way"), ("welcome.call_tells", "welcome.call_done"),
        ]
        stops = names.enumerated().map { index, name in
            Stop(
                words: Text(index < reached ? name.1 : name.0), isDone: index < reached,
                isNext: index == reached)
        }
    }
}
