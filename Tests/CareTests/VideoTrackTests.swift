import Care
import Testing

@Suite("Tracks of a video that are not played") struct VideoTrackTests {
    private static let picture = Film.Track(
        kind: "vide", id: 1, chunks: [["picture one", "picture two"], ["picture three"]].map(texts))
    private static let sound = Film.Track(
        kind: "soun", id: 2, chunks: [["sound 1", "sound 2"], ["sound 3", "sound 4"]].map(texts),
        sizes: .same)
    private static let places = Film.Track(
        kind: "camm", id: 3, chunks: [["+52.5", "+013.405"], ["+52.51+013.41/"]].map(texts))

    private static func texts(_ texts: [String]) -> [[UInt8]] { texts.map { Array($0.utf8) } }

    private static func refusal(_ bytes: [UInt8]) -> VideoRefusal? {
        do throws(VideoRefusal) {
            _ = try VideoStripper.stripped(bytes, kind: .mp4)
            return nil
        } catch { return error }
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        bytes.indices.contains { bytes[$0...].starts(with: part) }
    }

    /// Tracks of places, as they may be written.
    private static let variants: [Film.Track] = {
        var all = ["meta", "camm", "gpmd", "text", "tmcd"].map { kind in
            var track = places
            track.kind = kind
            return track
        }
        for bits in [4, 8, 16] {
            var track = places
            track.sizes = .bits(bits)
            all.append(track)
        }
        var wide = places
        wide.isWide = true
        var same = places
        (same.chunks, same.sizes) = ([["+52.5", "+52.6", "+52.7"], [], ["+52.8"]].map(texts), .same)
        var hollow = places
        hollow.chunks = [["", "+52.5", ""], [""]].map(texts)
        var none = places
        none.chunks = []
        // Of a track without chunks its runs mean nothing.
        var onlyRuns = none
        onlyRuns.replaced["stsc"] = [Film.table([1, 1, 1, 1])]
        return all + [wide, same, hollow, none, onlyRuns]
    }()

    @Test("A track of places is blanked with all of its samples, and nothing else is", arguments: variants)
    func blanked(track: Film.Track) throws {
        for isLong in [false, true] {
            let film = Film(tracks: [Self.picture, track, Self.sound], isLong: isLong)
            let stripped = try VideoStripper.stripped(film.bytes, kind: .mp4)
            #expect(stripped == film.clean)
            for sample in track.chunks.joined() where !sample.isEmpty {
                #expect(Self.contains(film.bytes, sample) && !Self.contains(stripped, sample))
            }
            #expect(!Self.contains(stripped, Array("how \(track.kind)".utf8)))
            for sample in (Self.picture.chunks + Self.sound.chunks).joined() {
                #expect(Self.contains(stripped, sample))
            }
            #expect(try VideoStripper.stripped(stripped, kind: .mp4) == stripped)
        }
    }

    @Test("Several go, beside pictures alone or sound alone too, and those who name them no longer do")
    func named() throws {
        var (picture, other) = (Self.picture, Self.places)
        other.id = 4
        picture.references = [("chap", [3]), ("sync", [2]), ("tmcd", [2, 4]), ("cdsc", [])]
        for played in [[picture, Self.sound], [picture], [Self.sound]] {
            let film = Film(tracks: [Self.places] + played + [other])
            #expect(try VideoStripper.stripped(film.bytes, kind: .mp4) == film.clean)
        }
        let film = Film(tracks: [picture, Self.sound])
        #expect(try VideoStripper.stripped(film.bytes, kind: .mp4) == film.clean)
    }

    @Test("Chunks that lie over each other are blanked, however many")
    func overEachOther() throws {
        var track = Self.places
        track.chunks = [["+52.5+013.405"]].map(Self.texts)
        let start = Film(tracks: [Self.picture, track, Self.sound]).offsets[1][0]
        let count = 3000
        track.replaced = [
            "stsz": [Film.table([13, count])], "stsc": [Film.table([1, 1, 1, 1])],
            "stco": [Film.table([count] + [Int](repeating: start, count: count))],
        ]
        let film = Film(tracks: [Self.picture, track, Self.sound])
        #expect(try VideoStripper.stripped(film.bytes, kind: .mp4) == film.clean)
    }

    /// What is wrong with tables, and their contents in place of the right ones of `places`, whose three samples lie in two chunks.
    private typealias Misfit = (name: String, tables: [String: [[UInt8]]])
    private static let huge = 0xFFFF_FFFF

    private static func wide(_ offsets: Int...) -> [UInt8] {
        Film.table([offsets.count], offsets.map { Film.number($0, bytes: 8) })
    }

    private static let offsetMisfits: [Misfit] = [
        ("no offsets", ["stco": []]),
        ("two kinds of offsets", ["co64": [wide(40, 60)]]),
        ("offsets twice", ["stco": [Film.table([0]), Film.table([0])]]),
        ("a table without a count", ["stco": [Film.zeros(4)]]),
        ("more offsets than fit", ["stco": [Film.table([huge, 40, 60])]]),
        ("more wide offsets than fit", ["stco": [], "co64": [Film.table([2, 40, 60])]]),
        ("an offset beyond the end", ["stco": [Film.table([2, 40, huge])]]),
        ("one beyond every end", ["stco": [], "co64": [wide(40, -1)]]),
        ("one beyond what is counted", ["stco": [], "co64": [wide(40, Int.max)]]),
        ("samples, and no chunk", ["stco": [Film.table([0])]]),
        ("more beside its samples", ["saio": [Film.table([1, 40])]]),
    ]

    private static let runMisfits: [Misfit] = [
        ("no runs", ["stsc": []]),
        ("a count of no runs", ["stsc": [Film.table([0])]]),
        ("more runs than fit", ["stsc": [Film.table([huge, 1, 2, 1, 2, 1, 1])]]),
        ("runs that begin late", ["stsc": [Film.table([1, 2, 3, 1])]]),
        ("runs that go back", ["stsc": [Film.table([3, 1, 2, 1, 2, 1, 1, 1, 9, 1])]]),
        ("a run behind the last chunk", ["stsc": [Film.table([3, 1, 2, 1, 2, 1, 1, 3, 1, 1])]]),
        ("more samples in chunks than there are", ["stsc": [Film.table([1, 1, 2, 1])]]),
        ("very many samples in a chunk", ["stsc": [Film.table([1, 1, huge, 1])]]),
        ("samples in no chunk", ["stsc": [Film.table([1, 1, 1, 1])]]),
    ]

    private static let sizeMisfits: [Misfit] = [
        ("no sizes", ["stsz": []]),
        ("sizes without a count", ["stsz": [Film.zeros(8)]]),
        ("two kinds of sizes", ["stz2": [Film.table([8, 3], [[5, 8, 14]])]]),
        ("more sizes than fit", ["stsz": [Film.table([0, huge, 5, 8, 14])]]),
        ("one size too few", ["stsz": [Film.table([0, 3, 5, 8])]]),
        ("a size beyond the end", ["stsz": [Film.table([0, 3, 5, 8, huge])]]),
        ("one size for all beyond the end", ["stsz": [Film.table([huge, 3])]]),
        (
            "a sum beyond what is counted",
            [
                "stsz": [Film.table([huge, huge])], "stsc": [Film.table([1, 1, huge, 1])],
                "stco": [Film.table([1, 40])],
            ]
        ),
        ("sizes of five bits", ["stsz": [], "stz2": [Film.table([5, 3], [[5, 8, 14]])]]),
        ("sizes of 32 bits", ["stsz": [], "stz2": [Film.table([32, 3, 5, 8, 14])]]),
        ("sizes of no bits", ["stsz": [], "stz2": [Film.table([0, 3], [[5, 8, 14]])]]),
        ("four bits too few", ["stsz": [], "stz2": [Film.table([4, 3], [[0x58]])]]),
        ("one byte too few", ["stsz": [], "stz2": [Film.table([8, 3], [[5, 8]])]]),
    ]

    @Test("One whose tables do not fit together is refused by name")
    func unfit() {
        for (name, tables) in Self.offsetMisfits + Self.runMisfits + Self.sizeMisfits {
            var other = Self.places
            other.replaced = tables
            let film = Film(tracks: [Self.picture, other, Self.sound])
            #expect(Self.refusal(film.bytes) == .otherTrack, "\(name)")
            // So it is where those of a track that is played do not: nobody can say then that all of it stays.
            var played = other
            (played.kind, played.id) = ("vide", 4)
            let both = Film(tracks: [Self.picture, played, Self.places])
            #expect(Self.refusal(both.bytes) == .otherTrack, "\(name)")
            // Without another track they are of no matter.
            #expect(Self.refusal(Film(tracks: [played]).bytes) == nil, "\(name)")
        }
    }

    @Test("One whose samples lie where something else does is refused, and next to it is not")
    func shared() {
        var other = Self.places
        other.chunks = [Self.texts(["+52.5"])]
        let film = Film(tracks: [Self.picture, other, Self.sound])
        let (pictures, own, sounds) = (film.offsets[0], film.offsets[1][0], film.offsets[2])
        let end = film.bytes.count
        for (offset, isRefused) in [
            (own, false), (own - 1, true), (own + 1, true), (pictures[0], true), (pictures[1] + 2, true),
            (sounds[1], true), (0, true), (20, true), (end - 5, true), (end - 4, true), (end, true),
        ] {
            other.replaced["stco"] = [Film.table([1, offset])]
            let moved = Film(tracks: [Self.picture, other, Self.sound])
            #expect(Self.refusal(moved.bytes) == (isRefused ? .otherTrack : nil), "\(offset)")
            // Without a byte it lies nowhere.
            other.replaced["stsz"] = [Film.table([0, 1, 0])]
            let empty = Film(tracks: [Self.picture, other, Self.sound])
            #expect(Self.refusal(empty.bytes) == nil, "\(offset)")
            other.replaced["stsz"] = nil
        }
    }

    @Test("In fragments such a track is refused by name, and pictures and sound are not")
    func fragments() {
        let fragment = Film.box("moof", Film.box("mfhd", Film.zeros(8))) + Film.box("mdat", [1, 2, 3])
        let played = Film(tracks: [Self.picture, Self.sound], rest: fragment)
        #expect(Self.refusal(played.bytes) == nil)
        let with = Film(tracks: [Self.picture, Self.places], rest: fragment)
        #expect(Self.refusal(with.bytes) == .otherTrackInFragments)
    }

    @Test("Without pictures and sound there is nothing to play, and a track has to say what it is")
    func nothing() {
        #expect(Self.refusal(Film(tracks: []).bytes) == .nothingToPlay)
        #expect(Self.refusal(Film(tracks: [Self.places]).bytes) == .nothingToPlay)
        let whole = Film(tracks: [Self.picture, Self.places]).bytes
        #expect(Self.refusal(whole) == nil)
        for index in whole.indices where whole[index...].starts(with: "hdlr".utf8) {
            var changed = whole
            changed.replaceSubrange(index..<index + 4, with: "zzzz".utf8)
            #expect(Self.refusal(changed) == .unreadable)
        }
    }

    @Test("What names tracks and does not fit together is refused with the track")
    func brokenReferences() {
        var picture = Self.picture
        picture.references = [("chap", [3])]
        var bytes = Film(tracks: [picture, Self.places]).bytes
        guard let at = bytes.indices.first(where: { bytes[$0...].starts(with: "chap".utf8) }) else {
            Issue.record("it is not there")
            return
        }
        bytes[at - 1] = 13
        #expect(Self.refusal(bytes) == .otherTrack)
    }
}
