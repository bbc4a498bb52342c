import Foundation

extension MessageYear {
    /// Lives a year and prints what was sent. Gives 1 if any message was lost, early, told twice, sent again under another key, or of
    /// something that had not happened or was answered.
    ///
    /// `--drop N` calls each Nth try sent without sending it, `--rename N` sends each Nth repetition under another key, and `--hasten N`
    /// sends each Nth message a second early: that must be found out.
    static func run(_ arguments: [String]) async throws -> Int32 {
        var numbers: [Int] = []
        var spoiling = MessageSpoiling()
        var rest = arguments[...]
        while let argument = rest.popFirst() {
            switch argument {
            case "--drop": spoiling.dropsEach = rest.popFirst().flatMap { Int($0) }
            case "--rename": spoiling.renamesEach = rest.popFirst().flatMap { Int($0) }
            case "--hasten": spoiling.hastensEach = rest.popFirst().flatMap { Int($0) }
            default:
                guard let number = Int(argument), number > 0 else {
                    let usage =
                        "year-probe messages [CALLS [PEOPLE [SEED]]] [--drop N] [--rename N] [--hasten N]\n"
                    FileHandle.standardError.write(Data(usage.utf8))
                    return 64
                }
                numbers.append(number)
            }
        }
        let folder = try ProbeFolder.make()
        let year = try await MessageYear(
            folder: folder.path, calls: numbers.first ?? 1500, people: numbers.dropFirst().first ?? 12,
            seed: UInt64(numbers.dropFirst(2).first ?? 2026), spoiling: spoiling)
        let begun = ContinuousClock.now
        try await year.live()
        let status = year.report(took: begun.duration(to: .now))
        try FileManager.default.removeItem(at: folder)
        return status
    }
}
