import Foundation

/// What stands in the addresses of a message: the message's key, with a code that only this home can make of it. Whoever has it answers as
/// the person to whom the message was sent. Decision 0522.
enum AnswerToken {
    private static let keyLength = MemoryLayout<uuid_t>.size
    /// 32 bytes as base64url: 43 characters.
    static let length = KeyedToken.length(of: keyLength)

    static func make(of message: UUID, key: String) -> String {
        KeyedToken.make(of: message.bytes, for: .answer, key: key)
    }

    /// The message's key; `nil` where this home has not made the token.
    static func message(_ token: String, key: String) -> UUID? {
        KeyedToken.content(of: token, keyLength, for: .answer, key: key).map(UUID.init(bytes:))
    }
}

extension UUID {
    /// All 16.
    var bytes: Data { withUnsafeBytes(of: uuid) { Data($0) } }

    /// - Parameter bytes: 16.
    init(bytes: Data) {
        self.init(uuid: bytes.withUnsafeBytes { $0.loadUnaligned(as: uuid_t.self) })
    }
}
