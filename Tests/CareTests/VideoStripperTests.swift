import Care
import Testing

@Suite("Videos without what is no video") struct VideoStripperTests {
    // MARK: - MP4

    private static let place = Array("+52.5+013.4/".utf8)
    private static let dates = [UInt8](repeating: 0xAB, count: 8)
    private static let head: [UInt8] = [0, 0, 0, 0]

    private static let mp4: [UInt8] = {
        let handler = Film.box("hdlr", head + head + Array("vide".utf8) + [0])
        let media = Film.box(
            "mdia", Film.box("mdhd", head + dates + [6]) + handler + Film.box("minf", [7, 8, 9]))
        let track = Film.box(
            "trak", Film.box("tkhd", head + dates + [5]) + Film.box("uuid", place) + media)
        let movie =
            Film.box("mvhd", head + dates + [1, 2, 3, 4]) + Film.box("udta", Film.box("meta", place)) + track
        return Film.box("ftyp", Array("isom".utf8) + [0, 0, 0, 1]) + Film.box("moov", movie)
            + Film.box("mdat", Array("the video itself".utf8)) + Film.box("meta", place)
    }()

    private static func isRefused(_ bytes: [UInt8], _ kind: VideoKind) -> Bool {
        do throws(VideoRefusal) {
            _ = try VideoStripper.stripped(bytes, kind: kind)
            return false
        } catch { return error == .unreadable }
    }

    private static func contains(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
        guard bytes.count >= part.count else { return false }
        return (0...bytes.count - part.count).contains { bytes[$0..<$0 + part.count].elementsEqual(part) }
    }

    @Test("An MP4 keeps its length and what is played, and loses where and when it was taken")
    func mp4() throws {
        let stripped = try VideoStripper.stripped(Self.mp4, kind: .mp4)
        #expect(stripped.count == Self.mp4.count && VideoKind(stripped) == .mp4)
        #expect(!Self.contains(stripped, Self.place) && !Self.contains(stripped, Self.dates))
        #expect(Self.contains(stripped, Array("the video itself".utf8)))
        #expect(Self.contains(stripped, Film.box("minf", [7, 8, 9])))
        #expect(try VideoStripper.stripped(stripped, kind: .mp4) == stripped)
    }

    @Test("One that ends too soon, or has no video, is refused")
    func brokenMP4() {
        for length in 0..<Self.mp4.count where ![Self.mp4.count - 20].contains(length) {
            #expect(Self.isRefused(Array(Self.mp4.prefix(length)), .mp4), "\(length)")
        }
        #expect(Self.isRefused(Film.box("ftyp", []) + Film.box("moov", []), .mp4))
        #expect(Self.isRefused(Self.mp4, .webm))
        // A length beyond all files.
        let huge: [UInt8] = [0, 0, 0, 1] + Array("mdat".utf8) + [UInt8](repeating: 0xFF, count: 8)
        #expect(Self.isRefused(Film.box("ftyp", []) + huge, .mp4))
    }

    // MARK: - WebM

    private static func element(_ id: [UInt8], _ content: [UInt8], isOpen: Bool = false) -> [UInt8] {
        let length: [UInt8] =
            isOpen
            ? [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
            : content.count < 127
                ? [0x80 | UInt8(content.count)]
                : [0x40 | UInt8(content.count >> 8), UInt8(truncatingIfNeeded: content.count)]
        return id + length + content
    }

    private static let clusterID: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
    private static let block = element([0xA3], Array("the video itself".utf8))
    private static let tags = element(
        [0x12, 0x54, 0xC3, 0x67], place + [UInt8](repeating: 0x20, count: 300))

    /// A track of a type, with a name that says where it was taken.
    private static func track(_ type: [UInt8]) -> [UInt8] {
        element([0xAE], element([0xD7], [1]) + element([0x83], type) + element([0x53, 0x6E], place))
    }

    private static func webm(isOpen: Bool, tracks: [UInt8] = track([1]) + track([2])) -> [UInt8] {
        element([0x1A, 0x45, 0xDF, 0xA3], element([0x42, 0x82], Array("webm".utf8)))
            + element(
                [0x18, 0x53, 0x80, 0x67],
                element(
                    [0x15, 0x49, 0xA9, 0x66],
                    element([0x2A, 0xD7, 0xB1], [0x0F, 0x42, 0x40]) + element([0x7B, 0xA9], place)
                        + element([0x44, 0x61], dates))
                    + element([0x16, 0x54, 0xAE, 0x6B], tracks)
                    + element(clusterID, block + block, isOpen: isOpen) + tags
                    + element(clusterID, block, isOpen: isOpen), isOpen: isOpen)
    }

    @Test("A WebM too, also where its writer knew no lengths", arguments: [false, true])
    func webm(isOpen: Bool) throws {
        let whole = Self.webm(isOpen: isOpen)
        let stripped = try VideoStripper.stripped(whole, kind: .webm)
        #expect(stripped.count == whole.count && VideoKind(stripped) == .webm)
        #expect(!Self.contains(stripped, Self.place) && !Self.contains(stripped, Self.dates))
        #expect(Self.contains(stripped, Self.block + Self.block))
        #expect(Self.contains(stripped, [0x2A, 0xD7, 0xB1, 0x83, 0x0F, 0x42, 0x40]))
        #expect(try VideoStripper.stripped(stripped, kind: .webm) == stripped)
    }

    @Test(
        "A WebM with a track of words or of what a device measured is refused",
        arguments: [[0x11], [0x21], [0], [], [1, 1], [0, 0x21]] as [[UInt8]])
    func otherTracks(type: [UInt8]) {
        let film = Self.webm(isOpen: false, tracks: Self.track([1]) + Self.track(type))
        #expect(throws: VideoRefusal.otherTrack) { try VideoStripper.stripped(film, kind: .webm) }
    }

    @Test("What is no whole WebM is refused")
    func brokenWebM() {
        let whole = Self.webm(isOpen: false)
        for length in 0..<whole.count {
            #expect(Self.isRefused(Array(whole.prefix(length)), .webm), "\(length)")
        }
        let other = Self.element([0x1A, 0x45, 0xDF, 0xA3], Self.element([0x42, 0x82], Array("other".utf8)))
        #expect(Self.isRefused(other + whole.dropFirst(12), .webm))
        #expect(Self.isRefused(Array("no video at all".utf8), .webm))
    }
}
