import Care
import Foundation
import HomeFiles
import PrintedParts
import Testing

@testable import Station

/// `FaultKind`'s table and what follows from it.
@Suite("The table of faults")
struct FaultTableTests {
    @Test("docs/reliability.md has every kind, with what follows from its row") func documented() throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../boards/phrases.en.yaml")
        let phrases = try #require(
            PhrasesReader.read(Array(try Data(contentsOf: file)), file: "phrases.en.yaml").phrases)
        let part = PrintedPart("docs/reliability.md", tableUnder: "## Every fault")
        let rows = FaultKind.allCases.map { kind in
            let says = phrases[PhraseEntry(kind, isOver: false), [.client: "{client}", .detail: "{detail}"]]
            let advice = kind.traits.page.advice.pattern
            let cells = [
                "`\(kind.rawValue)`", kind.urgency.rawValue, kind.traits.kiosks.rawValue, says, advice,
            ]
            return "| " + cells.joined(separator: " | ") + " |"
        }
        #expect(try part.has(rows), "\(part) should have:\n\(rows.joined(separator: "\n"))")
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
