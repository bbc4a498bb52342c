import Care
import Testing

/// Pictures as a camera or a phone writes them, made byte by byte, with a place where they were taken.
struct PictureStripperTests {
    /// Stands in everything that is to go.
    private static let secret = Array("48.137N 11.575E Anna's kitchen".utf8)

    private static func big(_ number: Int, _ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(number >> (8 * (count - 1 - $0)) & 0xFF) }
    }
    private static func little(_ number: Int, _ count: Int) -> [UInt8] { big(number, count).reversed() }

    /// A TIFF file with a place, and how the camera was held.
    private static func tiff(orientation: Int?, isBig: Bool = true) -> [UInt8] {
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            isBig ? big(value, count) : little(value, count)
        }
        var entries: [[UInt8]] = [number(0x010F, 2) + number(2, 2) + number(30, 4) + number(100, 4)]
        if let orientation {
            entries.append(
                number(0x0112, 2) + number(3, 2) + number(1, 4) + number(orientation, 2) + number(0, 2))
        }
        entries.append(number(0x8825, 2) + number(4, 2) + number(1, 4) + number(60, 4))
        return (isBig ? [0x4D, 0x4D] : [0x49, 0x49]) + number(42, 2) + number(8, 4) + number(entries.count, 2)
            + entries.flatMap(\.self) + number(0, 4) + secret
    }

    private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
        [0xFF, marker] + big(content.count + 2, 2) + content
    }

    private static let frame = segment(0xC2, [8, 0x01, 0xE0, 0x02, 0x80, 1, 1, 0x11, 0])
    private static let table = segment(0xDB, [0] + Array(repeating: 1, count: 64))
    /// Two scans of a progressive picture, with what looks like a marker in them.
    private static let scans =
        segment(0xDA, [1, 1, 0, 0, 0, 0]) + [0x12, 0xFF, 0x00, 0xFE, 0xFF, 0xD3, 0x34]
        + segment(0xC4, [0, 1, 2, 3]) + segment(0xDA, [1, 1, 0, 1, 63, 0]) + [0x56, 0xFF, 0x00]
    private static let adobe = Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 1]

    /// With JFIF and a small copy, Exif, XMP, ICC, IPTC, a comment between its scans, and another picture behind its end.
    private static func jpeg(orientation: Int?) -> [UInt8] {
        let jfif = segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 10, 1] + secret)
        let exif = segment(0xE1, Array("Exif\0\0".utf8) + tiff(orientation: orientation))
        let xmp = segment(0xE1, Array("http://ns.adobe.com/xap/1.0/\0".utf8) + secret)
        let others: [UInt8] = [0xE2, 0xE3, 0xED, 0xEF, 0xFE].flatMap { segment($0, secret) }
        let comment = segment(0xFE, secret)
        return [0xFF, 0xD8] + jfif + exif + xmp + others + segment(0xEE, adobe + secret) + table + frame
            + scans + comment + [0xFF, 0xFF, 0xD9] + secret + [0xFF, 0xD8, 0xFF, 0xD9]
    }

    private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        big(content.count, 4) + Array(name.utf8) + content + [0xA, 0xB, 0xC, 0xD]
    }

    private static let pngMark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    private static let header = chunk("IHDR", big(640, 4) + big(480, 4) + [8, 3, 0, 0, 0])
    private static let drawn =
        chunk("gAMA", [0, 0, 0xB1, 0x8F]) + chunk("PLTE", [1, 2, 3]) + chunk("tRNS", [9])
        + chunk("IDAT", [1, 2])
        + chunk("IDAT", [3])

    private static func png(orientation: Int?) -> [UInt8] {
        let texts = ["tEXt", "zTXt", "iTXt", "tIME", "iCCP", "prVt"].flatMap { chunk($0, secret) }
        return pngMark + header + texts + chunk("eXIf", tiff(orientation: orientation, isBig: false)) + drawn
            + chunk("tEXt", secret) + chunk("IEND", []) + secret
    }

    private static func riff(_ name: String, _ content: [UInt8]) -> [UInt8] {
        Array(name.utf8) + little(content.count, 4) + content + (content.count % 2 == 1 ? [0] : [])
    }

    private static func webp(_ chunks: [UInt8]) -> [UInt8] {
        Array("RIFF".utf8) + little(chunks.count + 4, 4) + Array("WEBP".utf8) + chunks
    }

    private static let lossy = riff("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 0x42, 0xE0, 0x01, 7])
    private static func extended(_ flags: UInt8) -> [UInt8] {
        riff("VP8X", [flags, 0, 0, 0, 0x7F, 0x02, 0, 0xDF, 0x01, 0])
    }

    private static func webp(orientation: Int?) -> [UInt8] {
        webp(
            extended(0x3C) + riff("ICCP", secret) + riff("ALPH", [5]) + lossy
                + riff("EXIF", tiff(orientation: orientation)) + riff("XMP ", secret)
                + riff("????", secret)) + secret
    }

    private static var all: [(kind: PictureKind, make: (Int?) -> [UInt8])] {
        [
            (.jpeg, { jpeg(orientation: $0) }), (.png, { png(orientation: $0) }),
            (.webp, { webp(orientation: $0) }),
        ]
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    @Test("What tells of place, time and makers is taken out, and the picture stays")
    func whatTellsOfPlaceTimeAndMakersIsTaken() throws {
        #expect(
            PictureStripper.stripped(Self.jpeg(orientation: nil), kind: .jpeg)
                == [0xFF, 0xD8]
                + Self.segment(0xE0, Array("JFIF\0".utf8) + [1, 2, 0, 0, 1, 0, 1, 0, 0])
                + Self.segment(0xEE, Self.adobe) + Self.table + Self.frame + Self.scans + [0xFF, 0xD9])
        #expect(
            PictureStripper.stripped(Self.png(orientation: nil), kind: .png)
                == Self.pngMark + Self.header + Self.drawn + Self.chunk("IEND", []))
        #expect(
            PictureStripper.stripped(Self.webp(orientation: nil), kind: .webp)
                == Self.webp(Self.extended(0x10) + Self.riff("ALPH", [5]) + Self.lossy))
        for (kind, make) in Self.all {
            let stripped = try #require(PictureStripper.stripped(make(nil), kind: kind))
            #expect(!Self.contains(stripped, Array("kitchen".utf8)))
            try PictureHeader.check(stripped, isKind: kind)
        }
    }

    @Test("How the camera was held stays, alone, and stripped again it is the same")
    func howTheCameraWasHeldStaysAloneAndStripped() throws {
        let alone: [UInt8] =
            [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0] + [0, 0, 0, 0]
        for (kind, make) in Self.all {
            let stripped = try #require(PictureStripper.stripped(make(6), kind: kind))
            #expect(Self.contains(stripped, alone), "\(kind)")
            #expect(!Self.contains(stripped, Array("kitchen".utf8)))
            #expect(PictureStripper.stripped(stripped, kind: kind) == stripped)
            // As it is, or a number that means nothing, is as good as nothing.
            for other in [0, 1, 9, 600] {
                #expect(
                    PictureStripper.stripped(make(other), kind: kind)
                        == PictureStripper.stripped(make(nil), kind: kind))
            }
        }
        // A reader of PNG looks at the sum behind a chunk.
        let png = try #require(PictureStripper.stripped(Self.png(orientation: 6), kind: .png))
        let chunk = Array("eXIf".utf8) + alone
        let place = try #require(png.indices.first { png[$0...].starts(with: chunk) })
        #expect(Array(png[(place + chunk.count)...].prefix(4)) == Self.sum(chunk))
    }

    /// CRC-32 with a table, as the PNG specification's annex has it.
    private static func sum(_ bytes: [UInt8]) -> [UInt8] {
        let table = (UInt32(0)..<256).map { byte in
            (0..<8).reduce(byte) { value, _ in value % 2 == 1 ? 0xEDB8_8320 ^ (value / 2) : value / 2 }
        }
        let sum = bytes.reduce(UInt32(0xFFFF_FFFF)) { table[Int(($0 ^ UInt32($1)) % 256)] ^ ($0 / 256) }
        return big(Int(sum ^ 0xFFFF_FFFF), 4)
    }

    @Test("A moving picture's own parts are looked through, too")
    func aMovingPicturesOwnPartsAreLookedThroughToo() throws {
        let place = Array(repeating: UInt8(0), count: 16)
        let moving = Self.webp(
            Self.extended(0x02) + Self.riff("ANIM", [0, 0, 0, 0, 0, 0])
                + Self.riff("ANMF", place + Self.lossy + Self.riff("XMP ", Self.secret)))
        #expect(
            PictureStripper.stripped(moving, kind: .webp)
                == Self.webp(
                    Self.extended(0x02) + Self.riff("ANIM", [0, 0, 0, 0, 0, 0])
                        + Self.riff("ANMF", place + Self.lossy)))
    }

    @Test("One that was cut off is kept as far as it goes where that can be shown")
    func oneThatWasCutOffIsKeptAsFar() {
        let cut = [0xFF, 0xD8] + Self.table + Self.frame + Self.scans
        #expect(PictureStripper.stripped(cut, kind: .jpeg) == cut)
        #expect(PictureStripper.stripped(Array(Self.png(orientation: 3).prefix(400)), kind: .png) == nil)
        #expect(PictureStripper.stripped([], kind: .jpeg) == nil)
        // What nobody knows and must be known.
        #expect(
            PictureStripper.stripped(
                Self.pngMark + Self.header + Self.chunk("QQQQ", []) + Self.drawn + Self.chunk("IEND", []),
                kind: .png) == nil)
    }

    @Test("What is torn or bent anywhere never lets the place through, and is read without a fault")
    func whatIsTornOrBentAnywhereNeverLetsThe() {
        for (kind, make) in Self.all {
            let bytes = make(6)
            for length in 0..<bytes.count {
                let stripped = PictureStripper.stripped(Array(bytes.prefix(length)), kind: kind)
                #expect(stripped.map { !Self.contains($0, Self.secret) } ?? true)
            }
            for place in bytes.indices {
                for value: UInt8 in [0, 1, 0x7F, 0xD9, 0xDA, 0xFF] {
                    var bent = bytes
                    bent[place] = value
                    _ = PictureStripper.stripped(bent, kind: kind)
                }
            }
            // Lengths that lead beyond the end, or around it.
            for place in bytes.indices.dropLast(8) {
                var bent = bytes
                bent.replaceSubrange(place..<place + 4, with: [0xFF, 0xFF, 0xFF, 0xFF])
                _ = PictureStripper.stripped(bent, kind: kind)
            }
        }
    }
}
