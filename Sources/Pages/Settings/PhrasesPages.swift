import Care
import Wording

/// What Beckon says.
enum PhrasesPages: PageTopic {
    static let routes = [
        PageRoute(.get, "/settings/phrases", for: .staff) { call, viewer in
            let phrases: HomePhrases = try await call.api.get("phrases")
            let page = PhrasesPage(
                phrases, viewer, examples: await PhraseExamples.of(call, phrases), changed: changed(call),
                search: call.query["q"], open: call.query["open"], isSaved: call.query["saved"] != nil)
            return draw(call, page, notice: await notice(call, phrases, viewer))
        },
        PageRoute(.post, "/settings/phrases", for: [.coordinator]) { call, viewer in
            try await save(call, viewer)
        },
    ]

    static let templates = ["phrases": PhrasesPage.template]

    private static func notice(_ call: PageCall, _ phrases: HomePhrases, _ viewer: Viewer) async -> Notice? {
        guard let saved = call.query["saved"] else { return nil }
        var notice = SavedWords.phrases
        guard saved == phrases.version, viewer.canWriteFiles,
            let file: HomeFile = try? await call.api.get("files/" + PageText.escaped(phrases.name)),
            file.version == saved, file.previous != nil
        else { return notice }
        notice.undo = BoardPages.undoPath(phrases.name, saved: saved)
        return notice
    }

    private static func changed(_ call: PageCall) -> String { call.say(Text("question.is_changed")) }

    private static func draw(
        _ call: PageCall, _ page: PhrasesPage, notice: Notice? = nil, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: Text("settings.phrases"), template: "phrases", content: page, notice: notice,
                back: "/settings", scripts: [Form.listenScript, "phrases.js"]),
            status: status)
    }

    /// What was typed for each sentence, where it is another than its reader saw; an empty field means the default. What was left as
    /// it was is not sent, so that it does not undo what others have changed since.
    private static func values(_ form: PageFields, _ phrases: HomePhrases) -> [String: String] {
        var values: [String: String] = [:]
        for phrase in phrases.phrases {
            guard let text = form.exactly("option-" + phrase.key)?.trimmed(),
                TypedOption.isTouched(phrase.key, form)
            else { continue }
            let wanted = text.isEmpty ? phrase.standard : text
            if wanted != phrase.text ?? phrase.standard { values[phrase.key] = wanted }
        }
        if let back = phrases.phrases.first(where: { $0.key == form["back"] }) {
            values[back.key] = back.standard
        }
        return values
    }

    /// What was typed for a sentence that has forms meanwhile, or has none any more, as typed for the one that stands in its place: it would
    /// be lost otherwise.
    private static func carried(_ form: PageFields, _ phrases: HomePhrases) -> PageFields {
        let keys = Set(phrases.phrases.map(\.key))
        func present(_ key: Substring) -> String? {
            guard !keys.contains(String(key)) else { return nil }
            return [key + ".other", key.prefix { $0 != "." }].map(String.init).first { keys.contains($0) }
        }
        var form = form
        for index in form.pairs.indices {
            let (name, value) = form.pairs[index]
            for prefix in ["option-", "was-"] where name.hasPrefix(prefix) {
                if let key = present(name.dropFirst(prefix.count)) { form.pairs[index].name = prefix + key }
            }
            if ["saved", "back"].contains(name), let key = present(value[...]) {
                form.pairs[index].value = key
            }
        }
        return form
    }

    private static func save(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let phrases: HomePhrases = try await call.api.get("phrases")
        let form = carried(call.form, phrases)
        let values = values(form, phrases)
        let search = call.form["q"]
        let found = search.map { "&q=" + PageText.escaped($0) } ?? ""
        guard !values.isEmpty else {
            return .seeOther("/settings/phrases" + (found.isEmpty ? "" : "?" + found.dropFirst()))
        }
        do throws(CareProblem) {
            let saved: HomePhrases = try await call.api.send(
                "PUT", "phrases", OptionChange(values: values, version: form["version"] ?? ""))
            let key =
                [form["back"], form["saved"]].compactMap(\.self).first { values[$0] != nil }
                ?? values.keys.sorted()[0]
            // What was put back may have forms now, each a sentence of its own.
            let open = saved.phrases.first { $0.key == key || $0.key.hasPrefix(key + ".") }?.key ?? key
            return .seeOther(
                "/settings/phrases?saved=\(PageText.escaped(saved.version))\(found)&open=\(open)#phrase-\(open)"
            )
        } catch {
            guard error.kind != .unauthorized else { throw error }
            let page = PhrasesPage(
                phrases, viewer, examples: await PhraseExamples.of(call, phrases), changed: changed(call),
                search: search, open: form["saved"], typed: form, problem: error)
            return draw(
                call, page, notice: page.hasFaults ? nil : SettingsSaving.trouble(error),
                status: error.status)
        }
    }
}
