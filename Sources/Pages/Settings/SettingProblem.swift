import Care
import Wording

/// What is wrong with a setting, as the page of its question says it: settings are called there as their fields are, not as in the file.
struct SettingProblem {
    /// As the API names it.
    let field: String
    let words: Text

    /// One for each setting with which something is wrong.
    static func all(_ problem: CareProblem, in options: HomeOptions, _ call: PageCall) -> [SettingProblem] {
        options.options.compactMap { option in
            problem.detail(of: option.name).map {
                SettingProblem($0, of: option.name, in: options, call)
            }
        }
    }

    private init(_ detail: String, of name: String, in options: HomeOptions, _ call: PageCall) {
        field = name
        var text = call.say(.sentence(.written(detail)))
        // The field's own first: several have the same last part.
        let own = options.options.filter { $0.name == name }
        for option in own + options.options {
            let title = SettingWords(option.name, client: options.client).title
            let last = option.name.split(separator: ".").last.map(String.init) ?? option.name
            for written in [option.name, last] where text.contains("`\(written)`") {
                text = text.replacing(
                    "`\(written)`", with: call.say(Text("now.quoted", ["text": .text(title)])))
            }
        }
        // Not typed by people: what else stands between backticks is code.
        words = .joined([.verbatim(text)], separator: "")
    }
}
