import Care
import Testing

struct PictureHeaderTests {
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0x02, 0x80, 0, 0, 0x01, 0xE0, 8, 2, 0, 0, 0]
    /// With what a camera writes, a table that looks like a frame, and a filled-up marker before the frame.
    private static let jpeg: [UInt8] =
        [0xFF, 0xD8, 0xFF, 0xE1, 0, 6, 0xFF, 0xC0, 9, 9, 0xFF, 0xC4, 0, 4, 1, 2, 0xFF, 0xFF, 0xC2, 0, 11, 8]
        + [0x01, 0xE0, 0x02, 0x80, 1, 1, 0x11, 0]

    private static func webp(_ chunk: String, _ bytes: [UInt8]) -> [UInt8] {
        let content = Array("WEBP\(chunk)".utf8) + [UInt8(bytes.count), 0, 0, 0] + bytes
        return Array("RIFF".utf8) + [UInt8(content.count), 0, 0, 0] + content
    }

    /// 640 × 480 in each of its three ways.
    private static let webps = [
        webp("VP8 ", [0, 0, 0, 0x9D, 0x01, 0x2A, 0x80, 0x42, 0xE0, 0x01]),
        webp("VP8L", [0x2F, 0x7F, 0xC2, 0x77, 0x00]),
        webp("VP8X", [0x10, 0, 0, 0, 0x7F, 0x02, 0, 0xDF, 0x01, 0]),
    ]

    @Test("Kind and size are read of each kind") func kindAndSizeAreReadOfEachKind() throws {
        for (kind, pictures) in [
            (PictureKind.png, [Self.png]), (.jpeg, [Self.jpeg]), (.webp, Self.webps),
        ] {
            for bytes in pictures {
                let header = try #require(PictureHeader(bytes))
                #expect(header.kind == kind && header.width == 640 && header.height == 480)
                try PictureHeader.check(bytes, isKind: kind)
            }
        }
    }

    @Test("What the stripper passes over between two segments, the header passes over too")
    func whatTheStripperPassesOverBetweenTwoSegmentsThe() throws {
        var jpeg = Self.jpeg
        // Between the first segment and the second.
        jpeg.insert(contentsOf: [0, 7], at: 10)
        #expect(PictureStripper.stripped(jpeg, kind: .jpeg) != nil)
        let header = try #require(PictureHeader(jpeg))
        #expect(header.width == 640 && header.height == 480)
    }

    @Test("What is torn or bent anywhere is read without a fault")
    func whatIsTornOrBentAnywhereIsReadWithout() {
        for bytes in [Self.png, Self.jpeg] + Self.webps {
            for length in 0..<bytes.count { _ = PictureHeader(Array(bytes.prefix(length))) }
            for place in bytes.indices {
                for value: UInt8 in [0, 1, 0x7F, 0xD0, 0xFF] {
                    var bent = bytes
                    bent[place] = value
                    _ = PictureHeader(bent)
                }
            }
        }
        #expect(PictureHeader(Array(Self.png.prefix(20))) == nil)
        #expect(PictureHeader(Array(Self.jpeg.prefix(24))) == nil)
    }

    @Test(
        "A file that is not a picture is refused",
        arguments: [
            [], Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), Array("GIF89a\u{1}\u{0}".utf8),
            Array("<!DOCTYPE html>".utf8), [0xFF, 0xD8, 0xFF, 0xDA, 0, 8, 0, 0],
            [0xFF, 0xD8, 0xFF, 0xE0, 0, 0],
        ] as [[UInt8]])
    func whatIsNoPictureIsRefused(bytes: [UInt8]) {
        #expect(throws: FieldProblem.self) { try PictureHeader.check(bytes, isKind: .png) }
    }

    @Test("Another kind than said, too many pixels, none, and too many bytes are refused")
    func anotherKindThanSaidTooManyPixelsNoneAnd() {
        func wide(_ high: UInt8, _ low: UInt8) -> [UInt8] {
            var bytes = Self.png
            (bytes[18], bytes[19]) = (high, low)
            return bytes
        }
        #expect(throws: Never.self) { try PictureHeader.check(wide(0x10, 0), isKind: .png) }
        #expect(throws: FieldProblem.self) { try PictureHeader.check(wide(0x10, 1), isKind: .png) }
        #expect(throws: FieldProblem.self) { try PictureHeader.check(wide(0, 0), isKind: .png) }
        #expect(throws: FieldProblem.self) { try PictureHeader.check(Self.png, isKind: .jpeg) }
        let full = Self.png + Array(repeating: 0, count: PersonPicture.mostBytes - Self.png.count)
        #expect(throws: Never.self) { try PictureHeader.check(full, isKind: .png) }
        #expect(throws: FieldProblem.self) { try PictureHeader.check(full + [0], isKind: .png) }
    }
}
