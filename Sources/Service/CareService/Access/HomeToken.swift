import Channels
import Digests
import Foundation

/// What stands in a secret address: the id of what it opens, with a code that only this home can make of it. Whoever has it may do what it is
/// for, in the name of whoever that belongs to. It is kept nowhere: it is made again of the same id, and known again by its code.
/// Decision 0522.
enum HomeToken {
    /// What it is for: one that was made for something else is none, whoever may choose the id.
    enum Purpose: String, Sendable, CaseIterable {
        /// To answer a message as the person to whom it was sent.
        case answer = ""
        /// To read with a calendar program what is planned.
        case feed
    }

    /// 32 bytes as base64url.
    static let length = 43
    /// Half of a SHA-256: 128 bits cannot be guessed.
    private static let codeLength = 16

    static func make(of id: UUID, for purpose: Purpose, key: String) -> String {
        let id = withUnsafeBytes(of: id.uuid) { Data($0) }
        return Base64URL.encode(id + code(of: id, purpose, key))
    }

    /// The id; `nil` where this home has not made the token, or for something else.
    static func id(of token: String, for purpose: Purpose, key: String) -> UUID? {
        guard token.utf8.count == length, let whole = Base64URL.decode(token) else { return nil }
        let id = Data(whole.prefix(MemoryLayout<uuid_t>.size))
        guard Secrets.matches(whole.dropFirst(id.count), code(of: id, purpose, key)) else { return nil }
        return UUID(uuid: id.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }

    private static func code(of id: Data, _ purpose: Purpose, _ key: String) -> Data {
        let bytes = id + Data(purpose.rawValue.utf8)
        return Data(Digests.hmacSHA256(bytes, key: Data(key.utf8)).prefix(codeLength))
    }
}
