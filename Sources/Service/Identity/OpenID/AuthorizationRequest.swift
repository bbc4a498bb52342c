import Crypto
public import Foundation

/// What a home makes for one person who is about to log in, and remembers until their browser comes back: it says that the answer
/// belongs to this question.
public struct AuthorizationRequest: Sendable, Equatable {
    /// What is asked for: who they are, and what they are called there.
    private static let scope = "openid profile"
    /// Random bytes in each of the three texts, which makes 43 characters: RFC 7636, 4.1, asks for that.
    private static let length = 32

    /// Comes back in the browser's answer.
    public let state: String
    /// Comes back in the token.
    public let nonce: String
    /// Proves, where the code is exchanged, that this home has asked. Nobody else sees it before.
    public let verifier: String

    /// - Parameter random: Gives a byte that nobody can guess; asked 96 times.
    public init(random: () -> UInt8) {
        func text() -> String { TokenText.encode((0..<Self.length).map { _ in random() }) }
        state = text()
        nonce = text()
        verifier = text()
    }

    /// Where to send the browser (OpenID Connect Core 1.0, 3.1.2.1).
    ///
    /// - Parameter redirectURI: Where the provider sends it back, exactly as it was entered there.
    public func address(at discovery: ProviderDiscovery, clientID: String, redirectURI: String) -> URL? {
        let query = QueryText.joined([
            ("response_type", "code"), ("client_id", clientID), ("redirect_uri", redirectURI),
            ("scope", Self.scope), ("state", state), ("nonce", nonce),
            ("code_challenge", Self.challenge(of: verifier)), ("code_challenge_method", "S256"),
        ])
        // An address may have a query of its own, which stays (RFC 6749, 3.1).
        let endpoint = discovery.authorization.absoluteString
        return URL(string: endpoint + (endpoint.contains("?") ? "&" : "?") + query)
    }

    /// What the provider is shown of a verifier at first (RFC 7636, 4.2, S256).
    public static func challenge(of verifier: String) -> String {
        TokenText.encode(SHA256.hash(data: Data(verifier.utf8)))
    }

    /// Whether what the browser has brought back answers this question; in constant time.
    public func isState(_ shown: String) -> Bool { shown.isSecretly(state) }
}
