import Care
import Wording

/// Where a link in a message leads: two buttons that answer for whoever it was sent to, without a login.
///
/// Reading it answers nothing: programs that draw previews of links read them, too.
struct AnswerPages: PageTopic {
    /// What is sent, and what comes back.
    struct Sent: Codable, Equatable {
        enum Answer: String, Codable { case onTheWay = "on_the_way", cannot }

        let with: Answer
    }

    struct Told: Codable {
        /// What came of it, in the language of whoever has answered.
        let said: String?
    }

    static let routes: [PageRoute] = [
        PageRoute(open: .get, "/answer/{}") { call in draw(call) },
        PageRoute(open: .post, "/answer/{}", work: .answer) { call in try await answer(call) },
    ]

    static let templates = ["answer": template]

    let action: String
    /// What came of it.
    let result: Text?
    let isProblem: Bool
    /// Whether it can be answered now, or tried again.
    let isOpen: Bool

    private static func answer(_ call: PageCall) async throws -> PageResponse {
        guard let with = call.form["with"].flatMap(Sent.Answer.init) else { return draw(call) }
        do throws(CareProblem) {
            let told: Told = try await call.api.send(
                "POST", "answers/\(PageText.escaped(call.parts[0]))", Sent(with: with))
            return draw(call, told.said.map { Text.verbatim($0) } ?? Text("answer.sent"))
        } catch {
            let known = words(error)
            return draw(
                call, known ?? Text.joined([Text("answer.not_sent"), error.sentence], separator: " "),
                isProblem: true, isOpen: known == nil, status: error.status)
        }
    }

    /// Why it is not taken, and never will be; `nil` where it can be tried again.
    private static func words(_ problem: CareProblem) -> Text? {
        switch problem.status {
        // Such as that somebody else has logged in here.
        case 403: problem.sentence
        case 404: Text("answer.unknown")
        case 409: Text("answer.already")
        case 410: .joined([Text("answer.late"), problem.sentence], separator: " ")
        default: nil
        }
    }

    /// - Parameter result: What came of an answer; `nil` before there is one.
    private static func draw(
        _ call: PageCall, _ result: Text? = nil, isProblem: Bool = false, isOpen: Bool = false,
        status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: Text(result == nil ? "answer.title" : "answer.result"), template: "answer",
                content: AnswerPages(
                    action: "/answer/" + PageText.escaped(call.parts[0]), result: result,
                    isProblem: isProblem, isOpen: result == nil || isOpen)),
            status: status)
    }

    private static let template = """
        {{#result}}<p class="notice{{#isProblem}} problem{{/isProblem}}" role="alert">{{.}}</p>{{/result}}
        {{#isOpen}}<p>[[answer.meaning]]</p>
        \(Form.post("{{action}}", class: "reply"))
        <button class="main" name="with" value="\(Sent.Answer.onTheWay.rawValue)">[[answer.go]]</button>
        <button name="with" value="\(Sent.Answer.cannot.rawValue)">[[answer.cannot]]</button></form>{{/isOpen}}
        {{^isOpen}}<p><a class="button" href="/">[[answer.open]]</a></p>{{/isOpen}}
        """
}
