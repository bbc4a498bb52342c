import Care
import FoundationEssentials
import Recurrence
import Wording

/// Saying with a photo that a chore is done.
struct ChorePhotoForm {
    let path: String
    /// Where whoever leaves it comes from.
    let back: String
    let origin: String
    let entryID = UUID().uuidString
    let pictureProblem: Text?
    let kibibytes = PersonPicture.mostBytes / 1024

    /// The form for everybody but clients.
    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        try await show(call, viewer, problem: nil)
    }

    /// - Parameter problem: What was wrong with the photo.
    private static func show(
        _ call: PageCall, _ viewer: Viewer, problem: CareProblem?
    ) async throws -> PageResponse {
        let (routine, key) = try TodayPages.place(call)
        let title: String
        var words = problem?.sentence
        if viewer.person.role == .client {
            // A client reads no plan, only what is theirs to do.
            let feed: ChoreFeed = try await call.api.get("chores")
            guard let item = (feed.mine + feed.free).first(where: { $0.routine == routine && $0.key == key })
            else { return .seeOther(MineChores.base) }
            title = item.title
        } else {
            let place = try await PlanPlace(call)
            title = place.occurrence?.title ?? place.routine.content.title
            // Said before somebody takes a photo that is not taken.
            let wait = place.occurrence.map { $0.at.timeIntervalSince(call.request.now) } ?? 0
            if wait > Double(ChoreFeed.daysAhead) * 86_400 { words = words ?? Text("chores.photo_early") }
        }
        let back = back(call, viewer, routine, key)
        return call.page(
            Page(
                title: Text("chores.photo_title", ["title": .verbatim(title)]), template: "chore-photo",
                content: ChorePhotoForm(
                    path: path(routine, key, viewer), back: back, origin: Marking.origin(call).rawValue,
                    pictureProblem: words), back: back, scripts: ["picture.js"]),
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
            guard error.isShown else { throw error }
            if !PlanSending.isTwice(error), !isDone(error, by: id) {
                return try await show(call, viewer, problem: error)
            }
        }
        guard viewer.person.role != .client else { return .seeOther(MineNotice.done.path(MineChores.base)) }
        return .seeOther(OccurrencePath(routine, key, from: Marking.origin(call)).after(id, routine, key))
    }

    /// Pressed twice: what is done already, is so by the first press.
    private static func isDone(_ problem: CareProblem, by id: UUID) -> Bool {
        guard case .occurrence(let item)? = problem.current else { return false }
        return item.lastEntry == id
    }

    private static func back(
        _ call: PageCall, _ viewer: Viewer, _ routine: UUID, _ key: OccurrenceKey
    ) -> String {
        guard viewer.person.role != .client else { return MineChores.base }
        return switch Marking.origin(call) {
        case .now: "/now"
        case .today: "/today"
        case .chores: "/chores"
        case .it: OccurrencePath(routine, key, from: .it).page
        }
    }

    /// Where the form is.
    static func path(_ routine: UUID, _ key: OccurrenceKey, _ viewer: Viewer) -> String {
        (viewer.person.role == .client ? MineChores.base : "/chores")
            + "/\(routine.uuidString)/\(PageText.escaped(key.description))/photo"
    }

    static func address(_ routine: UUID, _ key: OccurrenceKey) -> String {
        "chores/photo?routine=\(routine)&key=\(PageText.escaped(key.description))"
    }

    static let template = """
        <p>[[chores.photo_lead]]</p>
        \(Form.post(
            "{{path}}", class: "narrow", attributes: #"enctype="multipart/form-data" data-picture="1400""#,
            sends: ["id": "{{entryID}}", "from": "{{origin}}"]))
        \(Form.field(
            "picture", "[[chores.photo]]", .file(accept: "image/png,image/jpeg,image/webp").camera.required,
            value: "", hint: .words("[[chores.photo_hint]]"), fault: "pictureProblem", isLoud: true))
        <div class="row"><button class="main">[[chores.photo_send]]</button> <a class="button" href="{{back}}">[[forms.cancel]]</a></div></form>
        """
}

/// The photo that shows that a chore is done, as whoever approves it and whoever sent it see it.
struct ShownChorePhoto {
    let source: String
    /// By whom, and when.
    let words: Text

    init(_ photo: ChorePhoto, _ call: PageCall) {
        source = "/api/v1/\(ChorePhotoForm.address(photo.routine, photo.key))&version=\(photo.version)"
        words = Text(
            "chores.photo_by",
            [
                "name": photo.by.map(Text.Value.verbatim) ?? .text(Text("today.somebody")),
                "when": .text(call.when(photo.at)),
            ])
    }

    /// That of an occurrence; asked for only where it wants one.
    static func read(of item: RoutineOccurrence, _ call: PageCall) async throws -> ShownChorePhoto? {
        try await read(for: [item], call).first { $0.routine == item.routine && $0.key == item.key }
            .map { ShownChorePhoto($0, call) }
    }

    /// All that the reader may see; asked for only where one of these wants one.
    static func read(for items: [RoutineOccurrence], _ call: PageCall) async throws -> [ChorePhoto] {
        guard items.contains(where: { $0.chore?.proof != nil }) else { return [] }
        let page: ChorePhotoPage = try await call.api.get("chores/photos")
        return page.photos
    }

    static let template = """
        <figure class="proof"><img class="receipt" loading="lazy" src="{{source}}" alt="[[chores.photo_of]]"><figcaption class="quiet">{{words}}</figcaption></figure>
        """
}
