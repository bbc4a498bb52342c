import Care
import FoundationEssentials
import Wording

/// Which board the client begins with: those that ship for it, with whom each is for and the cards that it begins with.
struct FirstBoardStep {
    struct Card {
        let sign: String?
        let caption: String
    }

    /// Names differ from all names of the page: a missing value is looked up in the enclosing context.
    struct Choice {
        let board: String
        let boardTitle: String
        let meaning: Text
        let cards: [Card]
        /// Whether scanning begins with it already.
        let isUsed: Bool
        let page: String
    }

    let place: StepPlace
    let question: Text
    let choices: [Choice]
    /// Scanning begins with none of these: with a board of the home's own.
    let hasOwn: Bool
    /// Of the settings that its reader has seen.
    let version: String

    private static let taking = Form.post(
        "/welcome/board", class: "row", sends: ["board": "{{board}}", "version": "{{version}}"])

    static let template = """
        {{> welcome.place}}
        <p>{{question}}</p>
        <ul class="cards">{{#choices}}<li class="card" data-key="{{board}}"><h2><a href="{{page}}">{{boardTitle}}</a></h2>
        <p>{{meaning}}</p>
        <ul class="preview" aria-label="[[welcome.board_cards]]">{{#cards}}<li>{{#sign}}<span class="symbol" aria-hidden="true">{{.}}</span> {{/sign}}{{caption}}</li>{{/cards}}</ul>
        \(taking)<button{{^hasOwn}} class="main"{{/hasOwn}}>{{#isUsed}}[[welcome.board_keep]]{{/isUsed}}{{^isUsed}}[[welcome.board_take]]{{/isUsed}}\
        <span class="unseen">: {{boardTitle}}</span></button></form></li>{{/choices}}</ul>
        <p class="quiet">{{#hasOwn}}[[welcome.board_own]] {{/hasOwn}}[[welcome.board_later]]</p>
        <div class="row">\(StepPlace.later)</div>
        """

    static let routes = [
        PageRoute(.get, "/welcome/board", for: [.coordinator]) { call, _ in try await show(call) },
        PageRoute(.post, "/welcome/board", for: [.coordinator], take),
    ]

    private static func take(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        guard let board = call.form["board"] else {
            throw CareProblem(.badRequest, "this does not say which board is meant")
        }
        do throws(CareProblem) {
            let options: HomeOptions = try await call.api.get("settings")
            if SettingsAnswers.value(of: "board", in: options) != board {
                let _: HomeOptions = try await call.api.send(
                    "PUT", "settings",
                    OptionChange(values: ["board": board], version: call.form["version"] ?? ""))
            }
        } catch {
            guard error.kind != .unauthorized else { throw error }
            return try await show(call, notice: SettingsSaving.trouble(error), status: error.status)
        }
        return try await FirstSteps.finish(.board, call.api)
    }

    private static func show(
        _ call: PageCall, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let steps = try await FirstSteps.read(call.api)
        let files: HomeFilePage = try await call.api.get("files")
        let options: HomeOptions = try await call.api.get("settings")
        let used = SettingsAnswers.value(of: "board", in: options)
        var choices: [Choice] = []
        for (starter, file) in StarterBoard.first(among: files.files, language: call.request.homeLanguage) {
            let board: HomeBoard = try await call.api.get(CardPages.api(file.name))
            choices.append(Choice(starter, board, used: used))
        }
        return call.page(
            Page(
                title: FirstStep.board.title, template: "welcome.board",
                content: FirstBoardStep(
                    place: StepPlace(.board, steps),
                    question: Text("welcome.board_what", ["client": .verbatim(options.client)]),
                    choices: choices, hasOwn: !choices.contains { $0.isUsed }, version: options.version),
                notice: notice, back: "/welcome"), status: status)
    }
}

extension FirstBoardStep.Choice {
    /// - Parameter used: The board with which scanning begins, as the settings write it.
    fileprivate init(_ starter: StarterBoard, _ board: HomeBoard, used: String) {
        self.board = "boards/" + board.name
        boardTitle = board.title
        meaning = starter.meaning
        cards = board.cards.filter { CardGroups.group(of: $0.path).isEmpty }.map { card in
            FirstBoardStep.Card(
                sign: ShownSymbol(card.fields["symbol"], at: nil).sign, caption: card.label)
        }
        isUsed = self.board == used
        page = CardBoard.path(board.name)
    }
}
