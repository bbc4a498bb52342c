extension PictureStripper {
    private static let pngMark: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    /// What a PNG needs to be drawn (W3C PNG, 11): what must be known, and how light and clear its colours are.
    private static let pngKept: Set<String> = [
        "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "sBIT",
    ]

    static func png(_ bytes: [UInt8]) -> [UInt8]? {
        var reader = PictureReader(bytes)
        guard reader.take(8)?.elementsEqual(pngMark) == true else { return nil }
        var kept: [(name: String, chunk: ArraySlice<UInt8>)] = []
        var orientation: PictureOrientation?
        while true {
            let start = reader.rest
            guard let length = reader.big(4), let code = reader.take(4), let content = reader.take(length),
                reader.take(4) != nil
            else { return nil }
            let name = String(decoding: code, as: UTF8.self)
            if name == "eXIf" { orientation = orientation ?? PictureOrientation(exif: content) }
            if pngKept.contains(name) {
                kept.append((name, start.prefix(length + 12)))
            } else if code.first.map({ $0 & 0x20 == 0 }) ?? true {
                // Who does not know this one must not draw the picture.
                return nil
            }
            if name == "IEND" { break }
        }
        guard kept.first?.name == "IHDR", kept.contains(where: { $0.name == "IDAT" }) else { return nil }
        var stripped = pngMark
        for (place, part) in kept.enumerated() {
            stripped += part.chunk
            if place == 0, let orientation { stripped += pngChunk("eXIf", orientation.tiff) }
        }
        return stripped
    }

    private static func pngChunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
        func big(_ number: UInt32) -> [UInt8] { [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
        let body = Array(name.utf8) + content
        return big(UInt32(content.count)) + body + big(checksum(body))
    }

    /// CRC-32 (ISO 3309), bit by bit: it is only made of some thirty bytes.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { sum, _ in sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
        }
    }
}
