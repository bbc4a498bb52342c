import DamagedFiles
import HomeFiles
import StaffFiles
import Testing

@Suite struct DamagedHomeFilesTests {
    @Test(
        "Thousands of damaged settings and phrases are read or refused, and none stops the reader",
        arguments: 0..<4)
    func thousandsOfDamagedSettingsAndPhrasesAreReadOrRefusedAndNoneStopsTheReader(part: Int) throws {
        var files = DamagedFiles(seed: part)
        let template = Array(SettingsTemplate.text.replacing("#", with: "").utf8)
        let settings = Array(
            "scanning: { mode: step, scan_time: 1.5 s }\nswitches: { keys: { select: [a, kp1] } }\nservice: { listen: '[::1]:80' }\n"
                .utf8)
        let phrases = try contents("boards/phrases.en.yaml")
        for _ in 0..<150 {
            check(SettingsReader.read(files.damaged(Array(SettingsTemplate.text.utf8)), file: "f"))
            check(SettingsReader.read(files.damaged(template), file: "f"))
            check(SettingsReader.read(files.damaged(settings), file: "f"))
            check(PhrasesReader.read(files.damaged(phrases), file: "f"))
        }
    }

    private func check<Value>(_ result: (Value?, [Finding])) {
        let (value, findings) = result
        #expect((value == nil) == findings.hasErrors)
        for finding in findings {
            #expect(finding.line >= 1 && finding.column >= 1 && finding.column <= finding.excerpt.count + 1)
            _ = finding.rendered
        }
    }
}
