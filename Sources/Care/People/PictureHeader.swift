/// What the first bytes of a picture say of it. The picture itself is only ever drawn by browsers.
public struct PictureHeader: Sendable, Equatable {
    public var kind: PictureKind
    /// In pixels.
    public var width: Int
    public var height: Int

    /// `nil` for what is no picture, or one whose size does not stand where it should.
    public init?(_ bytes: [UInt8]) {
        let input = PictureBytes(bytes: bytes)
        guard
            let (kind, size) = input.png.map({ (PictureKind.png, $0) })
                ?? input.jpeg.map({ (.jpeg, $0) }) ?? input.webp.map({ (.webp, $0) }),
            size.width > 0, size.height > 0
        else { return nil }
        self.kind = kind
        (width, height) = size
    }

    /// Looks whether bytes are a picture that can be kept: of the kind that they came as, and no larger than people's may be.
    public static func check(_ bytes: [UInt8], isKind kind: PictureKind) throws(FieldProblem) {
        guard bytes.count <= PersonPicture.mostBytes else {
            throw FieldProblem("picture", "it is larger than \(PersonPicture.mostBytes / 1024) KiB")
        }
        guard let header = PictureHeader(bytes) else {
            throw FieldProblem("picture", "this is no PNG, JPEG or WebP picture, or it did not come whole")
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

/// Reads sizes. Nothing is read beyond the end, whatever a length says.
private struct PictureBytes {
    typealias Size = (width: Int, height: Int)

    let bytes: [UInt8]

    /// `IHDR` is always the first chunk.
    var png: Size? {
        guard has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13], at: 0), has("IHDR", at: 12),
            let width = big(16, 4), let height = big(20, 4)
        else { return nil }
        return (width, height)
    }

    /// The size stands in the frame's header, behind whatever a camera has written before.
    var jpeg: Size? {
        guard has([0xFF, 0xD8, 0xFF], at: 0) else { return nil }
        var place = 2
        while let first = byte(place), first == 0xFF, let marker = byte(place + 1) {
            switch marker {
            // What fills up, and markers without a length.
            case 0xFF: place += 1
            case 0x01, 0xD0...0xD7: place += 2
            // Tables that only look like a frame.
            case 0xC4, 0xC8, 0xCC:
                guard let next = behind(place) else { return nil }
                place = next
            case 0xC0...0xCF:
                guard let height = big(place + 5, 2), let width = big(place + 7, 2) else { return nil }
                return (width, height)
            // The end, or the pixels, without a frame.
            case 0xD9, 0xDA: return nil
            default:
                guard let next = behind(place) else { return nil }
                place = next
            }
        }
        return nil
    }

    /// Three kinds of first chunk: lossy, lossless, and with more than pixels.
    var webp: Size? {
        guard has("RIFF", at: 0), has("WEBP", at: 8), let length = little(4, 4), length + 8 <= bytes.count
        else { return nil }
        if has("VP8 ", at: 12), has([0x9D, 0x01, 0x2A], at: 23), let width = little(26, 2),
            let height = little(28, 2)
        {
            return (width & 0x3FFF, height & 0x3FFF)
        }
        if has("VP8L", at: 12), has([0x2F], at: 20), let bits = little(21, 4) {
            return ((bits & 0x3FFF) + 1, ((bits >> 14) & 0x3FFF) + 1)
        }
        if has("VP8X", at: 12), let width = little(24, 3), let height = little(27, 3) {
            return (width + 1, height + 1)
        }
        return nil
    }

    private func byte(_ place: Int) -> UInt8? { bytes.indices.contains(place) ? bytes[place] : nil }

    private func has(_ text: String, at place: Int) -> Bool { has(Array(text.utf8), at: place) }

    private func has(_ wanted: [UInt8], at place: Int) -> Bool {
        bytes.dropFirst(place).prefix(wanted.count).elementsEqual(wanted)
    }

    private func big(_ place: Int, _ count: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
    }

    private func little(_ place: Int, _ count: Int) -> Int? {
        guard place + count <= bytes.count else { return nil }
        return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    /// Where the segment at a place of a JPEG is over.
    private func behind(_ place: Int) -> Int? {
        guard let length = big(place + 2, 2), length >= 2 else { return nil }
        return place + 2 + length
    }
}
