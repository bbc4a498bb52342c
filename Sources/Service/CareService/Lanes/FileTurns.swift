import Care

/// The files of the home for one message. What it asks of them waits for its sender's turn: whoever changes many keeps nobody
/// waiting for longer than one of these changes takes, also where others wait with a page that holds a place.
struct FileTurns: Sendable {
    let files: HomeFileDesk
    let lanes: WorkLanes
    let sender: WorkBudget.Sender

    /// On a thread that may block. Throws `APIFailure` where the sender has too much waiting, and `CareProblem`.
    func run<Value: Sendable>(
        _ work: @escaping @Sendable (HomeFileDesk) throws(CareProblem) -> Value
    ) async throws -> Value {
        try await lanes.files.run(for: sender) { try await files.run(work) }
    }

    /// The same for work that touches no file.
    func prepare<Value: Sendable>(
        _ work: @escaping @Sendable (HomeFileDesk) throws(CareProblem) -> Value
    ) async throws -> Value {
        try await lanes.workshop.run(for: sender) { try await files.prepare(work) }
    }
}
