/// The elements of a WebM file (EBML, RFC 8794; Matroska, RFC 9559).
struct WebMParts {
    private static let header = 0x1A45_DFA3
    private static let segment = 0x1853_8067
    private static let cluster = 0x1F43_B675
    private static let info = 0x1549_A966
    private static let tracks = 0x1654_AE6B
    private static let docType = 0x4282
    private static let void = 0xEC
    /// Of a segment: where its parts are, what they are, and the video itself.
    private static let kept: Set = [0x114D_9B74, info, tracks, cluster, 0x1C53_BB6B, void]
    /// Of its information: the scale of its times, and how long it lasts.
    private static let keptOfInfo: Set = [0x2AD7B1, 0x4489, 0x4D80, 0x5741, void]
    private static let trackEntry = 0xAE
    private static let trackType = 0x83
    /// Of a track: its name, as whoever made it has called it.
    private static let trackName = 0x536E
    /// Pictures and sound; others hold words, or what a device has measured.
    private static let playedTypes: Set<UInt8> = [1, 2]

    /// A part of the file; `end` is `nil` where its writer did not know it.
    private struct Element {
        var id: Int
        var start: Int
        var content: Int
        var end: Int?
    }

    private var bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    /// `nil` where its parts do not fit together.
    mutating func stripped() throws(VideoRefusal) -> [UInt8]? {
        guard let header = element(at: 0, in: bytes.count), header.id == Self.header, let end = header.end,
            names(header.content..<end, "webm"),
            let segment = element(at: end, in: bytes.count), segment.id == Self.segment,
            segment.end == nil || segment.end == bytes.count
        else { return nil }
        var at = segment.content
        var (hasTracks, hasClusters) = (false, false)
        while at < bytes.count {
            guard let part = element(at: at, in: bytes.count),
                let next = part.id == Self.cluster ? self.end(ofCluster: part) : part.end
            else { return nil }
            hasTracks = hasTracks || part.id == Self.tracks
            hasClusters = hasClusters || part.id == Self.cluster
            if part.id == Self.info, !stripInfo(part.content..<next) { return nil }
            if part.id == Self.tracks, !(try stripTracks(part.content..<next)) { return nil }
            if !Self.kept.contains(part.id) { void(part.start..<next) }
            at = next
        }
        return hasTracks && hasClusters ? bytes : nil
    }

    /// Whether the header says what kind of Matroska it is.
    private func names(_ range: Range<Int>, _ wanted: String) -> Bool {
        var at = range.lowerBound
        while at < range.upperBound {
            guard let part = element(at: at, in: range.upperBound), let end = part.end else { return false }
            if part.id == Self.docType {
                return bytes[part.content..<end].prefix { $0 != 0 }.elementsEqual(wanted.utf8)
            }
            at = end
        }
        return false
    }

    private mutating func stripInfo(_ range: Range<Int>) -> Bool {
        var at = range.lowerBound
        while at < range.upperBound {
            guard let part = element(at: at, in: range.upperBound), let end = part.end else { return false }
            if !Self.keptOfInfo.contains(part.id) { void(at..<end) }
            at = end
        }
        return true
    }

    private mutating func stripTracks(_ range: Range<Int>) throws(VideoRefusal) -> Bool {
        var at = range.lowerBound
        while at < range.upperBound {
            guard let part = element(at: at, in: range.upperBound), let end = part.end else { return false }
            if part.id == Self.trackEntry, !(try stripTrack(part.content..<end)) { return false }
            at = end
        }
        return true
    }

    private mutating func stripTrack(_ range: Range<Int>) throws(VideoRefusal) -> Bool {
        var at = range.lowerBound
        var isPlayed = false
        while at < range.upperBound {
            guard let part = element(at: at, in: range.upperBound), let end = part.end else { return false }
            if part.id == Self.trackType {
                // A number of up to eight bytes, of which only the last may be more than nothing.
                let type = bytes[part.content..<end]
                isPlayed = type.dropLast().allSatisfy { $0 == 0 } && Self.playedTypes.contains(type.last ?? 0)
            }
            if part.id == Self.trackName { void(at..<end) }
            at = end
        }
        guard isPlayed else { throw .otherTrack }
        return true
    }

    /// A recorder that writes while it records knows the end of no cluster: it ends where the next part of the segment begins.
    private func end(ofCluster cluster: Element) -> Int? {
        if let end = cluster.end { return end }
        var at = cluster.content
        while at < bytes.count {
            guard let part = element(at: at, in: bytes.count) else { return nil }
            // Parts of a segment have ids of four bytes, those of a cluster shorter ones.
            if part.id > 0xFF_FFFF { return at }
            guard let end = part.end else { return nil }
            at = end
        }
        return at
    }

    /// Makes an empty element of the same length of one.
    private mutating func void(_ range: Range<Int>) {
        for index in range { bytes[index] = 0 }
        bytes[range.lowerBound] = UInt8(Self.void)
        // Every element has two bytes at least. A length of one byte, or of eight.
        if range.count <= 128 {
            bytes[range.lowerBound + 1] = 0x80 | UInt8(range.count - 2)
            return
        }
        bytes[range.lowerBound + 1] = 0x01
        let length = range.count - 9
        for place in 0..<7 {
            bytes[range.lowerBound + 2 + place] = UInt8(truncatingIfNeeded: length >> (8 * (6 - place)))
        }
    }

    /// The element that begins there; `nil` where none can, or it would go beyond `limit`.
    private func element(at start: Int, in limit: Int) -> Element? {
        guard start < limit, case let idLength = bytes[start].leadingZeroBitCount + 1, idLength <= 4,
            start + idLength < limit
        else { return nil }
        let id = bytes[start..<start + idLength].reduce(0) { $0 << 8 | Int($1) }
        let at = start + idLength
        let sizeLength = bytes[at].leadingZeroBitCount + 1
        guard sizeLength <= 8, at + sizeLength <= limit else { return nil }
        let mask = sizeLength == 8 ? 0 : (1 << (8 - sizeLength)) - 1
        let first = Int(bytes[at]) & mask
        let size = bytes[at + 1..<at + sizeLength].reduce(first) { $0 << 8 | Int($1) }
        let content = at + sizeLength
        // All ones: nobody knew it.
        if size == 1 << (7 * sizeLength) - 1 {
            return Element(id: id, start: start, content: content, end: nil)
        }
        guard size <= limit - content else { return nil }
        return Element(id: id, start: start, content: content, end: content + size)
    }
}
