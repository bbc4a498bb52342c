/// Reads TZif bytes, version 2 and later: the second block with its 64-bit times, and the line behind it.
struct TZifReader {
    /// RFC 9636 has 25 h west and 26 h east as the widest offsets.
    static let offsets: ClosedRange<Int32> = -89_999...93_599
    /// More changes than any zone has had; a longer file is refused.
    static let mostChanges = 20_000

    private let bytes: [UInt8]
    private var position = 0

    static func rules(id: String, _ bytes: [UInt8]) throws(ZoneRulesError) -> ZoneRules {
        var reader = TZifReader(bytes: bytes)
        return try reader.read(id)
    }

    private init(bytes: [UInt8]) { self.bytes = bytes }

    private struct Header {
        var version: UInt8
        var utcMarks = 0
        var standardMarks = 0
        var leapSeconds = 0
        var changes = 0
        var types = 0
        var letters = 0

        /// What follows the header, with times of so many bytes.
        func length(timeSize: Int) -> Int {
            changes * (timeSize + 1) + types * 6 + letters + leapSeconds * (timeSize + 4) + standardMarks
                + utcMarks
        }
    }

    private mutating func read(_ id: String) throws(ZoneRulesError) -> ZoneRules {
        let first = try header()
        guard first.version >= 0x32 else { throw .tooOld }
        _ = try take(first.length(timeSize: 4))
        let second = try header()
        guard second.changes <= Self.mostChanges else {
            throw .damaged("\(second.changes) changes of the clocks")
        }
        guard second.types >= 1 else { throw .damaged("no offset") }
        var times: [Int64] = []
        for _ in 0..<second.changes {
            let time = try integer(8)
            guard (ZoneRules.beginning...ZoneRules.end / 2).contains(time),
                times.last.map({ $0 < time }) ?? true
            else { throw .damaged("changes of the clocks that are out of order") }
            times.append(time)
        }
        let indices = try take(second.changes)
        var types: [Int32] = []
        for _ in 0..<second.types {
            let offset = Int32(truncatingIfNeeded: try integer(4))
            guard Self.offsets.contains(offset) else { throw .damaged("an offset of \(offset) s") }
            types.append(offset)
            _ = try take(2)
        }
        _ = try take(
            second.letters + second.leapSeconds * 12 + second.standardMarks + second.utcMarks)
        var offsets = [types[0]]
        for index in indices {
            guard Int(index) < types.count else { throw .damaged("an offset that is not there") }
            offsets.append(types[Int(index)])
        }
        return try ZoneFooter(line()).rules(id: id, after: times, offsets)
    }

    private mutating func header() throws(ZoneRulesError) -> Header {
        guard bytes.count - position >= 4 else { throw position == 0 ? .notTZif : .truncated }
        guard try Array(take(4)) == Array("TZif".utf8) else { throw .notTZif }
        var header = Header(version: try take(1).first ?? 0)
        _ = try take(15)
        header.utcMarks = try count()
        header.standardMarks = try count()
        header.leapSeconds = try count()
        header.changes = try count()
        header.types = try count()
        header.letters = try count()
        return header
    }

    /// A number of entries; no file that we read has a million of anything.
    private mutating func count() throws(ZoneRulesError) -> Int {
        let number = try integer(4)
        guard (0...1_000_000).contains(number) else { throw .damaged("\(number) entries") }
        return Int(number)
    }

    /// The line between two line feeds at the end.
    private mutating func line() throws(ZoneRulesError) -> String {
        guard try take(1).first == 0x0A else { throw .damaged("no last line") }
        let rest = bytes[position...]
        guard let end = rest.firstIndex(of: 0x0A) else { throw .truncated }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    /// Big-endian, with a sign.
    private mutating func integer(_ size: Int) throws(ZoneRulesError) -> Int64 {
        let value = try take(size).reduce(0 as UInt64) { $0 << 8 | UInt64($1) }
        let shift = UInt64(64 - size * 8)
        return Int64(bitPattern: value << shift) >> Int64(shift)
    }

    private mutating func take(_ count: Int) throws(ZoneRulesError) -> ArraySlice<UInt8> {
        guard count <= bytes.count - position else { throw .truncated }
        defer { position += count }
        return bytes[position..<position + count]
    }
}
