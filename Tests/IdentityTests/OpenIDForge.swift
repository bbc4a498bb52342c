import Crypto
import CryptoExtras
import Foundation

@testable import Identity

/// A provider that signs whatever a test wants. Headers and claims are kept as JSON texts, so that they can be wrong in any way.
struct OpenIDForge: Sendable {
    /// The keys are made once: those of RSA take a while.
    private static let shared: Result<OpenIDForge, any Error> = Result { try OpenIDForge() }

    static func made() throws -> OpenIDForge { try shared.get() }

    static let issuer = "https://id.example/home/"
    static let clientID = "beckon"
    static let nonce = "n-0S6_WzA2Mj"
    /// Seconds since 1970.
    static let now: TimeInterval = 1_800_000_000

    /// What a good token says.
    static let claims = [
        "iss": "\"https://id.example/home/\"", "sub": "\"248289761001\"", "aud": "\"beckon\"",
        "exp": "1800000300", "iat": "1799999990", "nonce": "\"n-0S6_WzA2Mj\"",
    ]

    enum Signer: String, Sendable, CaseIterable {
        case rs256 = "RS256"
        case rs384 = "RS384"
        case rs512 = "RS512"
        case ps256 = "PS256"
        case ps384 = "PS384"
        case ps512 = "PS512"
        case es256 = "ES256"
        case es384 = "ES384"
        /// Somebody else, by RS256.
        case stranger
        /// Somebody who knows the public key, by HS256.
        case publicKey
        case nobody
    }

    let rsa: _RSA.Signing.PrivateKey
    let stranger: _RSA.Signing.PrivateKey
    let p256 = P256.Signing.PrivateKey()
    let p384 = P384.Signing.PrivateKey()

    private init() throws {
        rsa = try _RSA.Signing.PrivateKey(keySize: .bits2048)
        stranger = try _RSA.Signing.PrivateKey(keySize: .bits2048)
    }

    // MARK: - Tokens

    /// A token. A change that is `nil` takes a member away.
    func token(
        _ signer: Signer = .rs256, header: [String: String?] = [:], claims: [String: String?] = [:]
    ) throws -> String {
        try token(
            signer, header: Self.json(Self.changed(Self.header(of: signer), header)),
            claims: Self.json(Self.changed(Self.claims, claims)))
    }

    /// A token of texts that need not be JSON.
    func token(_ signer: Signer, header: String, claims: String) throws -> String {
        let signed = TokenText.encode(Data(header.utf8)) + "." + TokenText.encode(Data(claims.utf8))
        return signed + "." + TokenText.encode(try signature(of: Data(signed.utf8), by: signer))
    }

    static func header(of signer: Signer) -> [String: String] {
        switch signer {
        case .rs256, .rs384, .rs512, .ps256, .ps384, .ps512:
            ["alg": "\"\(signer.rawValue)\"", "kid": "\"one\"", "typ": "\"JWT\""]
        case .es256: ["alg": "\"ES256\"", "kid": "\"two\"", "typ": "\"JWT\""]
        case .es384: ["alg": "\"ES384\"", "kid": "\"three\"", "typ": "\"JWT\""]
        case .stranger: ["alg": "\"RS256\"", "kid": "\"one\"", "typ": "\"JWT\""]
        case .publicKey: ["alg": "\"HS256\"", "kid": "\"one\"", "typ": "\"JWT\""]
        case .nobody: ["alg": "\"none\""]
        }
    }

    func signature(of data: Data, by signer: Signer) throws -> Data {
        switch signer {
        case .rs256:
            try rsa.signature(for: SHA256.hash(data: data), padding: .insecurePKCS1v1_5).rawRepresentation
        case .rs384:
            try rsa.signature(for: SHA384.hash(data: data), padding: .insecurePKCS1v1_5).rawRepresentation
        case .rs512:
            try rsa.signature(for: SHA512.hash(data: data), padding: .insecurePKCS1v1_5).rawRepresentation
        case .ps256: try rsa.signature(for: SHA256.hash(data: data), padding: .PSS).rawRepresentation
        case .ps384: try rsa.signature(for: SHA384.hash(data: data), padding: .PSS).rawRepresentation
        case .ps512: try rsa.signature(for: SHA512.hash(data: data), padding: .PSS).rawRepresentation
        case .es256: try p256.signature(for: data).rawRepresentation
        case .es384: try p384.signature(for: data).rawRepresentation
        case .stranger:
            try stranger.signature(for: SHA256.hash(data: data), padding: .insecurePKCS1v1_5)
                .rawRepresentation
        case .publicKey:
            Data(
                HMAC<SHA256>.authenticationCode(
                    for: data, using: SymmetricKey(data: Data(rsa.publicKey.pemRepresentation.utf8))))
        case .nobody: Data()
        }
    }

    // MARK: - Keys

    /// One of each kind, named `one` to `three`.
    func keys() throws -> ProviderKeys {
        try Self.keys([
            rsaKey(["kid": "\"one\""]), p256Key(["kid": "\"two\""]), p384Key(["kid": "\"three\""]),
        ])
    }

    static func keys(_ entries: [String]) throws -> ProviderKeys {
        try ProviderKeys(Data("{\"keys\":[\(entries.joined(separator: ","))]}".utf8))
    }

    func rsaKey(_ changes: [String: String?] = [:]) throws -> String {
        try Self.rsaKey(rsa.publicKey, changes)
    }

    static func rsaKey(_ key: _RSA.Signing.PublicKey, _ changes: [String: String?] = [:]) throws -> String {
        let numbers = try key.getKeyPrimitives()
        return json(
            changed(
                [
                    "kty": "\"RSA\"", "n": "\"\(TokenText.encode(numbers.modulus))\"",
                    "e": "\"\(TokenText.encode(numbers.publicExponent))\"",
                ], changes))
    }

    func p256Key(_ changes: [String: String?] = [:]) -> String {
        Self.curveKey("P-256", p256.publicKey.rawRepresentation, changes)
    }

    func p384Key(_ changes: [String: String?] = [:]) -> String {
        Self.curveKey("P-384", p384.publicKey.rawRepresentation, changes)
    }

    /// - Parameter point: Both coordinates, one after the other.
    static func curveKey(_ curve: String, _ point: Data, _ changes: [String: String?]) -> String {
        let half = point.count / 2
        return json(
            changed(
                [
                    "kty": "\"EC\"", "crv": "\"\(curve)\"",
                    "x": "\"\(TokenText.encode(point.prefix(half)))\"",
                    "y": "\"\(TokenText.encode(point.dropFirst(half)))\"",
                ], changes))
    }

    // MARK: - Texts

    static func rules(
        accessToken: String? = nil, now: TimeInterval = Self.now
    ) -> IDTokenRules {
        IDTokenRules(
            issuer: issuer, clientID: clientID, nonce: nonce, accessToken: accessToken,
            now: Date(timeIntervalSince1970: now))
    }

    static func changed(_ members: [String: String], _ changes: [String: String?]) -> [String: String] {
        var all = members
        for (name, value) in changes { all[name] = value }
        return all
    }

    static func json(_ members: [String: String]) -> String {
        "{" + members.sorted { $0.key < $1.key }.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
            + "}"
    }

    /// Lists in lists.
    static func nested(_ depth: Int) -> String {
        String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
}
