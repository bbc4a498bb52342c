/// What the first bytes of a picture say of it. The picture itself is only ever drawn by browsers.
public struct PictureHeader: Sendable, Equatable {
    public var kind: PictureKind
    /// In pixels.
    public var width: Int
    public var height: Int

    /// `nil` if it is not a picture, or its size is not where it should be.
    public init?(_ bytes: [UInt8]) {
        guard
            let (kind, size) = Self.png(bytes).map({ (PictureKind.png, $0) })
                ?? Self.jpeg(bytes).map({ (.jpeg, $0) }) ?? Self.webp(bytes).map({ (.webp, $0) }),
            size.width > 0, size.height > 0
        else { return nil }
        self.kind = kind
        (width, height) = size
    }

    /// Looks whether bytes are a picture that can be kept: of the kind that they came as, and no larger than people's may be.
    public static func check(_ bytes: [UInt8], isKind kind: PictureKind) throws(FieldProblem) {
        guard bytes.count <= PersonPicture.mostBytes else {
            throw FieldProblem(
                "picture", "it is larger than \(PersonPicture.mostBytes / 1024) KiB: choose a smaller picture"
            )
        }
        guard let header = PictureHeader(bytes) else {
            throw FieldProblem(
                "picture", "this is not a PNG, JPEG or WebP picture, or it did not arrive whole")
        }
        guard header.kind == kind else {
            throw FieldProblem("picture", "it came as \(kind.name), and is \(header.kind.name)")
        }
        let longest = PersonPicture.longestSide
        guard header.width <= longest, header.height <= longest else {
            throw FieldProblem(
                "picture",
                "it has \(header.width) × \(header.height) pixels: up to \(longest) on each side can be kept")
        }
    }
}

extension PictureHeader {
    fileprivate typealias Size = (width: Int, height: Int)

    /// `IHDR` is always the first chunk.
    fileprivate static func png(_ bytes: [UInt8]) -> Size? {
        var reader = PictureReader(bytes)
        guard reader.has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13]), reader.has("IHDR"),
            let width = reader.big(4), let height = reader.big(4)
        else { return nil }
        return (width, height)
    }

    /// The size stands in the frame's header, behind whatever a camera has written before. The walk is that of `PictureStripper`:
    /// what is taken for a picture here can be stripped there.
    fileprivate static func jpeg(_ bytes: [UInt8]) -> Size? {
        guard bytes.starts(with: [0xFF, 0xD8, 0xFF]) else { return nil }
        var reader = PictureReader(bytes.dropFirst(2))
        while let marker = PictureStripper.nextMarker(&reader) {
            switch marker {
            // Without a length.
            case 0x01, 0xD0...0xD7: continue
            // Another beginning, the end, or the pixels, without a frame.
            case 0xD8...0xDA: return nil
            default:
                guard let length = reader.big(2), let content = reader.take(length - 2) else { return nil }
                // Tables that only look like a frame.
                guard case 0xC0...0xCF = marker, ![0xC4, 0xC8, 0xCC].contains(marker) else { continue }
                var frame = PictureReader(content.dropFirst())
                guard let height = frame.big(2), let width = frame.big(2) else { return nil }
                return (width, height)
            }
        }
        return nil
    }

    /// Three kinds of first chunk: lossy, lossless, and with more than pixels.
    fileprivate static func webp(_ bytes: [UInt8]) -> Size? {
        var reader = PictureReader(bytes)
        guard reader.has("RIFF"), let length = reader.little(4), length <= reader.rest.count,
            reader.has("WEBP"), let kind = reader.take(4), reader.take(4) != nil
        else { return nil }
        switch String(decoding: kind, as: UTF8.self) {
        case "VP8 ":
            guard reader.take(3) != nil, reader.has([0x9D, 0x01, 0x2A]), let width = reader.little(2),
                let height = reader.little(2)
            else { return nil }
            return (width & 0x3FFF, height & 0x3FFF)
        case "VP8L":
            guard reader.has([0x2F]), let bits = reader.little(4) else { return nil }
            return ((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1)
        case "VP8X":
            guard reader.take(4) != nil, let width = reader.little(3), let height = reader.little(3) else {
                return nil
            }
            return (width + 1, height + 1)
        default: return nil
        }
    }
}

extension PictureReader {
    /// Whether these bytes come next; they are taken then.
    fileprivate mutating func has(_ wanted: [UInt8]) -> Bool {
        take(wanted.count)?.elementsEqual(wanted) ?? false
    }

    fileprivate mutating func has(_ text: String) -> Bool { has(Array(text.utf8)) }
}
