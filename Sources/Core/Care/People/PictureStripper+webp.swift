extension PictureStripper {
    /// What is drawn, of a still picture and of one that moves (RFC 9649, 2.7).
    private static let webpKept: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF"]
    /// Bits of `VP8X` that say that there is a colour profile, Exif, or XMP.
    private static let (webpProfile, webpExif, webpXMP): (UInt8, UInt8, UInt8) = (0x20, 0x08, 0x04)

    static func webp(_ bytes: [UInt8]) -> [UInt8]? {
        var file = PictureReader(bytes)
        guard file.take(4)?.elementsEqual("RIFF".utf8) == true, let size = file.little(4),
            let content = file.take(size)
        else { return nil }
        var reader = PictureReader(content)
        guard reader.take(4)?.elementsEqual("WEBP".utf8) == true else { return nil }
        var chunks: [UInt8] = []
        var flagsAt: Int?
        var isDrawn = false
        var orientation: PictureOrientation?
        while !reader.rest.isEmpty {
            guard let code = reader.take(4), let length = reader.little(4), var content = reader.take(length)
            else { return nil }
            // A chunk of odd length is filled up; at the very end, some leave that out.
            if length % 2 == 1 { _ = reader.take(1) }
            let name = String(decoding: code, as: UTF8.self)
            if name == "EXIF" { orientation = orientation ?? PictureOrientation(exif: content) }
            guard webpKept.contains(name) else { continue }
            if name == "VP8X" {
                guard chunks.isEmpty, length >= 10 else { return nil }
                flagsAt = 8
            }
            if name == "ANMF" {
                guard let frame = webpFrame(content) else { return nil }
                content = frame
            }
            isDrawn = isDrawn || ["VP8 ", "VP8L", "ANMF"].contains(name)
            chunks += webpChunk(name, content)
        }
        guard isDrawn else { return nil }
        if let flagsAt {
            chunks[flagsAt] &= ~(webpProfile | webpExif | webpXMP)
            if let orientation {
                chunks[flagsAt] |= webpExif
                chunks += webpChunk("EXIF", orientation.tiff)
            }
        }
        return Array("RIFF".utf8) + little(chunks.count + 4) + Array("WEBP".utf8) + chunks
    }

    /// One moment of a picture that moves: 16 bytes of where and how long, then chunks of its own.
    private static func webpFrame(_ content: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        var reader = PictureReader(content)
        guard let head = reader.take(16) else { return nil }
        var frame = Array(head)
        while !reader.rest.isEmpty {
            guard let code = reader.take(4), let length = reader.little(4), let content = reader.take(length)
            else { return nil }
            if length % 2 == 1 { _ = reader.take(1) }
            let name = String(decoding: code, as: UTF8.self)
            if ["ALPH", "VP8 ", "VP8L"].contains(name) { frame += webpChunk(name, content) }
        }
        return frame[...]
    }

    private static func webpChunk(_ name: String, _ content: some Collection<UInt8>) -> [UInt8] {
        Array(name.utf8) + little(content.count) + content + (content.count % 2 == 1 ? [0] : [])
    }

    private static func little(_ number: Int) -> [UInt8] {
        [0, 8, 16, 24].map { UInt8(number >> $0 & 0xFF) }
    }
}
