import Care
import Wording

/// What the home, its client and the caregiver at its station are called. People have their names in the service's store, too:
/// they are changed there, which changes the file.
enum NamesPages: PageTopic {
    private static let path = "/settings/names"

    static let routes = [
        PageRoute(.get, path, for: [.coordinator]) { call, viewer in
            let options: HomeOptions = try await call.api.get("settings")
            return draw(
                call, NamesPage(options, viewer), options,
                notice: await SettingsPages.saved(call, .home, options, viewer))
        },
        PageRoute(.post, path, for: [.coordinator]) { call, viewer in try await save(call, viewer) },
    ]

    static let templates = ["names": NamesPage.template]

    private static func draw(
        _ call: PageCall, _ page: NamesPage, _ options: HomeOptions, notice: Notice? = nil, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: Text(SettingQuestion.names.title, ["client": .verbatim(options.client)]),
                template: "names", content: page, notice: notice, back: "/settings",
                scripts: [Form.listenScript]), status: status)
    }

    private static func save(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let options: HomeOptions = try await call.api.get("settings")
        do throws(CareProblem) {
            var changed: [String] = []
            for section in ["client", "caregiver"] {
                if try await rename(call, options, section) { changed.append(section + ".name") }
            }
            if try await renameHome(call, options, afterOthers: !changed.isEmpty) {
                changed.append("home.name")
            }
            guard !changed.isEmpty else { return .seeOther(path) }
            let now: HomeOptions = try await call.api.get("settings")
            let version = changed.count == 1 ? PageText.escaped(now.version) : "all"
            return .seeOther("\(path)?saved=\(version)&counts=at_once")
        } catch {
            guard error.kind != .unauthorized else { throw error }
            // Some names may be saved already, by which the file is another one.
            let now: HomeOptions = (try? await call.api.get("settings")) ?? options
            let page = NamesPage(now, viewer, typed: call.form, problem: error)
            let isShown = page.names.contains { $0.problem != nil }
            return draw(
                call, page, now, notice: isShown ? nil : SettingsSaving.trouble(error),
                status: error.status)
        }
    }

    /// As the field shows it: empty where nobody has given a name.
    static func shown(_ name: String, in options: HomeOptions) -> String {
        guard let option = options.options.first(where: { $0.name == name }) else { return "" }
        let now = option.value ?? option.standard
        return now == option.standard ? "" : now
    }

    /// What was typed anew; throws where somebody else has meanwhile written something else, so that it is seen.
    private static func typed(
        _ call: PageCall, _ options: HomeOptions, _ name: String
    ) throws(CareProblem) -> String? {
        let now = shown(name, in: options)
        guard TypedOption.isTouched(name, call.form),
            let typed = call.form.exactly("option-" + name)?.trimmed(),
            typed != now
        else { return nil }
        guard call.form.exactly("was-" + name)?.trimmed() == now else {
            throw CareProblem(
                .conflict, call.say(Text("question.theirs", ["theirs": .verbatim(now)])), field: name)
        }
        return typed
    }

    /// Whether somebody has another name now.
    private static func rename(
        _ call: PageCall, _ options: HomeOptions, _ section: String
    ) async throws(CareProblem) -> Bool {
        let field = section + ".name"
        guard let typed = try typed(call, options, field) else { return false }
        guard !typed.isEmpty else {
            throw CareProblem(.notAcceptable, call.say(Text("question.needs_name")), field: field)
        }
        let id = SettingsAnswers.value(of: section + ".id", in: options)
        do throws(CareProblem) {
            var person: Person = try await call.api.get("people/" + PageText.escaped(id))
            person.name = typed
            try await call.api.send("PUT", "people/" + PageText.escaped(id), person)
        } catch {
            throw CareProblem(
                error.kind ?? .notAcceptable, error.detail,
                field: error.field == "name" ? field : error.field,
                current: error.current)
        }
        return true
    }

    private static func renameHome(
        _ call: PageCall, _ options: HomeOptions, afterOthers: Bool
    ) async throws(CareProblem) -> Bool {
        guard let typed = try typed(call, options, "home.name"),
            let option = options.options.first(where: { $0.name == "home.name" })
        else { return false }
        let wanted = typed.isEmpty ? option.standard : typed
        // The names of people have just been written into the same file.
        let version: String
        if afterOthers {
            let now: HomeOptions = try await call.api.get("settings")
            version = now.version
        } else {
            version = call.form["version"] ?? ""
        }
        try await call.api.send(
            "PUT", "settings", OptionChange(values: ["home.name": wanted], version: version))
        return true
    }
}
