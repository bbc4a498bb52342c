import FoundationEssentials

/// Writes CBOR (RFC 8949), each item as its bytes: also what a reader shall refuse.
enum CBOR {
    static func number(_ number: Int) -> Data {
        number < 0 ? head(1, UInt64(-1 - number)) : head(0, UInt64(number))
    }

    static func bytes(_ bytes: Data) -> Data { head(2, UInt64(bytes.count)) + bytes }

    static func text(_ text: String) -> Data { head(3, UInt64(text.utf8.count)) + Data(text.utf8) }

    static func list(_ items: [Data]) -> Data { head(4, UInt64(items.count)) + items.reduce(Data(), +) }

    static func map(_ entries: [(Data, Data)]) -> Data {
        head(5, UInt64(entries.count)) + entries.reduce(Data()) { $0 + $1.0 + $1.1 }
    }

    /// - Parameter kind: The major type, 0 to 7.
    static func head(_ kind: UInt8, _ argument: UInt64) -> Data {
        let bytes = withUnsafeBytes(of: argument.bigEndian) { Data($0) }
        return switch argument {
        case 0...23: Data([kind << 5 | UInt8(argument)])
        case 24...0xff: Data([kind << 5 | 24]) + bytes.suffix(1)
        case 0x100...0xffff: Data([kind << 5 | 25]) + bytes.suffix(2)
        case 0x1_0000...0xffff_ffff: Data([kind << 5 | 26]) + bytes.suffix(4)
        default: Data([kind << 5 | 27]) + bytes
        }
    }
}
