/// What passkeys sign with; the values are those of COSE (IANA's registry "COSE Algorithms").
public enum PasskeyAlgorithm: Int, Sendable, CaseIterable {
    /// ECDSA on P-256 with SHA-256: what phones and sticks have.
    case es256 = -7
    /// Ed25519.
    case edDSA = -8
    /// RSASSA-PKCS1-v1_5 with SHA-256: what Windows Hello has.
    case rs256 = -257

    /// For a browser, the best one first.
    public static let offered = allCases.map(\.rawValue)
}
