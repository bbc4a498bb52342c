import Foundation
import Testing

@testable import Identity

@Suite("What a provider says of itself", .timeLimit(.minutes(10)))
struct OpenIDDiscoveryTests {
    private static let issuer = "https://id.example/home"

    /// What a usual one says.
    private static let document = [
        "issuer": "\"https://id.example/home\"",
        "authorization_endpoint": "\"https://id.example/home/authorize?tenant=1\"",
        "token_endpoint": "\"https://id.example/home/token\"", "jwks_uri": "\"https://id.example/home/keys\"",
        "userinfo_endpoint": "\"https://id.example/home/me\"", "response_types_supported": "[\"code\"]",
        "subject_types_supported": "[\"public\"]",
        "id_token_signing_alg_values_supported": "[\"RS256\", \"none\", \"XX999\"]",
        "code_challenge_methods_supported": "[\"plain\", \"S256\"]",
    ]

    private func read(
        _ changes: [String: String?] = [:], issuer: String = Self.issuer
    ) throws(ProviderFault) -> ProviderDiscovery {
        let body = OpenIDForge.json(OpenIDForge.changed(Self.document, changes))
        return try ProviderDiscovery(Data(body.utf8), issuer: issuer)
    }

    @Test(
        "It is asked under its issuer, whose slash is not doubled",
        arguments: [
            ("https://id.example", "https://id.example/.well-known/openid-configuration"),
            ("https://id.example/", "https://id.example/.well-known/openid-configuration"),
            ("https://id.example/home", "https://id.example/home/.well-known/openid-configuration"),
            (
                "https://id.example:8443/home/",
                "https://id.example:8443/home/.well-known/openid-configuration"
            ),
            ("http://127.0.0.1:9000", "http://127.0.0.1:9000/.well-known/openid-configuration"),
            ("http://id.example", nil), ("ftp://id.example", nil), ("id.example", nil),
            ("https://id.example/?a=1", nil), ("https://id.example/#a", nil),
            ("https://anna:pw@id.example/", nil), ("https:///home", nil),
        ] as [(String, String?)])
    func address(_ issuer: String, _ address: String?) {
        let found = URL(string: issuer).flatMap { ProviderDiscovery.address(of: $0) }
        #expect(found?.absoluteString == address)
    }

    @Test("A usual one is read")
    func usual() throws {
        let discovery = try read()
        #expect(discovery.issuer == "https://id.example/home")
        #expect(discovery.authorization.absoluteString == "https://id.example/home/authorize?tenant=1")
        #expect(discovery.token.absoluteString == "https://id.example/home/token")
        #expect(discovery.keys.absoluteString == "https://id.example/home/keys")
        #expect(discovery.userInfo?.absoluteString == "https://id.example/home/me")
        #expect(!discovery.namesIssuer)
    }

    @Test("One that leaves out what it may is read")
    func short() throws {
        let discovery = try read([
            "userinfo_endpoint": nil, "response_types_supported": nil, "subject_types_supported": nil,
            "id_token_signing_alg_values_supported": nil, "code_challenge_methods_supported": nil,
        ])
        #expect(discovery.userInfo == nil)
        #expect(discovery.authentication(hasSecret: true) == ClientAuthentication.basic)
    }

    @Test(
        "Another issuer is another one, by a slash alone",
        arguments: [
            "https://id.example/home/", "https://ID.example/home", "https://id.example",
            "http://id.example/home", "https://evil.example", "",
        ])
    func otherIssuer(_ issuer: String) throws {
        #expect(throws: ProviderFault.otherIssuer) { try read(["issuer": "\"\(issuer)\""]) }
        #expect(throws: ProviderFault.otherIssuer) { try read(issuer: issuer) }
    }

    @Test("A slash at its end is kept where it has one")
    func slash() throws {
        let discovery = try read(["issuer": "\"https://id.example/home/\""], issuer: Self.issuer + "/")
        #expect(discovery.issuer == "https://id.example/home/")
    }

    @Test(
        "Addresses are https, or http on this machine",
        arguments: [
            "http://id.example/x", "http://127.0.0.1.evil.example/x", "ftp://id.example/x", "/x", "",
            "id.example/x", "webcal://id.example/x", "https://id.example/x#part", "https://id.example/x#",
            "https://anna@id.example/x", "https://id.example/a b", "https://", "javascript:alert(1)",
            "https://id.example:99999/", "https://id.example/" + String(repeating: "x", count: 2000),
        ],
        ["authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint"])
    func addresses(_ address: String, _ member: String) throws {
        #expect(throws: ProviderFault.unreadable) { try read([member: "\"\(address)\""]) }
    }

    @Test("On this machine they need not be https")
    func loopback() throws {
        let discovery = try read(["token_endpoint": "\"http://localhost:9000/token\""])
        #expect(discovery.token.absoluteString == "http://localhost:9000/token")
    }

    @Test(
        "One by which nobody can log in says so",
        arguments: [
            (["response_types_supported": "[\"id_token\"]"], .noSuchFlow),
            (["response_types_supported": "[]"], .noSuchFlow),
            (["response_modes_supported": "[\"form_post\"]"], .noSuchFlow),
            (["grant_types_supported": "[\"implicit\"]"], .noSuchFlow),
            (["code_challenge_methods_supported": "[\"plain\"]"], .noSuchFlow),
            (["token_endpoint_auth_methods_supported": "[\"private_key_jwt\"]"], .noSuchFlow),
            (["id_token_signing_alg_values_supported": "[\"HS256\", \"none\", \"EdDSA\"]"], .noUsableKey),
            (["id_token_signing_alg_values_supported": "[]"], .noUsableKey),
        ] as [([String: String], ProviderFault)])
    func noSuchFlow(_ changes: [String: String], _ fault: ProviderFault) {
        #expect(throws: fault) { try read(changes.mapValues(Optional.some)) }
    }

    @Test(
        "What is no such document is unreadable",
        arguments: [
            "", "null", "[]", "{}", "<html>", "\u{feff}", #"{"issuer":"https://id.example/home"}"#,
            #"{"issuer":5}"#, OpenIDForge.nested(2000), "{\"a\":\(OpenIDForge.nested(2000))}",
        ])
    func unreadable(_ body: String) {
        #expect(throws: ProviderFault.unreadable) {
            try ProviderDiscovery(Data(body.utf8), issuer: Self.issuer)
        }
    }

    @Test("Members of another kind, and too many bytes, are unreadable")
    func otherKinds() {
        for changes in [
            ["token_endpoint": nil], ["token_endpoint": "[]"], ["response_types_supported": "\"code\""],
            ["authorization_response_iss_parameter_supported": "\"true\""],
            ["more": "\"\(String(repeating: "x", count: 65_536))\""], ["more": OpenIDForge.nested(2000)],
        ] as [[String: String?]] {
            #expect(throws: ProviderFault.unreadable) { try read(changes) }
        }
    }

    @Test(
        "The secret is shown as the provider wants it",
        arguments: [
            (nil, .basic), ("[\"client_secret_post\", \"client_secret_basic\"]", .basic),
            ("[\"client_secret_post\", \"private_key_jwt\"]", .post), ("[\"none\"]", .none),
        ] as [(String?, ClientAuthentication)])
    func authentication(_ methods: String?, _ authentication: ClientAuthentication) throws {
        let discovery = try read(["token_endpoint_auth_methods_supported": methods])
        #expect(discovery.authentication(hasSecret: true) == authentication)
        #expect(discovery.authentication(hasSecret: false) == ClientAuthentication.none)
    }

    @Test("A provider that names itself in its answers must do so")
    func answers() throws {
        let silent = try read()
        #expect(silent.isAnswer(from: nil))
        #expect(silent.isAnswer(from: Self.issuer))
        #expect(!silent.isAnswer(from: "https://evil.example"))
        let named = try read(["authorization_response_iss_parameter_supported": "true"])
        #expect(named.namesIssuer)
        #expect(named.isAnswer(from: Self.issuer))
        for other in [nil, "", Self.issuer + "/", "https://evil.example"] {
            #expect(!named.isAnswer(from: other), "\(other ?? "nothing")")
        }
    }
}
