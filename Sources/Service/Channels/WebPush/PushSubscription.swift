import Care
import Foundation

/// What a browser has made to be pushed to, checked.
struct PushSubscription: Sendable {
    /// Where pushes are posted. Whoever knows it can send the device what it cannot read, and no more.
    let endpoint: String
    let service: ChannelAddress
    let recipient: PushRecipient

    init(_ destination: Destination, allowed services: PushServices) throws(FieldProblem) {
        endpoint = destination.address["endpoint"] ?? ""
        do throws(ChannelHTTP.Failure) { service = try ChannelAddress(endpoint) } catch {
            throw FieldProblem(
                "address.endpoint",
                "it is no address for notifications, as a browser makes one: switch notifications on again")
        }
        guard services.allow(service) else {
            throw FieldProblem(
                "address.endpoint",
                "Beckon sends no notifications to \(service.authority): a coordinator may allow this push service under Messages, Notifications of the browser"
            )
        }
        guard let key = Base64URL.decode(destination.address["p256dh"] ?? ""),
            let secret = Base64URL.decode(destination.secrets["auth"] ?? ""),
            let recipient = PushRecipient(publicKey: key, secret: secret)
        else {
            throw FieldProblem(
                "address.p256dh",
                "these are no keys for notifications, as a browser makes them: switch notifications on again")
        }
        self.recipient = recipient
    }
}
