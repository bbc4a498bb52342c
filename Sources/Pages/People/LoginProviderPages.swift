import Care
import FoundationEssentials
import Wording

/// The providers by which people log in with what they use elsewhere, for whoever sets the home up. On pages a provider is called
/// a login service: there, a provider is somebody who comes to see clients.
enum LoginProviderPages: PageTopic {
    static let base = "/login-providers"
    private static let coordinator: Set<Person.Role> = [.coordinator]

    static let routes: [PageRoute] = [
        PageRoute(.get, "/login-providers", for: coordinator) { call, _ in
            try await LoginProviderList.show(call)
        },
        PageRoute(.get, "/login-providers/new", for: coordinator) { call, _ in try await begin(call) },
        PageRoute(.post, "/login-providers/new", for: coordinator, work: .outside) { call, _ in
            try await add(call)
        },
        PageRoute(.get, "/login-providers/{}", for: coordinator) { call, _ in
            let provider = try await provider(call)
            return show(provider, LoginProviderForm(provider), call)
        },
        PageRoute(.post, "/login-providers/{}", for: coordinator, work: .outside) { call, _ in
            try await change(call)
        },
        PageRoute(.get, "/login-providers/{}/removal", for: coordinator) { call, _ in
            askRemoval(try await provider(call), call)
        },
        PageRoute(.post, "/login-providers/{}/removal", for: coordinator, work: .outside) { call, _ in
            try await remove(call)
        },
    ]

    static let templates = [
        "login-providers": LoginProviderList.template, "login-providers.new": NewLoginProviderView.template,
        "login-providers.one": LoginProviderView.template,
    ]

    static func path(_ id: UUID) -> String { "\(base)/\(id.uuidString.lowercased())" }

    static func all(_ call: PageCall) async throws(CareProblem) -> [LoginProvider] {
        try await call.api.get("login-providers", as: LoginProviderPage.self).providers
    }

    /// The one whose id the path has. Throws where there is none.
    private static func provider(_ call: PageCall) async throws(CareProblem) -> LoginProvider {
        let providers = try await all(call)
        guard let id = UUID(uuidString: call.parts[0]), let found = providers.first(where: { $0.id == id })
        else { throw CareProblem(.notFound, "this page does not exist") }
        return found
    }

    private static func begin(_ call: PageCall) async throws -> PageResponse {
        let known = try await all(call)
        guard known.count < LoginProvider.most else { return .seeOther(base) }
        // What is entered at the provider has this id in it, so it stays when the page is read again.
        guard let id = call.query["id"].flatMap({ UUID(uuidString: $0) }) else {
            return .seeOther("\(base)/new?id=\(UUIDs.new())")
        }
        guard !known.contains(where: { $0.id == id }) else { return .seeOther(path(id)) }
        return showNew(LoginProviderForm(of: id, call), call)
    }

    private static func showNew(_ form: LoginProviderForm, _ call: PageCall, status: Int = 200)
        -> PageResponse
    {
        call.page(
            Page(
                title: Text("providers.new"), template: "login-providers.new",
                content: NewLoginProviderView(form), back: base),
            status: status)
    }

    private static func add(_ call: PageCall) async throws -> PageResponse {
        guard let id = call.form["id"].flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        var form = LoginProviderForm(of: id, sent: call)
        guard let change = form.change(call) else { return showNew(form, call, status: 422) }
        do throws(CareProblem) {
            try await call.api.send("PUT", "login-providers/\(form.id)", change)
        } catch {
            guard PlanSending.isForTheForm(error), !error.asksForPassword else { throw error }
            form.note(error, places: LoginProviderForm.newPlaces)
            return showNew(form, call, status: error.status)
        }
        return .seeOther(LoginProviderNotice.added.path(path(id)))
    }

    private static func show(
        _ provider: LoginProvider, _ form: LoginProviderForm, _ call: PageCall, status: Int = 200
    ) -> PageResponse {
        call.page(
            Page(
                title: .verbatim(provider.name), template: "login-providers.one",
                content: LoginProviderView(provider, form), notice: LoginProviderNotice.notice(call),
                back: base),
            status: status)
    }

    private static func change(_ call: PageCall) async throws -> PageResponse {
        let provider = try await provider(call)
        var form = LoginProviderForm(provider, sent: call)
        // Before a secret is asked for: whoever says no need not have it.
        if form.asksFirst(provider) { return askOther(provider, call) }
        guard let change = form.change(call, of: provider) else {
            return show(provider, form, call, status: 422)
        }
        do throws(CareProblem) {
            try await call.api.send("PUT", "login-providers/\(form.id)", change)
        } catch {
            guard PlanSending.isForTheForm(error), !error.asksForPassword else { throw error }
            form.note(error, places: LoginProviderForm.places)
            return show(provider, form, call, status: error.status)
        }
        let unlinked = form.isOther ? provider.people ?? 0 : 0
        return .seeOther(
            unlinked > 0
                ? LoginProviderNotice.path(path(provider.id), unlinked: unlinked)
                : LoginProviderNotice.changed.path(path(provider.id)))
    }

    /// With another issuer nobody is linked any more, and it does not come back with the old one.
    private static func askOther(_ provider: LoginProvider, _ call: PageCall) -> PageResponse {
        let own = path(provider.id)
        let issuer = call.form["issuer"] ?? ""
        return call.ask(
            Text("providers.other_title"),
            Text(
                "providers.other_question", ["name": .verbatim(provider.name), "issuer": .verbatim(issuer)]),
            Text("providers.other_meaning", count: provider.people ?? 0), action: own,
            yes: Text("providers.other_yes"), no: Text("forms.cancel"), back: own,
            fields: LoginProviderForm.again(call.form).filter { $0.name != LoginProviderForm.sure }
                + [AskPage.Field(name: LoginProviderForm.sure, value: issuer)])
    }

    private static func askRemoval(_ provider: LoginProvider, _ call: PageCall) -> PageResponse {
        let people = provider.people ?? 0
        let own = path(provider.id)
        return call.ask(
            Text("providers.remove"), Text("providers.remove_question", ["name": .verbatim(provider.name)]),
            people > 0 ? Text("providers.remove_meaning", count: people) : Text("providers.remove_unused"),
            action: own + "/removal", yes: Text("providers.remove_yes"), no: Text("forms.cancel"), back: own)
    }

    private static func remove(_ call: PageCall) async throws -> PageResponse {
        guard let id = UUID(uuidString: call.parts[0]) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        do throws(CareProblem) {
            try await call.api.send("DELETE", "login-providers/\(id.uuidString.lowercased())", Ignored())
        } catch {
            // Somebody else has removed it: that is what they want.
            guard error.kind == .notFound else { throw error }
        }
        return .seeOther(LoginProviderNotice.removed.path(base))
    }
}

/// What was just done about a provider: a word in the address.
enum LoginProviderNotice: String {
    case added, changed, unlinked, removed

    func path(_ base: String) -> String { "\(base)?did=\(rawValue)" }

    /// The address of a page that says how many people have lost their link by a change.
    static func path(_ base: String, unlinked people: Int) -> String {
        unlinked.path(base) + "&people=\(people)"
    }

    static func notice(_ call: PageCall) -> Notice? {
        call.query["did"].flatMap(LoginProviderNotice.init).map {
            switch $0 {
            case .added: Notice(text: Text("providers.did_add"))
            case .changed: Notice(text: Text("providers.did_change"))
            case .unlinked:
                Notice(
                    text: Text(
                        "providers.did_unlink", count: max(1, call.query["people"].flatMap { Int($0) } ?? 1)))
            case .removed: Notice(text: Text("providers.did_remove"))
            }
        }
    }
}
