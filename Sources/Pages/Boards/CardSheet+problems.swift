import Care
import Wording

extension CardSheet {
    /// What the service has found wrong, at its field; all else above the form.
    ///
    /// - Parameter path: Where the card is, or would be.
    mutating func show(_ problem: CareProblem, at path: String) {
        switch problem.field {
        case "picture", "cue_sound_file", "say_sound_file":
            problems[problem.field ?? ""] = problem.sentence
            return
        // A new board is called what its card is.
        case "label", "title":
            problems["label"] = problem.sentence
            return
        default: break
        }
        guard case .findings(let findings) = problem.current else {
            trouble = problem.sentence
            return
        }
        var rest: [Text] = []
        for finding in findings where finding.severity == .error {
            let sentence = Text.sentence(.written(finding.message))
            if let key = finding.key, finding.card == path, values[key] != nil, problems[key] == nil {
                problems[key] = sentence
            } else {
                rest.append(sentence)
            }
        }
        if !rest.isEmpty { trouble = .joined(rest, separator: " ") }
    }
}
