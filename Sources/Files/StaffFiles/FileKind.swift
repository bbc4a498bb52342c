/// What a file is by its first bytes; its name may say anything.
public enum FileKind {
    /// As many bytes as the longest signature needs.
    public static let headLength = 512

    /// WAV (also in the RF64 form), FLAC or Ogg (Vorbis, Opus).
    public static func isSound(_ head: [UInt8]) -> Bool {
        let isRIFF = head.starts(with: Array("RIFF".utf8)) || head.starts(with: Array("RF64".utf8))
        if isRIFF { return head.dropFirst(8).starts(with: Array("WAVE".utf8)) }
        return head.starts(with: Array("fLaC".utf8)) || head.starts(with: Array("OggS".utf8))
    }

    /// WebM (Matroska's EBML header, RFC 8794) or MP4 (a box `ftyp` at the beginning, ISO 14496-12).
    public static func isVideo(_ head: [UInt8]) -> Bool {
        head.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) || head.dropFirst(4).starts(with: Array("ftyp".utf8))
    }

    /// PNG, JPEG, GIF, WebP or SVG.
    public static func isPicture(_ head: [UInt8]) -> Bool {
        if head.starts(with: [0x89, 0x50, 0x4E, 0x47]) || head.starts(with: [0xFF, 0xD8, 0xFF]) {
            return true
        }
        if head.starts(with: Array("GIF8".utf8)) { return true }
        if head.starts(with: Array("RIFF".utf8)) { return head.dropFirst(8).starts(with: Array("WEBP".utf8)) }
        let text = String(decoding: head, as: UTF8.self)
        return text.contains("<svg") || (text.contains("<?xml") && !text.contains("<html"))
    }

    /// The endings that tell a picture's path from an emoji.
    public static let pictureEndings = ["png", "jpg", "jpeg", "gif", "webp", "svg"]

    /// Whether a symbol is the path of a picture, and no emoji.
    public static func isPicturePath(_ symbol: String) -> Bool {
        guard let dot = symbol.lastIndex(of: ".") else { return symbol.contains("/") }
        return symbol.contains("/")
            || pictureEndings.contains(symbol[symbol.index(after: dot)...].lowercased())
    }
}
