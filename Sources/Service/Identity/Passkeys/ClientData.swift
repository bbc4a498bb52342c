import FoundationEssentials

/// What the browser says a passkey was used for (W3C Web Authentication, 5.8.1): the authenticator signs its hash.
enum ClientData {
    enum Kind: String {
        case creation = "webauthn.create"
        case assertion = "webauthn.get"
    }

    /// Longer is none, bytes.
    static let longest = 8192

    private struct Fields: Decodable {
        var type: String
        var challenge: String
        var origin: String
        var crossOrigin: Bool?
        var topOrigin: String?
    }

    /// Looks whether it says what was expected. Further fields may be there: browsers put some in so that nobody relies on there being
    /// none.
    static func check(
        _ bytes: Data, is kind: Kind, _ expected: PasskeyExpectation
    ) throws(PasskeyFault) {
        // It is an object in UTF-8: a decoder might also take UTF-16, which has zeros here, and what is wrong in a field it skips.
        guard bytes.count <= longest, bytes.first == UInt8(ascii: "{"), !bytes.contains(0),
            String(validating: bytes, as: UTF8.self) != nil,
            let fields = try? JSONDecoder().decode(Fields.self, from: bytes)
        else { throw .malformed }
        guard isSame(fields.type, kind.rawValue) else { throw .wrongType }
        guard isSame(fields.challenge, base64URL(expected.challenge)) else { throw .wrongChallenge }
        guard isSame(fields.origin, expected.origin) else { throw .wrongOrigin }
        // Nobody may show this home inside a page of theirs, so an honest browser says neither.
        guard fields.crossOrigin != true, fields.topOrigin == nil else { throw .crossOrigin }
    }

    /// Byte for byte: to Swift, an `é` in one piece and one in two are the same.
    private static func isSame(_ one: String, _ other: String) -> Bool { one.utf8.elementsEqual(other.utf8) }

    /// RFC 4648, 5, without padding.
    private static func base64URL(_ bytes: Data) -> String {
        bytes.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing(
            "=", with: "")
    }
}
