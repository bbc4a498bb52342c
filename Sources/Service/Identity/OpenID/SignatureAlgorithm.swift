import Crypto
import Foundation

/// How tokens may be signed (RFC 7518, 3.1): by a private key whose public half the provider shows.
public enum SignatureAlgorithm: String, Sendable, CaseIterable {
    case rs256 = "RS256"
    case rs384 = "RS384"
    case rs512 = "RS512"
    case ps256 = "PS256"
    case ps384 = "PS384"
    case ps512 = "PS512"
    case es256 = "ES256"
    case es384 = "ES384"
}

extension SignatureAlgorithm {
    /// The left half of a token's digest, in base64 for URLs, as `at_hash` has it (OpenID Connect Core 1.0, 3.1.3.6).
    func halfHash(of token: String) -> String {
        let bytes = Data(token.utf8)
        switch self {
        case .rs256, .ps256, .es256: return TokenText.encode(SHA256.hash(data: bytes).prefix(16))
        case .rs384, .ps384, .es384: return TokenText.encode(SHA384.hash(data: bytes).prefix(24))
        case .rs512, .ps512: return TokenText.encode(SHA512.hash(data: bytes).prefix(32))
        }
    }
}
