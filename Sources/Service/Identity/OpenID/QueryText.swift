/// Names and values in queries and forms.
enum QueryText {
    /// `name=value&name=value`, with every byte escaped that is not a letter, a digit or one of `-._~` (RFC 3986, 2.3): this reads the
    /// same as a query and as `application/x-www-form-urlencoded`.
    static func joined(_ pairs: [(name: String, value: String)]) -> String {
        pairs.map { "\(escaped($0.name))=\(escaped($0.value))" }.joined(separator: "&")
    }

    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"), UInt8(ascii: "~"):
                bytes.append(byte)
            default:
                bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
