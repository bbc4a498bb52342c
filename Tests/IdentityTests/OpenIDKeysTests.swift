import CryptoExtras
import Foundation
import Testing

@testable import Identity

@Suite("A provider's keys", .timeLimit(.minutes(10)))
struct OpenIDKeysTests {
    /// Whether a token is believed by these keys.
    private func fault(_ token: String, _ keys: ProviderKeys) async -> IDTokenFault? {
        do throws(IDTokenFault) {
            _ = try await IDToken.read(token, keys: keys, rules: OpenIDForge.rules())
            return nil
        } catch { return error }
    }

    /// Entries that cannot be used.
    private func uselessKeys() throws -> [String] {
        let forge = try OpenIDForge.made()
        let weak = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024))
        let weakModulus = TokenText.encode(try weak.publicKey.getKeyPrimitives().modulus)
        let long = TokenText.encode(Data(repeating: 0xc3, count: 10_000))
        let zeros = TokenText.encode(Data(count: 32))
        return [
            try forge.rsaKey(["kid": "\"a\"", "alg": "\"RSA-OAEP\""]),
            try forge.rsaKey(["kid": "\"b\"", "alg": "\"RSA-OAEP-256\"", "use": "\"enc\""]),
            try forge.rsaKey(["kid": "\"c\"", "use": "\"enc\""]),
            try forge.rsaKey(["kid": "\"d\"", "use": "7"]),
            try forge.rsaKey(["kid": "\"e\"", "key_ops": "[\"encrypt\", \"wrapKey\"]"]),
            try forge.rsaKey(["kid": "\"f\"", "key_ops": "[]"]),
            try forge.rsaKey(["kid": "\"g\"", "key_ops": "\"verify\""]),
            try forge.rsaKey(["kid": "\"h\"", "alg": "\"ES256\""]),
            try forge.rsaKey(["kid": "\"i\"", "alg": "\"HS256\""]),
            try forge.rsaKey(["kid": "5"]),
            try forge.rsaKey(["kid": "\"j\"", "n": nil]),
            try forge.rsaKey(["kid": "\"k\"", "n": "\"!\""]),
            try forge.rsaKey(["kid": "\"l\"", "n": "\"\(weakModulus)\""]),
            try forge.rsaKey(["kid": "\"m\"", "n": "\"\(long)\""]),
            try forge.rsaKey(["kid": "\"n\"", "e": "\"AQ\""]),
            // Whose private half everybody can read.
            try forge.rsaKey(["kid": "\"o\"", "d": "\"AQAB\""]),
            forge.p256Key(["kid": "\"p\"", "crv": "\"secp256k1\"", "alg": "\"ES256K\""]),
            forge.p256Key(["kid": "\"q\"", "crv": "\"P-384\""]),
            forge.p256Key(["kid": "\"r\"", "crv": nil]),
            forge.p256Key(["kid": "\"s\"", "x": "\"\(zeros)\"", "y": "\"\(zeros)\""]),
            forge.p256Key(["kid": "\"t\"", "alg": "\"ECDH-ES\""]),
            forge.p256Key(["kid": "\"u\"", "kty": "\"RSA\""]),
            forge.p256Key(["kid": "\"v\"", "kty": nil]),
            #"{"kty":"oct","kid":"one","k":"AAAA","alg":"HS256"}"#,
            #"{"kty":"OKP","crv":"Ed25519","kid":"one","x":"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo"}"#,
            #"{"kty":"AKP","alg":"ML-DSA-65","kid":"one","pub":"AAAA"}"#,
            "null", "5", "\"RSA\"", "[]", "{}", "true",
        ]
    }

    @Test("Keys for something else, and what is no key, spoil nothing")
    func useless() async throws {
        let forge = try OpenIDForge.made()
        let entries = try uselessKeys()
        for entry in entries {
            #expect(throws: ProviderFault.noUsableKey, "\(entry)") { try OpenIDForge.keys([entry]) }
        }
        let keys = try OpenIDForge.keys(entries + [forge.rsaKey(["kid": "\"one\"", "use": "\"sig\""])])
        #expect(keys.count == 1)
        let token = try forge.token()
        let found = await fault(token, keys)
        #expect(found == nil)
    }

    @Test(
        "A key says for which algorithm it is, or is for all of its kind",
        arguments: [
            (["key_ops": "[\"verify\"]"], true), (["alg": "\"RS256\""], true), (["alg": "\"PS256\""], false),
            (["alg": "\"RS512\"", "use": "\"sig\""], false), (["x5c": "[7]", "x5t": "null"], true),
        ] as [([String: String], Bool)])
    func algorithms(_ changes: [String: String], _ isKnown: Bool) async throws {
        let forge = try OpenIDForge.made()
        let key = try forge.rsaKey(
            changes.merging(["kid": "\"one\""]) { mine, _ in mine }.mapValues(Optional.some))
        let keys = try OpenIDForge.keys([key])
        let token = try forge.token()
        let header = try TokenHeader(of: token)
        #expect(keys.has(header) == isKnown)
        let found = await fault(token, keys)
        #expect(found == (isKnown ? nil : IDTokenFault.unknownKey))
    }

    @Test("A key without a name is for tokens that name none, where it is the only one")
    func nameless() async throws {
        let forge = try OpenIDForge.made()
        let nameless = try forge.token(header: ["kid": nil])
        let named = try forge.token()
        let stranger = try OpenIDForge.rsaKey(forge.stranger.publicKey)

        let alone = try OpenIDForge.keys([forge.rsaKey(), forge.p256Key(["kid": "\"two\""])])
        var found = [await fault(nameless, alone), await fault(named, alone)]
        #expect(found == [nil, .unknownKey])

        let twice = try OpenIDForge.keys([forge.rsaKey(), stranger])
        found = [await fault(nameless, twice), await fault(named, twice)]
        #expect(found == [.unknownKey, .unknownKey])

        // It spoils nothing for one that has a name.
        let both = try OpenIDForge.keys([stranger, forge.rsaKey(["kid": "\"one\""])])
        found = [await fault(nameless, both), await fault(named, both)]
        #expect(found == [.unknownKey, nil])

        let namedAlone = try OpenIDForge.keys([forge.rsaKey(["kid": "\"one\""])])
        found = [await fault(nameless, namedAlone), await fault(named, namedAlone)]
        #expect(found == [nil, nil])
    }

    @Test("A token may be signed by each of several keys of one name, and by no other")
    func sameName() async throws {
        let forge = try OpenIDForge.made()
        let one = ["kid": Optional("\"one\"")]
        let keys = try OpenIDForge.keys([
            OpenIDForge.rsaKey(forge.stranger.publicKey, one), forge.p256Key(one), forge.rsaKey(one),
        ])
        #expect(keys.count == 3)
        let tokens = [
            try forge.token(), try forge.token(.stranger),
            try forge.token(.es256, header: ["kid": "\"one\""]),
            try forge.token(.es384, header: ["kid": "\"one\""]),
            try forge.token(.publicKey, header: ["alg": "\"RS256\""]),
        ]
        var found: [IDTokenFault?] = []
        for token in tokens { found.append(await fault(token, keys)) }
        #expect(found == [nil, nil, nil, .unknownKey, .signature])
    }

    @Test("Names are compared by their bytes")
    func names() throws {
        let forge = try OpenIDForge.made()
        let keys = try OpenIDForge.keys([forge.rsaKey(["kid": "\"\\u00e9\""])])
        let same = try TokenHeader(of: forge.token(header: ["kid": "\"é\""]))
        let other = try TokenHeader(of: forge.token(header: ["kid": "\"e\\u0301\""]))
        #expect(keys.has(same))
        #expect(!keys.has(other))
    }

    @Test("Of 10,000 entries the first 100 that can be used are kept")
    func many() throws {
        let forge = try OpenIDForge.made()
        let junk = Array(repeating: #"{"kty":"oct"}"#, count: 9700)
        let good = (0..<300).map { forge.p256Key(["kid": "\"\($0)\""]) }
        let keys = try OpenIDForge.keys(junk + good)
        #expect(keys.count == ProviderKeys.most)
        let first = try TokenHeader(of: forge.token(.es256, header: ["kid": "\"99\""]))
        let next = try TokenHeader(of: forge.token(.es256, header: ["kid": "\"100\""]))
        #expect(keys.has(first))
        #expect(!keys.has(next))
    }

    @Test("10,000 keys are more than is read")
    func tooMany() throws {
        let forge = try OpenIDForge.made()
        let keys = (0..<10_000).map { forge.p256Key(["kid": "\"\($0)\""]) }
        #expect(throws: ProviderFault.unreadable) { try OpenIDForge.keys(keys) }
    }

    @Test(
        "What is no set of keys is unreadable",
        arguments: [
            "", "null", "[]", "{}", "<html>", #"{"keys":5}"#, #"{"keys":{}}"#, #"{"keys":null}"#,
            #"{"keys":[{"kty":"RSA"}"#, OpenIDForge.nested(2000),
            "{\"keys\":\(OpenIDForge.nested(2000))}", "{\"keys\":[{\"kty\":\(OpenIDForge.nested(2000))}]}",
        ])
    func unreadable(_ body: String) {
        #expect(throws: ProviderFault.unreadable) { try ProviderKeys(Data(body.utf8)) }
    }

    @Test("A set without keys has none to use")
    func empty() {
        #expect(throws: ProviderFault.noUsableKey) { try OpenIDForge.keys([]) }
    }
}
