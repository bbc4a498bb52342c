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

    /// Of tracks that are played (8.4.3): pictures and sound.
    private static let played: Set = ["vide", "soun"]

    private var bytes: [UInt8]
    private var tracks: [MP4Box] = []
    /// All of the file but what is in its `mdat`, where samples lie.
    private var outside: [Range<Int>] = []

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func stripped() throws(VideoRefusal) -> [UInt8] {
        var found: Set<String> = []
        guard walk(0..<bytes.count, keeping: Self.kept, isTop: true, &found), found.contains("moov"),
            found.contains("mdat") || found.contains("moof")
        else { throw .unreadable }
        var (played, others): ([MP4Box], [MP4Box]) = ([], [])
        for track in tracks {
            guard let kind = self.kind(of: track) else { throw .unreadable }
            if Self.played.contains(kind) { played.append(track) } else { others.append(track) }
        }
        guard !played.isEmpty else { throw .nothingToPlay }
        if !others.isEmpty {
            // There each fragment says anew where its samples are, some by where those of another track end (8.8.7).
            guard !found.contains("moof") else { throw .otherTrackInFragments }
            try takeOut(others, beside: played)
        }
        return bytes
    }

    private mutating func walk(
        _ range: Range<Int>, keeping kept: Set<String>, isTop: Bool, _ found: inout Set<String>
    ) -> Bool {
        var at = range.lowerBound
        while at < range.upperBound {
            guard let box = MP4Box(bytes, at: at, in: range, isTop: isTop) else { return false }
            found.insert(box.type)
            if isTop { outside.append(box.start..<(box.type == "mdat" ? box.content.lowerBound : box.end)) }
            if box.type == "trak", kept.contains(box.type) { tracks.append(box) }
            if !kept.contains(box.type) {
                free(box)
            } else if Self.dated.contains(box.type) {
                guard undate(box.content) else { return false }
            } else if let inside = Self.inside[box.type] {
                var below: Set<String> = []
                guard walk(box.content, keeping: inside, isTop: false, &below) else { return false }
            }
            at = box.end
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

    /// Makes an empty box of the same length of one.
    private mutating func free(_ box: MP4Box) {
        bytes.replaceSubrange(box.start + 4..<box.start + 8, with: "free".utf8)
        blank(box.content)
    }

    private mutating func blank(_ range: Range<Int>) { for index in range { bytes[index] = 0 } }

    // MARK: - Tracks that are not played

    /// Four characters; `nil` where a track does not say what it is, or says it twice.
    private func kind(of track: MP4Box) -> String? {
        guard let content = track.only("mdia", of: bytes)?.only("hdlr", of: bytes)?.content,
            content.count >= 12
        else { return nil }
        return String(decoding: bytes[content.lowerBound + 8..<content.lowerBound + 12], as: UTF8.self)
    }

    /// Blanks these tracks: what is told of them, their samples, and where those that are played name them.
    private mutating func takeOut(
        _ others: [MP4Box], beside played: [MP4Box]
    ) throws(VideoRefusal) {
        guard let samples = chunks(of: others), let kept = chunks(of: played),
            let names = references(in: played, to: Set(others.compactMap { id(of: $0) }))
        else { throw .otherTrack }
        let gone = Self.merged(samples)
        guard !Self.overlap(gone, Self.merged(kept + outside)) else { throw .otherTrack }
        for range in gone { blank(range) }
        for box in others + names { free(box) }
    }

    private func chunks(of tracks: [MP4Box]) -> [Range<Int>]? {
        var all: [Range<Int>] = []
        for track in tracks {
            guard let chunks = MP4Samples(of: track, in: bytes)?.chunks() else { return nil }
            all += chunks
        }
        return all
    }

    /// By which others name it, behind two times (8.3.2); `nil` where it has none, and nothing can name it.
    private func id(of track: MP4Box) -> Int? {
        guard let content = track.only("tkhd", of: bytes)?.content, let first = content.first else {
            return nil
        }
        let at = first + (bytes[first] == 1 ? 20 : 12)
        return at + 4 <= content.upperBound ? bytes.big(at, 4) : nil
    }

    /// What names one of those tracks, each with all that it names of the same kind (8.3.3); `nil` where boxes do not fit together.
    private func references(in tracks: [MP4Box], to ids: Set<Int>) -> [MP4Box]? {
        var all: [MP4Box] = []
        for track in tracks {
            guard let lists = MP4Box.all(in: track.content, of: bytes, where: { $0.type == "tref" })
            else { return nil }
            for list in lists {
                let found = MP4Box.all(in: list.content, of: bytes) { reference in
                    let places = stride(from: reference.content.lowerBound, through: reference.end - 4, by: 4)
                    return places.contains { ids.contains(bytes.big($0, 4)) }
                }
                guard let found else { return nil }
                all += found
            }
        }
        return all
    }

    /// In order, those that overlap or touch as one.
    private static func merged(_ ranges: [Range<Int>]) -> [Range<Int>] {
        ranges.sorted { $0.lowerBound < $1.lowerBound }.reduce(into: []) { merged, range in
            if let last = merged.last, range.lowerBound <= last.upperBound {
                merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
            } else {
                merged.append(range)
            }
        }
    }

    /// Whether they have a byte in common; both are merged.
    private static func overlap(_ ranges: [Range<Int>], _ others: [Range<Int>]) -> Bool {
        var rest = others[...]
        for range in ranges {
            while let first = rest.first, first.upperBound <= range.lowerBound { rest.removeFirst() }
            if let first = rest.first, first.lowerBound < range.upperBound { return true }
        }
        return false
    }
}
