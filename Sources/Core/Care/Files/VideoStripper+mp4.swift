/// The boxes of an MP4 file (ISO 14496-12).
struct MP4Parts {
    private static let kept: Set = ["ftyp", "styp", "moov", "mdat", "moof", "mfra", "sidx"]
    /// Of boxes that hold boxes with something of no use for playing.
    private static let inside: [String: Set<String>] = [
        "moov": ["mvhd", "trak", "mvex"], "trak": ["tkhd", "mdia", "edts", "tref"],
        "mdia": ["mdhd", "hdlr", "minf", "elng"],
    ]
    /// Those that say when the video was made and changed.
    private static let dated: Set = ["mvhd", "tkhd", "mdhd"]

    /// Of tracks that are played (ISO 14496-12, 8.4.3): pictures and sound.
    private static let played: Set = ["vide", "soun"]

    private var bytes: [UInt8]
    /// Whether a track was found that is something else.
    private(set) var hasOtherTracks = false

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func stripped() -> [UInt8]? {
        var found: Set<String> = []
        guard walk(0..<bytes.count, keeping: Self.kept, isTop: true, &found), found.contains("moov"),
            found.contains("mdat") || found.contains("moof"), !hasOtherTracks
        else { return nil }
        return bytes
    }

    private mutating func walk(
        _ range: Range<Int>, keeping kept: Set<String>, isTop: Bool, _ found: inout Set<String>
    ) -> Bool {
        var at = range.lowerBound
        while at < range.upperBound {
            guard range.upperBound - at >= 8 else { return false }
            let type = String(decoding: bytes[at + 4..<at + 8], as: UTF8.self)
            var (header, size) = (8, big(at, 4))
            if size == 1 {
                guard range.upperBound - at >= 16 else { return false }
                (header, size) = (16, big(at + 8, 8))
            } else if size == 0, isTop {
                // Up to the file's end.
                size = range.upperBound - at
            }
            guard size >= header, size <= range.upperBound - at else { return false }
            let content = at + header..<at + size
            found.insert(type)
            if !kept.contains(type) {
                bytes.replaceSubrange(at + 4..<at + 8, with: Array("free".utf8))
                blank(content)
            } else if Self.dated.contains(type) {
                guard undate(content) else { return false }
            } else if type == "hdlr" {
                guard content.count >= 12 else { return false }
                let kind = content.lowerBound + 8..<content.lowerBound + 12
                if !Self.played.contains(String(decoding: bytes[kind], as: UTF8.self)) {
                    hasOtherTracks = true
                }
            } else if let inside = Self.inside[type] {
                var below: Set<String> = []
                guard walk(content, keeping: inside, isTop: false, &below) else { return false }
                // A track says what it is.
                if type == "trak", !below.contains("mdia") { return false }
                if type == "mdia", !below.contains("hdlr") { return false }
            }
            at += size
        }
        return true
    }

    /// Two times behind version and flags, of four bytes each, or of eight in version 1.
    private mutating func undate(_ content: Range<Int>) -> Bool {
        guard let version = content.first.map({ bytes[$0] }) else { return false }
        let length = version == 1 ? 16 : 8
        guard content.count >= 4 + length else { return false }
        blank(content.lowerBound + 4..<content.lowerBound + 4 + length)
        return true
    }

    private mutating func blank(_ range: Range<Int>) { for index in range { bytes[index] = 0 } }

    /// A number of so many bytes; beyond what a file can have it is the largest.
    private func big(_ at: Int, _ count: Int) -> Int {
        Int(clamping: bytes[at..<at + count].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
    }
}
