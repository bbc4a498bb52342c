import Boards
import DamagedFiles
import FoundationEssentials
import StaffFiles
import Testing

@Suite struct BoardFuzzTests {
    @Test("Thousands of damaged boards are read or refused, and none stops the reader", arguments: 0..<4)
    func thousandsOfDamagedBoardsAreReadOrRefusedAndNoneStopsTheReader(part: Int) throws {
        var files = DamagedFiles(seed: part)
        let feelings = try #require(FileManager.default.contents(atPath: shippedFolder + "/feelings.yaml"))
        let seeds =
            [
                Array(feelings),
                Array(
                    board(
                        "  - &x { label: A, group: [ { label: B }, { label: C, open: b.yaml } ] }\n  - { label: D, request: soon, confirm: true }\n  - label: E\n    say: >\n      folded\n      text\n    cue_sound: e.wav"
                    ).utf8),
            ]
        for turn in 0..<500 {
            var loaded = TestFiles([:])
            loaded.files["b.yaml"] = files.damaged(seeds[turn % 2])
            loaded.files["e.wav"] = Array("OggS".utf8)
            let (set, findings) = BoardReader(loader: loaded.loader).read("b.yaml")
            #expect((set == nil) == findings.hasErrors)
            for finding in findings {
                #expect(finding.line >= 1 && finding.column >= 1 && !finding.message.isEmpty)
                #expect(finding.column <= finding.excerpt.count + 1)
                _ = finding.rendered
            }
        }
    }
}
