import Foundation

/// Tokens by which a provider says who somebody is (OpenID Connect Core 1.0, 2).
public enum IDToken {
    /// A longer one is not read, bytes.
    public static let longest = 16_384

    /// Checks a token, and reads whom it is about.
    ///
    /// - Parameter keys: The provider's, as they were read last. Where they do not have the token's key (``ProviderKeys/has(_:)``), it may
    ///   be a new one.
    /// - Throws: The first fault, in this order: form, key and signature, for whom it was written, when, for which question, about whom.
    public static func read(
        _ token: String, keys: ProviderKeys, rules: IDTokenRules
    ) async throws(IDTokenFault) -> IDTokenClaims {
        let token = try SignedToken(token)
        let header = try TokenHeader(token)
        try await checkSignature(of: token, header, by: keys)
        let written: WrittenClaims
        do { written = try JSONDecoder().decode(WrittenClaims.self, from: token.claims) } catch {
            throw .malformed
        }
        try rules.check(written, by: header.algorithm)
        return try IDTokenClaims(written.profile)
    }

    private static func checkSignature(
        of token: SignedToken, _ header: TokenHeader, by keys: ProviderKeys
    ) async throws(IDTokenFault) {
        let candidates = keys.candidates(for: header)
        if candidates.isEmpty { throw .unknownKey }
        for key in candidates {
            if await key.hasSigned(token, by: header.algorithm) { return }
        }
        throw .signature
    }
}
