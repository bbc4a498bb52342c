import Care
import FoundationEssentials
import Wording

/// The secret addresses under which somebody's own calendar program reads what is planned: each person's own, and for coordinators
/// whose there are.
enum FeedPages: PageTopic {
    static let base = "/mine/calendars"

    static let routes: [PageRoute] = [
        PageRoute(.get, "/mine/calendars", for: .everybody) { call, viewer in try await show(call, viewer) },
        PageRoute(.post, "/mine/calendars", for: .everybody) { call, viewer in try await make(call, viewer) },
        PageRoute(.post, "/mine/calendars/{}", for: .everybody) { call, _ in try await end(call) },
    ]

    static let templates = ["feeds": FeedsView.template]

    private static func show(
        _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        // A client reads nobody else.
        let people =
            viewer.person.role == .client
            ? [viewer.person] : try await call.api.get("people", as: PeoplePage.self).people
        let page: FeedsPage = try await call.api.get("feeds")
        return call.page(
            Page(
                title: Text("feeds.title"), template: "feeds",
                content: FeedsView(page.feeds, people, viewer, await address(call, viewer), call),
                notice: notice ?? FeedNotice.notice(call),
                back: viewer.person.role == .client ? "/more" : "/account"),
            status: status)
    }

    /// Where other machines find this site: for coordinators as links in messages have it, where the home has said so.
    private static func address(_ call: PageCall, _ viewer: Viewer) async -> SiteAddress {
        guard viewer.person.role == .coordinator else { return SiteAddress(call) }
        // Where they cannot be read, the address of this browser is as good as any.
        let channels: ChannelPage? = try? await call.api.get("channels")
        if let links = channels?.named(HomeChannel.links)?.settings["address"] { return SiteAddress(links) }
        return SiteAddress(call, network: (try? await FirstSteps.read(call.api))?.address)
    }

    private static func make(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        guard let plan = call.form["plan"], let detail = call.form["detail"].flatMap(FeedLink.Detail.init)
        else { throw CareProblem(.notFound, "this page does not exist") }
        let client = plan == RoutineForm.ofHousehold ? nil : plan
        do throws(CareProblem) {
            try await call.api.send(
                "POST", "feeds", NewFeed(id: UUIDs.draft(call.form), client: client, detail: detail))
        } catch {
            // The same form has come before.
            if !PlanSending.isTwice(error) { return try await refused(error, call, viewer) }
        }
        return .seeOther(FeedNotice.made.path + "#" + FeedCard.key(client))
    }

    private static func refused(
        _ problem: CareProblem, _ call: PageCall, _ viewer: Viewer
    ) async throws -> PageResponse {
        guard PlanSending.isForTheForm(problem), !problem.asksForPassword else { throw problem }
        return try await show(
            call, viewer, notice: Notice(text: problem.sentence, isProblem: true), status: problem.status)
    }

    private static func end(_ call: PageCall) async throws -> PageResponse {
        guard let id = UUID(uuidString: call.parts[0]) else {
            throw CareProblem(.notFound, "this page does not exist")
        }
        do throws(CareProblem) { try await call.api.send("DELETE", "feeds/\(id)", Ignored()) } catch {
            // It has ended already: that is what they want.
            guard error.kind == .notFound else { throw error }
        }
        return .seeOther(FeedNotice.ended.path)
    }
}

/// What was just done about an address: a word in that of the page.
enum FeedNotice: String {
    case made, ended

    var path: String { "\(FeedPages.base)?did=\(rawValue)" }

    static func notice(_ call: PageCall) -> Notice? {
        call.query["did"].flatMap(FeedNotice.init).map {
            switch $0 {
            case .made: Notice(text: Text("feeds.did_make"))
            case .ended: Notice(text: Text("feeds.did_end"))
            }
        }
    }
}
