import Foundation
import StaffFiles
import Testing

@testable import HomeFiles

@Suite("What is broken in one place of the settings has one finding")
struct OneCauseTests {
    private func findings(_ text: String) -> [Finding] {
        SettingsReader.read(Array(text.utf8), file: "beckon.yaml").findings
    }

    @Test("The default has no mistakes") func whole() { #expect(findings(SettingsTemplate.text).isEmpty) }

    @Test("A line that is missing says so once, with all that lost its place")
    func missingLine() throws {
        let lines = SettingsTemplate.text.split(separator: "\n", omittingEmptySubsequences: false).map(
            String.init)
        for index in lines.indices where lines[index].contains(":") && !lines[index].hasPrefix("#") {
            let text = (lines[..<index] + lines[(index + 1)...]).joined(separator: "\n")
            let found = findings(text)
            #expect(
                found.count <= 1,
                "without line \(index + 1), `\(lines[index])`:\n\(FindingReport(found).text)")
        }
    }

    @Test("Keys that belong nowhere are told together") func foreign() {
        let found = findings("client: { name: Maria, zebra: 1, giraffe: 2, elephant: 3 }\n")
        #expect(
            found.count == 1 && found[0].message.hasPrefix("unknown keys `zebra`, `giraffe`, `elephant`: "),
            "\(found)")
    }

    @Test("A name that is nearly right is told beside them") func meant() {
        let found = findings("client: { nmae: Maria, zebra: 1 }\n")
        #expect(found.count == 2, "\(found)")
    }
}
