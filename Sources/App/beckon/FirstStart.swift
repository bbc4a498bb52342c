import Care
import Foundation
import Glibc
import HomeFiles
import Roles
import Wording

/// The first start at a terminal: it asks who is who, and says nothing else than what its reader needs.
struct FirstStart {
    let home: HomeFolder
    let share: SharedFiles
    private let words = ReaderLocale.current().words

    init(home: HomeFolder, share: SharedFiles) {
        self.home = home
        self.share = share
    }

    /// Whether somebody sits there: what is asked is seen, and can be answered.
    static var isAtTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// How often a name that cannot be used is asked for again.
    private static let tries = 5

    /// Asks for the two names and writes them into the settings. Whoever just presses Enter skips one, and is asked for it by the
    /// pages later.
    ///
    /// - Parameter read: One line of what is typed; `nil` where nothing more comes.
    func askNames(_ read: () -> String? = { readLine() }) {
        let settings = (try? StaffFileReader.settings(at: home.settingsFile)) ?? .standard
        StandardOutput.print("\n\(words(Text("terminal.two_names")))\n")
        guard ask(Text("terminal.who_calls"), settings.client.id, read) else { return }
        _ = ask(Text("terminal.who_cares"), settings.caregiver.id, read)
        StandardOutput.print("")
    }

    /// - Returns: `false` where nothing more can be typed.
    private func ask(_ question: Text, _ id: String, _ read: () -> String?) -> Bool {
        for _ in 0..<Self.tries {
            StandardOutput.print("  \(words(question)) ", terminator: "")
            guard let line = read() else {
                StandardOutput.print("")
                return false
            }
            let name = line.trimmingCharacters(in: .whitespacesAndNewlines)
            guard !name.isEmpty else { return true }
            do {
                try AccessRules.checkName(name, "name")
                try HomeFileKeeper(home: home, share: share).rename(id, to: name)
                return true
            } catch let problem as FieldProblem {
                StandardOutput.print(
                    "  "
                        + words(
                            Text("terminal.write_otherwise", ["problem": .text(.written(problem.message))])))
            } catch {
                let problem = (error as? CareProblem)?.detail ?? "\(error)"
                StandardOutput.print(
                    "  "
                        + words(
                            Text(
                                "terminal.not_kept", ["problem": .text(.sentence(.written(problem)))])))
            }
        }
        return true
    }
}
