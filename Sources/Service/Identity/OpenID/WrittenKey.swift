/// A key as a provider writes it (RFC 7517, 4; RFC 7518, 6). Members that are something else than a text make it no key.
struct WrittenKey: Decodable {
    var type: String
    var kid: String?
    var use: String?
    var operations: [String]?
    var algorithm: String?
    var curve: String?
    var modulus: String?
    var exponent: String?
    var x: String?
    var y: String?
    /// The private half: whoever can read the key can sign by it.
    var secret: String?

    enum CodingKeys: String, CodingKey {
        case kid, use, x, y
        case type = "kty"
        case operations = "key_ops"
        case algorithm = "alg"
        case curve = "crv"
        case modulus = "n"
        case exponent = "e"
        case secret = "d"
    }

    var isForVerifying: Bool {
        (use ?? "sig") == "sig" && (operations ?? ["verify"]).contains("verify") && secret == nil
    }
}
