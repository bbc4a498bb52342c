import ArgumentParser
import StaffFiles

/// Where a command line leads in the tree of commands.
struct CommandTree {
    /// `beckon board check`.
    private(set) var name = name(of: Beckon.self)
    private(set) var command: any ParsableCommand.Type = Beckon.self
    /// What stands where a command should, and is none.
    private(set) var unknown: String?

    init(_ arguments: [String]) {
        for word in arguments {
            let inside = command.configuration.subcommands
            guard !inside.isEmpty, !word.hasPrefix("-") else { return }
            guard let next = inside.first(where: { Self.name(of: $0) == word }) else {
                // `beckon help board` asks for the help of that.
                if word != "help" { unknown = word }
                return
            }
            command = next
            name += " " + word
        }
    }

    private static func name(of command: any ParsableCommand.Type) -> String {
        command.configuration.commandName ?? "\(command)".lowercased()
    }

    /// The commands of this one, without its name.
    private var names: [String] { command.configuration.subcommands.map(Self.name) }

    /// What to say of a word that is no command; `nil` where there is none.
    var unknownWords: String? {
        guard let unknown else { return nil }
        let shown = unknown.prefix(60)
        let problem = "there is no command `\(name) \(shown)`"
        if let meant = DidYouMean.guess(for: unknown, among: names) {
            return "\(problem): did you mean `\(name) \(meant)`?"
        }
        // The beginning of a name, as far as it was typed.
        let begun = names.filter { unknown.count > 1 && $0.hasPrefix(unknown) }.sorted()
        if !begun.isEmpty, begun.count < 4 { return problem + Self.meant(begun.map { "\(name) \($0)" }) }
        // `beckon check` for `beckon board check`.
        let below = command.configuration.subcommands.flatMap { inside in
            inside.configuration.subcommands.filter { Self.name(of: $0) == unknown }
                .map { "\(name) \(Self.name(of: inside)) \(Self.name(of: $0))" }
        }
        if !below.isEmpty, below.count < 4 { return problem + Self.meant(below) }
        return "\(problem): write one of \(names.map { "`\($0)`" }.joined(separator: ", "))"
    }

    /// Of one to three commands.
    private static func meant(_ commands: [String]) -> String {
        switch commands.count {
        case 1: ": did you mean `\(commands[0])`?"
        case 2: ": did you mean `\(commands[0])` or `\(commands[1])`?"
        default: ": did you mean `\(commands[0])`, `\(commands[1])` or `\(commands[2])`?"
        }
    }

    /// The options of the command, as `--home`.
    var options: [String] {
        let help = Beckon.helpMessage(for: command, columns: 2000)
        return help.split(separator: "\n").flatMap { line -> [String] in
            guard line.hasPrefix("  -") else { return [] }
            return line.dropFirst(2).prefix { $0 != " " }.split(separator: "/").map(String.init)
                .filter { $0.hasPrefix("--") }
        }
    }
}
