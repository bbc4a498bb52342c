import Boards
import Foundation
import HomeFiles
import Logging
import RealTime
import StaffFiles
import Synchronization

/// Reads settings, boards, phrases and exercises again whenever they change on the disk.
final class StaffFileWatch: Sendable {
    /// The result of a change.
    enum Change: Sendable {
        case good(HomeSettings, BoardSet, Phrases)
        /// There are mistakes; what was in use stays. The settings are there if those have none.
        case refused([Finding], HomeSettings? = nil)
        /// Why what the service has is not in use here; `nil` while it is.
        case fetching(String?)
    }

    private let watch: FileWatch?
    private let fetched: FetchedContents?
    private let reader: @Sendable () -> StaffFileReader
    /// As they were at the start: with mistakes in the present ones, boards are checked by them.
    private let settings: HomeSettings
    private let onChange: @Sendable (Change, StaffFileReader) -> Void
    /// Who reads later has read what is newer, and says it later.
    private let turn = Mutex(())

    /// - Parameters:
    ///   - fetched: What comes from a service on another machine, where it does.
    ///   - reader: Of the files that are in use now.
    ///   - onChange: Called on threads of their own, one at a time.
    init(
        home: HomeFolder, fetched: FetchedContents?, reader: @escaping @Sendable () -> StaffFileReader,
        settings: HomeSettings, logger: Logger,
        onChange: @escaping @Sendable (Change, StaffFileReader) -> Void
    ) {
        self.fetched = fetched
        self.reader = reader
        self.settings = settings
        self.onChange = onChange
        // Only folders that are there can be watched.
        let folders = [home.boardsFolder, home.exercisesFolder, home.encouragementFolder]
            .filter { $0 == home.boardsFolder || FileManager.default.fileExists(atPath: $0) }
        watch = FileWatch(folders.map { .init(folder: $0) } + SettingsFilePlaces.of(home))
        if watch == nil { logger.warning("changed files are not noticed until the next start") }
    }

    /// Reads again until `stop`.
    func start() -> OwnThread.Handle? {
        fetched?.listen { [weak self] news in
            switch news {
            case .taken: self?.read()
            case .refused(let refusal): self?.refuse(refusal.findings)
            case .trouble(let trouble): self?.tell(trouble)
            }
        }
        return watch?.start { [self] in
            // The fetched settings hold this machine's own options.
            if let fetched, fetched.inUse != nil { fetched.refresh() }
            read()
        }
    }

    func stop() {
        watch?.stop()
        fetched?.listen { _ in }
    }

    private func read() {
        turn.withLock { _ in
            let reader = reader()
            var findings: [Finding] = []
            let written = reader.settings(&findings)
            let boards = reader.boards(written ?? settings, &findings)
            let phrases = reader.phrases((written ?? settings).language, &findings)
            guard let written, let boards, let phrases else {
                onChange(.refused(findings.filter { $0.severity == .error }, written), reader)
                return
            }
            reader.keep(boards)
            onChange(.good(written, boards, phrases), reader)
        }
    }

    private func tell(_ trouble: String?) {
        turn.withLock { _ in onChange(.fetching(trouble), reader()) }
    }

    private func refuse(_ findings: [Finding]) {
        turn.withLock { _ in onChange(.refused(findings.filter { $0.severity == .error }), reader()) }
    }
}
