import Care
import CareStore
import Foundation

/// Which exercises a client can be given. Of this a station learns no more than whether one is there for them: what suits a client says
/// something of their health.
extension APIRoutines {
    /// Throws where the client has no such exercise, or none that suits them. The same message once more is answered as the first was,
    /// whatever has changed since.
    static func checkExercise(of new: NewRoutine, _ call: APICall) async throws {
        guard namesExercise(new.content, call) else { return }
        let known = try await call.core.read { store throws(CareStoreError) in
            try await store.routine(new.id)
        }
        guard known == nil else { return }
        try await checkSuits(new.content, call)
    }

    /// The same for a change. What was planned already stays: the client's kiosk leaves out what does not suit them any more.
    static func checkExercise(of content: RoutineContent, in id: UUID, _ call: APICall) async throws {
        guard namesExercise(content, call) else { return }
        let known = try await call.core.read { store throws(CareStoreError) in try await store.routine(id) }
        guard let before = known?.content,
            before.exercise != content.exercise || before.client != content.client
        else { return }
        try await checkSuits(content, call)
    }

    /// Whether there is something to look up; a service without files of a home knows no exercises.
    private static func namesExercise(_ content: RoutineContent, _ call: APICall) -> Bool {
        content.exercise != nil && content.client != nil && call.core.configuration.files?.exercises != nil
    }

    private static func checkSuits(_ content: RoutineContent, _ call: APICall) async throws {
        guard let exercise = content.exercise, let client = content.client else { return }
        let people = try await call.core.read { store throws(CareStoreError) in try await store.people() }
        // Whose exercises nobody has, the store refuses.
        guard people.contains(where: { $0.id == client && $0.role == .client }) else { return }
        let found = try await call.files().run { files throws(CareProblem) in files.exercises?(client) }
        guard let list = found, !list.exercises.contains(where: { $0.id == exercise && $0.isAllowed }) else {
            return
        }
        throw CareProblem(
            .notAcceptable,
            "\(client) has no exercise \(exercise) that suits them: choose one that GET /exercises allows",
            field: "content.exercise")
    }
}
