import Care
import Digests
import Foundation

/// What only its owner knows.
enum Secrets {
    /// How many random bytes make a token.
    private static let length = 32

    /// A new token: 43 letters, digits, `-` and `_`.
    static func token() -> String {
        var generator = SystemRandomNumberGenerator()
        let bytes = (0..<length).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        return Data(bytes).base64EncodedString()
            .replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
            .replacingOccurrences(of: "=", with: "")
    }

    /// A new code, without its dash.
    static func code() -> String {
        var generator = SystemRandomNumberGenerator()
        let characters = AccessRules.codeCharacters
        return String(
            (0..<AccessRules.codeLength).map { _ in
                characters[Int.random(in: characters.indices, using: &generator)]
            })
    }

    /// The stored form of a token: a reader of the store cannot use it. Tokens are too random to be guessed
    /// from it.
    static func hash(_ token: String) -> Data { Digests.sha256(Data(token.utf8)) }

    /// A file's checksum for people.
    static func checksum(of bytes: some Sequence<UInt8>) -> String { Digests.sha256Digits(Data(bytes)) }

    /// What a display's page sends with each touch: derived from the token in its cookie, which cannot be
    /// derived from it.
    static func formToken(of token: String) -> String {
        hash("form " + token).base64EncodedString()
    }

    /// Whether two are the same, in a time that does not depend on where they differ.
    static func matches(_ presented: some Sequence<UInt8>, _ secret: some Sequence<UInt8>) -> Bool {
        let (presented, secret) = (Array(presented), Array(secret))
        // An empty secret would let everybody in.
        guard presented.count == secret.count, !secret.isEmpty else { return false }
        return zip(presented, secret).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }
}
