import Boards
import Foundation
import HomeFiles
import Logging
import RealTime
import StaffFiles

/// Reads boards and phrases again whenever they change on the disk.
final class StaffFileWatch: Sendable {
    /// What has become of a change.
    enum Change: Sendable {
        case good(BoardSet, Phrases)
        /// There are mistakes; what was in use stays.
        case refused([Finding])
    }

    private let watch: FileWatch?
    private let reader: StaffFileReader
    private let settings: HomeSettings

    init(home: HomeFolder, reader: StaffFileReader, settings: HomeSettings, logger: Logger) {
        self.reader = reader
        self.settings = settings
        watch = FileWatch(folder: home.boardsFolder)
        if watch == nil { logger.warning("changed boards and phrases are not noticed until the next start") }
    }

    /// Calls `onChange` on a thread of its own until `stop`.
    func start(onChange: @escaping @Sendable (Change) -> Void) -> OwnThread.Handle? {
        watch?.start { [self] in
            var findings: [Finding] = []
            let boards = reader.boards(settings, &findings)
            let phrases = reader.phrases(settings.language, &findings)
            if let boards, let phrases {
                reader.keep(boards)
                onChange(.good(boards, phrases))
            } else {
                onChange(.refused(findings.filter { $0.severity == .error }))
            }
        }
    }

    func stop() { watch?.stop() }
}
