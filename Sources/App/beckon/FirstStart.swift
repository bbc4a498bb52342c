import Care
import Foundation
import Glibc
import HomeFiles
import Roles

/// The first start at a terminal: it asks who is who, and says nothing else than what its reader needs.
struct FirstStart {
    let home: HomeFolder
    let share: SharedFiles

    /// Whether somebody sits there: what is asked is seen, and can be answered.
    static var isAtTerminal: Bool { isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 }

    /// How often a name that cannot be used is asked for again.
    private static let tries = 5

    /// Asks for the two names and writes them into the settings. Whoever just presses Enter leaves one out, and is asked for it by the
    /// pages later.
    ///
    /// - Parameter read: One line of what is typed; `nil` where nothing more comes.
    func askNames(_ read: () -> String? = { readLine() }) {
        let settings = (try? StaffFileReader.settings(at: home.settingsFile)) ?? .standard
        StandardOutput.print("\nWelcome to Beckon. Two names first; Enter leaves one out.\n")
        guard ask("Who will call with the switch?", settings.client.id, read) else { return }
        _ = ask("And what are you called?", settings.caregiver.id, read)
        StandardOutput.print("")
    }

    /// - Returns: `false` where nothing more can be typed.
    private func ask(_ question: String, _ id: String, _ read: () -> String?) -> Bool {
        for _ in 0..<Self.tries {
            StandardOutput.print("  \(question) ", terminator: "")
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
                StandardOutput.print("  Please write it otherwise: \(problem.message).")
            } catch {
                StandardOutput.print(
                    "  It could not be kept: \((error as? CareProblem)?.detail ?? "\(error)").")
            }
        }
        return true
    }
}
