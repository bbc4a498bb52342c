import Care
import Foundation
import HomeFiles
import PrintedParts
import Testing
import Wording

@testable import Station

/// `FaultKind`'s table and what follows from it.
@Suite("The table of faults")
struct FaultTableTests {
    @Test("docs/reliability.md has every kind, with what follows from its row") func documented() throws {
        func bytes(_ file: String) throws -> [UInt8] {
            let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            return Array(try Data(contentsOf: folder.appendingPathComponent("../../boards/\(file)")))
        }
        let phrases = try #require(
            PhrasesReader.read(try bytes("phrases.en.yaml"), file: "phrases.en.yaml").phrases)
        let texts = try #require(TextsReader.read(try bytes("texts.en.yaml"), file: "texts.en.yaml").texts)
        let part = PrintedPart("docs/reliability.md", tableUnder: "## Every fault")
        let rows = FaultKind.allCases.map { kind in
            let says = phrases[PhraseEntry(kind, isOver: false), [.client: "{client}", .detail: "{detail}"]]
            let advice = texts.patterns["faults.\(kind.rawValue)_advice"]?.written[.other] ?? ""
            let cells = [
                "`\(kind.rawValue)`", kind.urgency.rawValue, kind.traits.kiosks.rawValue, says, advice,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        #expect(try part.has(rows), "\(part) should have:\n\(rows.joined(separator: "\n"))")
    }

    @Test(
        "A device without a name of its own is called by the home's words, one that people have named as they have"
    )
    func unnamed() {
        var stage = StationStage()
        stage.fault(
            at: 0, .deviceBatteryLow, isActive: true, detail: DeviceKind.kiosk.ownName, source: "service")
        stage.fault(
            at: 20, .deviceBatteryLow, isActive: true, detail: "Station", source: "service", device: UUID())
        stage.run(to: 40)
        let told = stage.text.split(separator: "\n").filter { $0.contains("fault_device_battery_low") }
        #expect(
            told.count == 2 && told[0].contains("device_kiosk") && told[1].contains("Station"),
            "\(stage.text)")
        #expect(!stage.text.contains("Kiosk"))
    }

    @Test("What stations do about a fault follows from its urgency", arguments: FaultKind.allCases)
    func repeated(kind: FaultKind) {
        var stage = StationStage()
        stage.fault(at: 0, kind, isActive: true, detail: "x")
        stage.run(to: 299)
        let first = stage.text.split(separator: "\n").count { $0.contains("fault_\(kind.rawValue)") }
        stage.run(to: 302)
        let then = stage.text.split(separator: "\n").count { $0.contains("fault_\(kind.rawValue)") }
        switch kind.urgency {
        case .notice: #expect((first, then) == (1, 1))
        case .canWait, .soon: #expect((first, then) == (1, 2))
        case .now: #expect(first > 2)
        }
    }
}
