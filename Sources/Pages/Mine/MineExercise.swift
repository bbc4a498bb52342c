import Care
import FoundationEssentials
import Recurrence
import Wording

/// An exercise that is open: what it is, and afterwards how it was, which completes it.
struct MineExercise {
    let title: String
    let symbol: ShownSymbol?
    let details: String?
    let instructions: String?
    let done: Text?
    let forms: MoodForms?

    static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let item = try await find(call, viewer)
        // It says how it is done; without it the title is enough.
        let library: ExerciseList? = try? await call.api.get("exercises", [("client", viewer.person.id)])
        let moods: MoodPage = try await call.api.get(
            "moods", [("client", viewer.person.id), ("limit", "20")])
        let isOpen = item.state.isOpen
        return call.page(
            Page(
                title: .verbatim(item.title), template: "mine.exercise",
                content: MineExercise(
                    title: item.title, symbol: call.symbol(item.symbol), details: item.details,
                    instructions: library?.exercises.first { $0.id == item.exercise }?.instructions,
                    done: isOpen ? nil : Text("mine.exercise_done"),
                    forms: isOpen
                        ? MoodForms(
                            action: MineSessions.path(item), faces: MoodForms.scale(moods),
                            isAboutOther: false, asks: [.faces],
                            after: .init(
                                routine: item.routine.uuidString, occurrence: item.key.description)) : nil),
                live: ["occurrence_changed"], notice: notice, back: MineSessions.base), status: status)
    }

    static func log(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        _ = try await find(call, viewer)
        do throws(CareProblem) {
            var mood = try MoodLogging.mood(of: viewer.person.id, call)
            let (routine, key) = try TodayPages.place(call)
            (mood.routine, mood.key) = (routine, key)
            try await MoodLogging.send(mood, call, viewer)
        } catch {
            guard MoodLogging.isTold(error) else { throw error }
            return try await show(
                call, viewer, notice: Notice(text: error.sentence, isProblem: true), status: error.status)
        }
        return .seeOther("\(MineSessions.base)?did=\(MoodLogging.did)")
    }

    /// It as it is now. What is of a coming day is locked, also for whoever knows its address.
    private static func find(
        _ call: PageCall, _ viewer: Viewer
    ) async throws(CareProblem) -> RoutineOccurrence {
        let (routine, key) = try TodayPages.place(call)
        let found = try await AssignedExercise.read(of: viewer.person.id, ahead: 7, back: 7, call).first {
            $0.routine == routine && $0.key == key
        }
        guard let found else {
            throw CareProblem(.notFound, "this exercise is no longer planned: look again what there is")
        }
        guard found.opening(daysAhead: 0, at: call.request.now) == .locked else { return found }
        let daysAhead = await MineSessions.daysAhead(call, viewer)
        guard found.opening(daysAhead: daysAhead, at: call.request.now) != .locked else {
            throw CareProblem(.forbidden, "this exercise opens on its day: look again then")
        }
        return found
    }

    static let template = """
        <section class="card" data-key="exercise"><h2>\(Icon.exercise.html(besides: "symbol", class: "symbol"))<span>{{title}}</span></h2>
        {{#details}}<p class="lines-kept">{{.}}</p>{{/details}}{{#instructions}}<p class="lines-kept">{{.}}</p>{{/instructions}}
        {{#done}}<p class="word good">{{.}}</p>{{/done}}{{^done}}<p class="quiet">[[mine.exercise_how]]</p>{{/done}}</section>
        \(MoodForms.facesAlone)
        """
}
