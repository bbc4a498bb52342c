import Roles
import StaffFiles
import Wording

/// Commands that stand in a message, such as `beckon doctor`, as they have to be typed for them to work: with the path of the program
/// where its name alone does not find it, and for the home that the message is about.
struct TypedCommands: Sendable {
    /// `nil` where the message is about no home.
    let home: HomeFolder?
    var program = OwnProgram.typed

    /// The text with each command in backticks that begins with the program's name written so.
    func callAsFunction(_ text: String) -> String {
        let begin = "`" + OwnProgram.name + " "
        var (rest, whole) = (text[...], "")
        while let start = rest.firstRange(of: begin) {
            let command = rest[rest.index(after: start.lowerBound)...]
            guard let end = command.firstIndex(of: "`") else { break }
            whole += rest[..<start.lowerBound] + "`" + self.command(String(command[..<end])) + "`"
            rest = command[command.index(after: end)...]
        }
        return whole + rest
    }

    private func command(_ words: String) -> String {
        // One with options says already what it is for, or goes on behind them.
        guard let home, !words.contains(" -"), Self.takesHome(words) else {
            return OwnProgram.command(words, typed: program)
        }
        return home.command(words)
    }

    private static func takesHome(_ words: String) -> Bool {
        CommandTree(words.split(separator: " ").dropFirst().map(String.init)).options.contains("--home")
    }

    /// The same for all texts of each language.
    func callAsFunction(_ translations: [Translation]) -> [Translation] {
        translations.map { $0.rewritten { self($0) } }
    }
}

extension FindingReport {
    /// In its reader's language, with commands as they have to be typed.
    func text(for look: TerminalLook, _ locale: ReaderLocale) -> String {
        var report = self
        for index in report.findings.indices {
            let message = locale.words(.written(report.findings[index].message))
            report.findings[index].message = TypedCommands(home: nil)(message)
        }
        let (errors, warnings) = counts
        let parts = [("terminal.errors", errors), ("terminal.warnings", warnings)].filter { $0.1 > 0 }
        let summary = parts.map { locale.words(Text($0.0, count: $0.1)) }.joined(separator: ", ")
        return report.text(for: look, summary: summary)
    }
}
