import ArgumentParser
import Foundation
import StaffFiles

/// What is wrong with a command line, in this project's words: the parser's own name its types.
struct UsageWords {
    /// A sentence without capital letter or full stop; `nil` where the command line is not what is wrong.
    let problem: String?

    /// - Parameter error: What parsing has thrown.
    init(_ error: any Error, _ tree: CommandTree) {
        guard let kind = Self.kind(of: error) else {
            problem = nil
            return
        }
        let told = Beckon.message(for: error)
        let names = Self.quoted(told)
        let first = names.first ?? ""
        switch kind {
        case "userValidationError":
            problem = nil
        case "unknownOption", "missingValueOrUnknownCompositeOption":
            problem =
                "`\(tree.name)` has no option `\(first)`" + DidYouMean.suffix(for: first, among: tree.options)
        case "missingValueForOption":
            problem = "`\(first.prefix { $0 != " " })` needs a value behind it: write \(Self.shown(first))"
        case "unexpectedValueForOption":
            problem = "`\(first)` takes no value: write it alone"
        case "unexpectedExtraValues":
            problem =
                tree.unknownWords
                ?? "`\(tree.name)` has no use for \(names.prefix(5).map { "`\($0)`" }.joined(separator: ", ")): leave that out, or put a text with spaces between quotation marks"
        case "noValue":
            problem = "`\(tree.name)` needs \(names.map(Self.shown).joined(separator: " / "))"
        case "unableToParseValue":
            problem = Self.invalid(told)
        case "duplicateExclusiveValues":
            problem = "`\(first)` and `\(names.dropFirst().first ?? "")` exclude each other: keep one of them"
        case "missingSubcommand", "noArguments":
            problem = "`\(tree.name)` needs a command behind it"
        default:
            problem = "this command line is not understood (\(told))"
        }
    }

    /// The case of the parser's own error; `nil` for other errors.
    private static func kind(of error: any Error) -> String? {
        guard "\(type(of: error))" == "CommandError",
            let inner = Mirror(reflecting: error).children.first(where: { $0.label == "parserError" })?.value
        else { return nil }
        return Mirror(reflecting: inner).children.first?.label ?? "\(inner)"
    }

    /// What stands between `'` in the parser's words.
    private static func quoted(_ text: String) -> [String] {
        let parts = text.split(separator: "'", omittingEmptySubsequences: false)
        return parts.indices.filter { $0 % 2 == 1 }.map { String(parts[$0].prefix(200)) }
    }

    /// `--format FORMAT` for `--format <format>`, `PATH …` for `<path> ...`.
    private static func shown(_ synopsis: String) -> String {
        let words = synopsis.replacing("...", with: "…").split(separator: " ").map { word in
            word.hasPrefix("<") ? word.dropFirst().prefix { $0 != ">" }.uppercased() : String(word)
        }
        return "`\(words.joined(separator: " "))`"
    }

    private static func invalid(_ told: String) -> String {
        let (begin, middle) = ("The value '", "' is invalid for '")
        guard told.hasPrefix(begin), let place = told.range(of: middle) else {
            return "a value is not understood (\(told))"
        }
        let value = String(told[told.index(told.startIndex, offsetBy: begin.count)..<place.lowerBound])
        let rest = told[place.upperBound...]
        let option = rest.prefix { $0 != "'" }.split(separator: " ").first.map(String.init) ?? ""
        let problem =
            option.hasPrefix("-")
            ? "`\(option)` cannot be `\(value.prefix(60))`" : "this place cannot be `\(value.prefix(60))`"
        let choices = choices(in: String(rest))
        guard !choices.isEmpty else { return problem + ": write a number" }
        if let meant = DidYouMean.guess(for: value, among: choices) {
            return problem + ": did you mean `\(meant)`?"
        }
        guard choices.count == 2 else {
            return problem + ": write one of \(choices.map { "`\($0)`" }.joined(separator: ", "))"
        }
        return problem + ": write `\(choices[0])` or `\(choices[1])`"
    }

    /// The values that the parser lists, in quotation marks or one a line.
    private static func choices(in text: String) -> [String] {
        if let list = text.range(of: "Please provide one of the following:") {
            return text[list.upperBound...].split(separator: "\n").map { line in
                String(line.drop { $0 == " " || $0 == "-" })
            }.filter { !$0.isEmpty }
        }
        guard let list = text.range(of: "Please provide one of ") else { return [] }
        return quoted(String(text[list.upperBound...]))
    }
}
