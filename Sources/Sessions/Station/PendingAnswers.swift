import Care
import FoundationEssentials
import Scanning
import Time

/// Answers to requests on their way to the service, and the question about a reason.
///
/// | an answer | is on disk, the service away | the service has it | it is refused, or could not be kept |
/// |---|---|---|---|
/// | given here | the caregiver is told once that it waits | → confirmed | → its request rings again, or the station says who was quicker |
/// | of an earlier run | – | → forgotten | → its request rings again, or the station says who was quicker |
///
/// While an answer is pending, its request does not ring.
struct PendingAnswers: Sendable {
    /// How long an unanswered question about the reason stays open.
    static let reasonLimit: Duration = .seconds(30)

    private struct Answer: Sendable {
        var request: Request
        var response: NewResponse
        /// Whether the caregiver was told that it is not delivered yet.
        var isToldToWait = false
    }

    /// The request whose reason is asked for, and until when.
    private(set) var asksReason: (request: UUID, until: Instant)?
    private var given: [UUID: Answer] = [:]
    /// Requests of which the caregiver was told that somebody else has them, and who that is.
    private var taken: [UUID: String] = [:]
    /// Undelivered answers of an earlier run, and the request of each.
    private var restored: [UUID: UUID] = [:]

    /// The ids of those that were given here.
    var ids: [UUID] { Array(given.keys) }

    mutating func give(_ response: NewResponse, to request: Request) {
        given[response.id] = Answer(request: request, response: response)
    }

    mutating func restore(_ response: NewResponse, to request: UUID) { restored[response.id] = request }

    /// Whether an answer that was given here is pending: the service does not have it yet.
    func isAnswered(_ request: UUID) -> Bool {
        given.values.contains { $0.request.id == request && $0.response.state != .heard }
    }

    /// Whether an earlier run has answered it.
    func isRestored(_ request: UUID) -> Bool { restored.values.contains(request) }

    /// - Parameter name: Of whoever has it; nobody can go in place of somebody without one.
    mutating func tellTaken(_ request: UUID, by name: String?) { taken[request] = name }

    /// Whose claim an answer takes over: the caregiver was told who has it, and answers all the same.
    mutating func takesOver(_ request: Request) -> String? {
        guard let name = taken.removeValue(forKey: request.id), request.state == .onTheWay,
            request.changedBy == name
        else { return nil }
        return name
    }

    /// Whether the caregiver is to be told that it waits; once.
    mutating func tellsThatItWaits(_ id: UUID) -> Bool {
        guard let answer = given[id], !answer.isToldToWait, answer.response.state != .heard else {
            return false
        }
        given[id]?.isToldToWait = true
        return true
    }

    /// It is delivered, refused or lost.
    mutating func take(_ id: UUID) -> (request: Request, response: NewResponse)? {
        given.removeValue(forKey: id).map { ($0.request, $0.response) }
    }

    /// The same for an answer of an earlier run.
    ///
    /// - Returns: The request that it answered.
    mutating func takeRestored(_ id: UUID) -> UUID? { restored.removeValue(forKey: id) }

    // MARK: - The reason

    mutating func askReason(for request: UUID, at now: Instant) {
        asksReason = (request, now.advanced(by: Self.reasonLimit))
    }

    /// The question is answered, or not needed any more.
    mutating func reasonIsSettled() { asksReason = nil }

    /// - Parameter request: The request that has ended.
    mutating func ended(_ request: UUID) {
        taken[request] = nil
        if asksReason?.request == request { asksReason = nil }
    }
}
