import Care
import Foundation
import HTTPTypes

/// What can be asked of the service, by method and path.
enum APIRoute: Equatable {
    case health
    case document
    case ask
    case requests
    case request(id: String)
    case respond(id: String)
    case events
    case reportFault
    case faults

    /// A path as the document names it, with what each method does there.
    struct Place {
        let template: String
        let methods: [(HTTPRequest.Method, @Sendable (String) -> APIRoute)]
    }

    /// Every place, as the OpenAPI document lists them. A `{id}` stands for one part of a path.
    static let places: [Place] = [
        Place(template: "/api/v1/health", methods: [(.get, { _ in .health })]),
        Place(template: "/api/v1/openapi.json", methods: [(.get, { _ in .document })]),
        Place(template: "/api/v1/requests", methods: [(.get, { _ in .requests }), (.post, { _ in .ask })]),
        Place(template: "/api/v1/requests/{id}", methods: [(.get, { .request(id: $0) })]),
        Place(template: "/api/v1/requests/{id}/responses", methods: [(.post, { .respond(id: $0) })]),
        Place(template: "/api/v1/events", methods: [(.get, { _ in .events })]),
        Place(
            template: "/api/v1/faults", methods: [(.get, { _ in .faults }), (.post, { _ in .reportFault })]),
    ]

    /// Finds the route; the path is compared as it came, undecoded, so that `..` and `%00` lead nowhere.
    init(method: HTTPRequest.Method, path: Substring) throws(APIFailure) {
        for place in Self.places {
            guard let id = Self.match(path, place.template) else { continue }
            guard let make = place.methods.first(where: { $0.0 == method })?.1 else {
                let allowed = place.methods.map(\.0.rawValue).joined(separator: ", ")
                throw APIFailure(
                    CareProblem(.methodNotAllowed, "\(method.rawValue) is none of \(allowed)"),
                    headers: [.allow: allowed])
            }
            self = make(id)
            return
        }
        throw APIFailure(CareProblem(.notFound, "nothing is at this path; all begin with /api/v1/"))
    }

    /// Gives what stands for `{id}`, or an empty text if the template has none; `nil` if they do not fit.
    private static func match(_ path: Substring, _ template: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == wanted.count else { return nil }
        var id = ""
        for (part, want) in zip(parts, wanted) {
            if want == "{id}", !part.isEmpty { id = String(part) } else if part != want { return nil }
        }
        return id
    }

    /// Who may ask for it; `nil` is everybody, without a token.
    var allowedActors: Set<Actor>? {
        switch self {
        case .health: nil
        case .ask: [.kiosk]
        case .document, .requests, .request, .respond, .events, .reportFault, .faults:
            [.kiosk, .station]
        }
    }
}
