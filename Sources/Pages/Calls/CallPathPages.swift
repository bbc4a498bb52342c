import Care
import FoundationEssentials
import Wording

/// Whom calls reach, after how long without an answer.
enum CallPathPages: PageTopic {
    static let path = "/call-paths"

    static let routes = [
        PageRoute(.get, path, for: .staff, CallPathList.show),
        PageRoute(.get, path + "/new", for: [.coordinator]) { call, viewer in
            try await draw(call, CallPathForm(), of: nil)
        },
        PageRoute(.post, path + "/new", for: [.coordinator]) { call, viewer in
            try await save(call, viewer, of: nil)
        },
        PageRoute(.get, path + "/{}", for: [.coordinator]) { call, _ in
            let (paths, found) = try await found(call)
            return try await draw(call, CallPathForm(found, version: paths.version), of: found)
        },
        PageRoute(.post, path + "/{}", for: [.coordinator]) { call, viewer in
            // Somebody else may have removed it since the form was drawn: what was typed becomes one again.
            let stored: CallPaths = try await call.api.get("call-paths")
            let id = try id(call)
            return try await save(call, viewer, of: stored.paths.first { $0.id == id }, id: id)
        },
        PageRoute(.post, path + "/{}/up", for: [.coordinator]) { call, viewer in
            try await change(call, viewer) { paths, index in
                if index > 0 { paths.swapAt(index, index - 1) }
            }
        },
        PageRoute(.post, path + "/{}/remove", for: [.coordinator]) { call, viewer in
            try await change(call, viewer) { paths, index in paths.remove(at: index) }
        },
    ]

    static let templates = ["call-paths": CallPathList.template, "call-path": CallPathFormView.template]

    /// The way that the address names.
    private static func found(_ call: PageCall) async throws -> (paths: CallPaths, path: CallPath) {
        let paths: CallPaths = try await call.api.get("call-paths")
        let id = try id(call)
        guard let path = paths.paths.first(where: { $0.id == id }) else {
            throw CareProblem(.notFound, "there is no such way of calls: perhaps it was removed")
        }
        return (paths, path)
    }

    private static func draw(
        _ call: PageCall, _ form: CallPathForm, of path: CallPath?, status: Int = 200
    ) async throws -> PageResponse {
        let choices = try await CallPathChoices(call.api)
        return call.page(
            Page(
                title: path.map { .verbatim($0.name) } ?? Text("calls.new"), template: "call-path",
                content: CallPathFormView(form, choices, of: path), back: Self.path), status: status)
    }

    private static func id(_ call: PageCall) throws(CareProblem) -> UUID {
        guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.notFound, "there is no such way of calls: perhaps it was removed")
        }
        return id
    }

    private static func save(
        _ call: PageCall, _ viewer: Viewer, of before: CallPath?, id: UUID? = nil
    ) async throws -> PageResponse {
        var form = CallPathForm(call.form)
        guard
            let path = form.path(
                id: before?.id ?? id ?? call.form["id"].flatMap { UUID(uuidString: $0) } ?? UUID())
        else { return try await draw(call, form, of: before, status: 422) }
        let stored: CallPaths = try await call.api.get("call-paths")
        var paths = stored.paths
        if let index = paths.firstIndex(where: { $0.id == path.id }) {
            paths[index] = path
        } else {
            paths.append(path)
        }
        do throws(CareProblem) {
            try await call.api.send(
                "PUT", "call-paths",
                NewCallPaths(
                    paths: paths, replaces: Int(call.form["version"] ?? "") ?? 0, by: viewer.person.name))
        } catch {
            guard error.kind == .conflict || error.kind == .notAcceptable else { throw error }
            form.mark(error, version: stored.version)
            return try await draw(call, form, of: before, status: error.status)
        }
        return .seeOther(Self.path + "?said=saved")
    }

    /// Changes the list itself, as it is at this moment.
    private static func change(
        _ call: PageCall, _ viewer: Viewer, _ change: (inout [CallPath], Int) -> Void
    ) async throws -> PageResponse {
        let stored: CallPaths = try await call.api.get("call-paths")
        var paths = stored.paths
        // Pressed twice, it is gone already.
        guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }),
            let index = paths.firstIndex(where: { $0.id == id })
        else { return .seeOther(path) }
        change(&paths, index)
        try await call.api.send(
            "PUT", "call-paths",
            NewCallPaths(paths: paths, replaces: stored.version, by: viewer.person.name))
        return .seeOther(path + "?said=saved")
    }
}

/// Whom and where a way of calls can name.
struct CallPathChoices {
    /// Those who answer calls.
    let people: [Person]
    /// Who was in it once: a way may still name them.
    private let others: [Person]
    /// Zones and rooms, by their ids.
    let places: [(id: String, name: String)]
    /// In which people are on duty.
    let roles: [String]

    init(_ api: PageAPI) async throws(CareProblem) {
        let all: PeoplePage = try await api.get("people")
        people = all.people.filter(\.canBeCalled)
        others = all.people.filter { !$0.canBeCalled }
        let known: PlacePage = try await api.get("places")
        places = known.places.map { ($0.id, $0.name) }
        let duties: DutyPage = try await api.get("duties", [("state", "active"), ("limit", "200")])
        let named = Dictionary(
            duties.duties.compactMap { $0.content.role }.map { (AccessRules.nameKey($0), $0) }
        ) { first, _ in first }
        roles = named.values.sorted()
    }

    func name(_ target: CallTarget) -> Text {
        switch target {
        case .assigned: Text("calls.assigned")
        case .onDuty: Text("calls.on_duty")
        case .everybody: Text("calls.everybody")
        case .role(let role): .verbatim(role)
        case .person(let id):
            if let one = people.first(where: { $0.id == id }) {
                .verbatim(one.name)
            } else if let one = others.first(where: { $0.id == id }) {
                Text("calls.not_called", ["name": .verbatim(one.name)])
            } else {
                .verbatim(id)
            }
        }
    }
}
