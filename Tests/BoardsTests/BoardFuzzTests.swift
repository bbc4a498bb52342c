import Boards
import FoundationEssentials
import StaffFiles
import Testing

/// The same numbers on every run (SplitMix64).
private struct Seeded: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

@Suite struct BoardFuzzTests {
    private static let pieces = [
        "[", "]", "{", "}", ": ", "- ", "\n", "\t", "&a ", "*a", "<<: ", "!!", "'", "\"", "|", ">", "#",
        "---\n", "%",
        "\u{0}", "\u{2028}", "👩‍👩‍👧‍👦", "\r", "\\x", "group: [", "open: ", "../", "label: ", "? ", ",", "~",
        "\u{FEFF}", "é\u{301}",
    ]

    private static func mutated(_ bytes: [UInt8], _ generator: inout Seeded) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            case 1:
                bytes.insert(
                    contentsOf: Array((pieces.randomElement(using: &generator) ?? "").utf8), at: place)
            case 2:
                bytes.removeSubrange(
                    place..<min(place + Int.random(in: 1...20, using: &generator), bytes.count))
            case 3: bytes = Array(bytes[..<place])
            case 4:
                let end = min(place + Int.random(in: 1...200, using: &generator), bytes.count)
                bytes.insert(
                    contentsOf: Array(bytes[place..<end]),
                    at: Int.random(in: 0...bytes.count, using: &generator))
            default: bytes.swapAt(place, Int.random(in: 0..<bytes.count, using: &generator))
            }
        }
        return bytes
    }

    @Test("Thousands of damaged boards are read or refused, and none stops the reader", arguments: 0..<4)
    func thousandsOfDamagedBoardsAreReadOrRefusedAndNoneStopsTheReader(part: Int) throws {
        var generator = Seeded(state: UInt64(part) + 1)
        let feelings = try #require(FileManager.default.contents(atPath: shippedFolder + "/feelings.yaml"))
        let seeds =
            [
                Array(feelings),
                Array(
                    board(
                        "  - &x { label: A, group: [ { label: B }, { label: C, open: b.yaml } ] }\n  - { label: D, request: soon, confirm: true }\n  - label: E\n    say: >\n      folded\n      text\n    cue_sound: e.wav"
                    ).utf8),
            ]
        for _ in 0..<500 {
            var files = TestFiles([:])
            files.files["b.yaml"] = Self.mutated(seeds[Int.random(in: 0..<2, using: &generator)], &generator)
            files.files["e.wav"] = Array("OggS".utf8)
            let (set, findings) = BoardReader(loader: files.loader).read("b.yaml")
            #expect((set == nil) == findings.hasErrors)
            for finding in findings {
                #expect(finding.line >= 1 && finding.column >= 1 && !finding.message.isEmpty)
                #expect(finding.column <= finding.excerpt.count + 1)
                _ = finding.rendered
            }
        }
    }
}
