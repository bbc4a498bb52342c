/// Why a passkey was refused.
public enum PasskeyFault: Error, Sendable, Equatable, CaseIterable {
    /// It cannot be read: what the standard demands is missing, or something else is there.
    case malformed
    /// Made where one should have signed, or the other way round.
    case wrongType
    /// The answer to another question, or to none of this home's.
    case wrongChallenge
    /// By a page of another address.
    case wrongOrigin
    /// By a page inside a page of somebody else.
    case crossOrigin
    /// For another host name.
    case wrongHost
    /// Nobody has touched it.
    case notPresent
    /// It has asked for no face, finger or PIN.
    case notVerified
    /// It signs in a way that was not offered.
    case unknownAlgorithm
    /// The key is none of its kind, or a weak one.
    case badKey
    /// The signature is not that of the key.
    case signature
    /// It has signed less often than was known: there may be a copy of it.
    case counter
}
