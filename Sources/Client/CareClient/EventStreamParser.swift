/// Cuts a stream of server-sent events into events; bytes may come in any pieces.
///
/// After the HTML standard, section 9.2.6. Comments only show that the stream is alive.
struct EventStreamParser {
    struct Event: Equatable {
        var name: String
        var data: String
    }

    /// A longer event is not Beckon's.
    struct TooLong: Error {}

    private static let limit = 1 << 20

    private var line: [UInt8] = []
    private var lastWasReturn = false
    private var name = ""
    private var data: [String] = []
    private var dataLength = 0

    mutating func read(_ bytes: some Sequence<UInt8>) throws(TooLong) -> [Event] {
        var events: [Event] = []
        for byte in bytes {
            defer { lastWasReturn = byte == UInt8(ascii: "\r") }
            switch byte {
            case UInt8(ascii: "\n") where lastWasReturn: break
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                if let event = endLine() { events.append(event) }
            default:
                line.append(byte)
                guard line.count + dataLength <= Self.limit else { throw TooLong() }
            }
        }
        return events
    }

    private mutating func endLine() -> Event? {
        defer { line.removeAll(keepingCapacity: true) }
        guard !line.isEmpty else { return endEvent() }
        let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
        var value = parts.count > 1 ? parts[1] : []
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        switch String(decoding: parts[0], as: UTF8.self) {
        case "event": name = String(decoding: value, as: UTF8.self)
        case "data":
            data.append(String(decoding: value, as: UTF8.self))
            dataLength += value.count
        default: break  // Comments begin with a colon; ids stand in the data too.
        }
        return nil
    }

    private mutating func endEvent() -> Event? {
        defer {
            name = ""
            data = []
            dataLength = 0
        }
        return data.isEmpty ? nil : Event(name: name, data: data.joined(separator: "\n"))
    }
}
