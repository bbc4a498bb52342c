import Crypto
import CryptoExtras
import FoundationEssentials
import Identity

/// An authenticator and the browser before it, as the standard wants them unless something is changed.
struct Authenticator {
    enum Key {
        case es256(P256.Signing.PrivateKey)
        case edDSA(Curve25519.Signing.PrivateKey)
        case rs256(_RSA.Signing.PrivateKey)
    }

    static let expected = PasskeyExpectation(
        challenge: Data((0..<32).map { UInt8($0) &* 91 ^ 0xfb }), origin: "https://home.example:8443",
        host: "home.example")

    var key = Key.es256(P256.Signing.PrivateKey())
    var host = "home.example"
    /// Present and verified.
    var flags: UInt8 = 0x05
    var count: UInt32 = 7
    var credential = Data(1...32)
    /// Behind all else, where the flags say that there are some.
    var extensions = Data()

    /// Made once: it takes long.
    private static let rsa = Result { try _RSA.Signing.PrivateKey(keySize: .bits2048) }

    /// One of each algorithm.
    static func all() throws -> [Authenticator] {
        [
            Authenticator(), Authenticator(key: .edDSA(Curve25519.Signing.PrivateKey())),
            Authenticator(key: .rs256(try rsa.get())),
        ]
    }

    var cose: Data {
        get throws {
            switch key {
            case .es256(let key):
                let point = key.publicKey.x963Representation
                return CBOR.map([
                    (CBOR.number(1), CBOR.number(2)), (CBOR.number(3), CBOR.number(-7)),
                    (CBOR.number(-1), CBOR.number(1)), (CBOR.number(-2), CBOR.bytes(Data(point[1..<33]))),
                    (CBOR.number(-3), CBOR.bytes(Data(point[33..<65]))),
                ])
            case .edDSA(let key):
                return CBOR.map([
                    (CBOR.number(1), CBOR.number(1)), (CBOR.number(3), CBOR.number(-8)),
                    (CBOR.number(-1), CBOR.number(6)),
                    (CBOR.number(-2), CBOR.bytes(key.publicKey.rawRepresentation)),
                ])
            case .rs256(let key):
                let numbers = try key.publicKey.getKeyPrimitives()
                return CBOR.map([
                    (CBOR.number(1), CBOR.number(3)), (CBOR.number(3), CBOR.number(-257)),
                    (CBOR.number(-1), CBOR.bytes(numbers.modulus)),
                    (CBOR.number(-2), CBOR.bytes(numbers.publicExponent)),
                ])
            }
        }
    }

    /// The authenticator data of a login.
    var data: Data { start(flags) + extensions }

    /// That of a new credential.
    var newData: Data {
        get throws { try newData(length: credential.count, key: cose) }
    }

    /// - Parameter length: What it says of the credential's id.
    func newData(length: Int, key: Data) -> Data {
        start(flags | 0x40) + Data(repeating: 0xaa, count: 16)
            + Data([UInt8(length >> 8), UInt8(length & 0xff)])
            + credential + key + extensions
    }

    private func start(_ flags: UInt8) -> Data {
        Data(SHA256.hash(data: Data(host.utf8))) + [flags]
            + withUnsafeBytes(of: count.bigEndian) { Data($0) }
    }

    static func attestation(
        _ data: Data, format: String = "none", statement: Data = CBOR.map([])
    ) -> Data {
        CBOR.map([
            (CBOR.text("fmt"), CBOR.text(format)), (CBOR.text("attStmt"), statement),
            (CBOR.text("authData"), CBOR.bytes(data)),
        ])
    }

    static func clientData(
        type: String, challenge: String = base64URL(expected.challenge), origin: String = expected.origin,
        more: String = #","crossOrigin":false"#
    ) -> Data {
        Data(#"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)"\#(more)}"#.utf8)
    }

    static func base64URL(_ bytes: Data) -> String {
        String(
            bytes.base64EncodedString().compactMap { character -> Character? in
                switch character {
                case "+": "-"
                case "/": "_"
                case "=": nil
                default: character
                }
            })
    }

    func signature(_ clientData: Data, _ data: Data) throws -> Data {
        let message = data + Data(SHA256.hash(data: clientData))
        return switch key {
        case .es256(let key): try key.signature(for: message).derRepresentation
        case .edDSA(let key): try key.signature(for: message)
        case .rs256(let key):
            try key.signature(for: SHA256.hash(data: message), padding: .insecurePKCS1v1_5).rawRepresentation
        }
    }
}

extension Authenticator {
    /// The credential that is made, or why it is refused.
    func create(
        clientData: Data = clientData(type: "webauthn.create"), attestation: Data? = nil
    ) throws -> Result<Data, PasskeyFault> {
        let attestation = try attestation ?? Self.attestation(newData)
        do throws(PasskeyFault) {
            return .success(
                try PasskeyCreation.read(
                    clientData: clientData, attestation: attestation, Self.expected
                ).credential)
        } catch { return .failure(error) }
    }

    /// The new count, or why it is refused; signed as it should be.
    func logIn(
        clientData: Data = clientData(type: "webauthn.get"), data: Data? = nil, storedCount: UInt32 = 6
    ) throws -> Result<UInt32, PasskeyFault> {
        let data = data ?? self.data
        return Self.logIn(clientData, data, try signature(clientData, data), key: try cose, storedCount)
    }

    static func logIn(
        _ clientData: Data, _ data: Data, _ signature: Data, key: Data, _ storedCount: UInt32 = 6
    ) -> Result<UInt32, PasskeyFault> {
        do throws(PasskeyFault) {
            return .success(
                try PasskeyAssertion.read(
                    clientData: clientData, authenticatorData: data, signature: signature, key: key,
                    storedCount: storedCount, expected))
        } catch { return .failure(error) }
    }
}
