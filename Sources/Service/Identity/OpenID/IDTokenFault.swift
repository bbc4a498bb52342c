/// Why a token is not believed.
public enum IDTokenFault: Error, Sendable, Equatable, CaseIterable {
    /// It is no signed token (RFC 7515), is too long, is meant for something else, or asks for something that is not known here.
    case malformed
    /// Its algorithm is not one of ``SignatureAlgorithm``: none at all, or one by which everybody can sign who knows the public key.
    case algorithm
    /// None of the provider's keys is the one that it names.
    case unknownKey
    case signature
    /// Somebody else has written it.
    case issuer
    /// It was written for somebody else.
    case audience
    /// It was written for several, and another one has asked for it.
    case authorizedParty
    case expired
    /// By this machine's clock it comes from the future: one of the two clocks is wrong.
    case notYet
    /// It answers another question.
    case nonce
    /// It was written long before it has come.
    case tooOld
    /// It does not say whom it is about, or at too great a length.
    case subject
    /// The access token that came with it is another one.
    case accessTokenHash
}
