import Channels
import Digests
import Foundation

/// What stands in the addresses of a message: the message's key, with a code that only this home can make of it. Whoever has it answers as
/// the person to whom the message was sent. Decision 0522.
enum AnswerToken {
    /// 32 bytes as base64url.
    static let length = 43
    /// Half of a SHA-256: 128 bits cannot be guessed.
    private static let codeLength = 16

    static func make(of message: UUID, key: String) -> String {
        let id = withUnsafeBytes(of: message.uuid) { Data($0) }
        return Base64URL.encode(id + code(of: id, key))
    }

    /// The message's key; `nil` where this home has not made the token.
    static func message(_ token: String, key: String) -> UUID? {
        guard token.utf8.count == length, let whole = Base64URL.decode(token) else { return nil }
        let id = Data(whole.prefix(MemoryLayout<uuid_t>.size))
        guard Secrets.matches(whole.dropFirst(id.count), code(of: id, key)) else { return nil }
        return UUID(uuid: id.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }

    private static func code(of id: Data, _ key: String) -> Data {
        Data(Digests.hmacSHA256(id, key: Data(key.utf8)).prefix(codeLength))
    }
}
