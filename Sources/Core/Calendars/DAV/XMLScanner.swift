/// Reads XML 1.0 with namespaces, as servers answer it: UTF-8, without a document type and so without entities of its own. One piece at
/// a time, with memory for that piece and for the elements that are open. Decision 0586.
struct XMLScanner {
    enum Piece {
        case begin(XMLName, attributes: [String: String])
        case text(String)
        case end
    }

    /// How deep elements may stand in each other. Answers have about ten levels.
    static let mostOpen = 32
    /// Of one element.
    static let mostAttributes = 64

    private struct Open {
        /// As it is written, with its prefix.
        var name: ArraySlice<UInt8>
        /// By prefix, "" for none.
        var namespaces: [String: String]
    }

    private let bytes: [UInt8]
    private var at: Int
    private var open: [Open] = []
    /// Whether the next piece ends the element that was just begun: `<a/>`.
    private var isEmpty = false
    private var hasRoot = false

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        at = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    /// `nil` at the end of the document.
    mutating func next() throws(XMLReadError) -> Piece? {
        if isEmpty {
            isEmpty = false
            open.removeLast()
            return .end
        }
        while at < bytes.count {
            guard bytes[at] == UInt8(ascii: "<") else {
                let text = try characters()
                if !open.isEmpty { return .text(text) }
                guard text.allSatisfy(\.isWhitespace) else { throw .malformed }
                continue
            }
            if skips("<?") {
                try instruction()
            } else if skips("<!--") {
                _ = try upTo("-->")
            } else if skips("<![CDATA[") {
                guard !open.isEmpty else { throw .malformed }
                return .text(Self.lines(String(decoding: try upTo("]]>"), as: UTF8.self)))
            } else if skips("<!") {
                throw .hasDocumentType
            } else if skips("</") {
                let name = try self.name()
                space()
                guard skips(">"), let last = open.popLast(), last.name == name else { throw .malformed }
                return .end
            } else {
                at += 1
                return try begin()
            }
        }
        guard open.isEmpty, hasRoot else { throw .malformed }
        return nil
    }

    private mutating func begin() throws(XMLReadError) -> Piece {
        guard !open.isEmpty || !hasRoot else { throw .malformed }
        guard open.count < Self.mostOpen else { throw .tooLarge }
        hasRoot = true
        let written = try name()
        var namespaces = open.last?.namespaces ?? ["xml": "http://www.w3.org/XML/1998/namespace"]
        var (attributes, count): ([String: String], Int) = ([:], 0)
        while true {
            let isApart = space()
            if skips(">") { break }
            if skips("/>") {
                isEmpty = true
                break
            }
            count += 1
            guard isApart else { throw .malformed }
            guard count <= Self.mostAttributes else { throw .tooLarge }
            let name = String(decoding: try self.name(), as: UTF8.self)
            space()
            guard skips("=") else { throw .malformed }
            space()
            let value = try attribute()
            if name == "xmlns" {
                namespaces[""] = value
            } else if name.hasPrefix("xmlns:") {
                namespaces[String(name.dropFirst("xmlns:".count))] = value
            } else if !name.contains(":") {
                guard attributes.updateValue(value, forKey: name) == nil else { throw .malformed }
            }
        }
        open.append(Open(name: written, namespaces: namespaces))
        let parts = String(decoding: written, as: UTF8.self)
            .split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        let prefix = parts.count == 2 ? String(parts[0]) : ""
        guard let local = parts.last, !local.isEmpty,
            let namespace = namespaces[prefix] ?? (prefix.isEmpty ? "" : nil)
        else { throw .malformed }
        return .begin(XMLName(namespace: namespace, local: String(local)), attributes: attributes)
    }

    /// `<?xml version="1.0" encoding="utf-8"?>`, or one for a program.
    private mutating func instruction() throws(XMLReadError) {
        let text = String(decoding: try upTo("?>"), as: UTF8.self).lowercased()
        guard text.hasPrefix("xml"),
            let place = text.split(separator: "encoding", maxSplits: 1).dropFirst().first
        else { return }
        let encoding = place.split { " \t\r\n='\"".contains($0) }.first
        guard ["utf-8", "utf8", "us-ascii"].contains(encoding) else { throw .malformed }
    }

    private mutating func name() throws(XMLReadError) -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.count, !" \t\r\n<>/='\"&?!".utf8.contains(bytes[at]) { at += 1 }
        guard at > start else { throw .malformed }
        return bytes[start..<at]
    }

    private mutating func attribute() throws(XMLReadError) -> String {
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") || bytes[at] == UInt8(ascii: "'") else {
            throw .malformed
        }
        let quote = bytes[at]
        at += 1
        let start = at
        while at < bytes.count, bytes[at] != quote, bytes[at] != UInt8(ascii: "<") { at += 1 }
        guard at < bytes.count, bytes[at] == quote else { throw .malformed }
        defer { at += 1 }
        return try Self.resolved(bytes[start..<at])
    }

    /// Up to the next tag.
    private mutating func characters() throws(XMLReadError) -> String {
        let start = at
        while at < bytes.count, bytes[at] != UInt8(ascii: "<") { at += 1 }
        return try Self.resolved(bytes[start..<at])
    }

    /// With what `&` begins put in (XML 1.0, 4.1 and 4.6).
    private static func resolved(_ raw: ArraySlice<UInt8>) throws(XMLReadError) -> String {
        guard raw.contains(UInt8(ascii: "&")) else { return lines(String(decoding: raw, as: UTF8.self)) }
        var text = ""
        var rest = raw
        while let begin = rest.firstIndex(of: UInt8(ascii: "&")) {
            text += lines(String(decoding: rest[..<begin], as: UTF8.self))
            // The longest one: `&#x10FFFF;`, perhaps with some noughts.
            guard let end = rest[begin...].prefix(20).firstIndex(of: UInt8(ascii: ";")) else {
                throw .malformed
            }
            let reference = String(decoding: rest[(begin + 1)..<end], as: UTF8.self)
            guard let scalar = scalar(reference) else { throw .malformed }
            text.unicodeScalars.append(scalar)
            rest = rest[(end + 1)...]
        }
        return text + lines(String(decoding: rest, as: UTF8.self))
    }

    private static func scalar(_ reference: String) -> Unicode.Scalar? {
        switch reference {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: break
        }
        let code: UInt32? =
            if reference.hasPrefix("#x") {
                UInt32(reference.dropFirst(2), radix: 16)
            } else if reference.hasPrefix("#") {
                UInt32(reference.dropFirst())
            } else {
                nil
            }
        guard let code, code >= 0x20 || [0x9, 0xA, 0xD].contains(code) else { return nil }
        return Unicode.Scalar(code)
    }

    /// Every end of a line is a line feed (XML 1.0, 2.11).
    private static func lines(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "\r")) else { return text }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count)
        var wasReturn = false
        for byte in text.utf8 {
            if byte == UInt8(ascii: "\n"), wasReturn {
                wasReturn = false
                continue
            }
            wasReturn = byte == UInt8(ascii: "\r")
            bytes.append(wasReturn ? UInt8(ascii: "\n") : byte)
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Whether this stands here; then it is left behind.
    private mutating func skips(_ text: StaticString) -> Bool {
        let isHere = text.withUTF8Buffer { bytes[at...].starts(with: $0) }
        if isHere { at += text.utf8CodeUnitCount }
        return isHere
    }

    /// What stands before this, which is left behind too.
    private mutating func upTo(_ end: StaticString) throws(XMLReadError) -> ArraySlice<UInt8> {
        let start = at
        while at < bytes.count {
            let here = at
            if skips(end) { return bytes[start..<here] }
            at += 1
        }
        throw .malformed
    }

    /// Whether there was any.
    @discardableResult
    private mutating func space() -> Bool {
        let start = at
        while at < bytes.count, " \t\r\n".utf8.contains(bytes[at]) { at += 1 }
        return at > start
    }
}
