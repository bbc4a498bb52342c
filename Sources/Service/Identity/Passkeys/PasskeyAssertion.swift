import Crypto
public import FoundationEssentials

/// A passkey that has signed the home's question.
public enum PasskeyAssertion {
    /// A longer signature is none, bytes: an RSA key has at most 4096 bits.
    private static let longestSignature = 1024

    /// Reads what `navigator.credentials.get()` has given (W3C Web Authentication, 7.2). Whose the key is, the caller has looked up by
    /// the credential's id.
    ///
    /// - Parameters:
    ///   - clientData: `clientDataJSON`; at most 8 KiB.
    ///   - authenticatorData: At most 16 KiB.
    ///   - signature: At most 1 KiB.
    ///   - key: As `PasskeyCreation` has given it.
    ///   - storedCount: How often it had signed when it was used last.
    /// - Returns: How often it has signed by now. That is more than before, unless it is 0 both times: such authenticators do not count.
    public static func read(
        clientData: Data, authenticatorData: Data, signature: Data, key: Data, storedCount: UInt32,
        _ expected: PasskeyExpectation
    ) throws(PasskeyFault) -> UInt32 {
        try ClientData.check(clientData, is: .assertion, expected)
        let data = try AuthenticatorData(authenticatorData)
        // None is made here.
        guard data.credential == nil, signature.count <= longestSignature else { throw .malformed }
        try data.check(host: expected.host)
        let message = authenticatorData + Data(SHA256.hash(data: clientData))
        guard try PasskeyKey(key).hasSigned(message, signature) else { throw .signature }
        guard data.count > storedCount || (data.count == 0 && storedCount == 0) else { throw .counter }
        return data.count
    }
}
