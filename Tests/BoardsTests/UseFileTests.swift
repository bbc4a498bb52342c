import Boards
import StaffFiles
import Testing

private func read(_ text: String) throws -> (counts: [String: Int]?, findings: [String]) {
    let files = TestFiles(["home.yaml": board("  - { label: Water, request: normal }\n  - { label: Tea }")])
    let boards = try #require(BoardReader(loader: files.loader).read("home.yaml").boards)
    let (use, findings) = UseFileReader.read(Array(text.utf8), file: "use", boards: boards)
    return (use?.counts, findings.map(\.description))
}

@Suite struct UseFileTests {
    @Test(
        "Counts are read from YAML and from what spreadsheets save",
        arguments: [
            "water: 12\ntea: 3\n", "# this month\nwater: 12\ntea: 3", "water,12\ntea,3\n",
            "id;asked\nwater;12\n\ntea; 3\r\n",
            "\u{FEFF}\"water\"\t12\ntea\t3",
        ])
    func countsAreReadFromYAMLAndFromWhatSpreadsheetsSave(text: String) throws {
        let (counts, findings) = try read(text)
        #expect(findings == [])
        #expect(counts == ["water": 12, "tea": 3])
    }

    @Test(
        "A mistake is told with its place",
        arguments: [
            (
                "water: many\n",
                "use:1:8: error: `water` is counted as `many`, but must be a whole number from 0 to 1000000"
            ),
            (
                "water,-1\n",
                "use:1:7: error: `water` is counted as `-1`, but must be a whole number from 0 to 1000000"
            ),
            ("tea,1\nwater,1,2\n", "use:2:1: error: a line holds an id and a count, but this has 3 columns"),
            ("tea,1\ntea,2\n", "use:2:1: error: `tea` is counted twice: delete one line"),
            (
                "- water\n",
                "use:1:1: error: a file of counts is written as keys with values, but this is a list"
            ),
            ("", "use:1:1: error: this file is empty: write a line `id: count` for each need"),
            ("water: 0\n", "use:1:1: error: nothing of this board is counted here"),
        ])
    func aMistakeIsToldWithItsPlace(text: String, finding: String) throws {
        let (counts, findings) = try read(text)
        #expect(findings == [finding])
        #expect(counts == nil)
    }

    @Test("An id that is not on the board is warned of") func anIDThatIsNotOnTheBoardIsWarnedOf() throws {
        let (counts, findings) = try read("watr: 3\ntea: 1\n")
        #expect(findings == ["use:1:1: warning: no item has the id `watr`: did you mean `water`?"])
        #expect(counts == ["watr": 3, "tea": 1])
    }
}
