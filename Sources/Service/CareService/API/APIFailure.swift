import Care
import HTTPTypes

/// A problem, with the headers that belong to its answer.
struct APIFailure: Error {
    let problem: CareProblem
    let headers: HTTPFields

    init(_ problem: CareProblem, headers: HTTPFields = [:]) {
        self.problem = problem
        var headers = headers
        switch problem.kind {
        case .unauthorized: headers[.wwwAuthenticate] = #"Bearer realm="beckon""#
        case .tooMany, .storeFailed, .cannotSpeak: headers[.retryAfter] = headers[.retryAfter] ?? "5"
        case .badRequest, .forbidden, .notFound, .methodNotAllowed, .conflict, .gone, .tooLarge,
            .wrongMediaType, .misdirected, .notAcceptable, .goalsFull, nil:
            break
        }
        self.headers = headers
    }
}
