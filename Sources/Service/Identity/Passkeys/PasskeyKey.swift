import Crypto
import CryptoExtras
import FoundationEssentials

/// The public key of a passkey, read from COSE (RFC 9052, RFC 9053, RFC 8230) with exactly the parameters of its kind (W3C Web
/// Authentication, 5.8.5 and 6.5.1.1).
enum PasskeyKey {
    case es256(P256.Signing.PublicKey)
    case edDSA(Curve25519.Signing.PublicKey)
    case rs256(_RSA.Signing.PublicKey)

    /// The least and the most bits of an RSA modulus: fewer are weak, and more take long to check.
    private static let modulusBits = 2048...4096

    init(_ cose: Data) throws(PasskeyFault) {
        guard case .map(let fields) = try CBORReader.whole(cose) else { throw .malformed }
        guard case .number(let number)? = fields[.algorithm] else { throw .badKey }
        guard let algorithm = PasskeyAlgorithm(rawValue: Int(number)) else { throw .unknownAlgorithm }
        let key: PasskeyKey? =
            switch algorithm {
            case .es256: Self.p256(fields)
            case .edDSA: Self.ed25519(fields)
            case .rs256: Self.rsa(fields)
            }
        guard let key else { throw .badKey }
        self = key
    }

    /// Whether a signature is that of this key.
    func hasSigned(_ message: Data, _ signature: Data) -> Bool {
        switch self {
        case .es256(let key):
            // What is no signature at all is a wrong one.
            guard let signature = try? P256.Signing.ECDSASignature(derRepresentation: signature) else {
                return false
            }
            return key.isValidSignature(signature, for: message)
        case .edDSA(let key): return key.isValidSignature(signature, for: message)
        case .rs256(let key):
            return key.isValidSignature(
                _RSA.Signing.RSASignature(rawRepresentation: signature), for: SHA256.hash(data: message),
                padding: .insecurePKCS1v1_5)
        }
    }

    /// Of COSE's kind 2 on its curve 1, whole; a point that is not on the curve is no key.
    private static func p256(_ fields: [CBORKey: CBORItem]) -> PasskeyKey? {
        guard fields.count == 5, fields[.kind] == .number(2), fields[.curve] == .number(1),
            case .bytes(let x)? = fields[.x], x.count == 32, case .bytes(let y)? = fields[.y], y.count == 32,
            let key = try? P256.Signing.PublicKey(x963Representation: Data([4]) + x + y)
        else { return nil }
        return .es256(key)
    }

    /// Of COSE's kind 1 on its curve 6. A point of small order is no key: anybody could sign for it.
    private static func ed25519(_ fields: [CBORKey: CBORItem]) -> PasskeyKey? {
        guard fields.count == 4, fields[.kind] == .number(1), fields[.curve] == .number(6),
            case .bytes(let x)? = fields[.x], x.count == 32, !SmallOrder.contains(x),
            let key = try? Curve25519.Signing.PublicKey(rawRepresentation: x)
        else { return nil }
        return .edDSA(key)
    }

    /// Of COSE's kind 3: both numbers without zeros in front, and the exponent odd and from 65,537 to less than 2³² (FIPS 186-5, A.1.1,
    /// asks for the lower end).
    private static func rsa(_ fields: [CBORKey: CBORItem]) -> PasskeyKey? {
        guard fields.count == 4, fields[.kind] == .number(3), case .bytes(let modulus)? = fields[.modulus],
            case .bytes(let exponent)? = fields[.exponent], let first = modulus.first, first > 0,
            modulusBits.contains(modulus.count * 8 - first.leadingZeroBitCount), exponent.count <= 4,
            exponent.first != 0
        else { return nil }
        let number = exponent.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard number >= 65_537, !number.isMultiple(of: 2),
            let key = try? _RSA.Signing.PublicKey(n: modulus, e: exponent)
        else { return nil }
        return .rs256(key)
    }
}

extension CBORKey {
    fileprivate static let kind = CBORKey.number(1)
    fileprivate static let algorithm = CBORKey.number(3)
    fileprivate static let curve = CBORKey.number(-1)
    fileprivate static let x = CBORKey.number(-2)
    fileprivate static let y = CBORKey.number(-3)
    fileprivate static let modulus = CBORKey.number(-1)
    fileprivate static let exponent = CBORKey.number(-2)
}
