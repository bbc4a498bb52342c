import Crypto
import Foundation

/// Whose device alone can read a push: the keys that its browser has made (RFC 8291).
struct PushRecipient: Sendable {
    private static let secretCount = 16

    let publicKey: P256.KeyAgreement.PublicKey
    /// The secret that browser and home share, 16 bytes.
    let secret: Data

    /// `nil` if these are not the 65 bytes of a point of P-256 and 16 others.
    init?(publicKey: Data, secret: Data) {
        guard secret.count == Self.secretCount,
            let key = try? P256.KeyAgreement.PublicKey(x963Representation: publicKey)
        else { return nil }
        self.publicKey = key
        self.secret = secret
    }

    /// The body of a push.
    ///
    /// - Parameters:
    ///   - count: How many bytes the content has with its padding.
    ///   - sender: Made for this push alone.
    ///   - salt: 16 random bytes, for this push alone.
    func seal(
        _ content: Data, paddedTo count: Int, sender: P256.KeyAgreement.PrivateKey, salt: Data
    ) throws -> Data {
        let (theirs, ours) = (publicKey.x963Representation, sender.publicKey.x963Representation)
        let shared = try sender.sharedSecretFromKeyAgreement(with: publicKey)
        let key = shared.hkdfDerivedSymmetricKey(
            using: SHA256.self, salt: secret, sharedInfo: Data("WebPush: info\0".utf8) + theirs + ours,
            outputByteCount: 32)
        return try AES128GCMRecord.seal(
            content, paddedTo: count, key: key, salt: salt, keyID: ours)
    }
}
