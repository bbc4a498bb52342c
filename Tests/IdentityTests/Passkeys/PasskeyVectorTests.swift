import Crypto
import FoundationEssentials
import Testing

@testable import Identity

@Suite("Passkeys of the standard's own examples")
struct PasskeyVectorTests {
    private func expected(_ challenge: String) -> PasskeyExpectation {
        PasskeyExpectation(
            challenge: Data(hexadecimal: challenge), origin: "https://example.org", host: "example.org")
    }

    /// What the attestation object says of the credential, whoever has made it.
    private func credential(of vector: PasskeyVector) throws -> AuthenticatorData.Credential {
        guard case .map(let fields) = try CBORReader.whole(Data(hexadecimal: vector.attestation)),
            case .bytes(let bytes)? = fields[.text("authData")]
        else { throw PasskeyFault.malformed }
        return try #require(try AuthenticatorData(bytes).credential)
    }

    @Test(
        "A new one is taken, or refused for the one thing that is not as this home wants it",
        arguments: PasskeyVector.all)
    func creation(vector: PasskeyVector) throws {
        let credential = try credential(of: vector)
        var fault: PasskeyFault?
        do throws(PasskeyFault) {
            let made = try PasskeyCreation.read(
                clientData: Data(hexadecimal: vector.creationClientData),
                attestation: Data(hexadecimal: vector.attestation), expected(vector.creationChallenge))
            #expect(made.credential == credential.id)
            #expect(made.key == credential.key)
            #expect(made.count == 0)
        } catch { fault = error }
        #expect(fault == vector.creationFault)
    }

    @Test(
        "A login is taken, or refused for the one thing that is not as this home wants it",
        arguments: PasskeyVector.all)
    func assertion(vector: PasskeyVector) throws {
        let key = try credential(of: vector).key
        var fault: PasskeyFault?
        do throws(PasskeyFault) {
            let count = try PasskeyAssertion.read(
                clientData: Data(hexadecimal: vector.clientData),
                authenticatorData: Data(hexadecimal: vector.authenticatorData),
                signature: Data(hexadecimal: vector.signature), key: key, storedCount: 0,
                expected(vector.challenge))
            #expect(count == 0)
        } catch { fault = error }
        #expect(fault == vector.assertionFault)
    }

    @Test(
        "Every signature of an algorithm that is offered is right, and no other", arguments: PasskeyVector.all
    )
    func signatures(vector: PasskeyVector) throws {
        let cose = try credential(of: vector).key
        let isOffered = !["packed-es384", "packed-es512", "packed-ed448"].contains(vector.name)
        guard isOffered else {
            #expect(throws: PasskeyFault.unknownAlgorithm) { try PasskeyKey(cose) }
            return
        }
        let key = try PasskeyKey(cose)
        let message =
            Data(hexadecimal: vector.authenticatorData)
            + Data(SHA256.hash(data: Data(hexadecimal: vector.clientData)))
        let signature = Data(hexadecimal: vector.signature)
        #expect(key.hasSigned(message, signature))
        #expect(!key.hasSigned(message + [0], signature))
        #expect(!key.hasSigned(message.dropLast(), signature))
        #expect(!key.hasSigned(message, signature + [0]))
        #expect(!key.hasSigned(message, signature.dropLast()))
        #expect(!key.hasSigned(message, Data()))
    }

    @Test("The longest id that a credential may have is read whole")
    func longestID() throws {
        let vector = try #require(PasskeyVector.all.first { $0.name == "none-es256-long-credential-id" })
        #expect(try credential(of: vector).id.count == 1023)
    }
}
