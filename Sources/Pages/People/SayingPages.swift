import Care
import FoundationEssentials
import Wording

/// Says something to a client by their kiosk, and tells what was said lately.
struct SayingPages {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/people/{}/words", for: .staff) { call, _ in
            let client = try await client(call)
            return try await draw(client, call)
        },
        PageRoute(.post, "/people/{}/words", for: .staff) { call, _ in try await say(call) },
        PageRoute(.post, "/people/{}/words/{}/back", for: .staff) { call, _ in try await takeBack(call) },
    ]

    struct Line {
        let key: String
        let text: String
        let by: String
        let when: Text
        let standing: Text
        /// Whether the client has not heard it, and will not.
        let isLost: Bool
        /// Where a form takes it back; `nil` where it does not wait any more.
        let back: String?
    }

    /// What was just done: a word in the address, so that reading the page again does nothing twice.
    private enum Did: String {
        case waits, back

        var text: String {
            switch self {
            case .waits: "saying.did"
            case .back: "saying.did_back"
            }
        }
    }
    private static let mostShown = "20"

    let action: String
    /// Made with the page, so that a second tap says nothing twice.
    let id: String
    let text: String
    let fault: Text?
    let trouble: Text?
    let lines: [Line]
    let isEmpty: Bool

    static func path(_ client: String) -> String { PersonPage.path(client) + "/words" }
    private static func api(_ client: Person) -> String { "clients/\(PageText.escaped(client.id))/words" }

    private static func client(_ call: PageCall) async throws(CareProblem) -> Person {
        let client = try await MoodPages.client(call)
        guard client.isActive else {
            throw CareProblem(.notFound, "nobody in this home has the id \(client.id)")
        }
        return client
    }

    private static func say(_ call: PageCall) async throws -> PageResponse {
        let client = try await client(call)
        let text = (call.form["text"] ?? "").trimmed()
        let words = NewClientWords(id: PlanSending.id(call), text: text)
        do throws(CareProblem) { try await call.api.send("POST", api(client), words) } catch {
            guard MoodLogging.isTold(error) else { throw error }
            return try await draw(client, call, typed: text, problem: error)
        }
        return .seeOther("\(path(client.id))?did=\(Did.waits.rawValue)")
    }

    private static func takeBack(_ call: PageCall) async throws -> PageResponse {
        let client = try await client(call)
        guard let id = UUID(uuidString: call.parts[1]) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        do throws(CareProblem) {
            try await call.api.send("DELETE", "words/\(id.uuidString)", Ignored())
        } catch {
            // The client has heard it meanwhile: the list says when.
            guard error.kind == .conflict else { throw error }
            return try await draw(client, call, problem: error)
        }
        return .seeOther("\(path(client.id))?did=\(Did.back.rawValue)")
    }

    private static func draw(
        _ client: Person, _ call: PageCall, typed: String = "", problem: CareProblem? = nil
    ) async throws -> PageResponse {
        let page: WordsPage = try await call.api.get(api(client), [("limit", mostShown)])
        let isOfField = problem?.field == "text"
        return call.page(
            Page(
                title: Text("saying.title", ["client": .text(.nameOf(client))]), template: "people.words",
                content: SayingPages(
                    action: path(client.id),
                    // The same words under an id that stands for others would be refused again.
                    id: problem?.kind == .conflict
                        ? UUID().uuidString : PlanSending.id(call).uuidString,
                    text: typed, fault: isOfField ? problem?.sentence : nil,
                    trouble: isOfField ? nil : problem?.sentence,
                    lines: page.words.map { Line($0, of: client, now: page.now, call) },
                    isEmpty: page.words.isEmpty),
                live: ["words"],
                notice: call.query["did"].flatMap(Did.init).map {
                    Notice(text: Text($0.text, ["client": .text(.nameOf(client))]))
                },
                back: PersonPage.path(client.id)), status: problem?.status ?? 200)
    }

    static let template = """
        <p>[[saying.meaning]]</p>
        \(Form.trouble())
        \(Form.post("{{action}}", class: "narrow", sends: ["id": "{{id}}"]))
        \(Form.field("text", "[[saying.text]]", .area(rows: 2).most(ClientWords.longestText).with("required"), hint: .words("[[saying.hint]]"), fault: "fault", isLoud: true))
        <p class="row"><button class="main">[[saying.say]]</button></p></form>
        <h2>[[saying.lately]]</h2>
        {{#isEmpty}}<p data-key="none" class="quiet">[[saying.nothing_yet]]</p>{{/isEmpty}}
        <ul class="cards">{{#lines}}<li class="card" data-key="{{key}}"><p><bdi>{{text}}</bdi></p>
        <p class="quiet"><bdi>{{by}}</bdi> · {{when}} · {{#isLost}}<span class="word soon">{{standing}}</span>{{/isLost}}{{^isLost}}{{standing}}{{/isLost}}</p>
        {{#.back}}\(Form.post("{{.}}", class: "row"))<button>[[saying.take_back]]<span class="unseen">: {{text}}</span></button></form>{{/.back}}</li>
        {{/lines}}</ul>
        """
}

extension SayingPages.Line {
    init(_ words: ClientWords, of client: Person, now: Date, _ call: PageCall) {
        key = "words-\(words.id.uuidString)"
        text = words.text
        by = words.by
        when = call.when(words.at)
        let standing = words.standing(at: now)
        isLost = standing == .notSaid
        back =
            standing == .waiting
            ? "\(SayingPages.path(client.id))/\(words.id.uuidString.lowercased())/back" : nil
        self.standing =
            switch standing {
            case .waiting: Text("saying.waiting")
            case .said: words.saidAt.map { Text("saying.said", ["when": .text(call.when($0))]) } ?? .empty
            case .notSaid: Text("saying.not_said")
            case .takenBack:
                words.takenBackAt.map { Text("saying.taken_back", ["when": .text(call.when($0))]) } ?? .empty
            }
    }
}
