import Care
import CareStore
import Channels
import Foundation
import Logging

/// Whose a browser is that somebody has handed on (decision 0526).
extension ServiceCore {
    /// For whoever had the browser before.
    private static let loggedInElse = CareProblem(
        .gone,
        "somebody else has logged in on this device: log in there, and switch notifications on again if it is yours"
    )
    private static let anothersSubscription = CareProblem(
        .notAcceptable, "this is not the secret of this subscription: switch notifications on once more",
        field: "secret.auth")

    /// Ends the ways of others that push to a subscription. Who does not have its secret ends nothing.
    ///
    /// - Parameter person: Who has logged in there now.
    func leave(_ subscription: LeftSubscription, to person: Person) async throws(CareProblem) {
        let known = try await messages.secrets.read().contacts
        var hasEnded = false
        for contact in try await ways(over: subscription.endpoint) where contact.person != person.id {
            let auth = known[contact.id.uuidString]?["auth"] ?? ""
            guard Secrets.matches(subscription.auth.utf8, auth.utf8) else { continue }
            await note(.gone(Self.loggedInElse.detail), ofProof: contact)
            hasEnded = true
        }
        guard hasEnded else { return }
        logger.notice("a browser is somebody else's now: it pushes to nobody before them")
        deliveryBells.ring()
    }

    /// A new way over a subscription ends the others over it: only who has its secret ends another person's. Of a way whose own
    /// secret is lost nothing is asked.
    ///
    /// - Parameter secrets: Those with which it is written.
    func check(subscriptionOf new: Contact, _ secrets: [String: String]) async throws(CareProblem) {
        guard new.channel == MessageDesk.webPush, new.isOn, let endpoint = new.address["endpoint"] else {
            return
        }
        let known = try await messages.secrets.read().contacts
        for contact in try await ways(over: endpoint)
        where contact.id != new.id && contact.person != new.person {
            guard let auth = known[contact.id.uuidString]?["auth"] else { continue }
            guard Secrets.matches((secrets["auth"] ?? "").utf8, auth.utf8) else {
                throw Self.anothersSubscription
            }
        }
    }

    /// Those that push to a subscription, and have not ended.
    private func ways(over endpoint: String) async throws(CareProblem) -> [Contact] {
        try await read { store throws(CareStoreError) in try await store.allContacts() }.filter {
            $0.channel == MessageDesk.webPush && $0.state != .ended && $0.address["endpoint"] == endpoint
        }
    }
}
