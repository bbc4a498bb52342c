public import Care

/// A form with files, as browsers send it: `multipart/form-data`, RFC 7578.
///
/// Only what browsers write is taken. Nothing before the first part, no part inside another, no encoding but the bytes
/// themselves: what is not needed cannot be misread.
public struct MultipartForm: Sendable, Equatable {
    public static let mediaType = "multipart/form-data"
    /// As many bytes as everything around a file may have.
    public static let mostAround = 64 * 1024
    private static let mostParts = 40
    /// All headers of one part, bytes; browsers need some 200.
    private static let longestHead = 2048
    private static let longestField = 16 * 1024

    /// What was typed, in its order.
    public private(set) var fields = PageFields()
    /// The files that were chosen, at most one of each field.
    public private(set) var files: [PageFile] = []

    /// Reads a body.
    ///
    /// - Parameter contentType: The header of the message; it gives the boundary between the parts.
    public init(_ body: [UInt8], contentType: String) throws(CareProblem) {
        guard let boundary = Self.boundary(in: contentType) else { throw Self.torn }
        let (between, first) = (Array("\r\n--\(boundary)".utf8), Array("--\(boundary)".utf8))
        guard body.starts(with: first) else { throw Self.torn }
        var rest = body[first.count...]
        var parts = 0
        while !Self.takes("--", &rest) {
            parts += 1
            guard parts <= Self.mostParts, Self.takes("\r\n", &rest),
                let headEnd = Self.place(of: Array("\r\n\r\n".utf8), in: rest.prefix(Self.longestHead)),
                let end = Self.place(of: between, in: rest[(headEnd + 4)...])
            else { throw Self.torn }
            try add(PartHead(rest[..<headEnd]), rest[(headEnd + 4)..<end])
            rest = rest[(end + between.count)...]
        }
        _ = Self.takes("\r\n", &rest)
        guard rest.isEmpty else { throw Self.torn }
    }

    private mutating func add(_ head: PartHead, _ content: ArraySlice<UInt8>) throws(CareProblem) {
        guard let fileName = head.fileName else {
            guard content.count <= Self.longestField else {
                throw CareProblem(
                    .tooLarge, "it is too long: write at most \(Self.longestField / 1024) KiB",
                    field: head.name)
            }
            fields.pairs.append((head.name, String(decoding: content, as: UTF8.self)))
            return
        }
        // Where nobody has chosen a file, browsers send one without a name and without a byte.
        guard !fileName.isEmpty || !content.isEmpty else { return }
        guard !files.contains(where: { $0.field == head.name }) else {
            throw CareProblem(.badRequest, "only one file can be sent at once", field: head.name)
        }
        files.append(PageFile(field: head.name, bytes: Array(content)))
    }

    static var torn: CareProblem { CareProblem(.badRequest, "the form did not arrive whole: send it again") }

    /// The boundary between the parts: 1 to 70 letters, digits and some signs.
    private static func boundary(in contentType: String) -> String? {
        let parts = contentType.split(separator: ";").map { String($0).trimmed() }
        guard parts.first?.lowercased() == mediaType else { return nil }
        let named = parts.dropFirst().filter { $0.lowercased().hasPrefix("boundary=") }
        guard named.count == 1, var text = named.first?.dropFirst("boundary=".count) else { return nil }
        if text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") { text = text.dropFirst().dropLast() }
        let isPlain = text.utf8.allSatisfy { byte in
            Character(Unicode.Scalar(byte)).isLetter && byte < 0x80
                || Character(Unicode.Scalar(byte)).isNumber && byte < 0x80
                || "'()+_,-./:=?".utf8.contains(byte)
        }
        return isPlain && (1...70).contains(text.utf8.count) ? String(text) : nil
    }

    /// Removes a text from the front; returns whether it was there.
    private static func takes(_ text: String, _ rest: inout ArraySlice<UInt8>) -> Bool {
        guard rest.starts(with: text.utf8) else { return false }
        rest = rest.dropFirst(text.utf8.count)
        return true
    }

    /// Where some bytes begin, as Horspool searches: a file of many MB is looked at in steps of the boundary's length.
    private static func place(of wanted: [UInt8], in bytes: ArraySlice<UInt8>) -> Int? {
        let last = wanted.count - 1
        var steps = [Int](repeating: wanted.count, count: 256)
        for (index, byte) in wanted.dropLast().enumerated() { steps[Int(byte)] = last - index }
        return bytes.withUnsafeBufferPointer { bytes -> Int? in
            var start = 0
            while start + last < bytes.count {
                let end = bytes[start + last]
                if end == wanted[last], bytes[start...start + last].elementsEqual(wanted) { return start }
                start += steps[Int(end)]
            }
            return nil
        }.map { $0 + bytes.startIndex }
    }
}

/// A file that a form has brought.
public struct PageFile: Sendable, Equatable {
    /// The name of the form's field.
    public var field: String
    public var bytes: [UInt8]

    public init(field: String, bytes: [UInt8]) {
        self.field = field
        self.bytes = bytes
    }
}

/// The headers of one part.
private struct PartHead {
    let name: String
    /// `nil` for a field that is no file. Where it lay on somebody's disk is of no matter here.
    let fileName: String?

    init(_ bytes: ArraySlice<UInt8>) throws(CareProblem) {
        var name: String?
        var fileName: String?
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\r\n") {
            let parts = line.split(separator: ":", maxSplits: 1)
            guard parts.count == 2 else { throw MultipartForm.torn }
            let value = String(parts[1]).trimmed()
            switch parts[0].lowercased() {
            case "content-disposition":
                guard name == nil, let found = Self.names(in: value) else { throw MultipartForm.torn }
                (name, fileName) = found
            case "content-type":
                guard !value.lowercased().hasPrefix("multipart/") else {
                    throw CareProblem(.badRequest, "a form inside a form cannot be sent")
                }
            // Another encoding would have to be undone; browsers use none.
            default: throw MultipartForm.torn
            }
        }
        guard let name else { throw MultipartForm.torn }
        self.name = name
        self.fileName = fileName
    }

    /// `form-data; name="picture"; filename="me.jpg"`.
    private static func names(in value: String) -> (String, String?)? {
        let kind = "form-data"
        guard value.lowercased().hasPrefix(kind) else { return nil }
        var rest = value.dropFirst(kind.count)
        var found: [String: String] = [:]
        while !rest.isEmpty {
            rest = rest.drop { $0 == ";" || $0 == " " }
            guard let equals = rest.firstIndex(of: "="), rest[equals...].hasPrefix("=\"") else { return nil }
            let key = rest[..<equals].lowercased()
            let text = rest[rest.index(equals, offsetBy: 2)...]
            // Browsers write a quotation mark in a name as %22, and nothing with a backslash that matters here.
            guard let end = text.firstIndex(of: "\""),
                found.updateValue(String(text[..<end]), forKey: key) == nil
            else { return nil }
            rest = text[text.index(after: end)...]
        }
        guard let name = found.removeValue(forKey: "name"), !name.isEmpty else { return nil }
        let fileName = found.removeValue(forKey: "filename")
        return found.isEmpty ? (name, fileName) : nil
    }
}
