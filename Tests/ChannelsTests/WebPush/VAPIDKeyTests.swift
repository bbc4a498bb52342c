import Care
import Crypto
import Foundation
import Testing

@testable import Channels

@Suite("How a home signs what it pushes")
struct VAPIDKeyTests {
    private struct Head: Decodable, Equatable {
        var typ: String
        var alg: String
    }

    private struct Claims: Decodable, Equatable {
        var aud: String
        var exp: Int
        var sub: String
    }

    @Test("The signature is of these claims, and is verified with the key beside it")
    func signature() throws {
        let key = VAPIDKey()
        let now = Date(timeIntervalSince1970: 1_800_000_000.75)
        let header = try key.authorization(
            for: "https://web.push.apple.com", subject: "mailto:ben@example.org", now: now)
        try #require(header.hasPrefix("vapid t="))
        let parts = header.dropFirst("vapid t=".count).components(separatedBy: ", k=")
        try #require(parts.count == 2 && parts[1] == key.publicKey)
        let fields = parts[0].split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try #require(fields.count == 3)
        let decoded = try fields.map { try #require(Base64URL.decode($0)) }
        let head = try JSONDecoder().decode(Head.self, from: decoded[0])
        let claims = try JSONDecoder().decode(Claims.self, from: decoded[1])
        #expect(head == Head(typ: "JWT", alg: "ES256"))
        #expect(
            claims
                == Claims(
                    aud: "https://web.push.apple.com", exp: 1_800_043_200, sub: "mailto:ben@example.org"))
        let publicBytes = try #require(Base64URL.decode(key.publicKey))
        let publicKey = try P256.Signing.PublicKey(x963Representation: publicBytes)
        // r and s, 32 bytes each, as JWS wants them, and not DER.
        #expect(decoded[2].count == 64)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: decoded[2])
        #expect(publicKey.isValidSignature(signature, for: Data("\(fields[0]).\(fields[1])".utf8)))
        #expect(!publicKey.isValidSignature(signature, for: Data("\(fields[0]).\(fields[0])".utf8)))
    }

    @Test("A key that was written down is the same again; anything else is none")
    func exported() throws {
        let key = VAPIDKey()
        #expect(key.exported.count == 43 && key.publicKey.count == 87)
        let again = try #require(VAPIDKey(exported: key.exported))
        #expect(again.publicKey == key.publicKey && again.exported == key.exported)
        #expect(VAPIDKey().publicKey != key.publicKey)
        for damaged in ["", "x", key.exported + "=", String(key.exported.dropLast(2)), key.publicKey] {
            #expect(VAPIDKey(exported: damaged) == nil, "\(damaged)")
        }
    }

    @Test(
        "Who can be asked about a home can be reached from outside",
        arguments: [
            ("ben@example.org", "mailto:ben@example.org"),
            ("mailto:ben+home@mail.example.org", "mailto:ben+home@mail.example.org"),
            ("https://example.org/beckon", "https://example.org/beckon"),
            ("ben@xn--bcher-kva.xn--p1ai", "mailto:ben@xn--bcher-kva.xn--p1ai"),
        ])
    func subjects(typed: String, uri: String) throws {
        #expect(try VAPIDSubject.uri(typed) == uri)
    }

    @Test(
        "Who cannot be asked is not signed",
        arguments: [
            "", "ben", "ben@", "@example.org", "ben@localhost", "ben@pi.local", "ben@server", "ben@10.0.0.1",
            "Ben <ben@example.org>", "mailto: ben@example.org", "mailto:<ben@example.org>", "a@b@example.org",
            "ben@example.org:25", "ben@example.org/x", "ben@example.org\r\nX: y", "http://example.org",
            "https://localhost/", "https://beckon.lan/", "https://192.168.1.2/", "https://nas.home.arpa/",
            "javascript:alert(1)",
        ])
    func noSubjects(typed: String) {
        #expect(throws: FieldProblem.self) { try VAPIDSubject.uri(typed) }
    }
}
