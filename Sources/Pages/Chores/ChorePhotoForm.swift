import Care
import FoundationEssentials
import Recurrence
import Wording

/// Saying with a photo that a chore is done.
struct ChorePhotoForm {
    let path: String
    let entryID = UUID().uuidString
    let pictureProblem: Text?

    /// - Parameter problem: What was wrong with the photo.
    static func show(_ call: PageCall, problem: CareProblem? = nil) async throws -> PageResponse {
        let place = try await PlanPlace(call)
        let title = place.occurrence?.title ?? place.routine.content.title
        return call.page(
            Page(
                title: Text("chores.photo_title", ["title": .verbatim(title)]), template: "chore-photo",
                content: ChorePhotoForm(
                    path: "/chores/\(place.routine.id)/\(PageText.escaped(place.key.description))/photo",
                    pictureProblem: problem?.sentence), back: "/chores", scripts: ["picture.js"]),
            status: problem?.status ?? 200)
    }

    /// First the photo, then that it is done: without the one the other is refused.
    static func send(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let (routine, key) = try TodayPages.place(call)
        let id = PlanSending.id(call)
        do throws(CareProblem) {
            let file = try PictureForms.chosen(call)
            try await call.api.put(address(routine, key), file.bytes, as: file.kind.rawValue)
            try await call.api.send(
                "POST", "entries",
                OccurrenceEntry(
                    id: id, routine: routine, key: key, kind: .done, by: viewer.person.name,
                    person: viewer.person.id, at: call.request.now))
        } catch {
            if !PlanSending.isTwice(error) {
                guard error.isShown else { throw error }
                return try await show(call, problem: error)
            }
        }
        return .seeOther(OccurrencePath(routine, key, from: .chores).after(id, routine, key))
    }

    /// Where a browser has the photo from.
    static func picture(_ photo: ChorePhoto) -> String {
        "/api/v1/\(address(photo.routine, photo.key))&version=\(photo.version)"
    }

    private static func address(_ routine: UUID, _ key: OccurrenceKey) -> String {
        "chores/photo?routine=\(routine)&key=\(PageText.escaped(key.description))"
    }

    static let template = """
        <p>[[chores.photo_lead]]</p>
        \(Form.post(
            "{{path}}", class: "narrow", attributes: #"enctype="multipart/form-data" data-picture="1400""#,
            sends: ["id": "{{entryID}}"]))
        \(Form.field(
            "picture", "[[chores.photo]]", .file(accept: "image/png,image/jpeg,image/webp").camera.required,
            value: "", hint: .words("[[pictures.hint]]"), fault: "pictureProblem", isLoud: true))
        <div class="row"><button class="main">[[chores.photo_send]]</button> <a class="button" href="/chores">[[forms.cancel]]</a></div></form>
        """
}
