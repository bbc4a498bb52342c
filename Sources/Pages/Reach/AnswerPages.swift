import Care
import Wording

/// Where a link in a message leads: two buttons that answer for whoever it was sent to, without a login.
///
/// Reading it answers nothing: programs that draw previews of links read them, too. All of it is in the language of whoever the message was
/// sent to, as the message was, also on somebody else's browser.
struct AnswerPages: PageTopic {
    /// What is sent, and what comes back.
    struct Sent: Codable, Equatable {
        enum Answer: String, Codable { case onTheWay = "on_the_way", cannot }

        let with: Answer
    }

    struct Told: Codable {
        /// What came of it, in the language of whoever has answered.
        let said: String?
        /// Which language that is.
        let language: String?
    }

    static let routes: [PageRoute] = [
        PageRoute(open: .get, "/answer/{}") { call in await look(call) },
        PageRoute(open: .post, "/answer/{}", work: .answer) { call in try await answer(call) },
    ]

    static let templates = ["answer": template]

    /// What the message said, and what has become of the call.
    struct About {
        let title: String
        let body: String?
        let news: Text?

        init(_ standing: MessageStanding) {
            title = standing.title
            body = standing.body.isEmpty ? nil : standing.body
            news = standing.news.map { .sentence(.verbatim($0)) }
        }
    }

    /// The field of the form that says in which language the page was, for what is said where no answer came of it.
    private static let language = "language"

    let action: String
    /// Of the page.
    let shown: String
    /// Who calls for what; `nil` where that was not read, or is said by what came of an answer.
    let about: About?
    /// What came of it.
    let result: Text?
    let isProblem: Bool
    /// Whether it can be answered now, or tried again.
    let isOpen: Bool

    /// What it is about. Where that cannot be read, it can be answered all the same.
    private static func look(_ call: PageCall) async -> PageResponse {
        do throws(CareProblem) {
            let standing: MessageStanding = try await call.api.get(
                "answers/\(PageText.escaped(call.parts[0]))")
            return draw(
                call.read(in: standing.language), standing.isAnswered ? Text("answer.already") : nil,
                about: About(standing), isOpen: standing.isOpen)
        } catch {
            guard let known = words(error) else { return draw(call, isOpen: true) }
            return draw(call, known, isProblem: true, status: error.status)
        }
    }

    private static func answer(_ call: PageCall) async throws -> PageResponse {
        guard let with = call.form["with"].flatMap(Sent.Answer.init) else { return await look(call) }
        do throws(CareProblem) {
            let told: Told = try await call.api.send(
                "POST", "answers/\(PageText.escaped(call.parts[0]))", Sent(with: with))
            return draw(
                call.read(in: told.language), told.said.map { Text.verbatim($0) } ?? Text("answer.sent"))
        } catch {
            let known = words(error)
            return draw(
                call.read(in: call.form[Self.language]),
                known ?? Text.joined([Text("answer.not_sent"), error.sentence], separator: " "),
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

    /// - Parameters:
    ///   - result: What came of an answer; `nil` before there is one.
    ///   - about: What the message said, before it is answered.
    private static func draw(
        _ call: PageCall, _ result: Text? = nil, about: About? = nil, isProblem: Bool = false,
        isOpen: Bool = false, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: Text(result == nil ? "answer.title" : "answer.result"), template: "answer",
                content: AnswerPages(
                    action: "/answer/" + PageText.escaped(call.parts[0]),
                    shown: call.site.translation(for: call.request).language, about: about, result: result,
                    isProblem: isProblem, isOpen: isOpen)),
            status: status)
    }

    private static let template = """
        {{#result}}<p class="notice{{#isProblem}} problem{{/isProblem}}" role="alert">{{.}}</p>{{/result}}
        {{#about}}<section class="card"><h2><bdi>{{title}}</bdi></h2>
        {{#.body}}<p><bdi>{{.}}</bdi></p>{{/.body}}{{#.news}}<p><strong>{{.}}</strong></p>{{/.news}}</section>{{/about}}
        {{#isOpen}}<p>[[answer.meaning]]</p>
        \(Form.post("{{action}}", class: "reply", sends: [language: "{{shown}}"]))
        <button class="main" name="with" value="\(Sent.Answer.onTheWay.rawValue)">[[answer.go]]</button>
        <button name="with" value="\(Sent.Answer.cannot.rawValue)">[[answer.cannot]]</button></form>{{/isOpen}}
        {{^isOpen}}<p><a class="button" href="/">[[answer.open]]</a></p>{{/isOpen}}
        """
}

extension PageCall {
    /// The same for a reader of this language, before those of their browser.
    fileprivate func read(in language: String?) -> PageCall {
        var call = self
        if let language { call.request.languages.insert(language, at: 0) }
        return call
    }
}
