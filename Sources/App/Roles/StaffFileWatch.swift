import Boards
import HomeFiles
import Logging
import RealTime
import StaffFiles

/// Reads settings, boards and phrases again whenever they change on the disk.
final class StaffFileWatch: Sendable {
    /// The result of a change.
    enum Change: Sendable {
        case good(HomeSettings, BoardSet, Phrases)
        /// There are mistakes; what was in use stays.
        case refused([Finding])
    }

    private let watch: FileWatch?
    private let reader: StaffFileReader
    /// As they were at the start: only how the board is scanned, and names, are taken over while the kiosk runs.
    private let settings: HomeSettings

    init(home: HomeFolder, reader: StaffFileReader, settings: HomeSettings, logger: Logger) {
        self.reader = reader
        self.settings = settings
        watch = FileWatch([.init(folder: home.boardsFolder)] + SettingsFilePlaces.of(home))
        if watch == nil { logger.warning("changed files are not noticed until the next start") }
    }

    /// Calls `onChange` on a thread of its own until `stop`.
    func start(onChange: @escaping @Sendable (Change) -> Void) -> OwnThread.Handle? {
        watch?.start { [self] in
            var findings: [Finding] = []
            let written = reader.settings(&findings)
            var now = settings
            now.scanning = written?.scanning ?? now.scanning
            now.tuning = written?.tuning ?? now.tuning
            let boards = reader.boards(now, &findings)
            let phrases = reader.phrases(settings.language, &findings)
            if let written, let boards, let phrases {
                reader.keep(boards)
                onChange(.good(written, boards, phrases))
            } else {
                onChange(.refused(findings.filter { $0.severity == .error }))
            }
        }
    }

    func stop() { watch?.stop() }
}
