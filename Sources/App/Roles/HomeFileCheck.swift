import Boards
import Care
import Encouragement
import Exercises
import Foundation
public import HomeFiles
import Scanning
import Spelling
import StaffFiles

/// What a file of the home is, or would be with another text.
struct HomeFileCheck {
    var findings: [Finding]
    /// The boards from this one on; `nil` for other files, and where there is any error.
    let boards: BoardSet?
    let parameters: ScanParameters
    /// Where pictures on cards can be.
    let pictures: String

    /// - Parameters:
    ///   - drafts: What files would be in place of what is on the disk, by their paths.
    ///   - settings: How the boards are scanned; those of the draft where that is of the settings themselves.
    ///   - checked: What is known already of files as they are on the disk.
    init(
        _ place: HomeFilePlace, drafts: [String: [UInt8]], settings: HomeSettings, home: HomeFolder,
        share: SharedFiles?, checked: CheckedFiles
    ) {
        parameters = settings.scanning
        pictures = settings.picturesFolder(in: home)
        @Sendable func load(_ wanted: String, _ limit: Int, _ reads: FileReads) -> Result<
            [UInt8], StaffFileLoader.Failure
        > {
            if let draft = drafts[wanted] { return .success(Array(draft.prefix(limit))) }
            // A draft may name any file of the home as its board, and findings quote the file's text: tokens
            // must not be quoted. For pictures and sounds, only the type is checked.
            guard wanted.hasSuffix(".yaml") || limit <= StaffFileLoader.headLength else {
                return .failure(StaffFileLoader.Failure("is not a .yaml file"))
            }
            return reads.read(wanted, limit: limit)
        }
        func boards(_ start: String, _ settings: HomeSettings) -> CheckedFiles.BoardReading {
            func read(_ reads: FileReads) -> CheckedFiles.BoardReading {
                let loader = StaffFileLoader { load($0, $1, reads) }
                let reader = BoardReader(
                    loader: loader, parameters: settings.scanning, languages: .machine)
                let (boards, findings) = reader.read(
                    start, root: start.hasPrefix(home.boardsFolder + "/") ? home.boardsFolder : nil)
                return CheckedFiles.BoardReading(boards: boards, findings: findings)
            }
            guard drafts.isEmpty else { return read(FileReads()) }
            return checked.boards.value(for: .init(start: start, parameters: settings.scanning), read)
        }
        /// The findings of a file that is no board, by its bytes.
        func findings(_ check: ([UInt8], FileReads) -> [Finding]) -> [Finding] {
            func read(_ reads: FileReads) -> [Finding] {
                switch load(place.path, StaffFileLimits.bytes + 1, reads) {
                case .success(let bytes): return check(bytes, reads)
                case .failure(let failure):
                    return failure.findings(of: place.path)
                }
            }
            guard drafts.isEmpty, place.kind != .settings else { return read(FileReads()) }
            return checked.others.value(
                for: .init(path: place.path, kind: place.kind, maxCueTime: settings.scanning.maxCueTime), read
            )
        }
        switch place.kind {
        case .board:
            let own = boards(place.path, settings)
            let start = settings.startBoard(in: home)
            // Checked together with all boards, because it may use an id of another one.
            let whole = start == place.path ? [] : boards(start, settings).findings
            self.boards = own.boards
            self.findings = (own.findings + whole.filter { $0.severity == .error }).sorted
        case .settings:
            self.boards = nil
            self.findings = findings { bytes, _ in
                let (read, found) = SettingsReader.read(
                    bytes, file: place.path, zones: .machine, devices: .machine, languages: .machine)
                let foreign = SettingsParts.foreign(in: bytes, file: place.path, to: place.scope ?? .home)
                // A device's file says nothing of boards.
                let isOfBoards = if case .device = place.scope { false } else { true }
                let whole =
                    isOfBoards ? read.map { boards($0.startBoard(in: home), $0).findings } ?? [] : []
                return found + foreign + whole.filter { $0.severity == .error }
            }
        case .phrases:
            self.boards = nil
            self.findings = findings { bytes, reads in
                share?.phrasesFiles(like: place.name).forEach(reads.note)
                let shipped = share?.phrases(like: place.name)
                return PhrasesReader.read(bytes, file: place.path, shipped: shipped).findings
            }
        case .suggestions:
            self.boards = nil
            self.findings = findings { bytes, _ in
                SuggestionBankReader(maxCueTime: settings.scanning.maxCueTime).read(bytes, file: place.path)
                    .findings
            }
        case .letters:
            self.boards = nil
            self.findings = findings { bytes, _ in
                SpellingAlphabetReader.read(bytes, file: place.path).findings
            }
        case .words:
            self.boards = nil
            self.findings = findings { bytes, _ in WordListReader.read(bytes, file: place.path).findings }
        case .encouragement:
            self.boards = nil
            self.findings = findings { bytes, reads in
                let reader = EncouragementReader(
                    loader: StaffFileLoader { load($0, $1, reads) }, languages: .machine)
                let (store, found) = reader.read(bytes, file: place.path, root: home.path)
                guard let store, let share else { return found }
                // Of two with one id, a kiosk leaves out the file of the second.
                var ignored: [Finding] = []
                let files = StaffFileReader(home: home, share: share, keepsCopies: false)
                let name = String(place.name.dropFirst(HomeFileKind.encouragementFolder.count))
                let others = files.encouragementFiles(&ignored).filter { $0.name != name }
                for path in others.map(\.path) + [home.encouragementFolder] { reads.note(path) }
                return found
                    + (StaffFileReader.twice(store, beside: others).map {
                        StaffFileReader.sameItem($0.item, in: $0.file, file: place.path)
                    } ?? [])
            }
        case .exercise:
            self.boards = nil
            self.findings = findings { bytes, reads in
                let reader = ExerciseReader(
                    loader: StaffFileLoader { load($0, $1, reads) }, languages: .machine)
                func read(_ bytes: [UInt8], _ path: String) -> (exercise: Exercise?, findings: [Finding]) {
                    reader.read(bytes, file: path, root: home.path, pictures: home.boardsFolder)
                }
                let (exercise, found) = read(bytes, place.path)
                guard let exercise else { return found }
                // Of two with one word, a kiosk has the first alone.
                let names = (try? FileManager.default.contentsOfDirectory(atPath: home.exercisesFolder)) ?? []
                let same = names.filter(HomeFilePlace.isName).sorted().first { name in
                    let path = "\(home.exercisesFolder)/\(name)"
                    guard path != place.path,
                        case .success(let bytes) = load(path, StaffFileLimits.bytes + 1, reads),
                        let other = read(bytes, path).exercise
                    else { return false }
                    return other.id == exercise.id && other.isIn(exercise.language)
                }
                return found
                    + (same.map { StaffFileReader.sameExercise(exercise, in: $0, file: place.path) } ?? [])
            }
        }
    }
}

extension HomeSettings {
    /// The path of the board that scanning begins with.
    func startBoard(in home: HomeFolder) -> String {
        clientOwned.board.hasPrefix("/") ? clientOwned.board : "\(home.path)/\(clientOwned.board)"
    }

    /// Where that board's file is: the pictures in it can be shown.
    public func picturesFolder(in home: HomeFolder) -> String {
        URL(fileURLWithPath: startBoard(in: home)).deletingLastPathComponent().path
    }
}

extension SharedFiles {
    /// The text of a file that ships, or of the English one.
    func phrasesFile(like name: String) -> (name: String, bytes: [UInt8])? {
        for path in phrasesFiles(like: name) {
            if case .success(let bytes) = HomeFolder.read(path, limit: StaffFileLimits.bytes) {
                return (URL(fileURLWithPath: path).lastPathComponent, bytes)
            }
        }
        return nil
    }

    /// The paths where that text may be: the first that is there counts.
    fileprivate func phrasesFiles(like name: String) -> [String] {
        [name, "phrases.en.yaml"].map { "\(boardsFolder)/\($0)" }
    }

    func phrases(like name: String) -> Phrases? {
        phrasesFile(like: name).flatMap { PhrasesReader.read($0.bytes, file: $0.name).phrases }
    }
}
