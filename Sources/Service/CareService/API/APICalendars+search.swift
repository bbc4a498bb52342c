import Care
import CareStore
import Foundation
import Hummingbird

extension APICalendars {
    /// Which calendars an account at a CalDAV server has. Nothing is kept.
    static func search(_ call: APICall, _ caller: Caller) async throws -> Response {
        let core = call.core
        let search = try await call.plan(CalendarSearch.self)
        try APIRules.check { () throws(FieldProblem) in try search.check() }
        let address = try url(search.address)
        let records = try await core.read { store throws(CareStoreError) in try await store.calendars() }
        let server = PlatformAddress.origin(of: address)
        try core.calendars.places.ask(of: "", at: core.clock.uptime())
        let discovery = DAVDiscovery(
            platforms: core.platforms,
            secret: CalendarSecret(
                address: address.absoluteString, user: search.user, password: search.password),
            // What a coordinator has allowed once is allowed.
            mayBeInside: caller.role == .coordinator
                || records.contains { $0.link.server == server && $0.mayBeInside })
        let found: [FoundCalendars.Found]
        do throws(PlatformTrouble) { found = try await discovery.calendars(at: address) } catch {
            throw failed(error, .dav)
        }
    }
}
