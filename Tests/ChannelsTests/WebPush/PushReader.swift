import Care
import Crypto
import Foundation
import Testing

@testable import Channels

/// A browser that was subscribed: it reads what is pushed to it, by RFC 8291 and RFC 8188 anew.
struct PushReader: Sendable {
    let key: P256.KeyAgreement.PrivateKey
    let secret: Data

    init() {
        key = P256.KeyAgreement.PrivateKey()
        secret = Data((1...16).map { UInt8($0) })
    }

    var publicKey: String { Base64URL.encode(key.publicKey.x963Representation) }
    var recipient: PushRecipient {
        get throws {
            try #require(PushRecipient(publicKey: key.publicKey.x963Representation, secret: secret))
        }
    }

    func destination(
        _ endpoint: String = "https://fcm.googleapis.com/fcm/send/abc", services: String = "",
        key vapid: VAPIDKey = VAPIDKey()
    ) -> Destination {
        Destination(
            contact: UUID(), address: ["endpoint": endpoint, "p256dh": publicKey],
            secrets: ["auth": Base64URL.encode(secret)],
            settings: ["contact": "ben@example.org", "services": services],
            settingSecrets: [WebPushChannel.keySecret: vapid.exported])
    }

    /// What is encrypted in a body: the content, and how many bytes it has with its end and padding.
    func open(_ body: Data) throws -> (content: Data, paddedCount: Int) {
        let bytes = Array(body)
        try #require(bytes.count > 86 + 16 && bytes[20] == 65)
        #expect(bytes[16..<20].elementsEqual([0, 0, 16, 0]), "a record of 4096 bytes at most")
        let (salt, sender) = (Data(bytes[0..<16]), Data(bytes[21..<86]))
        let shared = try key.sharedSecretFromKeyAgreement(
            with: P256.KeyAgreement.PublicKey(x963Representation: sender))
        let info = Data("WebPush: info\0".utf8) + key.publicKey.x963Representation + sender
        let common = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: info, outputByteCount: 32)
        let content = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: common, salt: salt, info: Data("Content-Encoding: aes128gcm\0".utf8),
            outputByteCount: 16)
        let nonce = HKDF<SHA256>.deriveKey(
            inputKeyMaterial: common, salt: salt, info: Data("Content-Encoding: nonce\0".utf8),
            outputByteCount: 12
        ).withUnsafeBytes { Data($0) }
        let box = try AES.GCM.SealedBox(
            nonce: AES.GCM.Nonce(data: nonce), ciphertext: Data(bytes[86..<(bytes.count - 16)]),
            tag: Data(bytes.suffix(16)))
        let plain = Array(try AES.GCM.open(box, using: content))
        let end = try #require(plain.lastIndex(where: { $0 != 0 }))
        #expect(plain[end] == 2, "the last record")
        return (Data(plain[..<end]), plain.count)
    }
}

extension ChannelMessage {
    /// A call at night, as most tests send it.
    static func call(
        title: String = "Maria is calling", body: String = "Water, please", kind: Kind = .alert,
        thread: String = "0198f6a2b3c47d5e8f90a1b2c3d4e5f6", lifetime: Duration = .seconds(900),
        base: String = "https://beckon.home.example:8443"
    ) -> ChannelMessage {
        let token = String(repeating: "k", count: 43)
        return ChannelMessage(
            key: UUID(), thread: thread, kind: kind, title: title, body: body, priority: .urgent,
            answers: [
                Answer(name: "on_the_way", label: "I’m on my way", url: "\(base)/api/v1/answers/\(token)"),
                Answer(name: "cannot", label: "I can’t come", url: "\(base)/api/v1/answers/\(token)"),
            ],
            link: "\(base)/answer/\(token)", seen: "\(base)/api/v1/answers/\(token)/seen", language: "en",
            lifetime: lifetime)
    }
}
