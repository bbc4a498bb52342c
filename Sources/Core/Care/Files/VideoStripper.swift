/// A container of videos that browsers play.
public enum VideoKind: String, Sendable, CaseIterable {
    case webm = "video/webm"
    case mp4 = "video/mp4"

    public var ending: String {
        switch self {
        case .webm: "webm"
        case .mp4: "mp4"
        }
    }

    /// By the first bytes: Matroska's EBML header (RFC 8794), or a box `ftyp` (ISO 14496-12).
    public init?(_ bytes: [UInt8]) {
        if bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) {
            self = .webm
        } else if bytes.dropFirst(4).starts(with: Array("ftyp".utf8)) {
            self = .mp4
        } else {
            return nil
        }
    }
}

/// Blanks in a video everything that is not the video: where, when and with what it was taken, titles, comments and attached files.
///
/// Nothing is decoded. A video is a tree of parts; those that are needed to play it stay byte by byte, and all others become empty parts of
/// the same length, so that every offset in it stays right. It is an allow list: what nobody knows yet is blanked, too.
public enum VideoStripper {
    /// The video without them; `nil` where its parts do not fit together, or it has other tracks. What has been stripped stays as it is.
    public static func stripped(_ bytes: [UInt8], kind: VideoKind) -> [UInt8]? {
        guard VideoKind(bytes) == kind else { return nil }
        switch kind {
        case .mp4:
            var parts = MP4Parts(bytes)
            return parts.stripped()
        case .webm:
            var parts = WebMParts(bytes)
            return parts.stripped()
        }
    }

    /// Whether an MP4 has a track that is neither pictures nor sound: cameras and phones write there where they were, many times a second.
    ///
    /// Its samples lie among those of the video, and are not blanked: such a video is refused.
    public static func hasOtherTracks(_ bytes: [UInt8], kind: VideoKind) -> Bool {
        guard kind == .mp4, VideoKind(bytes) == .mp4 else { return false }
        var parts = MP4Parts(bytes)
        _ = parts.stripped()
        return parts.hasOtherTracks
    }
}
