import Foundation
import ProbeArguments

extension MessageYear {
    /// Lives a year and prints what was sent. Gives 1 if any message was lost, early, told twice, sent again under another key, or of
    /// something that had not happened or was answered.
    ///
    /// `--drop N` calls each Nth try sent without sending it, `--rename N` sends each Nth repetition under another key, and `--hasten N`
    /// sends each Nth message a second early: that must be found out.
    static func run(_ arguments: [String]) async throws -> Int32 {
        var arguments = ProbeArguments(
            usage: "year-probe messages [CALLS [PEOPLE [SEED]]] [--drop N] [--rename N] [--hasten N]",
            arguments)
        var spoiling = MessageSpoiling()
        spoiling.dropsEach = arguments.option("--drop", least: 1)
        spoiling.renamesEach = arguments.option("--rename", least: 1)
        spoiling.hastensEach = arguments.option("--hasten", least: 1)
        let calls = arguments.count(or: 1500)
        let people = arguments.count(or: 12)
        let seed: UInt64 = arguments.number(or: 2026)
        arguments.end()
        let folder = try ProbeFolder.make()
        let year = try await MessageYear(
            folder: folder.path, calls: calls, people: people, seed: seed, spoiling: spoiling)
        let begun = ContinuousClock.now
        try await year.live()
        let status = year.report(took: begun.duration(to: .now))
        try FileManager.default.removeItem(at: folder)
        return status
    }
}
