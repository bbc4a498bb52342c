import ArgumentParser
import Boards
import CareStore
import Foundation
import HomeFiles
import Roles
import StaffFiles
import Wording

/// The source of the needs' frequencies.
struct UseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A file of how often each need is asked: a line `id: count` each, or CSV.", valueName: "file"))
    var use: String?

    @Option(
        help: ArgumentHelp(
            "Count what was asked in this home; its service may be running. What only speaks is not kept, and counts as never.",
            valueName: "dir"))
    var home: String?

    @Option(help: ArgumentHelp("With --home: the last so many days, 1 to 3650.", valueName: "n"))
    var days: Int = 28

    func validate() throws {
        guard use == nil || home == nil else {
            throw ValidationError("--use and --home both say how often each need is asked: give one of them.")
        }
        guard (1...3650).contains(days) else {
            throw ValidationError("--days \(days): write a number from 1 to 3650.")
        }
    }

    /// Of the home in which it was counted; `nil` where none is named.
    var language: String? { home.map { HomeFolder(path: $0).settingsInUse.language } }

    /// `nil` if neither is given; ends the command with a message if something is wrong.
    func counts(for boards: BoardSet) throws -> BoardUse? {
        if let use { return try read(use, boards) }
        return try home.map(count)
    }

    private func read(_ file: String, _ boards: BoardSet) throws -> BoardUse {
        let bytes: [UInt8]
        switch StaffFileReader.loader.load(file, StaffFileLimits.bytes + 1) {
        case .success(let loaded): bytes = loaded
        case .failure(let failure): throw ValidationError("`\(file)` \(failure)")
        }
        let (counts, findings) = UseFileReader.read(bytes, file: file, boards: boards)
        if !findings.isEmpty {
            let locale = ReaderLocale.current(home: language)
            StandardError.write(FindingReport(findings).text(for: StandardError.look, locale) + "\n")
        }
        guard let counts else { throw ExitCode(1) }
        return counts
    }

    private func count(_ home: String) throws -> BoardUse {
        let store = HomeFolder(path: home).careStore
        let start = Date().addingTimeInterval(-Double(days) * 86_400)
        guard let counts = try CareStore.countsOfNeeds(store, since: start) else {
            throw ValidationError(
                "`\(store)` does not exist: give the folder of the home whose service keeps the requests.")
        }
        return BoardUse(
            source: "the last \(days == 1 ? "day" : "\(days) days") of \(home)",
            told: Text("board_show.last_days", count: days, ["home": .verbatim(home)]), counts: counts)
    }
}
