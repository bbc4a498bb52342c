public import FoundationEssentials

/// That somebody has a picture; its bytes are asked for by themselves.
public struct PersonPicture: Codable, Sendable, Equatable {
    /// Longest picture, in bytes: what a small one of a face needs many times over, and what a night's backup does not notice.
    public static let mostBytes = 512 * 1024
    /// Longest side, in pixels. A small file can unfold into more than a phone has room for.
    public static let longestSide = 4096

    /// The person's id.
    public var person: String
    /// Another one with each new picture, never used again: browsers keep pictures by it.
    public var version: Int64
    public var kind: PictureKind
    public var changedAt: Date

    public init(person: String, version: Int64, kind: PictureKind, changedAt: Date) {
        self.person = person
        self.version = version
        self.kind = kind
        self.changedAt = changedAt
    }

    enum CodingKeys: String, CodingKey {
        case person, version
        case kind = "media_type"
        case changedAt = "changed_at"
    }
}

/// Everybody's pictures.
public struct PicturePage: Codable, Sendable, Equatable {
    public var pictures: [PersonPicture]

    public init(pictures: [PersonPicture]) { self.pictures = pictures }
}

/// The allowed formats of a picture. Not SVG, which can hold scripts.
public enum PictureKind: String, Codable, Sendable, CaseIterable {
    case png = "image/png"
    case jpeg = "image/jpeg"
    case webp = "image/webp"

    /// Of a file's name, without the dot.
    public var ending: String {
        switch self {
        case .png: "png"
        case .jpeg: "jpg"
        case .webp: "webp"
        }
    }

    /// As people know it.
    public var name: String {
        switch self {
        case .png: "PNG"
        case .jpeg: "JPEG"
        case .webp: "WebP"
        }
    }
}
