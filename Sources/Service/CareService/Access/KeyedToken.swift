import Channels
import Digests
import Foundation

/// A text that only this home can make: some bytes, with a code of them under a key of the home's. Whoever has it may do what it is for,
/// and nothing of it is kept: it is made again of the same bytes, and known again by its code. Decision 0522.
enum KeyedToken {
    /// What it is for: one that was made for something else is none.
    enum Purpose: String, Sendable {
        /// To answer a message.
        case answer = ""
        /// To read what is planned with a calendar program.
        case feed
    }

    /// Half of a SHA-256, bytes: 128 bits cannot be guessed.
    private static let codeLength = 16

    /// - Parameter content: Always as many bytes for one purpose.
    static func make(of content: Data, for purpose: Purpose, key: String) -> String {
        Base64URL.encode(content + code(of: content, purpose, key))
    }

    /// The bytes that it was made of; `nil` where this home has not made it, or for something else.
    ///
    /// - Parameter length: How many bytes it has to be made of.
    static func content(of token: String, _ length: Int, for purpose: Purpose, key: String) -> Data? {
        guard token.utf8.count == Self.length(of: length), let whole = Base64URL.decode(token) else {
            return nil
        }
        let content = Data(whole.prefix(length))
        return Secrets.matches(whole.dropFirst(length), code(of: content, purpose, key)) ? content : nil
    }

    /// How many characters one of so many bytes has, as base64url.
    static func length(of content: Int) -> Int { ((content + codeLength) * 4 + 2) / 3 }

    private static func code(of content: Data, _ purpose: Purpose, _ key: String) -> Data {
        Data(
            Digests.hmacSHA256(content + Data(purpose.rawValue.utf8), key: Data(key.utf8)).prefix(codeLength))
    }
}
