import Care
import Wording

/// Adding, changing and removing one sentence or tip, and removing a file.
enum EncouragementEditing {
    static func begin(_ call: PageCall) async throws -> PageResponse {
        let stores = try await EncouragementPages.stores(call)
        let version = stores.stores.first { $0.id == call.parts[0] }?.version
        return draw(EncouragementForm(version: version), stores, call)
    }

    static func add(_ call: PageCall) async throws -> PageResponse {
        var form = EncouragementForm(call)
        let stores = try await EncouragementPages.stores(call)
        // What is added goes over nothing: whatever the file has become, it is added to that.
        let known = stores.stores.first { $0.id == call.parts[0] }
        form.adopt(version: known?.version ?? "")
        let words = form["text"].split(whereSeparator: \.isWhitespace).prefix(4).joined(separator: " ")
        let id = NeedForm.id(for: words, taken: taken(in: stores.stores, beside: call.parts[0]))
        return try await send(form.item(id: id), replaces: nil, &form, call)
    }

    /// The ids that no new one of a file may have: each is one sentence in all files of its kind, whatever the language, since what was heard goes by
    /// it.
    private static func taken(in stores: [EncouragementStores.Store], beside name: String) -> Set<String> {
        func kind(_ name: String) -> EncouragementKind? {
            EncouragementKind.allCases.first { name.hasPrefix($0.rawValue) }
        }
        let own = stores.first { $0.id == name }?.kind ?? kind(name)
        return Set(stores.filter { $0.kind ?? kind($0.id) == own }.flatMap(\.items).map(\.id))
    }

    static func edit(_ call: PageCall) async throws -> PageResponse {
        let stores = try await EncouragementPages.stores(call)
        guard let store = stores.stores.first(where: { $0.id == call.parts[0] }),
            let item = store.items.first(where: { $0.id == call.parts[1] })
        else {
            throw CareProblem(.notFound, "there is no sentence or tip with this id any more", field: "id")
        }
        return draw(EncouragementForm(item, version: store.version), stores, call)
    }

    static func change(_ call: PageCall) async throws -> PageResponse {
        var form = EncouragementForm(call)
        let id = call.parts[1]
        return try await send(form.item(id: id), replaces: form.isGone ? nil : id, &form, call)
    }

    static func remove(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        do throws(CareProblem) {
            try await call.api.send(
                "PUT", api(call),
                EncouragementChange(version: call.form["version"], replaces: call.parts[1]))
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            return try await EncouragementPages.show(
                call, viewer, notice: Notice(text: error.sentence, isProblem: true), status: error.status)
        }
        return .seeOther(EncouragementPages.path(call.parts[0]) + "?did=removed")
    }

    /// The home's own file: one that ships under its name is back by that.
    static func removeFile(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let file = PageText.escaped(HomeFileKind.encouragementFolder + call.parts[0])
        let version = PageText.escaped(call.form["version"] ?? "")
        do throws(CareProblem) {
            try await call.api.send("DELETE", "files/\(file)?version=\(version)", Ignored())
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            return try await EncouragementPages.show(
                call, viewer, notice: Notice(text: error.sentence, isProblem: true), status: error.status)
        }
        return .seeOther(EncouragementPages.base + "?did=file_removed")
    }

    private static func draw(
        _ form: EncouragementForm, _ stores: EncouragementStores, _ call: PageCall, status: Int = 200
    ) -> PageResponse {
        let isNew = call.parts.count < 2
        return call.page(
            Page(
                title: isNew ? Text("encouragement.add") : Text("encouragement.change"),
                template: "encouragement.form", content: EncouragementFormView(form, stores, call),
                back: EncouragementFormView.back(form, call)), status: status)
    }

    private static func send(
        _ item: StoredEncouragement, replaces: String?, isAgain: Bool = false,
        _ form: inout EncouragementForm, _ call: PageCall
    ) async throws -> PageResponse {
        let version = form["version"]
        let change = EncouragementChange(
            version: version.isEmpty ? nil : version, replaces: replaces, item: item)
        do throws(CareProblem) {
            try await call.api.send("PUT", api(call), change)
        } catch {
            guard PlanSending.isForTheForm(error) else { throw error }
            let stores = try await EncouragementPages.stores(call)
            let store = stores.stores.first { $0.id == call.parts[0] }
            if error.kind == .conflict, let store, store.mistake == nil, store.version != version,
                call.parts.count > 1
            {
                let theirs = store.items.first { $0.id == item.id }
                // Something else in the file is another one: that needs no question.
                if let theirs, !isAgain, form.isDrawn(with: theirs) {
                    form.adopt(version: store.version)
                    return try await send(item, replaces: replaces, isAgain: true, &form, call)
                }
                form.meets(theirs.map(EncouragementForm.Theirs.changed) ?? .removed, version: store.version)
            } else {
                form.mark(error)
            }
            return draw(form, stores, call, status: error.status)
        }
        return .seeOther(EncouragementPages.path(call.parts[0]) + "?did=saved")
    }

    private static func api(_ call: PageCall) -> String {
        "encouragement/stores/\(PageText.escaped(call.parts[0]))"
    }
}
