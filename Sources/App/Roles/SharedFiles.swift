import Foundation

/// The files that ship with Beckon: boards and exercises to copy, earcons to play.
public struct SharedFiles: Sendable {
    public let folder: String

    public var boardsFolder: String { "\(folder)/boards" }
    public var exercisesFolder: String { "\(folder)/exercises" }
    public var encouragementFolder: String { "\(folder)/encouragement" }
    public var soundsFolder: String { "\(folder)/sounds" }

    /// Looks in `$BECKON_SHARE`, beside the program's `bin` in `share/beckon`, and above the program, where a
    /// checkout has them.
    public static func find() throws(RolesError) -> SharedFiles {
        var candidates: [String] = []
        if let share = ProcessInfo.processInfo.environment["BECKON_SHARE"] { candidates.append(share) }
        let program = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
            .deletingLastPathComponent()
        candidates.append(program.deletingLastPathComponent().appendingPathComponent("share/beckon").path)
        var above = program
        while above.path != "/" {
            candidates.append(above.path)
            above.deleteLastPathComponent()
        }
        for folder in candidates {
            let shared = SharedFiles(folder: folder)
            if FileManager.default.fileExists(atPath: "\(shared.soundsFolder)/press.wav"),
                FileManager.default.fileExists(atPath: "\(shared.boardsFolder)/home.yaml")
            {
                return shared
            }
        }
        throw .shippedFilesMissing(searched: Array(candidates.prefix(3)))
    }
}
