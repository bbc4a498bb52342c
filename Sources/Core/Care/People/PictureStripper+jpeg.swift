extension PictureStripper {
    /// Keeps the tables, frames and scans (ITU-T T.81, annex B), and of the applications' segments those alone that say how its
    /// colours are to be read.
    static func jpeg(_ bytes: [UInt8]) -> [UInt8]? {
        var reader = PictureReader(bytes)
        guard reader.take(2)?.elementsEqual([0xFF, 0xD8]) == true else { return nil }
        var head: [UInt8] = [0xFF, 0xD8]
        var rest: [UInt8] = []
        var orientation: PictureOrientation?
        while let marker = nextMarker(&reader) {
            switch marker {
            case 0xD9: return head + (orientation.map(segment) ?? []) + rest + [0xFF, 0xD9]
            // Without a length, and without a meaning here.
            case 0x01, 0xD0...0xD7: continue
            case 0xD8: return nil
            case 0xC0...0xCF, 0xDA...0xDF, 0xE0...0xEF, 0xFE, 0x02...0xBF, 0xF0...0xFD:
                guard let length = reader.big(2), let content = reader.take(length - 2) else { return nil }
                switch marker {
                case 0xC0...0xCF, 0xDA...0xDF: rest += segment(marker, content)
                // JFIF's must be the first, and a small copy of the picture may stand in it.
                case 0xE0 where head.count == 2 && content.count >= 14 && content.starts(with: Self.jfif):
                    head += segment(0xE0, content.prefix(12) + [0, 0])
                case 0xE1 where orientation == nil && content.starts(with: PictureOrientation.jpegMark):
                    orientation = PictureOrientation(exif: content)
                // Adobe's says whether colours are RGB, YCbCr or CMYK.
                case 0xEE where content.count >= 12 && content.starts(with: Array("Adobe".utf8)):
                    rest += segment(0xEE, content.prefix(12))
                default: break
                }
                if marker == 0xDA { rest += scan(&reader) }
            default: return nil
            }
        }
        // A picture that was cut off is shown as far as it goes.
        guard !rest.isEmpty else { return nil }
        return head + (orientation.map(segment) ?? []) + rest
    }

    private static let jfif = Array("JFIF\0".utf8)

    /// The next marker's code; `nil` at the end. What stands where a marker should is no part of the picture.
    static func nextMarker(_ reader: inout PictureReader) -> UInt8? {
        while let mark = reader.rest.firstIndex(of: 0xFF) {
            // Any number of 0xFF may stand in front of the code.
            guard let place = reader.rest[mark...].firstIndex(where: { $0 != 0xFF }) else { break }
            _ = reader.take(to: place)
            if let code = reader.take(1)?.first, code != 0 { return code }
        }
        _ = reader.take(reader.rest.count)
        return nil
    }

    private static func segment(_ marker: UInt8, _ content: some Collection<UInt8>) -> [UInt8] {
        let length = content.count + 2
        return [0xFF, marker, UInt8(length >> 8), UInt8(length & 0xFF)] + content
    }

    private static func segment(_ orientation: PictureOrientation) -> [UInt8] {
        segment(0xE1, PictureOrientation.jpegMark + orientation.tiff)
    }

    /// What follows a scan's header: in it, 0xFF stands before zero or a number that restarts it.
    private static func scan(_ reader: inout PictureReader) -> ArraySlice<UInt8> {
        var place = reader.rest.startIndex
        let end = reader.rest.endIndex
        while place < end {
            guard reader.rest[place] == 0xFF else {
                place += 1
                continue
            }
            guard place + 1 < end else { return reader.take(to: end) ?? [] }
            switch reader.rest[place + 1] {
            case 0, 0xD0...0xD7: place += 2
            case 0xFF: place += 1
            default: return reader.take(to: place) ?? []
            }
        }
        return reader.take(to: end) ?? []
    }
}
