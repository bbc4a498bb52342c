import Recurrence
import Wording

/// Rules of RFC 5545 as people type them into a form.
enum TypedRules {
    /// One rule on each line; empty lines are none.
    static func lines(of text: String) -> [String] {
        text.split(whereSeparator: \.isNewline).map { String($0).trimmed() }.filter { !$0.isEmpty }
    }

    /// What recurs by these rules; `nil` where one is wrong, which `problems` then says of the field.
    static func repetition(
        _ texts: [String], _ field: String, _ problems: inout [String: Text]
    ) -> Repetition? {
        var rules: [RecurrenceRule] = []
        for text in texts {
            do { rules.append(try RecurrenceRule(text)) } catch {
                problems[field] = .written(error.description)
                return nil
            }
        }
        return .rules(rules)
    }
}
