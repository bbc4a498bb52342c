import Crypto
import Foundation

/// The key by which push services recognise this home (RFC 8292). Every phone subscribes with its public half: a new key makes all
/// subscriptions useless.
public struct VAPIDKey: Sendable {
    /// Push services refuse more than 24 hours; half of that leaves room for clocks that are wrong.
    private static let validity: TimeInterval = 12 * 3600

    private let key: P256.Signing.PrivateKey

    /// A new one.
    public init() { key = P256.Signing.PrivateKey() }

    /// The one that `exported` has written; `nil` if it is no key of P-256.
    public init?(exported: String) {
        guard let bytes = Base64URL.decode(exported),
            let key = try? P256.Signing.PrivateKey(rawRepresentation: bytes)
        else { return nil }
        self.key = key
    }

    /// The private key, 43 characters: for the file of secrets alone.
    public var exported: String { Base64URL.encode(key.rawRepresentation) }

    /// What a browser subscribes with (`applicationServerKey`), 87 characters.
    public var publicKey: String { Base64URL.encode(key.publicKey.x963Representation) }

    /// The header `Authorization` of one push.
    ///
    /// - Parameters:
    ///   - origin: Of the push service, such as `https://fcm.googleapis.com`.
    ///   - subject: `mailto:` or `https:`, where the service's operators can ask.
    func authorization(for origin: String, subject: String, now: Date) throws -> String {
        let claims = Claims(
            aud: origin, exp: Int(now.timeIntervalSince1970 + Self.validity), sub: subject)
        let head = Base64URL.encode(Data(#"{"typ":"JWT","alg":"ES256"}"#.utf8))
        let signed = head + "." + Base64URL.encode(ChannelBody.json(claims))
        let signature = try key.signature(for: Data(signed.utf8)).rawRepresentation
        return "vapid t=\(signed).\(Base64URL.encode(signature)), k=\(publicKey)"
    }

    private struct Claims: Encodable {
        var aud: String
        /// Seconds since 1970.
        var exp: Int
        var sub: String
    }
}
