import Care
import FoundationEssentials
import Wording

/// What needs somebody now, and what can be done about it.
enum NowPages: PageTopic {
    static let routes: [PageRoute] = [
        PageRoute(.get, "/now", for: .staff, work: .now, show),
        PageRoute(.get, "/now/{}", for: .staff, work: .now, showOne),
        // Whoever reads a refused answer anew, as a live page does.
        PageRoute(.get, "/now/{}/answers", for: .staff) { call, _ in .seeOther("/now/\(try requestID(call))")
        },
        PageRoute(.get, "/now/{}/notes", for: .staff) { call, _ in .seeOther("/now/\(try requestID(call))") },
        PageRoute(.post, "/now/{}/answers", for: .staff, work: .answer, Answering.answer),
        PageRoute(.post, "/now/{}/heard", for: .staff, work: .answer, Answering.hear),
        PageRoute(.post, "/now/{}/notes", for: .staff, work: .answer, Answering.note),
        PageRoute(.get, "/now/{}/seeing", for: .staff) { _, _ in .seeOther("/now") },
        PageRoute(.post, "/now/{}/seeing", for: .staff, work: .answer, LostCall.see),
    ]

    static let templates: [String: String] = [
        "now": NowPage.template,
        "now-one": OneRequestPage.template,
        "request-card": RequestCard.template,
    ]

    /// What makes both pages be read anew.
    static let live = [
        "asked", "heard", "on_the_way", "met", "declined", "cancelled", "escalated", "still_waiting",
        "ask_again", "reached", "claim_lapsed", "fault", "proposed", "proposal_decided", "routine_changed",
        "occurrence_changed",
        "reminder", "request_noted", "grant_changed", "appointment_changed",
    ]

    private static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        var notice = try await Answering.notice(call, viewer)
        if notice == nil { notice = try await Marking.notice(call) }
        if notice == nil { notice = WelcomeList.notice(call, viewer) }
        let content = try await NowPage(call, viewer, notice: notice)
        return call.page(
            Page(
                title: Text("now.title"), template: "now", content: content, live: live,
                scripts: ["now.js"], placesNotice: true))
    }

    private static func showOne(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        try await one(try requestID(call), call, viewer, notice: try await Answering.notice(call, viewer))
    }

    /// The page of one request.
    ///
    /// - Parameter typed: Puts back what was typed and not taken.
    static func one(
        _ id: UUID, _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200,
        typed: (inout RequestCard) -> Void = { _ in }
    ) async throws -> PageResponse {
        let request: Request = try await call.api.get("requests/\(id.uuidString)")
        let agenda: Agenda? = try? await call.api.get("agenda", [("limit", "1")])
        let screens = try await CallSymbol.screens(for: [request], agenda, call.api)
        var card = try await card(request, agenda, screens: screens, call, viewer)
        let faces = await Pictures.faces(of: [request], call.api)
        card.face = request.changedBy.flatMap { faces.ofNames[$0] }
        card.clientFace = faces.ofClients[request.client]
        (card.isUnfolded, card.isAlone) = (true, true)
        typed(&card)
        return call.page(
            Page(
                title: card.title, template: "now-one", content: OneRequestPage(card: card), live: live,
                notice: notice, back: "/now", scripts: ["now.js"]), status: status)
    }

    /// A request with its notes and what was asked before.
    ///
    /// - Parameter screens: The clients who have a screen.
    static func card(
        _ request: Request, _ agenda: Agenda?, screens: Set<String>, _ call: PageCall, _ viewer: Viewer
    ) async throws(CareProblem) -> RequestCard {
        var notes: [RequestNote]?
        do throws(CareProblem) {
            let page: NotePage = try await call.api.get("requests/\(request.id.uuidString)/notes")
            notes = page.notes
        } catch {
            guard error.kind != .unauthorized, error.kind != .forbidden else { throw error }
            // A call without its notes can be answered all the same; a page without its calls cannot.
        }
        var earlier: Request?
        // A call is shown even if an earlier one can no longer be read.
        if let id = request.asksAgain { earlier = try? await call.api.get("requests/\(id.uuidString)") }
        return RequestCard(
            request, symbol: CallSymbol(of: request, agenda, screens: screens), notes: notes,
            earlier: earlier, viewer: viewer, call: call)
    }

    static func requestID(_ call: PageCall) throws(CareProblem) -> UUID {
        guard let id = call.parts.first.flatMap({ UUID(uuidString: $0) }) else {
            throw CareProblem(.notFound, "there is no such call")
        }
        return id
    }
}

/// One request by itself: where links from another one, or from a conflict, lead.
struct OneRequestPage {
    let card: RequestCard

    static let template = """
        <ul class="cards">{{#card}}{{>request-card}}{{/card}}</ul>
        """
}
