public import FoundationEssentials

/// A passkey that somebody has just made.
public enum PasskeyCreation {
    /// A longer attestation object is none, bytes.
    static let longest = 16_384

    /// Reads what `navigator.credentials.create()` has given (W3C Web Authentication, 7.1).
    ///
    /// Attestation statements are not verified: of whatever make an authenticator is, its owner alone is to say which they use, so none is
    /// asked for. What somebody's browser says of a new passkey is thus believed as far as it harms nobody but them: they are logged in
    /// and have just typed their password.
    ///
    /// - Parameters:
    ///   - clientData: `clientDataJSON`; at most 8 KiB.
    ///   - attestation: `attestationObject`; at most 16 KiB.
    /// - Returns: The credential's id (1 to 1023 bytes), its key in COSE, and how often it has signed, to be kept for
    ///   `PasskeyAssertion`. Whether that credential is known already is for the caller to see.
    public static func read(
        clientData: Data, attestation: Data, _ expected: PasskeyExpectation
    ) throws(PasskeyFault) -> (credential: Data, key: Data, count: UInt32) {
        try ClientData.check(clientData, is: .creation, expected)
        guard attestation.count <= longest, case .map(let fields) = try CBORReader.whole(attestation),
            case .text? = fields[.text("fmt")], case .map? = fields[.text("attStmt")],
            case .bytes(let bytes)? = fields[.text("authData")]
        else { throw .malformed }
        let data = try AuthenticatorData(bytes)
        try data.check(host: expected.host)
        guard let credential = data.credential else { throw .malformed }
        _ = try PasskeyKey(credential.key)
        return (credential.id, credential.key, data.count)
    }
}
