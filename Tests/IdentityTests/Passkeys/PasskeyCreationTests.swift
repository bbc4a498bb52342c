import Chance
import FoundationEssentials
import Testing

@testable import Identity

@Suite("A new passkey is taken only as the standard wants it")
struct PasskeyCreationTests {
    @Test("One of each algorithm is taken, and logs in")
    func eachAlgorithm() throws {
        for authenticator in try Authenticator.all() {
            let made = try PasskeyCreation.read(
                clientData: Authenticator.clientData(type: "webauthn.create"),
                attestation: Authenticator.attestation(try authenticator.newData), Authenticator.expected)
            #expect(made.credential == authenticator.credential)
            #expect(made.key == (try authenticator.cose))
            #expect(made.count == 7)
            #expect(try authenticator.logIn() == .success(7))
        }
    }

    @Test("What makes are attested with is not looked at, nor is what extensions say")
    func statements() throws {
        var authenticator = Authenticator()
        let statement = CBOR.map([
            (CBOR.text("alg"), CBOR.number(-7)), (CBOR.text("sig"), CBOR.bytes(Data(count: 70))),
            (CBOR.text("x5c"), CBOR.list([CBOR.bytes(Data(count: 700)), CBOR.bytes(Data(count: 700))])),
        ])
        let packed = Authenticator.attestation(
            try authenticator.newData, format: "packed", statement: statement)
        #expect(try authenticator.create(attestation: packed) == .success(authenticator.credential))

        authenticator.flags |= 0x80
        authenticator.extensions = CBOR.map([
            (CBOR.text("credProtect"), CBOR.number(2)), (CBOR.text("hmac-secret"), Data([0xf5])),
            (CBOR.text("uvm"), CBOR.list([CBOR.list([CBOR.number(2), CBOR.number(4), CBOR.number(2)])])),
        ])
        #expect(try authenticator.create() == .success(authenticator.credential))
        authenticator.extensions = CBOR.map([(CBOR.text("hmac-secret"), CBOR.bytes(Data(count: 32)))])
        #expect(try authenticator.logIn() == .success(7))
    }

    @Test("Copied to other devices or not, it is the same passkey", arguments: [0x08, 0x18] as [UInt8])
    func backups(flags: UInt8) throws {
        var authenticator = Authenticator()
        authenticator.flags |= flags
        #expect(try authenticator.create() == .success(authenticator.credential))
        #expect(try authenticator.logIn() == .success(7))
    }

    @Test("It is for this host, touched, and by its owner")
    func flags() throws {
        var authenticator = Authenticator()
        authenticator.host = "example"
        #expect(try authenticator.create() == .failure(.wrongHost))
        authenticator.host = "www.home.example"
        #expect(try authenticator.create() == .failure(.wrongHost))
        authenticator.host = "home.example"
        authenticator.flags = 0x04
        #expect(try authenticator.create() == .failure(.notPresent))
        authenticator.flags = 0x01
        #expect(try authenticator.create() == .failure(.notVerified))
        authenticator.flags = 0x00
        #expect(try authenticator.create() == .failure(.notPresent))
        // Copied, and not to be copied.
        authenticator.flags = 0x15
        #expect(try authenticator.create() == .failure(.malformed))
    }

    @Test("Lengths that are not so, bytes that are left over, and parts that are missing are refused")
    func malformed() throws {
        let authenticator = Authenticator()
        let (data, cose) = (try authenticator.newData, try authenticator.cose)
        func create(_ attestation: Data) throws -> Result<Data, PasskeyFault> {
            try authenticator.create(attestation: attestation)
        }
        var withoutID = authenticator
        withoutID.credential = Data()
        var longID = authenticator
        longID.credential = Data(count: 1024)
        var saysExtensions = authenticator
        saysExtensions.flags |= 0x80
        var hasOtherExtensions = saysExtensions
        hasOtherExtensions.extensions = CBOR.list([])
        let whole = Authenticator.attestation(data)
        for attestation in [
            Data(), whole + [0], Authenticator.attestation(data + [0]),
            // No credential at all.
            Authenticator.attestation(authenticator.data),
            Authenticator.attestation(authenticator.newData(length: 0xffff, key: cose)),
            Authenticator.attestation(authenticator.newData(length: 31, key: cose)),
            Authenticator.attestation(authenticator.newData(length: 32, key: Data())),
            Authenticator.attestation(authenticator.newData(length: 32, key: CBOR.bytes(cose))),
            Authenticator.attestation(try withoutID.newData), Authenticator.attestation(try longID.newData),
            Authenticator.attestation(try saysExtensions.newData),
            Authenticator.attestation(try hasOtherExtensions.newData),
            Authenticator.attestation(data, statement: CBOR.list([])), CBOR.list([whole]),
            CBOR.map([(CBOR.text("fmt"), CBOR.text("none")), (CBOR.text("attStmt"), CBOR.map([]))]),
            CBOR.map([(CBOR.text("attStmt"), CBOR.map([])), (CBOR.text("authData"), CBOR.bytes(data))]),
            CBOR.map([(CBOR.text("fmt"), CBOR.text("none")), (CBOR.text("authData"), CBOR.bytes(data))]),
            Authenticator.attestation(
                data, statement: CBOR.map([(CBOR.text("x"), CBOR.bytes(Data(count: 16_384)))])),
        ] {
            #expect(try create(attestation) == .failure(.malformed))
        }
    }

    @Test("Cut off anywhere, it is refused")
    func prefixes() throws {
        let authenticator = Authenticator()
        let attestation = Authenticator.attestation(try authenticator.newData)
        for count in attestation.indices {
            #expect(try authenticator.create(attestation: attestation.prefix(count)) == .failure(.malformed))
        }
        let data = try authenticator.newData
        for count in data.indices {
            let cut = Authenticator.attestation(Data(data.prefix(count)))
            #expect(try authenticator.create(attestation: cut) == .failure(.malformed))
        }
        let clientData = Authenticator.clientData(type: "webauthn.create")
        for count in clientData.indices {
            #expect(try authenticator.create(clientData: clientData.prefix(count)) == .failure(.malformed))
        }
    }

    @Test(
        "With bytes changed by chance it is read or refused, and nothing stops the reader", arguments: 0..<4)
    func changedByChance(part: Int) throws {
        var chance = SeededGenerator(seed: UInt64(part))
        for authenticator in try Authenticator.all() {
            let attestation = Authenticator.attestation(try authenticator.newData)
            for _ in 0..<500 {
                var changed = attestation
                for _ in 0..<Int.random(in: 1...4, using: &chance) {
                    let place = Int.random(in: changed.indices, using: &chance)
                    switch Int.random(in: 0..<3, using: &chance) {
                    case 0: changed[place] = UInt8.random(in: .min ... .max, using: &chance)
                    case 1: changed.insert(UInt8.random(in: .min ... .max, using: &chance), at: place)
                    default: changed.remove(at: place)
                    }
                }
                guard case .success(let credential) = try authenticator.create(attestation: changed) else {
                    continue
                }
                #expect((1...1023).contains(credential.count))
            }
        }
    }
}
