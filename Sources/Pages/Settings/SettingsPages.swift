import Care
import Wording

/// The settings by question, what Beckon says, and the way to one's own notifications.
enum SettingsPages: PageTopic {
    static let routes = [
        PageRoute(.get, "/settings", for: [.coordinator]) { call, viewer in
            let options = try await options(call, for: nil)
            return call.page(
                Page(
                    title: Text("settings.title"), template: "settings",
                    content: SettingsPage(options, viewer), notice: await saved(call, options, viewer)))
        },
        PageRoute(.get, "/settings/{}", for: [.coordinator]) { call, viewer in
            let question = try question(call)
            let options = try await options(call, for: question)
            return draw(
                call, question, options,
                QuestionPage(question, options, viewer, sample: await sample(call, question)),
                notice: await saved(call, options, viewer))
        },
        PageRoute(.post, "/settings/{}", for: [.coordinator]) { call, viewer in
            try await save(call, viewer, try question(call))
        },
    ]

    /// All of them; what machine and home have for those of a question, languages and boards with what they call themselves.
    ///
    /// - Parameter question: `nil` for the page of all questions, which says only what is in force.
    private static func options(
        _ call: PageCall, for question: SettingQuestion?
    ) async throws -> HomeOptions {
        func isShown(_ name: String) -> Bool { question?.settings.contains(name) ?? true }
        let hasChoices = question?.settings.contains { $0 == "home.language" || $0.hasSuffix(".voice") }
        var options: HomeOptions = try await call.api.get(
            "settings" + (hasChoices ?? false ? "?choices=yes" : ""))
        // Without the boards, the file's name is typed.
        let files: HomeFilePage? = isShown("board") ? try? await call.api.get("files") : nil
        for index in options.options.indices {
            let option = options.options[index]
            switch option.name {
            case "home.language":
                let found = option.choices ?? [HomeOptions.Choice(option.value ?? option.standard)]
                let names = Dictionary(grouping: found) { call.site.languageName($0.value) ?? $0.value }
                options.options[index].choices = found.map { choice in
                    let name = call.site.languageName(choice.value) ?? choice.value
                    let isOnly = names[name]?.count == 1 || name == choice.value
                    return HomeOptions.Choice(
                        choice.value, name: isOnly ? name : "\(name) (\(choice.value))")
                }
            case "board": options.options[index].choices = files.map(boards)
            default: break
            }
        }
        return options
    }

    /// Boards by title, with their file where two have the same.
    private static func boards(_ files: HomeFilePage) -> [HomeOptions.Choice] {
        let boards = files.files.filter { $0.kind == .board }
        let titles = Dictionary(grouping: boards) { $0.title ?? $0.name }
        return boards.map { board in
            let title = board.title ?? board.name
            let isOnly = titles[title]?.count == 1
            return HomeOptions.Choice(
                "boards/" + board.name, name: isOnly ? title : "\(title) (\(board.name))")
        }
    }

    /// The one that is asked for; names have a page of their own.
    private static func question(_ call: PageCall) throws(CareProblem) -> SettingQuestion {
        guard let question = SettingQuestion.all.dropFirst().first(where: { $0.id == call.parts[0] }) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        return question
    }

    static let templates = [
        "settings": SettingsPage.template, "question": QuestionPage.template,
    ]

    /// What was just saved, when it counts, and the way back.
    static func saved(_ call: PageCall, _ options: HomeOptions, _ viewer: Viewer) async -> Notice? {
        let names = (call.query["default"] ?? "").split(separator: ",").map(String.init)
        let defaults = SettingsSaving.defaults(names, in: options)
        guard let saved = call.query["saved"] else {
            return defaults.isEmpty ? nil : Notice(text: .joined(defaults, separator: " "))
        }
        let effect = HomeOptions.Effect(rawValue: call.query["counts"] ?? "") ?? .atStart
        let elsewhere = await SettingsSaving.elsewhere(call.api)
        return Notice(
            text: .joined(
                [SettingsSaving.notice(effect, client: options.client)] + SettingsSaving.tooQuiet(options)
                    + elsewhere + defaults,
                separator: " "),
            undo: saved == options.version && viewer.canWriteFiles
                ? BoardPages.undoPath("beckon.yaml", saved: saved) : nil)
    }

    private static func draw(
        _ call: PageCall, _ question: SettingQuestion, _ options: HomeOptions, _ page: QuestionPage,
        notice: Notice? = nil, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: Text(question.title, ["client": .verbatim(options.client)]), template: "question",
                content: page, notice: notice, back: "/settings", scripts: [Form.listenScript]),
            status: status)
    }

    /// A sentence in the home's language, where the question has a voice.
    private static func sample(_ call: PageCall, _ question: SettingQuestion) async -> String? {
        guard question.parts.contains(where: { $0.voice != nil }),
            let phrases: HomePhrases = try? await call.api.get("phrases"),
            let phrase = phrases.phrases.first(where: { $0.key == "on_the_way" })
        else { return nil }
        let examples = await PhraseExamples.of(call, phrases)
        return examples.filled(phrase.text ?? phrase.standard)
    }

    private static func save(
        _ call: PageCall, _ viewer: Viewer, _ question: SettingQuestion
    ) async throws -> PageResponse {
        let options = try await options(call, for: question)
        let values = SettingsSaving.values(call.form, of: question.settings, in: options)
        let path = "/settings/" + question.id
        let emptied = SettingsSaving.emptied(call.form, of: question.settings, in: options)
        let defaults =
            emptied.isEmpty ? "" : "default=" + PageText.escaped(emptied.joined(separator: ","))
        guard !values.isEmpty else { return .seeOther(path + (defaults.isEmpty ? "" : "?" + defaults)) }
        do throws(CareProblem) {
            let saved: HomeOptions = try await call.api.send(
                "PUT", "settings", OptionChange(values: values, version: call.form["version"] ?? ""))
            let effect = SettingsSaving.effect(of: values.keys, in: options)
            return .seeOther(
                "\(path)?saved=\(PageText.escaped(saved.version))&counts=\(effect.rawValue)"
                    + (defaults.isEmpty ? "" : "&" + defaults))
        } catch {
            guard error.kind != .unauthorized else { throw error }
            let page = QuestionPage(
                question, options, viewer, sample: await sample(call, question), typed: call.form,
                problems: SettingProblem.all(error, in: options, call))
            // What is wrong at a field is said there, and above all of them.
            return draw(
                call, question, options, page,
                notice: page.hasFaults ? nil : SettingsSaving.trouble(error), status: error.status)
        }
    }
}
