import Foundation
import Testing

@testable import Identity

@Suite("Logging in with a provider", .timeLimit(.minutes(10)))
struct OpenIDFlowTests {
    @Test("Verifier and challenge are those of RFC 7636, appendix B")
    func challenge() {
        let bytes: [UInt8] = [
            116, 24, 223, 180, 151, 153, 224, 37, 79, 250, 96, 125, 216, 173, 187, 186, 22, 212, 37, 77, 105,
            214, 191, 240, 91, 88, 5, 88, 83, 132, 141, 121,
        ]
        // The verifier is the last of the three texts.
        var all = ArraySlice([UInt8](repeating: 0, count: 32) + [UInt8](repeating: 255, count: 32) + bytes)
        let request = AuthorizationRequest { all.popFirst() ?? 0 }
        #expect(all.isEmpty)
        #expect(request.verifier == "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(request.state == String(repeating: "A", count: 43))
        #expect(request.nonce == String(repeating: "_", count: 42) + "8")
        #expect(
            AuthorizationRequest.challenge(of: request.verifier)
                == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    private func discovery(authorization: String) throws -> ProviderDiscovery {
        let body = """
            {"issuer":"https://id.example","authorization_endpoint":"\(authorization)",\
            "token_endpoint":"https://id.example/t","jwks_uri":"https://id.example/k"}
            """
        return try ProviderDiscovery(Data(body.utf8), issuer: "https://id.example")
    }

    @Test(
        "The browser is sent with all that the provider needs",
        arguments: ["https://id.example/a", "https://id.example/a?tenant=1"])
    func address(_ authorization: String) throws {
        var next: UInt8 = 0
        let request = AuthorizationRequest {
            next &+= 7
            return next
        }
        let url = try #require(
            request.address(
                at: discovery(authorization: authorization), clientID: "beckon & co",
                redirectURI: "https://home.example:8443/login/with/1"))
        let parts = try #require(URLComponents(url: url, resolvingAgainstBaseURL: false))
        #expect(parts.host == "id.example")
        #expect(parts.path == "/a")
        var query: [String: String] = [:]
        for item in parts.queryItems ?? [] { query[item.name] = item.value }
        var expected = [
            "response_type": "code", "client_id": "beckon & co",
            "redirect_uri": "https://home.example:8443/login/with/1", "scope": "openid profile",
            "state": request.state, "nonce": request.nonce, "code_challenge_method": "S256",
            "code_challenge": AuthorizationRequest.challenge(of: request.verifier),
        ]
        if authorization.contains("?") { expected["tenant"] = "1" }
        #expect(query == expected)
        #expect(!url.absoluteString.contains(request.verifier))
        #expect(Set([request.state, request.nonce, request.verifier]).count == 3)
    }

    @Test("Only the same state answers the question")
    func state() {
        let request = AuthorizationRequest { 7 }
        #expect(request.isState(request.state))
        for other in ["", request.state + "A", String(request.state.dropLast()), request.state.lowercased()] {
            #expect(!request.isState(other), "\(other)")
        }
    }

    private func made(_ authentication: ClientAuthentication, secret: String?) -> CodeExchange {
        CodeExchange(
            code: "a+b/c=&d", verifier: "v", redirectURI: "https://home.example/login/with/1",
            clientID: "my home", secret: secret, authentication: authentication)
    }

    private static let form =
        "grant_type=authorization_code&code=a%2Bb%2Fc%3D%26d&redirect_uri=https%3A%2F%2Fhome.example%2Flogin%2Fwith%2F1&code_verifier=v"

    @Test("The secret is in the header or in the form, escaped, or nowhere")
    func exchange() {
        let basic = made(.basic, secret: "p:w é")
        #expect(basic.body == Self.form)
        #expect(
            basic.authorization == "Basic " + Data("my%20home:p%3Aw%20%C3%A9".utf8).base64EncodedString())
        let post = made(.post, secret: "p&w")
        #expect(post.body == Self.form + "&client_id=my%20home&client_secret=p%26w")
        #expect(post.authorization == nil)
        let none = made(.none, secret: "p")
        #expect(none.body == Self.form + "&client_id=my%20home")
        #expect(none.authorization == nil)
    }

    @Test(
        "What comes for a code is read",
        arguments: [
            (
                #"{"id_token":"a.b.c","access_token":"x","token_type":"bearer"}"#,
                .tokens(idToken: "a.b.c", accessToken: "x")
            ),
            (
                #"{"id_token":"a.b.c","access_token":"x","expires_in":"soon"}"#,
                .tokens(idToken: "a.b.c", accessToken: "x")
            ),
            (#"{"id_token":"a.b.c"}"#, .tokens(idToken: "a.b.c", accessToken: nil)),
            (
                #"{"id_token":"a.b.c","access_token":"x","token_type":"DPoP"}"#,
                .tokens(idToken: "a.b.c", accessToken: nil)
            ),
            (#"{"error":"invalid_grant","error_description":"used"}"#, .refused("invalid_grant")),
            (#"{"error":"<b>Invalid</b>\n_x"}"#, .refused("bnvalidb_x")),
            (#"{"error":"","id_token":"a.b.c"}"#, .refused("")),
        ] as [(String, TokenAnswer)])
    func answer(_ body: String, _ answer: TokenAnswer) throws {
        let read = try TokenAnswer(Data(body.utf8))
        #expect(read == answer)
    }

    @Test(
        "Anything else is unreadable",
        arguments: [
            "", "{}", "[]", "<html>", #"{"access_token":"x"}"#, #"{"id_token":5}"#, #"{"id_token":""}"#,
            #"{"id_token":"a.b.c","access_token":"x\r\nHost: evil"}"#, #"{"id_token":"a b"}"#,
            #"{"id_token":"a.b.c","access_token":""}"#, OpenIDForge.nested(2000),
        ])
    func unreadable(_ body: String) {
        #expect(throws: ProviderFault.unreadable) { try TokenAnswer(Data(body.utf8)) }
    }

    @Test("More than is read is unreadable")
    func tooLong() {
        let body = "{\"id_token\":\"\(String(repeating: "a", count: 65_536))\"}"
        #expect(throws: ProviderFault.unreadable) { try TokenAnswer(Data(body.utf8)) }
    }
}
