import FoundationEssentials
import Testing

@testable import Identity

@Suite("A passkey logs in only with an answer to this home's question")
struct PasskeyAssertionTests {
    private typealias Answer = (name: String, fault: PasskeyFault, clientData: Data)

    /// What a browser, or somebody who plays one, might say; well signed all the same.
    private static func answers(_ type: String) -> [Answer] {
        let challenge = Authenticator.base64URL(Authenticator.expected.challenge)
        let good = Authenticator.clientData(type: type)
        func origin(_ origin: String) -> Answer {
            (origin, .wrongOrigin, Authenticator.clientData(type: type, origin: origin))
        }
        func challenged(_ name: String, _ challenge: String) -> Answer {
            (name, .wrongChallenge, Authenticator.clientData(type: type, challenge: challenge))
        }
        func more(_ name: String, _ fault: PasskeyFault, _ more: String) -> Answer {
            (name, fault, Authenticator.clientData(type: type, more: more))
        }
        func malformed(_ name: String, _ text: String) -> Answer { (name, .malformed, Data(text.utf8)) }
        let (left, right) = (#"{"type":"\#(type)","#, #""challenge":"\#(challenge)","#)
        return [
            ("of a payment", .wrongType, Authenticator.clientData(type: "payment.get")),
            ("in capitals", .wrongType, Authenticator.clientData(type: type.uppercased())),
            challenged("another one", Authenticator.base64URL(Data(count: 32))),
            challenged("none", ""), challenged("cut", String(challenge.dropLast())),
            challenged("with padding", challenge + "="),
            challenged(
                "not for URLs",
                challenge.replacing("-", with: "+").replacing("_", with: "/")),
            origin("http://home.example:8443"), origin("https://home.example"),
            origin("https://home.example:443"), origin("https://home.example:8444"),
            origin("https://www.home.example:8443"), origin("https://example:8443"),
            origin("https://home.example.evil.example:8443"), origin("https://home.example:8443/"),
            origin("https://HOME.example:8443"), origin("https://home.example:8443\\u0000"),
            origin("https://home.exampl\\u0065\\u0301:8443"), origin("null"), origin(""),
            origin("android:apk-key-hash:abc"),
            more("inside another page", .crossOrigin, #","crossOrigin":true"#),
            more(
                "below another page", .crossOrigin,
                #","crossOrigin":false,"topOrigin":"https://evil.example""#),
            more("neither true nor false", .malformed, #","crossOrigin":"false""#),
            more("many levels", .malformed, ",\"x\":" + String(repeating: "[", count: 7000)),
            more("too long", .malformed, ",\"x\":\"" + String(repeating: "x", count: 8192) + "\""),
            more("a zero in it", .malformed, ",\"x\":\"\u{0}\""),
            malformed("nothing", ""), malformed("no object", "[]"), malformed("a word", "null"),
            malformed("empty", "{}"),
            malformed("no type", "{" + right + #""origin":"\#(Authenticator.expected.origin)"}"#),
            malformed("no challenge", left + #""origin":"\#(Authenticator.expected.origin)"}"#),
            malformed("no origin", left + right.dropLast() + "}"),
            malformed("a number", left + right + #""origin":5}"#),
            malformed("a space before it", " " + String(decoding: good, as: UTF8.self)),
            malformed("more behind it", String(decoding: good, as: UTF8.self) + "{}"),
            (
                "bytes that are no text", .malformed,
                good.dropLast() + Data(#","x":""#.utf8) + [0xff, 0x22, 0x7d]
            ),
            (
                "UTF-16", .malformed,
                Data(String(decoding: good, as: UTF8.self).utf16.flatMap { [UInt8($0), 0] })
            ),
        ]
    }

    @Test("What the browser says is refused, each for its own fault")
    func clientData() throws {
        let authenticator = Authenticator()
        for answer in Self.answers("webauthn.get") {
            #expect(
                try authenticator.logIn(clientData: answer.clientData) == .failure(answer.fault),
                "\(answer.name)")
        }
        for answer in Self.answers("webauthn.create") {
            #expect(
                try authenticator.create(clientData: answer.clientData) == .failure(answer.fault),
                "\(answer.name)")
        }
        let (create, get) = (
            Authenticator.clientData(type: "webauthn.create"), Authenticator.clientData(type: "webauthn.get")
        )
        #expect(try authenticator.logIn(clientData: create) == .failure(.wrongType))
        #expect(try authenticator.create(clientData: get) == .failure(.wrongType))
    }

    @Test(
        "Further fields, and none about pages in pages, are as good",
        arguments: ["", #","crossOrigin":null"#, #","crossOrigin":false,"other":{"a":[1,null,"é"]}"#])
    func furtherFields(more: String) throws {
        let authenticator = Authenticator()
        #expect(
            try authenticator.logIn(clientData: Authenticator.clientData(type: "webauthn.get", more: more))
                == .success(7))
    }

    @Test("What the authenticator says is refused, each for its own fault")
    func authenticatorData() throws {
        var authenticator = Authenticator()
        let data = authenticator.data
        #expect(try authenticator.logIn(data: data + [0]) == .failure(.malformed))
        #expect(try authenticator.logIn(data: Data()) == .failure(.malformed))
        #expect(try authenticator.logIn(data: try authenticator.newData) == .failure(.malformed))
        #expect(try authenticator.logIn(data: data + CBOR.map([])) == .failure(.malformed))
        authenticator.host = "evil.example"
        #expect(try authenticator.logIn() == .failure(.wrongHost))
        authenticator.host = "home.example"
        authenticator.flags = 0x04
        #expect(try authenticator.logIn() == .failure(.notPresent))
        authenticator.flags = 0x01
        #expect(try authenticator.logIn() == .failure(.notVerified))
        authenticator.flags = 0x15
        #expect(try authenticator.logIn() == .failure(.malformed))
        authenticator.flags = 0x85
        #expect(try authenticator.logIn() == .failure(.malformed))
        authenticator.extensions = CBOR.map([(CBOR.text("x"), CBOR.bytes(Data(count: 16_384)))])
        #expect(try authenticator.logIn() == .failure(.malformed))
        authenticator.extensions = CBOR.map([])
        #expect(try authenticator.logIn() == .success(7))
    }

    @Test(
        "Who counts has signed more often than before; who does not count shows 0 both times",
        arguments: [
            (0, 0, true), (1, 0, true), (8, 7, true), (.max, .max - 1, true), (.max, 0, true),
            (0, 1, false), (7, 7, false), (6, 7, false), (0, .max, false), (.max, .max, false),
        ] as [(UInt32, UInt32, Bool)])
    func counter(count: UInt32, stored: UInt32, isTaken: Bool) throws {
        var authenticator = Authenticator()
        authenticator.count = count
        #expect(
            try authenticator.logIn(storedCount: stored) == (isTaken ? .success(count) : .failure(.counter)))
    }

    @Test("Another's signature is refused, and one about something else")
    func otherSignatures() throws {
        let authenticators = try Authenticator.all()
        let clientData = Authenticator.clientData(type: "webauthn.get")
        for authenticator in authenticators {
            let key = try authenticator.cose
            let data = authenticator.data
            for other in authenticators + [Authenticator()] where try other.cose != key {
                #expect(
                    Authenticator.logIn(clientData, data, try other.signature(clientData, data), key: key)
                        == .failure(.signature))
            }
            for signature in [
                Data(), Data(count: 64), Data(count: 256), Data([0x30, 0x06, 2, 1, 0, 2, 1, 0]),
                Data([0x30, 0x84, 0xff, 0xff, 0xff, 0xff]), Data(repeating: 0x30, count: 1024),
                try authenticator.signature(Data(), data), try authenticator.signature(clientData, Data()),
            ] {
                #expect(
                    Authenticator.logIn(clientData, data, signature, key: key) == .failure(.signature))
            }
            #expect(
                Authenticator.logIn(clientData, data, Data(count: 1025), key: key) == .failure(.malformed))
        }
    }

    @Test("Cut off anywhere, it is refused")
    func prefixes() throws {
        for authenticator in try Authenticator.all() {
            let clientData = Authenticator.clientData(type: "webauthn.get")
            let (data, key) = (authenticator.data, try authenticator.cose)
            let signature = try authenticator.signature(clientData, data)
            for count in clientData.indices {
                #expect(
                    Authenticator.logIn(clientData.prefix(count), data, signature, key: key)
                        == .failure(.malformed))
            }
            for count in data.indices {
                #expect(
                    Authenticator.logIn(clientData, data.prefix(count), signature, key: key)
                        == .failure(.malformed))
            }
            for count in signature.indices {
                #expect(
                    Authenticator.logIn(clientData, data, signature.prefix(count), key: key)
                        == .failure(.signature))
            }
            for count in key.indices {
                #expect(
                    Authenticator.logIn(clientData, data, signature, key: key.prefix(count))
                        == .failure(.malformed))
            }
        }
    }

    @Test("With any one bit changed, it is refused")
    func flippedBits() throws {
        for authenticator in try Authenticator.all() {
            let clientData = Authenticator.clientData(type: "webauthn.get")
            let (data, key) = (authenticator.data, try authenticator.cose)
            let signature = try authenticator.signature(clientData, data)
            #expect(Authenticator.logIn(clientData, data, signature, key: key) == .success(7))
            func isTaken(_ clientData: Data, _ data: Data, _ signature: Data) -> Bool {
                switch Authenticator.logIn(clientData, data, signature, key: key) {
                case .success: true
                case .failure: false
                }
            }
            for bit in 0..<8 {
                func flipped(_ bytes: Data, _ place: Int) -> Data {
                    var bytes = bytes
                    bytes[place] ^= 1 << bit
                    return bytes
                }
                for place in clientData.indices {
                    #expect(!isTaken(flipped(clientData, place), data, signature))
                }
                for place in data.indices { #expect(!isTaken(clientData, flipped(data, place), signature)) }
                for place in signature.indices {
                    #expect(!isTaken(clientData, data, flipped(signature, place)))
                }
            }
        }
    }
}
