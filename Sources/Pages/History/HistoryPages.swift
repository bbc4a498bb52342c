import Care
import FoundationEssentials
import Wording

/// Looking back: search, filter, print, a file for a spreadsheet, and one request's whole story.
enum HistoryPages: PageTopic {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/history", for: .staff) { call, _ in
            try await list(call)
        },
        PageRoute(.get, "/history.csv", for: .staff) { call, _ in
            try await HistoryTable(call, HistoryFilter(call)).response()
        },
        PageRoute(.get, "/history/requests/{}", for: .staff) { call, _ in
            try await story(
                call,
                notice: call.query["noted"].map { noted in
                    Notice(text: Text(noted == "again" ? "history.note_again" : "history.note_saved"))
                })
        },
        // Whoever reads a refused note anew, as a live page does.
        PageRoute(.get, "/history/requests/{}/notes", for: .staff) { call, _ in
            .seeOther("/history/requests/" + PageText.escaped(call.parts[0]))
        },
        PageRoute(.post, "/history/requests/{}/notes", for: .staff) { call, viewer in
            try await note(call, viewer)
        },
    ]

    static let templates = ["history": HistoryList.template, "history-story": StoryPage.template]

    private static func list(_ call: PageCall) async throws -> PageResponse {
        let filter = HistoryFilter(call)
        let people: PeoplePage = try await call.api.get("people")
        guard filter.problem == nil else {
            let nothing = HistoryList(
                call, filter, people.people, HistoryPage(items: [], zone: ""), kinds: HistoryKinds(kinds: []))
            return page(call, nothing, notice: filter.problem.map { Notice(text: $0, isProblem: true) })
        }
        let found: HistoryPage = try await call.api.get("history", filter.query(after: call.query["after"]))
        let kinds: HistoryKinds = try await call.api.get("history/kinds", filter.queryOfKinds)
        return page(call, HistoryList(call, filter, people.people, found, kinds: kinds), notice: nil)
    }

    private static func page(_ call: PageCall, _ content: HistoryList, notice: Notice?) -> PageResponse {
        call.page(
            Page(
                title: Text("history.title"), template: "history", content: content, notice: notice,
                scripts: ["history.js"]))
    }

    private static func story(
        _ call: PageCall, typed: String? = nil, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let id = call.parts[0]
        let story: RequestStory = try await call.api.get("history/requests/" + PageText.escaped(id))
        return call.page(
            Page(
                title: HistoryWords.heading(story.request), template: "history-story",
                content: StoryPage(story, call, typed: typed, noteID: call.form["id"]),
                live: ["heard", "on_the_way", "met", "declined", "cancelled", "request_noted"],
                notice: notice,
                back: "/history"),
            status: status)
    }

    private static func note(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let id = call.parts[0]
        guard let text = call.form["text"] else {
            return try await story(
                call,
                notice: Notice(text: Text("history.note_empty"), isProblem: true),
                status: 422)
        }
        let new = RequestNote(
            id: call.form["id"].flatMap(UUID.init(uuidString:)) ?? UUID(), text: text,
            by: viewer.person.name, at: call.request.now)
        do throws(CareProblem) {
            if try await NoteSending.keep(new, of: id, call.api) {
                return .seeOther("/history/requests/\(PageText.escaped(id))?noted=again")
            }
        } catch {
            guard error.kind != .unauthorized, error.kind != .notFound else { throw error }
            return try await story(
                call, typed: text,
                notice: Notice(
                    text: Text("history.note_not_saved", ["problem": .text(error.words)]),
                    isProblem: true),
                status: error.status)
        }
        return .seeOther("/history/requests/\(PageText.escaped(id))?noted=1")
    }
}
