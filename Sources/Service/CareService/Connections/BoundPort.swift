/// The port that the service listens on, for tasks that wait for it.
actor BoundPort {
    private enum State {
        case unknown([CheckedContinuation<Result<Int, CareServiceError>, Never>])
        case known(Result<Int, CareServiceError>)
    }

    private var state = State.unknown([])

    func value() async throws(CareServiceError) -> Int {
        let result: Result<Int, CareServiceError>
        switch state {
        case .known(let known): result = known
        case .unknown(let waiting):
            result = await withCheckedContinuation { state = .unknown(waiting + [$0]) }
        }
        return try result.get()
    }

    func found(_ port: Int) { settle(.success(port)) }

    /// Fails the tasks that are still waiting; a port that was found stays.
    func end(with error: CareServiceError) {
        if case .unknown = state { settle(.failure(error)) }
    }

    private func settle(_ result: Result<Int, CareServiceError>) {
        let before = state
        state = .known(result)
        if case .unknown(let waiting) = before { for one in waiting { one.resume(returning: result) } }
    }
}
