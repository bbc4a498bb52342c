import Care
import Wording

/// What is sent about a picture, from a person's page and from one's own alike; `base` is the page that it came from.
enum PictureForms {
    static func save(
        _ call: PageCall, _ id: String, base: String, again: PersonForms.Again
    ) async throws -> PageResponse {
        do throws(CareProblem) {
            let file = try chosen(call)
            try await call.api.put(path(id), file.bytes, as: file.kind.rawValue)
        } catch {
            guard error.isShown else { throw error }
            return try await again(PersonAttempt(form: .picture, fields: call.form, problem: error))
        }
        return .seeOther(PersonNotice.pictured.path(base))
    }

    /// The picture that a form has brought.
    static func chosen(_ call: PageCall) throws(CareProblem) -> (kind: PictureKind, bytes: [UInt8]) {
        guard let file = call.request.file("picture") else {
            throw CareProblem(.notAcceptable, "choose a picture first", field: "picture")
        }
        // What a browser says of a file, it has from the ending of its name.
        guard let header = PictureHeader(file.bytes) else {
            throw CareProblem(
                .notAcceptable, "this is not a PNG, JPEG or WebP picture, or it did not arrive whole",
                field: "picture")
        }
        return (header.kind, file.bytes)
    }

    /// Asks first: the picture is gone then.
    static func askRemoval(_ call: PageCall, _ person: Person, base: String, isOwn: Bool) -> PageResponse {
        call.ask(
            Text("pictures.remove"),
            isOwn
                ? Text("pictures.remove_own_question")
                : Text("pictures.remove_question", ["name": .verbatim(person.name)]),
            Text("pictures.remove_meaning"), action: base + "/picture/removal", yes: Text("pictures.remove"),
            no: Text("pictures.keep"), back: base)
    }

    static func remove(_ call: PageCall, _ id: String, base: String) async throws -> PageResponse {
        try await call.api.send("DELETE", path(id), Ignored())
        return .seeOther(PersonNotice.unpictured.path(base))
    }

    private static func path(_ id: String) -> String { "people/\(PageText.escaped(id))/picture" }
}
