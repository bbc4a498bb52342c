/// An MP4 file as phones write it: first the samples, chunks of all tracks in turn, then what is told of them.
struct Film {
    /// How the sizes of samples are written.
    enum Sizes: Sendable {
        /// Of each in four bytes, or one for all.
        case each, same
        /// Of each in so many bits.
        case bits(Int)
    }

    struct Track: Sendable {
        var kind: String
        var id: UInt8
        /// The samples of each chunk.
        var chunks: [[[UInt8]]]
        var sizes = Sizes.each
        /// Whether its offsets, its id's place and all times are those of large files.
        var isWide = false
        /// Which tracks it names, by the type of what names them.
        var references: [(type: String, ids: [UInt8])] = []
        /// Contents of its tables of these types, as many as there are, in place of the right one.
        var replaced: [String: [[UInt8]]] = [:]

        var isPlayed: Bool { ["vide", "soun"].contains(kind) }
    }

    var tracks: [Track]
    /// Whether the box of the samples has a length of eight bytes.
    var isLong = false
    /// Boxes behind all others.
    var rest: [UInt8] = []

    static func box(_ type: String, _ content: [UInt8]) -> [UInt8] {
        number(content.count + 8) + Array(type.utf8) + content
    }

    static func number(_ number: Int, bytes: Int = 4) -> [UInt8] {
        (0..<bytes).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    /// The content of a table: version and flags, numbers of four bytes each, and entries of another length.
    static func table(_ numbers: [Int], _ entries: [[UInt8]] = []) -> [UInt8] {
        var content = zeros(4)
        for one in numbers { content += number(one) }
        for entry in entries { content += entry }
        return content
    }

    static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

    private static let head = box("ftyp", Array("isom".utf8) + [0, 0, 0, 1])

    /// The file.
    var bytes: [UInt8] { written(isClean: false) }
    /// What is to be left of it.
    var clean: [UInt8] { written(isClean: true) }

    /// Where the chunks of each track begin.
    var offsets: [[Int]] {
        var next = Self.head.count + (isLong ? 16 : 8)
        var offsets = tracks.map { _ in [Int]() }
        eachChunk { track, chunk in
            offsets[track].append(next)
            next += chunk.count
        }
        return offsets
    }

    private func eachChunk(_ body: (_ track: Int, _ chunk: [UInt8]) -> Void) {
        for chunk in 0..<(tracks.map(\.chunks.count).max() ?? 0) {
            for (index, track) in tracks.enumerated() where chunk < track.chunks.count {
                body(index, Array(track.chunks[chunk].joined()))
            }
        }
    }

    private func written(isClean: Bool) -> [UInt8] {
        var media: [UInt8] = []
        eachChunk { track, chunk in
            media += isClean && !tracks[track].isPlayed ? Self.zeros(chunk.count) : chunk
        }
        var file = Self.head
        if isLong {
            file += Self.number(1) + Array("mdat".utf8)
            file += Self.number(media.count + 16, bytes: 8) + media
        } else {
            file += Self.box("mdat", media)
        }
        var movie = Self.box("mvhd", Self.zeros(4) + dates(8, isClean) + [1, 2, 3, 4])
        for (track, places) in zip(tracks, offsets) {
            let whole = trackBox(track, places, isClean)
            movie += isClean && !track.isPlayed ? Self.box("free", Self.zeros(whole.count - 8)) : whole
        }
        return file + Self.box("moov", movie) + rest
    }

    private func dates(_ count: Int, _ isClean: Bool) -> [UInt8] {
        [UInt8](repeating: isClean ? 0 : 0xAB, count: count)
    }

    private func trackBox(_ track: Track, _ offsets: [Int], _ isClean: Bool) -> [UInt8] {
        let version: [UInt8] = [track.isWide ? 1 : 0, 0, 0, 0]
        let times = dates(track.isWide ? 16 : 8, isClean)
        let gone = tracks.filter { !$0.isPlayed }.map(\.id)
        var references: [UInt8] = []
        for (type, ids) in track.references {
            var content: [UInt8] = []
            for id in ids { content += Self.number(Int(id)) }
            let isGone = isClean && ids.contains { gone.contains($0) }
            references += isGone ? Self.box("free", Self.zeros(content.count)) : Self.box(type, content)
        }
        var media = Self.box("mdhd", version + times + [6])
        media += Self.box("hdlr", Self.zeros(8) + Array(track.kind.utf8) + [0])
        media += Self.box("minf", Self.box("stbl", tables(track, offsets)))
        var content = Self.box("tkhd", version + times + [0, 0, 0, track.id, 5])
        if !references.isEmpty { content += Self.box("tref", references) }
        return Self.box("trak", content + Self.box("mdia", media))
    }

    private func tables(_ track: Track, _ offsets: [Int]) -> [UInt8] {
        let sizes = track.chunks.joined().map(\.count)
        let sizeTable =
            switch track.sizes {
            case .each: Self.table([0, sizes.count] + sizes)
            case .same: Self.table([sizes.first ?? 1, sizes.count])
            case .bits(let bits): Self.table([bits, sizes.count], [Self.packed(sizes, bits)])
            }
        var runs = [track.chunks.count]
        for (index, chunk) in track.chunks.enumerated() { runs += [index + 1, chunk.count, 1] }
        let width = track.isWide ? 8 : 4
        let places = Self.table([offsets.count], offsets.map { Self.number($0, bytes: width) })
        let isPacked = if case .bits = track.sizes { true } else { false }
        let tables: [(String, [UInt8])] = [
            ("stsd", Array("how \(track.kind) is written".utf8)), ("stsc", Self.table(runs)),
            (isPacked ? "stz2" : "stsz", sizeTable), (track.isWide ? "co64" : "stco", places),
        ]
        var all: [UInt8] = []
        for (type, content) in tables {
            for one in track.replaced[type] ?? [content] { all += Self.box(type, one) }
        }
        let known = tables.map(\.0)
        for (type, contents) in track.replaced where !known.contains(type) {
            for one in contents { all += Self.box(type, one) }
        }
        return all
    }

    private static func packed(_ sizes: [Int], _ bits: Int) -> [UInt8] {
        guard bits == 4 else { return sizes.flatMap { number($0, bytes: bits / 8) } }
        return stride(from: 0, to: sizes.count, by: 2).map { index in
            UInt8(sizes[index] << 4 | (index + 1 < sizes.count ? sizes[index + 1] : 0))
        }
    }
}
