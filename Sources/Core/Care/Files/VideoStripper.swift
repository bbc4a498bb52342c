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

/// Why a video cannot be kept without what is no video.
public enum VideoRefusal: Error, Sendable, Equatable {
    /// It is not of that kind, or its parts do not fit together.
    case unreadable
    /// It has neither pictures nor sound.
    case nothingToPlay
    /// It has a track of something else, of which cannot be said where all of it is, or not that nothing of what is played is there, too.
    case otherTrack
    /// It has a track of something else, and is written in fragments.
    case otherTrackInFragments
}

/// Blanks in a video everything that is not the video: where, when and with what it was taken, titles, comments and attached files.
///
/// Nothing is decoded. A video is a tree of parts; those that are needed to play it stay byte by byte, and all others become empty parts of
/// the same length, so that every offset in it stays right. It is an allow list: what nobody knows yet is blanked, too. So is a track of an
/// MP4 that is neither pictures nor sound, with all of its samples: cameras and phones write there where they were, many times a second. A
/// WebM with such a track is refused: browsers record none.
public enum VideoStripper {
    /// The video without them, as long as before. What has been stripped stays as it is.
    public static func stripped(_ bytes: [UInt8], kind: VideoKind) throws(VideoRefusal) -> [UInt8] {
        guard VideoKind(bytes) == kind else { throw .unreadable }
        switch kind {
        case .mp4:
            var parts = MP4Parts(bytes)
            return try parts.stripped()
        case .webm:
            var parts = WebMParts(bytes)
            guard let stripped = try parts.stripped() else { throw .unreadable }
            return stripped
        }
    }
}
