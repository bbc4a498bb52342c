import Foundation
import JWTKit
import Testing

@testable import Identity

@Suite("Tokens that say who somebody is", .timeLimit(.minutes(10)))
struct OpenIDTokenTests {
    private func read(
        _ signer: OpenIDForge.Signer = .rs256, header: [String: String?] = [:],
        claims: [String: String?] = [:], accessToken: String? = nil
    ) async throws -> IDTokenClaims {
        let forge = try OpenIDForge.made()
        let token = try forge.token(signer, header: header, claims: claims)
        return try await IDToken.read(
            token, keys: forge.keys(), rules: OpenIDForge.rules(accessToken: accessToken))
    }

    @Test("Each algorithm is read", arguments: SignatureAlgorithm.allCases)
    func algorithm(_ algorithm: SignatureAlgorithm) async throws {
        let signer = try #require(OpenIDForge.Signer(rawValue: algorithm.rawValue))
        let claims = try await read(signer)
        #expect(claims.subject == "248289761001")
        let forge = try OpenIDForge.made()
        let header = try TokenHeader(of: forge.token(signer))
        #expect(header.algorithm == algorithm)
    }

    private struct Payload: JWTPayload {
        var iss = OpenIDForge.issuer
        var aud = [OpenIDForge.clientID]
        var sub = "anna"
        var exp = 1_800_000_300
        var iat = 1_800_000_000
        var nonce = OpenIDForge.nonce

        func verify(using algorithm: some JWTAlgorithm) async throws {}
    }

    @Test("What another program signs is read")
    func otherProgram() async throws {
        let forge = try OpenIDForge.made()
        let collection = JWTKeyCollection()
        let rsa = try JWTKit.Insecure.RSA.PrivateKey(backing: forge.rsa)
        await collection.add(rsa: rsa, digestAlgorithm: .sha256, kid: "one")
        let p256 = try ES256PrivateKey(backing: forge.p256)
        await collection.add(ecdsa: p256, kid: "two")
        for kid in ["one", "two"] {
            let token = try await collection.sign(Payload(), kid: JWKIdentifier(string: kid))
            let claims = try await IDToken.read(token, keys: forge.keys(), rules: OpenIDForge.rules())
            #expect(claims.subject == "anna", "\(kid)")
        }
    }

    @Test("The signature of RFC 7515, A.3, is right, and with one bit changed it is wrong")
    func example() async throws {
        let keys = try OpenIDForge.keys([
            #"{"kty":"EC","crv":"P-256","x":"f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU","y":"x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0"}"#
        ])
        let signed =
            "eyJhbGciOiJFUzI1NiJ9.eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
        let signature =
            "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q"
        let header = try TokenHeader(of: "\(signed).\(signature)")
        #expect(header.kid == nil)
        let candidates = keys.candidates(for: header)
        let key = try #require(candidates.first)
        let right = try SignedToken("\(signed).\(signature)")
        let isRight = await key.hasSigned(right, by: .es256)
        #expect(isRight)
        let wrong = try SignedToken("\(signed).E\(signature.dropFirst())")
        let isWrong = await !key.hasSigned(wrong, by: .es256)
        #expect(isWrong)
    }

    @Test(
        "What may be otherwise may be otherwise",
        arguments: [
            ["aud": "[\"beckon\"]"],
            ["aud": "[\"beckon\"]", "azp": "\"beckon\""],
            ["aud": "[\"other\", \"beckon\"]", "azp": "\"beckon\""],
            // As far as clocks may be apart.
            ["exp": "1799999941"],
            ["iat": "1800000060", "nbf": "1800000060"],
            ["iat": "1799999340"],
            ["iat": "1799999990.5", "exp": "1.8000003e9"],
            ["exp": "253402300799"],
            ["sub": "\"a\""],
            ["sub": "\"auth0|Anna Berg~\""],
            ["email": "5", "address": "{\"street\": null}", "email_verified": "\"true\""],
            ["name": "7", "picture": "[]"],
        ] as [[String: String]])
    func otherwise(_ changes: [String: String]) async throws {
        let claims = try await read(claims: changes.mapValues(Optional.some))
        #expect((1...255).contains(claims.subject.utf8.count))
    }

    @Test("255 characters are not too many")
    func longest() async throws {
        let subject = String(repeating: "x", count: 255)
        let claims = try await read(claims: ["sub": "\"\(subject)\""])
        #expect(claims.subject == subject)
    }

    @Test(
        "Addresses of keys in the header are not looked at",
        arguments: ["jwk", "jku", "x5u", "x5c", "b64"])
    func notFollowed(_ member: String) async throws {
        let claims = try await read(header: [member: "\"https://evil.example/keys\""])
        #expect(claims.subject == "248289761001")
    }

    @Test("A header need not say what it is for", arguments: [nil, "\"JWT\"", "\"jwt\"", "null"])
    func kind(_ type: String?) async throws {
        let claims = try await read(header: ["typ": type])
        #expect(claims.subject == "248289761001")
    }

    /// The access token, and its hash, of OpenID Connect Core 1.0, A.3.
    private static let accessToken = "jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y"
    private static let accessTokenHash = "77QmUPtjPfzWtF2AnpK9RQ"

    @Test("The hash of the access token is checked where both are there")
    func accessTokenHash() async throws {
        let hash = ["at_hash": Optional("\"\(Self.accessTokenHash)\"")]
        let right = try await read(claims: hash, accessToken: Self.accessToken)
        let notUsed = try await read(claims: hash)
        let notSaid = try await read(accessToken: Self.accessToken)
        #expect([right, notUsed, notSaid].allSatisfy { $0.subject == "248289761001" })
        // Half of another digest has another length.
        #expect(SignatureAlgorithm.es384.halfHash(of: Self.accessToken).utf8.count == 32)
        #expect(SignatureAlgorithm.ps512.halfHash(of: Self.accessToken).utf8.count == 43)
        await #expect(throws: IDTokenFault.accessTokenHash) {
            try await read(.rs512, claims: hash, accessToken: Self.accessToken)
        }
    }

    @Test(
        "A name is one line, and reads as nothing else",
        arguments: [
            ("Anna Berg", "Anna Berg"), ("  Anna\\n\\tBerg ", "Anna Berg"), ("\\u202eanna", "anna"),
            ("", nil), (" \\u200b ", nil), ("Zoë \\u0007 Łuk", "Zoë Łuk"),
        ] as [(String, String?)])
    func name(_ written: String, _ name: String?) async throws {
        let claims = try await read(claims: ["name": "\"\(written)\""])
        #expect(claims.name == name)
    }

    @Test("A name is cut, and not refused, where it is long")
    func longName() async throws {
        let claims = try await read(claims: ["name": "\"\(String(repeating: "a", count: 1000))\""])
        #expect(claims.name == String(repeating: "a", count: 200))
    }

    @Test(
        "A picture has an address that may be visited",
        arguments: [
            ("https://id.example/anna.jpg?s=96", true), ("http://127.0.0.1:9000/anna.jpg", true),
            ("http://id.example/anna.jpg", false), ("data:image/png;base64,AAAA", false),
            ("file:///etc/passwd", false), ("https://anna:pw@id.example/a.jpg", false),
            ("https://id.example/a b.jpg", false), ("", false),
        ])
    func picture(_ address: String, _ isTaken: Bool) async throws {
        let claims = try await read(claims: ["picture": "\"\(address)\""])
        #expect(claims.picture == (isTaken ? address : nil))
    }

    // MARK: - What userinfo tells

    @Test("What the token lacks is taken from what is told about the same person")
    func completed() async throws {
        let claims = try await read(claims: ["name": "\"Anna\""])
        let body =
            #"{"sub":"248289761001","name":"Somebody","picture":"https://id.example/a.png","email":"a@b.example"}"#
        let completed = try claims.completed(byUserInfo: Data(body.utf8))
        #expect(completed.subject == claims.subject)
        #expect(completed.name == "Anna")
        #expect(completed.picture == "https://id.example/a.png")
    }

    @Test(
        "What is told about somebody else, or nobody, is not taken",
        arguments: [
            (#"{"sub":"248289761002","name":"Mallory"}"#, .otherIssuer),
            (#"{"name":"Mallory"}"#, .otherIssuer), (#"{"sub":248289761001}"#, .otherIssuer),
            ("[]", .unreadable), ("", .unreadable), ("<html>", .unreadable),
            (OpenIDForge.nested(2000), .unreadable),
        ] as [(String, ProviderFault)])
    func notCompleted(_ body: String, _ fault: ProviderFault) async throws {
        let claims = try await read()
        #expect(throws: fault) { try claims.completed(byUserInfo: Data(body.utf8)) }
    }

    @Test("More than is read is unreadable, whoever it is about")
    func tooLong() async throws {
        let claims = try await read()
        let body = "{\"sub\":\"248289761001\",\"more\":\"\(String(repeating: "x", count: 65_536))\"}"
        #expect(throws: ProviderFault.unreadable) { try claims.completed(byUserInfo: Data(body.utf8)) }
    }
}
