import Care
import Foundation
import HTTPTypes
import Hummingbird

/// A path as the document names it, with what each method does there.
struct APIPlace: Sendable {
    /// As the document names it, behind `/api/v1/`.
    let name: String
    /// A `{id}` matches one part of a path.
    let template: String
    let methods: [APIMethod]

    init(_ template: String, _ methods: APIMethod...) {
        name = template
        self.template = "/api/v1/" + template
        self.methods = methods
    }

    /// Every place, as the OpenAPI document lists them.
    static let all: [APIPlace] =
        APIService.places + APIRequests.places + APIWords.places + APICalls.places + APIFaults.places
        + APIPeople.places
        + APIPictures.places
        + APINeeds.places
        + APIRoutines.places + APIChores.places + APIReminders.places + APIHandover.places + APIHistory.places
        + APIDisplays.places + APIFiles.places + APIMedia.places + APIBoards.places + APISpeech.places
        + APISessions.places + APISecondSteps.places + APIPasskeys.places
        + APIAccounts.places + APIInvitations.places + APIRegistrations.places + APIDevices.places
        + APIAudit.places
        + APILoginProviders.places + APIIdentities.places
        + APILoginLinks.places + APIFirstSteps.places + APIPlaces.places + APIDuties.places
        + APICosts.places + APIPoints.places + APIContents.places + APIAppointments.places + APIMoods.places
        + APIExercises.places + APIGoals.places + APIEncouragement.places
        + APIEncouragementStores.places + APICoursework.places + APICalendars.places
        + APIContacts.places + APIChannels.places
        + APIAnswers.places + APIFeeds.places
}

/// What one method does at a place, and who may ask for it.
struct APIMethod: Sendable {
    enum Answer: Sendable {
        /// Everybody, without a token or session.
        case everybody(@Sendable (APICall) async throws -> Response)
        case these(Set<CallerRole>, @Sendable (APICall, Caller) async throws -> Response)
    }

    let method: HTTPRequest.Method
    let answer: Answer
    let reach: APIReach
    /// Whether its answer depends on who has logged in. Of the others that are open some must answer while no session can be read.
    let asksWhoAsks: Bool

    /// For those who are one of these.
    ///
    /// - Parameter reach: Whose data they reach by it.
    init(
        _ method: HTTPRequest.Method, for roles: Set<CallerRole>, of reach: APIReach = .home,
        _ answer: @escaping @Sendable (APICall, Caller) async throws -> Response
    ) {
        self.method = method
        self.answer = .these(roles, answer)
        self.reach = reach
        asksWhoAsks = true
    }

    /// For everybody.
    ///
    /// - Parameter asksWhoAsks: `nil`: where something is sent.
    init(
        open method: HTTPRequest.Method, asksWhoAsks: Bool? = nil,
        _ answer: @escaping @Sendable (APICall) async throws -> Response
    ) {
        self.method = method
        self.answer = .everybody(answer)
        reach = .home
        self.asksWhoAsks = asksWhoAsks ?? (method != .get)
    }
}

/// Where a message leads: its handler, and the part that matches `{id}`.
struct APIRoute {
    /// The place's name in the document.
    let place: String
    let method: HTTPRequest.Method
    let answer: APIMethod.Answer
    let asksWhoAsks: Bool
    let id: String

    /// Finds the route; the path is compared as it came, undecoded, so that `..` and `%00` lead nowhere.
    init(method: HTTPRequest.Method, path: Substring) throws(APIFailure) {
        for place in APIPlace.all {
            guard let id = Self.match(path, place.template) else { continue }
            guard let found = place.methods.first(where: { $0.method == method }) else {
                let allowed = place.methods.map(\.method.rawValue).joined(separator: ", ")
                throw APIFailure(
                    CareProblem(
                        .methodNotAllowed,
                        "\(method.rawValue) is not allowed here; use \(allowed.replacing(", ", with: " or "))"
                    ),
                    headers: [.allow: allowed])
            }
            self.place = place.name
            self.method = method
            answer = found.answer
            asksWhoAsks = found.asksWhoAsks
            self.id = id
            return
        }
        throw APIFailure(CareProblem(.notFound, "there is nothing at this path; all begin with /api/v1/"))
    }

    /// Returns the part that matches `{id}`, or an empty text if the template has none; `nil` if the path
    /// does not match.
    private static func match(_ path: Substring, _ template: String) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        let wanted = template.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.count == wanted.count else { return nil }
        var id = ""
        for (part, want) in zip(parts, wanted) {
            if want.hasPrefix("{"), !part.isEmpty { id = String(part) } else if part != want { return nil }
        }
        return id
    }
}
