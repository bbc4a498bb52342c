/// How a picture is to be turned and mirrored when it is shown, as Exif says (CIPA DC-008, 4.6.5): one number of a small TIFF file.
struct PictureOrientation: Equatable {
    /// 2–8; 1, as it is, is left out.
    let value: UInt8

    private static let tag = 0x0112

    /// Reads it of a TIFF file; `nil` where it says nothing that matters, or does not hold together.
    init?(tiff: ArraySlice<UInt8>) {
        var reader = PictureReader(tiff)
        let isBig: Bool
        switch reader.take(2).map(Array.init) {
        case [0x4D, 0x4D]: isBig = true
        case [0x49, 0x49]: isBig = false
        case .some, .none: return nil
        }
        func number(_ count: Int) -> Int? { isBig ? reader.big(count) : reader.little(count) }
        guard number(2) == 42, let offset = number(4), offset >= 8, reader.take(offset - 8) != nil,
            let count = number(2)
        else { return nil }
        for _ in 0..<count {
            guard let tag = number(2), let type = number(2), let values = number(4), let value = number(2),
                reader.take(2) != nil
            else { return nil }
            guard tag == Self.tag else { continue }
            // One number of two bytes.
            guard type == 3, values == 1, (2...8).contains(value) else { return nil }
            self.value = UInt8(value)
            return
        }
        return nil
    }

    /// A TIFF file that says this alone.
    var tiff: [UInt8] {
        [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
    }

    /// As it stands in a JPEG, and in some other files as well.
    static let jpegMark = Array("Exif\0\0".utf8)

    /// Reads it of what a file has as Exif, with or without JPEG's mark.
    init?(exif: ArraySlice<UInt8>) {
        self.init(tiff: exif.starts(with: Self.jpegMark) ? exif.dropFirst(Self.jpegMark.count) : exif)
    }
}
