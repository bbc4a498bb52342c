import Care

extension ServiceConnection {
    /// Why a call did not do what it should.
    enum Failure: Error, Equatable, CustomStringConvertible {
        /// No answer, an answer that is not Beckon's, or a temporary failure: try again.
        case unreachable(String)
        /// The service is reachable but cannot store this now: try again, and try later commands meanwhile.
        case notStored(String)
        /// The kiosk does not serve the client whom it names: try again now and then, and try later commands meanwhile, for a call
        /// is taken all the same.
        case notServed(String)
        /// The token is wrong: people have to fix that; try again now and then.
        case refused(String)
        /// It is refused for good.
        case rejected(CareProblem)

        var description: String {
            switch self {
            case .unreachable(let reason), .notStored(let reason), .notServed(let reason),
                .refused(let reason):
                reason
            case .rejected(let problem): problem.description
            }
        }
    }
}
