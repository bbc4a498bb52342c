import Care
import Foundation

/// What a browser has made to be pushed to, checked.
struct PushSubscription: Sendable {
    /// In characters, far beyond any browser's.
    private static let longestEndpoint = 2000

    /// Where pushes are posted. Whoever knows it can send the device something that it cannot read, and no more.
    let endpoint: String
    let origin: WebOrigin
    let recipient: PushRecipient

    init(_ destination: Destination, allowed services: PushServices) throws(FieldProblem) {
        let endpoint = destination.address["endpoint"] ?? ""
        guard endpoint.utf8.count <= Self.longestEndpoint,
            let (origin, path) = WebOrigin.split(endpoint), path.first == "/"
        else {
            throw FieldProblem(
                "address.endpoint",
                "it is no address for pushes, as a browser makes one: switch notifications on again")
        }
        guard services.allow(origin) else {
            throw FieldProblem(
                "address.endpoint",
                "Beckon sends no pushes to \(origin.host): a coordinator may allow this push service under Web Push"
            )
        }
        guard let key = Base64URL.decode(destination.address["p256dh"] ?? ""),
            let secret = Base64URL.decode(destination.secrets["auth"] ?? ""),
            let recipient = PushRecipient(publicKey: key, secret: secret)
        else {
            throw FieldProblem(
                "address.p256dh",
                "these are no keys for pushes, as a browser makes them: switch notifications on again")
        }
        self.endpoint = endpoint
        self.origin = origin
        self.recipient = recipient
    }
}
