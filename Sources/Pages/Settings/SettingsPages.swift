import Care
import Wording

/// How the client's board is scanned, what Beckon says, and the way to one's own notifications.
enum SettingsPages: PageTopic {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/settings", for: .staff) { call, viewer in
            let options: HomeOptions = try await call.api.get("settings")
            let notice = call.query["saved"].map { saved in
                Notice(
                    text: SavedWords.board,
                    undo: saved == options.version && viewer.canWriteFiles ? undo(saved) : nil)
            }
            return draw(call, OptionsPage(options, viewer), notice: notice)
        },
        PageRoute(.post, "/settings", for: [.coordinator]) { call, viewer in
            try await save(call, viewer)
        },
        PageRoute(.get, "/settings/phrases", for: .staff) { call, viewer in
            let phrases: HomePhrases = try await call.api.get("phrases")
            return draw(
                call, PhrasesPage(phrases, viewer), notice: await savedNotice(call, phrases, viewer))
        },
        PageRoute(.post, "/settings/phrases", for: [.coordinator]) { call, viewer in
            try await savePhrases(call, viewer)
        },
    ]

    static let templates = ["settings": OptionsPage.template, "phrases": PhrasesPage.template]

    /// The settings are a file like the boards: its previous text is restored there.
    private static func undo(_ version: String) -> String {
        BoardPages.undoPath("beckon.yaml", saved: version)
    }

    private static func savedNotice(_ call: PageCall, _ phrases: HomePhrases, _ viewer: Viewer) async
        -> Notice?
    {
        guard let saved = call.query["saved"] else { return nil }
        var notice = Notice(text: SavedWords.phrases)
        guard saved == phrases.version, viewer.canWriteFiles,
            let file: HomeFile = try? await call.api.get("files/" + PageText.escaped(phrases.name)),
            file.version == saved, file.previous != nil
        else { return notice }
        notice.undo = BoardPages.undoPath(phrases.name, saved: saved)
        return notice
    }

    private static func draw(
        _ call: PageCall, _ page: OptionsPage, notice: Notice? = nil, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(title: Text("settings.title"), template: "settings", content: page, notice: notice),
            status: status)
    }

    private static func draw(
        _ call: PageCall, _ page: PhrasesPage, notice: Notice? = nil, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: Text("settings.phrases"), template: "phrases", content: page, notice: notice,
                back: "/settings"),
            status: status)
    }

    /// What was typed for each name of a form, where it is another than its reader saw: an empty field means the default.
    /// What was left unchanged is not sent, so that it does not undo what others have changed since.
    private static func changes(
        _ call: PageCall, _ known: [(name: String, value: String?, standard: String)]
    ) -> [String: String] {
        var changed: [String: String] = [:]
        for (name, value, standard) in known {
            guard let text = call.form.exactly("option-" + name)?.trimmed(),
                TypedOption.isTouched(name, call.form)
            else { continue }
            let wanted = text.isEmpty ? (value == nil ? nil : standard) : text
            if let wanted, wanted != value, value != nil || wanted != standard { changed[name] = wanted }
        }
        return changed
    }

    private static func save(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let options: HomeOptions = try await call.api.get("settings")
        let values = changes(call, options.options.map { ($0.name, $0.value, $0.standard) })
        guard !values.isEmpty else { return .seeOther("/settings") }
        do throws(CareProblem) {
            let saved: HomeOptions = try await call.api.send(
                "PUT", "settings", OptionChange(values: values, version: call.form["version"] ?? ""))
            return .seeOther("/settings?saved=" + PageText.escaped(saved.version))
        } catch {
            guard error.kind != .unauthorized else { throw error }
            let page = OptionsPage(options, viewer, typed: call.form, problem: error)
            return draw(
                call, page,
                notice: Notice(
                    text: Text("settings.not_saved", ["detail": .text(error.words)]), isProblem: true),
                status: error.status)
        }
    }

    private static func savePhrases(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let phrases: HomePhrases = try await call.api.get("phrases")
        let values = changes(call, phrases.phrases.map { ($0.key, $0.text, $0.standard) })
        guard !values.isEmpty else { return .seeOther("/settings/phrases") }
        do throws(CareProblem) {
            let saved: HomePhrases = try await call.api.send(
                "PUT", "phrases", OptionChange(values: values, version: call.form["version"] ?? ""))
            return .seeOther("/settings/phrases?saved=" + PageText.escaped(saved.version))
        } catch {
            guard error.kind != .unauthorized else { throw error }
            let page = PhrasesPage(phrases, viewer, typed: call.form)
            return draw(
                call, page,
                notice: Notice(
                    text: Text("settings.not_saved", ["detail": .text(error.words)]), isProblem: true),
                status: error.status)
        }
    }
}
