import Care
import Channels
import Crypto
import Foundation
import NIOHTTP1
import Testing

@testable import CareService

/// A phone with one passkey, which signs whatever a test wants. Its key is one of P-256.
struct TestAuthenticator: Sendable {
    let key = P256.Signing.PrivateKey()
    var credential = Data((0..<16).map { _ in UInt8.random(in: .min ... .max) })
    /// How often it says that it has signed.
    var count: UInt32 = 1
    var host = "localhost"
    var origin: String
    /// Its owner has touched it, and has shown that it is they.
    var flags: UInt8 = 0x05
    /// By which it knows its owner.
    var user = ""

    init(_ service: RunningService) { origin = "http://localhost:\(service.port)" }

    /// What a browser makes of an offer.
    func made(_ offer: PasskeyOffer, name: String = "Phone") -> NewPasskey {
        var data = authenticatorData(flags: flags | 0x40)
        // The model, which is nobody's.
        data += Data(repeating: 0, count: 16)
        data += Self.length(of: credential)
        data += credential
        data += publicKey
        // A map of three: fmt, attStmt, and authData with two bytes of length.
        var object = Data([0xa3])
        for word in ["fmt", "none", "attStmt"] { object += Self.text(word) }
        object.append(0xa0)
        object += Self.text("authData")
        object.append(0x59)
        object += Self.length(of: data)
        object += data
        return NewPasskey(
            name: name, challenge: offer.challenge,
            clientData: Base64URL.encode(clientData("webauthn.create", offer.challenge)),
            attestation: Base64URL.encode(object))
    }

    /// What a browser answers a question with.
    func answer(_ question: PasskeyQuestion) throws -> PasskeyAnswer {
        let (client, data) = (clientData("webauthn.get", question.challenge), authenticatorData(flags: flags))
        let signature = try key.signature(for: data + Data(SHA256.hash(data: client)))
        return PasskeyAnswer(
            challenge: question.challenge, credential: Base64URL.encode(credential),
            clientData: Base64URL.encode(client), authenticatorData: Base64URL.encode(data),
            signature: Base64URL.encode(signature.derRepresentation), user: user)
    }

    private func clientData(_ type: String, _ challenge: String) -> Data {
        Data(
            #"{"type":"\#(type)","challenge":"\#(challenge)","origin":"\#(origin)","crossOrigin":false}"#.utf8
        )
    }

    private func authenticatorData(flags: UInt8) -> Data {
        var data = Data(SHA256.hash(data: Data(host.utf8)))
        data.append(flags)
        withUnsafeBytes(of: count.bigEndian) { data += Data($0) }
        return data
    }

    /// COSE: kind 2, algorithm -7, curve 1, x, y.
    private var publicKey: Data {
        let point = key.publicKey.x963Representation.dropFirst()
        var cose = Data([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20])
        cose += point.prefix(32)
        cose += Data([0x22, 0x58, 0x20])
        cose += point.suffix(32)
        return cose
    }

    private static func length(of bytes: Data) -> Data {
        Data([UInt8(bytes.count >> 8), UInt8(bytes.count & 0xff)])
    }

    /// Of less than 24 bytes.
    private static func text(_ text: String) -> Data {
        Data([0x60 + UInt8(text.utf8.count)]) + Data(text.utf8)
    }
}

extension RunningService {
    /// As a browser of this machine asks, which passkeys work in.
    var local: [(String, String)] { [("Host", "localhost:\(port)")] }

    func postLocally(_ path: String, _ body: (any Encodable)? = nil) async throws -> Answer {
        try await send(
            message(
                .POST, "/api/v1/" + path, as: nil, body: try body.map { try CareJSON.encoder().encode($0) },
                headers: local))
    }

    func passkeyQuestion() async throws -> PasskeyQuestion {
        let asked = try await postLocally("passkeys/challenges")
        #expect(asked.status == 201)
        return try asked.decode()
    }

    /// Logs in with a passkey, from a browser that nobody is logged in with.
    func logIn(with authenticator: TestAuthenticator) async throws -> Answer {
        try await postLocally("passkeys/sessions", authenticator.answer(await passkeyQuestion()))
    }
}

extension Visitor {
    func offerOfPasskey() async throws -> PasskeyOffer {
        let offered = try await send(.POST, "account/passkeys/challenges", headers: service.local)
        #expect(offered.status == 201)
        return try offered.decode()
    }

    func add(_ new: NewPasskey) async throws -> RunningService.Answer {
        try await send(.POST, "account/passkeys", new, headers: service.local)
    }

    /// Makes a passkey on a new device.
    func addPasskey(
        _ name: String = "Phone", count: UInt32 = 1
    ) async throws -> (TestAuthenticator, Passkey) {
        var authenticator = TestAuthenticator(service)
        authenticator.count = count
        let offer = try await offerOfPasskey()
        authenticator.user = offer.user
        let added = try await add(authenticator.made(offer, name: name))
        #expect(added.status == 201)
        authenticator.count += count > 0 ? 1 : 0
        return (authenticator, try added.decode())
    }
}
