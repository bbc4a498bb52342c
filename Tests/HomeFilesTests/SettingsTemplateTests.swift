import FoundationEssentials
import HomeFiles
import PrintedParts
import Scanning
import StaffFiles
import Testing

/// The root of this repository.
let repository: String = {
    "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
}()

func contents(_ path: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: repository + "/" + path), "\(path) is missing"))
}

@Suite struct SettingsTemplateTests {
    @Test("The template means the defaults, and what new homes have besides")
    func theTemplateMeansExactlyTheDefaults() {
        let (settings, findings) = SettingsReader.read(Array(SettingsTemplate.text.utf8), file: "beckon.yaml")
        #expect(FindingReport(findings).text == "")
        #expect(settings == Self.ofANewHome)
    }

    /// The defaults, and what new homes have in force besides.
    private static let ofANewHome = {
        var settings = HomeSettings.standard
        settings.service.fetchesContents = true
        settings.scanning.pressEvidence = .cautious
        return settings
    }()

    @Test("What new homes have in force keeps its default where a home of before does not write it")
    func aHomeOfBefore() {
        let (settings, _) = SettingsReader.read(
            Array("scanning:\n  scan_time: 2 s\n".utf8), file: "beckon.yaml")
        #expect(settings?.scanning.pressEvidence == .off)
        #expect(settings?.service.fetchesContents == false)
    }

    @Test("What new homes begin with does not warn where their mode has no use for it")
    func anotherMode() {
        for mode in ScanParameters.Mode.allCases {
            let text = SettingsTemplate.text.replacing("#mode: automatic", with: "mode: \(mode.rawValue)")
            let findings = SettingsReader.read(Array(text.utf8), file: "beckon.yaml").findings
            #expect(
                !findings.contains { $0.message.contains("press_evidence") },
                "\(FindingReport(findings).text)")
        }
    }

    @Test("The template with every option uncommented means the defaults too")
    func soDoesTheTemplateWithEveryOptionTakenIntoForce() {
        let lines = SettingsTemplate.text.split(separator: "\n", omittingEmptySubsequences: false).map {
            line in
            guard let mark = line.firstIndex(of: "#"), line[..<mark].allSatisfy({ $0 == " " }),
                line[mark...].dropFirst().first?.isLetter == true
            else { return String(line) }
            return String(line[..<mark] + line[mark...].dropFirst())
        }
        let text = lines.joined(separator: "\n")
        let (settings, findings) = SettingsReader.read(Array(text.utf8), file: "beckon.yaml")
        #expect(FindingReport(findings).text == "")
        #expect(settings == Self.ofANewHome)
        for section in SettingsCatalogue.sections {
            for option in section.options {
                #expect(text.contains("  \(option.name): ") || text.contains("\n\(option.name): "))
            }
        }
    }

    @Test("Lines of the template fit on a screen") func linesOfTheTemplateFitOnAScreen() {
        for line in SettingsTemplate.text.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
    }

    @Test("The reference page tells every option, and no other")
    func theReferencePageTellsEveryOptionAndNoOther() throws {
        for section in SettingsCatalogue.sections {
            let heading = section.path.isEmpty ? "## The clocks and the first board" : "## `\(section.name)`"
            let part = PrintedPart("docs/configuration.md", tableUnder: heading)
            #expect(try part.has(section.options.map { $0.row(in: section) }), "\(part) is another")
        }
        let page = String(decoding: try contents("docs/configuration.md"), as: UTF8.self)
        let rows = page.split(separator: "\n").map(String.init)
            .filter { $0.hasPrefix("| `") && $0.split(separator: "|").count == 4 }
        #expect(
            rows
                == SettingsCatalogue.sections.flatMap { section in section.options.map { $0.row(in: section) }
                })
    }
}

extension SettingsCatalogue.Option {
    /// Its line in docs/configuration.md.
    fileprivate func row(in section: SettingsCatalogue.Section) -> String {
        let name = (section.path + [name]).joined(separator: ".")
        return "| `\(name)` | `\(standard)` | \(range) | \(meaning) |"
    }
}
