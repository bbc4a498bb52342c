import FoundationEssentials

/// One item of CBOR (RFC 8949), as far as authenticators use it.
enum CBORItem: Equatable {
    case number(Int64)
    case bytes(Data)
    case text(String)
    case list([CBORItem])
    case map([CBORKey: CBORItem])
    /// True, false, null, undefined, or a number with a fraction: nothing here asks which.
    case other
}

/// What stands before the colon in a map.
enum CBORKey: Hashable {
    case number(Int64)
    case text(String)
}

/// Reads the CBOR of authenticators (FIDO CTAP 2.1, 8, "CTAP2 canonical CBOR encoding form"): lengths are told beforehand, there are no
/// tags, lists and maps lie at most four deep in one another, and no key comes twice. Neither the order of keys nor the shortest way to
/// write a number is asked for: some authenticators do it otherwise, and nothing depends on it.
///
/// No length is believed: what is read is never more than what is there.
struct CBORReader {
    /// How many lists and maps may lie in one another.
    static let deepest = 4

    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: Data) { self.bytes = Array(bytes) }

    /// The only item that is there.
    static func whole(_ bytes: Data) throws(PasskeyFault) -> CBORItem {
        var reader = CBORReader(bytes)
        let item = try reader.item()
        guard reader.isAtEnd else { throw .malformed }
        return item
    }

    var isAtEnd: Bool { position == bytes.count }

    /// The next bytes as they are, outside of all items.
    mutating func take(_ count: UInt64) throws(PasskeyFault) -> Data {
        guard count <= UInt64(bytes.count - position) else { throw .malformed }
        defer { position += Int(count) }
        return Data(bytes[position..<position + Int(count)])
    }

    /// A number of so many bytes, the greatest one first.
    ///
    /// - Parameter count: 1, 2, 4 or 8.
    mutating func number(of count: UInt64) throws(PasskeyFault) -> UInt64 {
        try take(count).reduce(0) { $0 << 8 | UInt64($1) }
    }

    /// The next item, and the bytes that it is written with.
    mutating func itemAndBytes() throws(PasskeyFault) -> (item: CBORItem, bytes: Data) {
        let start = position
        let item = try item()
        return (item, Data(bytes[start..<position]))
    }

    /// - Parameter levels: How many lists and maps may lie in one another from here on.
    mutating func item(levels: Int = deepest) throws(PasskeyFault) -> CBORItem {
        let head = try number(of: 1)
        let (kind, detail) = (head >> 5, head & 31)
        if kind == 7 { return try other(detail) }
        let argument =
            switch detail {
            case 0...23: detail
            case 24...27: try number(of: 1 << (detail - 24))
            default: throw PasskeyFault.malformed
            }
        switch kind {
        case 0, 1:
            guard let number = Int64(exactly: argument) else { throw .malformed }
            return .number(kind == 0 ? number : -1 - number)
        case 2: return .bytes(try take(argument))
        case 3:
            guard let text = String(validating: try take(argument), as: UTF8.self) else { throw .malformed }
            return .text(text)
        case 4: return .list(try list(argument, levels: levels))
        case 5: return .map(try map(argument, levels: levels))
        default: throw .malformed
        }
    }

    private mutating func list(_ count: UInt64, levels: Int) throws(PasskeyFault) -> [CBORItem] {
        guard levels > 0 else { throw .malformed }
        var items: [CBORItem] = []
        // Each item takes a byte at least: a count that is too high ends where the bytes do.
        var left = count
        while left > 0 {
            items.append(try item(levels: levels - 1))
            left -= 1
        }
        return items
    }

    private mutating func map(_ count: UInt64, levels: Int) throws(PasskeyFault) -> [CBORKey: CBORItem] {
        guard levels > 0 else { throw .malformed }
        var entries: [CBORKey: CBORItem] = [:]
        var left = count
        while left > 0 {
            let key = try key()
            guard entries[key] == nil else { throw .malformed }
            entries[key] = try item(levels: levels - 1)
            left -= 1
        }
        return entries
    }

    private mutating func key() throws(PasskeyFault) -> CBORKey {
        switch try item(levels: 0) {
        case .number(let number): .number(number)
        case .text(let text): .text(text)
        case .bytes, .list, .map, .other: throw .malformed
        }
    }

    private mutating func other(_ detail: UInt64) throws(PasskeyFault) -> CBORItem {
        switch detail {
        case 20...23: break
        case 25...27: _ = try take(1 << (detail - 24))
        default: throw .malformed
        }
        return .other
    }
}
