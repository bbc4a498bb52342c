/// Removes from a file everything that is not the picture: where and when it was taken, with what, by whom,
/// comments, small copies of it from before it was cut, and whatever stands behind its end.
///
/// Nothing is decoded: parts that a picture needs are kept byte by byte, all others are left out, also those that nobody knows
/// yet. How the camera was held (Exif's orientation) is kept, alone, or people would lie on their side. Colour profiles go:
/// without them a picture counts as sRGB, and they carry texts and makers' names.
public enum PictureStripper {
    /// The picture without them; `nil` where its parts do not fit together. What has been stripped stays as it is.
    public static func stripped(_ bytes: [UInt8], kind: PictureKind) -> [UInt8]? {
        switch kind {
        case .png: png(bytes)
        case .jpeg: jpeg(bytes)
        case .webp: webp(bytes)
        }
    }
}

/// Bytes that are read from front to back, never beyond their end, whatever a length says.
struct PictureReader {
    private(set) var rest: ArraySlice<UInt8>

    init(_ bytes: some Sequence<UInt8>) { rest = ArraySlice(bytes) }

    mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count >= 0, count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    mutating func big(_ count: Int) -> Int? { take(count).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

    mutating func little(_ count: Int) -> Int? {
        take(count).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } }
    }

    /// Everything up to a place.
    mutating func take(to place: Int) -> ArraySlice<UInt8>? { take(place - rest.startIndex) }
}
