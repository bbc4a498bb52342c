import Crypto
import Foundation

/// The content coding `aes128gcm` (RFC 8188), with everything in one record.
enum AES128GCMRecord {
    static let saltCount = 16
    private static let keyCount = 16
    private static let nonceCount = 12
    /// The longest record of the header: with everything in one, a longer one than there is (RFC 8188 §2).
    private static let recordSize: UInt32 = 4096
    /// What stands after the content of the last record.
    private static let end: UInt8 = 2

    /// The header and the encrypted record.
    ///
    /// - Parameters:
    ///   - count: How many bytes the content has with its end and padding: at least one more than without, at most 4080.
    ///   - salt: 16 bytes that are never used twice with one key.
    ///   - keyID: At most 255 bytes, readable by everybody.
    static func seal(
        _ content: Data, paddedTo count: Int, key: SymmetricKey, salt: Data, keyID: Data
    ) throws -> Data {
        var plain = content
        plain.append(end)
        plain.append(Data(repeating: 0, count: count - plain.count))
        let box = try AES.GCM.seal(
            plain, using: derived("aes128gcm", of: key, salt, count: keyCount),
            nonce: AES.GCM.Nonce(
                data: derived("nonce", of: key, salt, count: nonceCount).withUnsafeBytes { Data($0) }))
        var whole = salt
        withUnsafeBytes(of: recordSize.bigEndian) { whole.append(contentsOf: $0) }
        whole.append(UInt8(keyID.count))
        whole.append(keyID)
        whole.append(box.ciphertext)
        whole.append(box.tag)
        return whole
    }

    private static func derived(
        _ use: String, of key: SymmetricKey, _ salt: Data, count: Int
    ) -> SymmetricKey {
        HKDF<SHA256>.deriveKey(
            inputKeyMaterial: key, salt: salt, info: Data("Content-Encoding: \(use)\0".utf8),
            outputByteCount: count)
    }
}
