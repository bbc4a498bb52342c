import Crypto
import Foundation

/// One push as it is posted (RFC 8030).
struct PushRequest: Sendable {
    /// Push services keep none longer than four weeks, and some refuse to be asked for more.
    private static let mostSeconds: Int64 = 28 * 24 * 3600

    let url: String
    let headers: [(String, String)]
    let body: Data

    /// - Parameters:
    ///   - sender: Made for this push alone, as is `salt`: 16 random bytes.
    init(
        _ message: ChannelMessage, to subscription: PushSubscription, signedBy key: VAPIDKey, subject: String,
        sender: P256.KeyAgreement.PrivateKey = P256.KeyAgreement.PrivateKey(),
        salt: Data = PushRequest.newSalt(),
        now: Date
    ) throws {
        url = subscription.endpoint
        body = try subscription.recipient.seal(
            PushPayload.bytes(message), paddedTo: PushPayload.paddedCount, sender: sender, salt: salt)
        var headers: [(String, String)] = [
            (
                "Authorization",
                try key.authorization(for: subscription.service.webOrigin, subject: subject, now: now)
            ),
            ("Content-Encoding", "aes128gcm"), ("Content-Type", "application/octet-stream"),
            ("TTL", String(Self.seconds(message.lifetime))), ("Urgency", Self.urgency(message.kind)),
        ]
        if let topic = Self.topic(message.thread) { headers.append(("Topic", topic)) }
        self.headers = headers
    }

    static func newSalt() -> Data {
        SymmetricKey(size: .bits128).withUnsafeBytes { Data($0) }
    }

    /// How long the service keeps it for a device that is off: whole seconds, never longer than the message holds.
    static func seconds(_ lifetime: Duration) -> Int64 {
        min(max(lifetime.components.seconds, 0), mostSeconds)
    }

    /// `high` wakes a phone that sleeps in a bag. What has become of a call waits until the phone is taken up.
    static func urgency(_ kind: ChannelMessage.Kind) -> String {
        switch kind {
        case .alert, .proof: "high"
        case .update: "normal"
        }
    }

    /// By what the service replaces a push that waits still: at most 32 characters of base64url. `nil` for a thread that is none; better
    /// a push that replaces nothing than one that is refused.
    static func topic(_ thread: String) -> String? {
        let isTopic =
            (1...32).contains(thread.utf8.count)
            && thread.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
                    true
                default: false
                }
            }
        return isTopic ? thread : nil
    }
}
