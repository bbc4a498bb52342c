@testable import Evidence
import HomeFiles
@testable import Kiosk
import Scanning
import Testing
import Time

@Suite("Why a press was doubted") struct PressReasonTests {
    /// Somebody who answers 0.75 to 0.85 s after the word.
    private var profile: PressProfile {
        let records = (0..<100).map { number in
            PressRecord.weighed(
                .init(
                    offers: [.init(since: .milliseconds(750 + number % 11 * 10), wanted: 0.6, meant: 0.9)],
                    watched: .seconds(3), verdict: .chose, choice: .init(rawValue: UInt64(number))))
        }
        return PressProfile(records)
    }

    private func stage() -> Stage {
        var stage = Stage(Stage.yes, Stage.water)
        stage.send(.pressesKnown(profile))
        return stage
    }

    private func judgement(_ item: Int, since: Double, certainty: Double = 0.34) -> PressJudge.Judgement {
        .init(
            verdict: .passes, item: item, certainty: certainty, since: since, cueBegan: nil, cueEnded: nil,
            offers: [], items: [],
            watched: .zero)
    }

    private func why(
        _ since: Double, certainty: Double = 0.34, of id: String = "water", named name: String? = nil
    ) throws -> String {
        var stage = stage()
        if let name { stage.send(.namesChanged(client: name, caregiver: "Anna")) }
        let level = stage.session.levels.maker.top.scan
        let item = try #require(level.items.firstIndex { $0.id == id })
        return stage.session.why(judgement(item, since: since, certainty: certainty), level: level.id)
    }

    /// The span as the sentence has it.
    private var span: (first: String, last: String) {
        let span = profile.timing.usualSpan
        func figure(_ seconds: Double) -> String { "\((seconds * 10).rounded() / 10)" }
        return (figure(span.lowerBound), figure(span.upperBound))
    }

    @Test("The person's time is known") func known() {
        let span = profile.timing.usualSpan
        #expect((0.4...0.75).contains(span.lowerBound), "\(span)")
        #expect((0.84...1.4).contains(span.upperBound), "\(span)")
    }

    @Test("A press outside the person's time is told with that time") func outside() throws {
        let (first, last) = span
        #expect(
            try why(2.58)
                == "This press came 2.6 s after 'Water'; Maria answers between \(first) and \(last) s.")
        #expect(
            try why(-0.31, of: "yes")
                == "This press came 0.3 s before the end of 'Yes'; Maria answers between \(first) and \(last) s."
        )
    }

    @Test("A press within it is told with how often such a one is meant") func within() throws {
        let (first, last) = span
        let accidents = Int((profile.accidents * 3600).rounded())
        #expect(
            try why(0.8)
                == "This press came 0.8 s after 'Water', when Maria answers (between \(first) and \(last) s), but of 100 presses like it "
                + "only 34 are meant for that; \(accidents) an hour come by accident.")
    }

    @Test("Without a name it is the client, and without its level the word") func unnamed() throws {
        let (first, last) = span
        #expect(
            try why(2.6, named: "Somebody")
                == "This press came 2.6 s after 'Water'; the client answers between \(first) and \(last) s.")
        let session = stage().session
        for (item, level) in [(0, nil), (0, "gone"), (99, session.levels.maker.top.scan.id)]
            as [(Int, String?)]
        {
            #expect(
                session.why(judgement(item, since: 2.6), level: level)
                    == "This press came 2.6 s after the word; Maria answers between \(first) and \(last) s.")
        }
    }

    @Test("What became of it is said with it, and nothing of a press that chose") func explained() {
        let session = stage().session
        let level = session.levels.maker.top.scan.id
        var effects = Effects()
        for verdict in PressRecord.Weighed.Verdict.allCases {
            session.explain(judgement(1, since: 2.6), verdict, level: level, &effects)
        }
        let logs = effects.list.compactMap { if case .log(let text) = $0 { text } else { nil } }
        #expect(
            logs.map { String($0.prefix(while: { $0 != ":" })) } == [
                "a press was asked back", "a press did nothing",
            ])
    }

    @Test("What is known ages by whole days at rest, whatever the clock on the wall shows") func aging() {
        var stage = stage()
        let began = stage.now
        stage.clockStep = -1_800_000_000
        stage.run(to: 86_399)
        stage.send(.wake)
        #expect(stage.session.presses.agedUntil == began)
        stage.clockStep = 250_000_000_000
        stage.run(to: 3.5 * 86_400)
        stage.send(.wake)
        #expect(stage.session.presses.agedUntil == began.advanced(by: .seconds(3 * 86_400)))
    }
}
