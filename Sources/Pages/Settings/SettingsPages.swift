import Care
import Wording

/// The settings by question, what Beckon says, and the way to one's own notifications.
enum SettingsPages: PageTopic {
    static let routes: [PageRoute] =
        pages("/settings") { _ in .home }
        + pages("/people/{}/settings") { call in try await SettingsSubject.client(in: call) }
        + pages("/devices/{}/settings") { call in try await SettingsSubject.machine(in: call) }

    /// The page with all questions, and that of each.
    private static func pages(
        _ base: String, _ subject: @escaping @Sendable (PageCall) async throws -> SettingsSubject
    ) -> [PageRoute] {
        [
            PageRoute(.get, base, for: [.coordinator]) { call, viewer in
                let subject = try await subject(call)
                let options = try await options(call, subject, for: nil)
                let others = subject.isHome ? await SettingsSubject.others(call) : []
                return call.page(
                    Page(
                        title: subject.title, template: "settings",
                        content: SettingsPage(subject, options, others: others, viewer),
                        notice: await saved(call, subject, options, viewer),
                        back: subject.isHome ? nil : "/settings"))
            },
            PageRoute(.get, base + "/{}", for: [.coordinator]) { call, viewer in
                let subject = try await subject(call)
                let options = try await options(call, subject, for: try question(call))
                let question = try question(call, of: subject, options)
                return draw(
                    call, subject, question, options,
                    QuestionPage(
                        question, subject, options, viewer, sample: await sample(call, subject, question)),
                    notice: await saved(call, subject, options, viewer))
            },
            PageRoute(.post, base + "/{}", for: [.coordinator]) { call, viewer in
                try await save(call, viewer, try await subject(call), try question(call))
            },
        ]
    }

    /// All of them; what machine and home have for those of a question, languages and boards with what they call themselves.
    ///
    /// - Parameter question: `nil` for the page of all questions, which says only what is in force.
    private static func options(
        _ call: PageCall, _ subject: SettingsSubject, for question: SettingQuestion?
    ) async throws -> HomeOptions {
        func isShown(_ name: String) -> Bool { question?.settings.contains(name) ?? true }
        let hasChoices = question?.settings.contains { $0 == "home.language" || $0.hasSuffix(".voice") }
        let separator = subject.address.contains("?") ? "&" : "?"
        var options: HomeOptions = try await call.api.get(
            subject.address + (hasChoices ?? false ? separator + "choices=yes" : ""))
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
        guard let question = SettingQuestion.all.dropFirst().first(where: { $0.id == call.parts.last }) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        return question
    }

    /// The same, as far as it is a question of whose settings they are.
    private static func question(
        _ call: PageCall, of subject: SettingsSubject, _ options: HomeOptions
    ) throws(CareProblem) -> SettingQuestion {
        let question = try question(call)
        guard subject.questions(options).contains(where: { $0.id == question.id }) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        return question
    }

    static let templates = [
        "settings": SettingsPage.template, "settings.card": SettingsPage.card,
        "question": QuestionPage.template,
    ]

    /// What was just saved, when it counts, and the way back.
    static func saved(
        _ call: PageCall, _ subject: SettingsSubject, _ options: HomeOptions, _ viewer: Viewer
    ) async -> Notice? {
        let names = (call.query["default"] ?? "").split(separator: ",").map(String.init)
        let defaults = SettingsSaving.defaults(names, in: options)
        guard let saved = call.query["saved"] else {
            return defaults.isEmpty ? nil : Notice(text: .joined(defaults, separator: " "))
        }
        let effect = HomeOptions.Effect(rawValue: call.query["counts"] ?? "") ?? .atStart
        let when =
            subject.isHome
            ? [SettingsSaving.notice(effect, client: options.client)]
                + (await SettingsSaving.elsewhere(call.api))
            : [SettingsSaving.notice(effect, fetchedBy: subject)]
        return Notice(
            text: .joined(when + SettingsSaving.tooQuiet(options) + defaults, separator: " "),
            undo: saved == options.version && viewer.canWriteFiles
                ? BoardPages.undoPath(subject.file, saved: saved) : nil)
    }

    private static func draw(
        _ call: PageCall, _ subject: SettingsSubject, _ question: SettingQuestion, _ options: HomeOptions,
        _ page: QuestionPage, notice: Notice? = nil, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: subject.title(question, options), template: "question",
                content: page, notice: notice, back: subject.base, scripts: [Form.listenScript]),
            status: status)
    }

    /// A sentence in the home's language, where the question has a voice.
    private static func sample(
        _ call: PageCall, _ subject: SettingsSubject, _ question: SettingQuestion
    ) async -> String? {
        // This machine can only speak with the voices of its own home.
        guard subject.isHome, question.parts.contains(where: { $0.voice != nil }),
            let phrases: HomePhrases = try? await call.api.get("phrases"),
            let phrase = phrases.phrases.first(where: { $0.key == "on_the_way" })
        else { return nil }
        let examples = await PhraseExamples.of(call, phrases)
        return examples.filled(phrase.text ?? phrase.standard)
    }

    private static func save(
        _ call: PageCall, _ viewer: Viewer, _ subject: SettingsSubject, _ question: SettingQuestion
    ) async throws -> PageResponse {
        let options = try await options(call, subject, for: question)
        let values = SettingsSaving.values(call.form, of: question.settings, in: options)
        let path = "\(subject.base)/\(question.id)"
        let emptied = SettingsSaving.emptied(call.form, of: question.settings, in: options)
        let defaults =
            emptied.isEmpty ? "" : "default=" + PageText.escaped(emptied.joined(separator: ","))
        guard !values.isEmpty else { return .seeOther(path + (defaults.isEmpty ? "" : "?" + defaults)) }
        do throws(CareProblem) {
            let saved: HomeOptions = try await call.api.send(
                "PUT", subject.address,
                OptionChange(
                    values: values, version: call.form["version"] ?? "",
                    isOnPurpose: call.form["on_purpose"] != nil))
            let effect = SettingsSaving.effect(of: values.keys, in: options)
            if let board = call.form["from"], board.hasPrefix("boards/") {
                return .seeOther(
                    "/boards/\(PageText.escaped(String(board.dropFirst(7))))?used=\(effect.rawValue)")
            }
            return .seeOther(
                "\(path)?saved=\(PageText.escaped(saved.version))&counts=\(effect.rawValue)"
                    + (defaults.isEmpty ? "" : "&" + defaults))
        } catch {
            guard error.kind != .unauthorized else { throw error }
            let page = QuestionPage(
                question, subject, options, viewer, sample: await sample(call, subject, question),
                typed: call.form, problems: SettingProblem.all(error, in: options, call))
            // What is wrong at a field is said there, and above all of them.
            return draw(
                call, subject, question, options, page,
                notice: page.hasFaults ? nil : SettingsSaving.trouble(error), status: error.status)
        }
    }
}
