public import Foundation

/// What a token must say to be believed.
public struct IDTokenRules: Sendable, Equatable {
    /// How far a provider's clock and this machine's may be apart, seconds.
    static let skew: TimeInterval = 60
    /// How long before it comes a token may have been written, seconds: it comes straight from the provider.
    static let longestAge: TimeInterval = 600

    let issuer: String
    let clientID: String
    let nonce: String
    let accessToken: String?
    let now: Date

    /// - Parameters:
    ///   - issuer: Exactly as the provider writes it.
    ///   - nonce: Of the ``AuthorizationRequest`` that it answers.
    ///   - accessToken: That came with it; `nil` where it is not used.
    public init(issuer: String, clientID: String, nonce: String, accessToken: String?, now: Date) {
        self.issuer = issuer
        self.clientID = clientID
        self.nonce = nonce
        self.accessToken = accessToken
        self.now = now
    }

    /// OpenID Connect Core 1.0, 3.1.3.7 and 3.1.3.8.
    func check(_ claims: WrittenClaims, by algorithm: SignatureAlgorithm) throws(IDTokenFault) {
        guard let issuer = claims.issuer, issuer.isExactly(self.issuer) else { throw .issuer }
        guard claims.audiences.contains(where: { $0.isExactly(clientID) }) else { throw .audience }
        if let party = claims.authorizedParty {
            guard party.isExactly(clientID) else { throw .authorizedParty }
        } else if claims.audiences.count > 1 {
            throw .authorizedParty
        }
        try check(claims, at: now.timeIntervalSince1970)
        guard let nonce = claims.nonce, nonce.isSecretly(self.nonce) else { throw .nonce }
        if let accessToken, let hash = claims.accessTokenHash {
            guard hash.isExactly(algorithm.halfHash(of: accessToken)) else { throw .accessTokenHash }
        }
    }

    /// - Parameter now: Seconds since 1970, as the claims have them.
    private func check(_ claims: WrittenClaims, at now: TimeInterval) throws(IDTokenFault) {
        guard now < claims.expires + Self.skew else { throw .expired }
        guard claims.issued <= now + Self.skew, (claims.notBefore ?? now) <= now + Self.skew else {
            throw .notYet
        }
        guard now - claims.issued <= Self.longestAge + Self.skew else { throw .tooOld }
    }
}
