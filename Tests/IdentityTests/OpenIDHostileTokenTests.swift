import CryptoExtras
import Foundation
import Testing

@testable import Identity

/// A token that must not be believed, and why.
struct HostileToken: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: IDTokenFault
    let token: @Sendable (OpenIDForge) throws -> String

    init(
        _ description: String, _ fault: IDTokenFault,
        _ token: @escaping @Sendable (OpenIDForge) throws -> String
    ) {
        testDescription = description
        self.fault = fault
        self.token = token
    }

    /// One that is signed as it should be, and says something wrong.
    static func saying(
        _ description: String, _ claims: [String: String?], _ fault: IDTokenFault
    ) -> HostileToken {
        HostileToken(description, fault) { try $0.token(claims: claims) }
    }

    /// One that is signed as it should be, with a header that is wrong.
    static func headed(
        _ description: String, _ header: [String: String?], _ fault: IDTokenFault
    ) -> HostileToken {
        HostileToken(description, fault) { try $0.token(header: header) }
    }

    static let all: [HostileToken] = [forms, headers, signatures, writers, times, people].flatMap { $0 }

    private static let forms: [HostileToken] = [
        HostileToken("nothing", .malformed) { _ in "" },
        HostileToken("dots alone", .malformed) { _ in ".." },
        HostileToken("no signature", .malformed) { forge in
            try forge.token().split(separator: ".").prefix(2).joined(separator: ".")
        },
        HostileToken("encrypted: five parts", .malformed) { try "\($0.token()).AAAA.AAAA" },
        HostileToken("padded base64", .malformed) { try "\($0.token())==" },
        HostileToken("bits left over in base64", .malformed) { try "\($0.token().dropLast())_" },
        HostileToken("a line end in base64", .malformed) { try "\($0.token())\n" },
        .saying("longer than 16 KiB", ["more": "\"\(String(repeating: "x", count: 16_384))\""], .malformed),
        HostileToken("header that is no JSON", .malformed) { forge in
            try forge.token(.rs256, header: "RS256", claims: OpenIDForge.json(OpenIDForge.claims))
        },
        HostileToken("header that is a list", .malformed) { forge in
            try forge.token(.rs256, header: "[\"RS256\"]", claims: OpenIDForge.json(OpenIDForge.claims))
        },
        HostileToken("claims that are no JSON", .malformed) { forge in
            try forge.token(.rs256, header: "{\"alg\":\"RS256\",\"kid\":\"one\"}", claims: "\u{0}")
        },
        HostileToken("claims that are a text", .malformed) { forge in
            try forge.token(.rs256, header: "{\"alg\":\"RS256\",\"kid\":\"one\"}", claims: "\"sub\"")
        },
        .headed("lists in lists in the header", ["x": OpenIDForge.nested(2000)], .malformed),
        .saying("lists in lists in the claims", ["x": OpenIDForge.nested(2000)], .malformed),
    ]

    private static let headers: [HostileToken] = [
        HostileToken("alg none", .algorithm) { try $0.token(.nobody) },
        HostileToken("alg none, signed all the same", .algorithm) {
            try $0.token(header: ["alg": "\"none\""])
        },
        HostileToken("alg nOnE", .algorithm) { try $0.token(.nobody, header: ["alg": "\"nOnE\""]) },
        HostileToken("HMAC by the public key", .algorithm) { try $0.token(.publicKey) },
        HostileToken("HMAC that says RS256", .signature) {
            try $0.token(.publicKey, header: ["alg": "\"RS256\""])
        },
        .headed("alg in small letters", ["alg": "\"rs256\""], .algorithm),
        .headed("alg of encryption", ["alg": "\"RSA-OAEP\""], .algorithm),
        .headed("alg EdDSA", ["alg": "\"EdDSA\""], .algorithm),
        .headed("alg ES256K", ["alg": "\"ES256K\""], .algorithm),
        .headed("no alg", ["alg": nil], .malformed),
        .headed("alg that is a number", ["alg": "256"], .malformed),
        .headed("kid that is a list", ["kid": "[\"one\"]"], .malformed),
        .headed("crit", ["crit": "[\"exp\"]"], .malformed),
        .headed("crit that is empty", ["crit": "[]"], .malformed),
        .headed("crit that is null", ["crit": "null"], .malformed),
        .headed("an access token", ["typ": "\"at+jwt\""], .malformed),
        .headed("an end of a session", ["typ": "\"application/Logout+JWT\""], .malformed),
        .headed("another kid", ["kid": "\"four\""], .unknownKey),
        .headed("kid in capitals", ["kid": "\"ONE\""], .unknownKey),
        .headed("empty kid", ["kid": "\"\""], .unknownKey),
        .headed("kid of a key for another algorithm", ["kid": "\"two\""], .unknownKey),
        HostileToken("own key in the header", .signature) { forge in
            try forge.token(.stranger, header: ["jwk": OpenIDForge.rsaKey(forge.stranger.publicKey)])
        },
        HostileToken("own key in the header, named", .unknownKey) { forge in
            let key = try OpenIDForge.rsaKey(forge.stranger.publicKey, ["kid": "\"mine\""])
            return try forge.token(.stranger, header: ["jwk": key, "kid": "\"mine\""])
        },
        HostileToken("address of own keys", .signature) {
            try $0.token(.stranger, header: ["jku": "\"https://evil.example/keys\""])
        },
        HostileToken("address of own certificate", .signature) {
            try $0.token(.stranger, header: ["x5u": "\"https://evil.example/certificate\""])
        },
    ]

    private static let signatures: [HostileToken] = [
        HostileToken("signed by a stranger", .signature) { try $0.token(.stranger) },
        HostileToken("RS256 without a signature", .signature) {
            try $0.token(.nobody, header: ["alg": "\"RS256\"", "kid": "\"one\""])
        },
        HostileToken("claims changed afterwards", .signature) { forge in
            let parts = try forge.token().split(separator: ".")
            let claims = OpenIDForge.json(
                OpenIDForge.changed(OpenIDForge.claims, ["sub": "\"somebody else\""]))
            return "\(parts[0]).\(TokenText.encode(Data(claims.utf8))).\(parts[2])"
        },
        HostileToken("header changed afterwards", .signature) { forge in
            let parts = try forge.token().split(separator: ".")
            let header = "{\"kid\":\"one\",\"alg\":\"RS256\"}"
            return "\(TokenText.encode(Data(header.utf8))).\(parts[1]).\(parts[2])"
        },
        HostileToken("PSS that says RS256", .signature) {
            try $0.token(.ps256, header: ["alg": "\"RS256\""])
        },
        HostileToken("RS256 that says RS512", .signature) {
            try $0.token(.rs256, header: ["alg": "\"RS512\""])
        },
        HostileToken("ES256 with zeros", .signature) { forge in
            let parts = try forge.token(.es256).split(separator: ".")
            return "\(parts[0]).\(parts[1]).\(TokenText.encode(Data(count: 64)))"
        },
        HostileToken("ES256 of one byte", .signature) { forge in
            let parts = try forge.token(.es256).split(separator: ".")
            return "\(parts[0]).\(parts[1]).AQ"
        },
        HostileToken("ES256 by RSA", .signature) {
            try $0.token(.rs256, header: ["alg": "\"ES256\"", "kid": "\"two\""])
        },
    ]

    private static let writers: [HostileToken] = [
        .saying("no issuer", ["iss": nil], .issuer),
        .saying("issuer without its slash", ["iss": "\"https://id.example/home\""], .issuer),
        .saying("issuer in capitals", ["iss": "\"https://ID.example/home/\""], .issuer),
        .saying("another issuer", ["iss": "\"https://evil.example/\""], .issuer),
        .saying("issuer that is a list", ["iss": "[\"https://id.example/home/\"]"], .malformed),
        .saying("no audience", ["aud": nil], .audience),
        .saying("an empty list of audiences", ["aud": "[]"], .audience),
        .saying("another audience", ["aud": "\"other\""], .audience),
        .saying("audience that begins the same", ["aud": "\"beckon2\""], .audience),
        .saying("audiences that are numbers", ["aud": "[1, 2]"], .malformed),
        .saying("two audiences, and nobody has asked", ["aud": "[\"beckon\", \"other\"]"], .authorizedParty),
        .saying(
            "two audiences, and the other has asked",
            ["aud": "[\"other\", \"beckon\"]", "azp": "\"other\""], .authorizedParty),
        .saying("somebody else has asked", ["azp": "\"other\""], .authorizedParty),
    ]

    private static let times: [HostileToken] = [
        .saying("over since a minute", ["exp": "1799999940"], .expired),
        .saying("over since ever", ["exp": "-1e300"], .expired),
        .saying("never over", ["exp": nil], .malformed),
        .saying("over at a text", ["exp": "\"1800000300\""], .malformed),
        .saying("over at more than a number", ["exp": "1e999"], .malformed),
        .saying("written in 61 seconds", ["iat": "1800000061"], .notYet),
        .saying("written in the year 9999", ["iat": "253402300799"], .notYet),
        .saying("not valid for 61 seconds", ["nbf": "1800000061"], .notYet),
        .saying("written eleven minutes ago", ["iat": "1799999339"], .tooOld),
        .saying("written in 1970", ["iat": "0"], .tooOld),
        .saying("written at no time", ["iat": nil], .malformed),
    ]

    private static let people: [HostileToken] = [
        .saying("no nonce", ["nonce": nil], .nonce),
        .saying("nonce null", ["nonce": "null"], .nonce),
        .saying("an empty nonce", ["nonce": "\"\""], .nonce),
        .saying("another nonce", ["nonce": "\"n-0S6_WzA2Mk\""], .nonce),
        .saying("nonce that goes on", ["nonce": "\"n-0S6_WzA2Mjx\""], .nonce),
        .saying("hash of another access token", ["at_hash": "\"AAAAAAAAAAAAAAAAAAAAAA\""], .accessTokenHash),
        .saying("empty hash of the access token", ["at_hash": "\"\""], .accessTokenHash),
        .saying("nobody", ["sub": nil], .subject),
        .saying("somebody without a name", ["sub": "\"\""], .subject),
        .saying("somebody by a number", ["sub": "248289761001"], .subject),
        .saying("256 characters", ["sub": "\"\(String(repeating: "x", count: 256))\""], .subject),
        .saying("more than ASCII", ["sub": "\"Jörg\""], .subject),
        .saying("a control character", ["sub": "\"24828\\u00009761001\""], .subject),
    ]
}

@Suite("Hostile tokens", .timeLimit(.minutes(10)))
struct OpenIDHostileTokenTests {
    @Test("Each is refused for what is wrong with it", arguments: HostileToken.all)
    func refused(_ hostile: HostileToken) async throws {
        let forge = try OpenIDForge.made()
        let token = try hostile.token(forge)
        let keys = try forge.keys()
        let rules = OpenIDForge.rules(accessToken: "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y")
        await #expect(throws: hostile.fault) {
            try await IDToken.read(token, keys: keys, rules: rules)
        }
    }

    @Test("There is one at least for each fault")
    func allFaults() {
        #expect(Set(HostileToken.all.map(\.fault)) == Set(IDTokenFault.allCases))
    }

    @Test(
        "A good token is none where this machine's clock is wrong",
        arguments: [(0, .notYet), (253_402_300_799, .expired)] as [(TimeInterval, IDTokenFault)])
    func wrongClock(now: TimeInterval, fault: IDTokenFault) async throws {
        let forge = try OpenIDForge.made()
        let token = try forge.token()
        let keys = try forge.keys()
        await #expect(throws: fault) {
            try await IDToken.read(token, keys: keys, rules: OpenIDForge.rules(now: now))
        }
    }
}
