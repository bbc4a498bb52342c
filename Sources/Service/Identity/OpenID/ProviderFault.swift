/// What is wrong with what a provider of OpenID Connect has answered.
public enum ProviderFault: Error, Sendable, Equatable, CaseIterable {
    /// It writes itself otherwise than was said, or answers about somebody else.
    case otherIssuer
    /// It is not what the specification asks for: no JSON of that kind, too long, or an address in it is neither https nor on this
    /// machine.
    case unreadable
    /// None of its keys, or none of its algorithms, is one that is known here.
    case noUsableKey
    /// It offers no code flow, no proof by S256 (RFC 7636), no answer in the query, or no way in which a secret can be shown.
    case noSuchFlow
}
