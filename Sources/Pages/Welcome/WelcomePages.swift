import Care
import Wording

/// The first start as a conversation: one question on each page, each can be left out and is found again under More.
enum WelcomePages: PageTopic {
    static let routes: [PageRoute] =
        [
            PageRoute(.get, "/welcome", for: [.coordinator], WelcomeList.show),
            // To the first question that is still open.
            PageRoute(.get, "/welcome/next", for: [.coordinator]) { call, _ in
                let steps = try await FirstSteps.read(call.api)
                return .seeOther(steps.open.first.map(\.path) ?? "/now")
            },
            PageRoute(.post, "/welcome/away", for: [.coordinator], WelcomeList.putAway),
            PageRoute(.post, "/welcome/done/{}", for: [.coordinator]) { call, _ in
                guard let step = FirstStep(rawValue: call.parts[0]) else {
                    throw CareProblem(.notFound, "this page does not exist")
                }
                return try await FirstSteps.finish(step, call.api)
            },
        ] + ClientStep.routes + PhoneStep.routes + SoundStep.routes + CallStep.routes + FirstBoardStep.routes
        + OthersStep.routes

    static let templates: [String: String] = [
        "shared": SharedLink.template,
        "welcome.list": WelcomeList.template,
        "welcome.place": StepPlace.template,
        "welcome.client": ClientStep.template,
        "welcome.phone": PhoneStep.template,
        "welcome.sound": SoundStep.template,
        "welcome.call": CallStep.template,
        "welcome.board": FirstBoardStep.template,
        "welcome.others": OthersStep.template,
    ]
}

extension FirstSteps {
    static func read(_ api: PageAPI) async throws(CareProblem) -> FirstSteps {
        try await api.get("first-steps")
    }

    /// Where the conversation goes on after a question: the next one that is open, or the calls.
    func path(after step: FirstStep) -> String {
        let rest = FirstStep.allCases.drop { $0 != step }.dropFirst()
        return rest.first { state(of: $0) == .open }.map(\.path) ?? "/now?did=\(SetUpDone.did)"
    }

    static func set(
        _ step: FirstStep, _ state: FirstStep.State, _ api: PageAPI
    ) async throws(CareProblem) {
        try await api.send("PUT", "first-steps/\(step.rawValue)", FirstStepChange(state: state))
    }

    /// Marks a question as done, and leads on.
    static func finish(_ step: FirstStep, _ api: PageAPI) async throws -> PageResponse {
        try await set(step, .done, api)
        return .seeOther(try await read(api).path(after: step))
    }
}

extension FirstStep {
    var path: String { "/welcome/" + rawValue }

    /// The question itself.
    var title: Text {
        switch self {
        case .client: Text("welcome.client_title")
        case .phone: Text("welcome.phone_title")
        case .sound: Text("welcome.sound_title")
        case .call: Text("welcome.call_title")
        case .board: Text("welcome.board_title")
        case .others: Text("welcome.others_title")
        }
    }

    var icon: Icon {
        switch self {
        case .client: .person
        case .phone: .phone
        case .sound: .sound
        case .call: .now
        case .board: .boards
        case .others: .people
        }
    }
}

/// Where in the conversation a page is, and how it is left out.
struct StepPlace {
    struct Dot {
        let isHere: Bool
        let isDone: Bool
    }

    /// How many questions are answered, in whichever order.
    let done: Int
    let all: Int
    let dots: [Dot]
    let next: String

    init(_ step: FirstStep, _ steps: FirstSteps) {
        let cases = FirstStep.allCases
        done = cases.count { steps.state(of: $0) == .done }
        all = cases.count
        dots = cases.map { Dot(isHere: $0 == step, isDone: steps.state(of: $0) == .done) }
        next = steps.path(after: step)
    }

    static let template = """
        {{#place}}<p class="place"><span class="dots" aria-hidden="true">{{#dots}}<i class="{{#isHere}}here{{/isHere}}{{#isDone}} done{{/isDone}}"></i>{{/dots}}</span>\
        <span class="quiet">[[welcome.place]]</span></p>{{/place}}
        """

    static let later = #"<a class="button" href="{{#place}}{{next}}{{/place}}">[[welcome.later]]</a>"#
}
