import Crypto
import Foundation
import Testing

@testable import Channels

@Suite("A push is encrypted as the standards say")
struct PushEncryptionTests {
    private func bytes(_ text: String) throws -> Data { try #require(Base64URL.decode(text)) }

    @Test("RFC 8188's example of one record, byte for byte")
    func record() throws {
        let content = Data("I am the walrus".utf8)
        let sealed = try AES128GCMRecord.seal(
            content, paddedTo: content.count + 1, key: SymmetricKey(data: bytes("yqdlZ-tYemfogSmv7Ws5PQ")),
            salt: bytes("I1BsxtFttlv3u_Oo94xnmw"), keyID: Data())
        #expect(
            Base64URL.encode(sealed)
                == "I1BsxtFttlv3u_Oo94xnmwAAEAAA-NAVub2qFgBEuQKRapoZu-IxkIva3MEB1PD-ly8Thjg")
    }

    @Test("RFC 8291's example of a push, byte for byte")
    func push() throws {
        let publicKey = try bytes(
            "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4")
        let secret = try bytes("BTBZMqHH6r4Tts7J_aSIgg")
        let recipient = try #require(PushRecipient(publicKey: publicKey, secret: secret))
        let content = Data("When I grow up, I want to be a watermelon".utf8)
        let sealed = try recipient.seal(
            content, paddedTo: content.count + 1,
            sender: P256.KeyAgreement.PrivateKey(
                rawRepresentation: bytes("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw")),
            salt: bytes("DGv6ra1nlYgDCS1FRnbzlw"))
        #expect(
            Base64URL.encode(sealed)
                == "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS"
                + "6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qu"
                + "lcy4a-fN")
    }

    @Test(
        "The device reads what was sent, and no length tells what it was", arguments: [0, 1, 41, 2798, 2799])
    func padding(count: Int) throws {
        let reader = PushReader()
        let content = Data(repeating: UInt8(ascii: "x"), count: count)
        let body = try reader.recipient.seal(
            content, paddedTo: PushPayload.paddedCount, sender: P256.KeyAgreement.PrivateKey(),
            salt: PushRequest.newSalt())
        let read = try reader.open(body)
        #expect(read.content == content && read.paddedCount == 2800)
        // What Firefox for Android takes: 3070 bytes.
        #expect(body.count == 2902)
    }

    @Test("Keys of another kind are none")
    func keys() throws {
        let reader = PushReader()
        let key = reader.key.publicKey.x963Representation
        var offCurve = key
        offCurve[offCurve.startIndex + 64] ^= 1
        #expect(PushRecipient(publicKey: key, secret: reader.secret) != nil)
        #expect(PushRecipient(publicKey: offCurve, secret: reader.secret) == nil)
        #expect(PushRecipient(publicKey: key.dropFirst(), secret: reader.secret) == nil)
        #expect(PushRecipient(publicKey: Data(), secret: reader.secret) == nil)
        #expect(PushRecipient(publicKey: key, secret: reader.secret.dropFirst()) == nil)
        #expect(PushRecipient(publicKey: key, secret: Data()) == nil)
    }
}
