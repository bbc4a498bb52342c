import Care
import Evidence
import HomeFiles
import Scanning

extension KioskSession {
    /// Writes into the log why a press did not choose at once; nothing where it did.
    ///
    /// - Parameter level: The level that was scanned.
    func explain(
        _ judgement: PressJudge.Judgement, _ verdict: PressRecord.Weighed.Verdict, level: String?,
        _ effects: inout Effects
    ) {
        switch verdict {
        case .chose: break
        case .asked: effects.add(.log("a press was asked back: \(why(judgement, level: level))"))
        case .passed: effects.add(.log("a press did nothing: \(why(judgement, level: level))"))
        }
    }

    /// Why a press was doubted, in a sentence for staff: "This press came 2.6 s after 'Tea'; Maria answers between 0.6 and 1.1 s."
    ///
    /// - Parameter level: The level that was scanned.
    func why(_ judgement: PressJudge.Judgement, level: String?) -> String {
        let (first, last) = (profile.timing.usualSpan.lowerBound, profile.timing.usualSpan.upperBound)
        let came = "This press came \(Self.place(judgement.since, of: name(of: judgement, level)))"
        let answers = "between \(Self.figure(first)) and \(Self.figure(last)) s"
        // As they are shown: never "1.1 s after it, and answers until 1.1 s".
        guard (Self.tenths(first)...Self.tenths(last)).contains(Self.tenths(judgement.since)) else {
            return "\(came); \(clientInWords) answers \(answers)."
        }
        let meant = Int((min(max(judgement.certainty, 0), 1) * 100).rounded())
        let accidents = Int(min(profile.accidents * 3600, 1e6).rounded())
        return
            "\(came), when \(clientInWords) answers (\(answers)), but of 100 presses like it only \(meant) are meant for that; "
            + "\(accidents) an hour come by accident."
    }

    private var clientInWords: String {
        settings.client.name == Person.unnamed ? "the client" : settings.client.name
    }

    /// As it is said when it is scanned.
    private func name(of judgement: PressJudge.Judgement, _ level: String?) -> String? {
        guard let level = level.flatMap({ levels[$0] }), level.scan.items.indices.contains(judgement.item)
        else { return nil }
        return level.cues[level.scan.items[judgement.item].id].map(Self.words)
    }

    /// - Parameters:
    ///   - since: Seconds from the end of the cue.
    ///   - name: Of the item, where it is known.
    private static func place(_ since: Double, of name: String?) -> String {
        let word = name.map { "'\($0)'" } ?? "the word"
        return since < 0
            ? "\(figure(-since)) s before the end of \(word)" : "\(figure(since)) s after \(word)"
    }

    private static func tenths(_ seconds: Double) -> Int {
        Int((min(max(seconds, -1e6), 1e6) * 10).rounded())
    }

    /// With one digit after the point.
    private static func figure(_ seconds: Double) -> String {
        let tenths = tenths(seconds)
        return "\(tenths < 0 ? "-" : "")\(abs(tenths) / 10).\(abs(tenths) % 10)"
    }
}
