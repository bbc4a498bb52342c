import Boards
import Encouragement
import Exercises
import Foundation
import HomeFiles
import Logging
import Roles
import StaffFiles

/// What staff have written: settings, boards, phrases.
extension Examination {
    func checkSettings(_ results: inout [CheckResult]) -> HomeSettings {
        guard FileManager.default.fileExists(atPath: folder.settingsFile) else {
            results.append(
                .warning(
                    "settings", "\(folder.path) is not a home yet.",
                    advice: "Run `beckon run` once: it makes one. Until then the defaults are looked at."))
            return .standard
        }
        let findings =
            StaffFileReader.findings(at: folder.settingsFile) + StaffFileReader.findings(ofOthersIn: folder)
        results += self.results("settings", findings, good: "\(folder.settingsFile) is right.")
        checkFetched(&results)
        return filesFolder.settingsInUse
    }

    /// Whose files are in use: those that a kiosk or station of a service elsewhere has fetched, else this home's own.
    private var filesFolder: HomeFolder {
        guard service.service != nil, let share = try? SharedFiles.find() else { return folder }
        let isStation = folder.isOfStation
        let all = [isStation, !isStation].map { isOfStation in
            FetchedContents(
                home: folder, isOfStation: isOfStation, share: share, logger: Logger(label: "doctor"))
        }
        return all.lazy.compactMap(\.inUse).first ?? folder
    }

    /// What the role has fetched, where that is in use: it is fetched again if it cannot be read.
    private func checkFetched(_ results: inout [CheckResult]) {
        let fetched = filesFolder
        guard fetched.path != folder.path else { return }
        for finding in StaffFileReader.findings(at: fetched.settingsFile) where finding.severity == .error {
            results.append(
                .error(
                    "settings", "\(finding.file):\(finding.line):\(finding.column): \(finding.message)",
                    advice: "It comes from the service: start the kiosk or station, which fetches it again."))
        }
    }

    private func results(
        _ check: String, _ findings: [Finding], good: String,
        advice: String = "Fix that line. Until then the last good file is in use."
    ) -> [CheckResult] {
        guard !findings.isEmpty else { return [.ok(check, good)] }
        return findings.map { finding in
            let place = "\(finding.file):\(finding.line):\(finding.column): \(finding.message)"
            return finding.severity == .error
                ? .error(check, place, advice: advice)
                : .warning(check, place, advice: "Check whether that is intended.")
        }
    }

    private func reader() throws -> StaffFileReader {
        StaffFileReader(
            home: filesFolder, share: try SharedFiles.find(), keepsCopies: false, languages: .machine)
    }

    func checkBoards(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        do {
            var findings: [Finding] = []
            var settings = settings
            if !FileManager.default.fileExists(atPath: filesFolder.boardsFolder) {
                settings.board = "\(try SharedFiles.find().boardsFolder)/home.yaml"
            }
            let boards = try reader().boards(settings, &findings)
            let count = boards?.boards.count ?? 0
            results += self.results(
                "boards", findings,
                good: "\(count) boards, from \(filesFolder.file(settings.board)), can be scanned.")
        } catch {
            results.append(.error("boards", "\(error)", advice: "Install Beckon again, or set BECKON_SHARE."))
        }
    }

    /// The language of the first board, in which the client is spoken to. What is wrong with the boards is told with them.
    private func boardLanguage(_ settings: HomeSettings, _ reader: StaffFileReader) -> String {
        var ignored: [Finding] = []
        let boards = reader.boards(settings, &ignored)
        return boards.flatMap { $0.boards[$0.start]?.language } ?? settings.language
    }

    /// The exercises of all languages, and how many of them the client can do.
    func checkExercises(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        do {
            var findings: [Finding] = []
            let reader = try reader()
            let language = boardLanguage(settings, reader)
            let exercises = reader.exercises(settings, in: language, &findings)
            let care = settings.breathing.rawValue
            results += self.results(
                "exercises", findings,
                good:
                    "\(exercises.count) exercises in `\(language)` can be done with `care.breathing: \(care)`.",
                advice: "Fix that line. Until then this exercise is left out.")
        } catch {
            results.append(
                .error("exercises", "\(error)", advice: "Install Beckon again, or set BECKON_SHARE."))
        }
    }

    /// The encouragement of all languages, and how much of it the client can hear.
    func checkEncouragement(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        do {
            var findings: [Finding] = []
            let reader = try reader()
            let language = boardLanguage(settings, reader)
            let shelf = reader.encouragementShelf(language, &findings)
            results += self.results(
                "encouragement", findings,
                good: "\(shelf.items.count) sentences and tips in `\(language)` can be heard.",
                advice: "Fix that line. Until then this file of encouragement is left out.")
        } catch {
            results.append(
                .error("encouragement", "\(error)", advice: "Install Beckon again, or set BECKON_SHARE."))
        }
    }

    func checkPhrases(_ settings: HomeSettings, _ results: inout [CheckResult]) {
        do {
            var findings: [Finding] = []
            let phrases = try reader().phrases(settings.language, &findings)
            results += self.results(
                "phrases", findings, good: "The phrases of `\(phrases?.language ?? "")` are complete.")
        } catch {
            results.append(
                .error("phrases", "\(error)", advice: "Install Beckon again, or set BECKON_SHARE."))
        }
    }
}
