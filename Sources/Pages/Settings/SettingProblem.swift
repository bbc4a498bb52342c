import Care
import Wording

/// What is wrong with a setting, as the page of its question says it: settings are called there as their fields are, not as in the file.
struct SettingProblem {
    /// As the API names it.
    let field: String?
    let words: Text

    init(_ problem: CareProblem, in options: HomeOptions, _ call: PageCall) {
        field = problem.field
        var text = call.say(problem.sentence)
        // The field's own first: several have the same last part.
        let own = options.options.filter { $0.name == problem.field }
        for option in own + options.options {
            let title = SettingWords(option.name, client: options.client).title
            let last = option.name.split(separator: ".").last.map(String.init) ?? option.name
            for name in [option.name, last] where text.contains("`\(name)`") {
                text = text.replacing("`\(name)`", with: call.say(Text("now.quoted", ["text": .text(title)])))
            }
        }
        // Not typed by people: what else stands between backticks is code.
        words = .joined([.verbatim(text)], separator: "")
    }
}
