import Boards
import Care
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
    init(
        _ place: HomeFilePlace, drafts: [String: [UInt8]], settings: HomeSettings, home: HomeFolder,
        share: SharedFiles?
    ) {
        parameters = settings.scanning
        pictures = settings.picturesFolder(in: home)
        let load: @Sendable (String, Int) -> Result<[UInt8], BoardLoader.Failure> = {
            wanted, limit in
            if let draft = drafts[wanted] { return .success(Array(draft.prefix(limit))) }
            // A draft may name any file of the home as its board, and findings quote the file's text: tokens
            // must not be quoted. For pictures and sounds, only the type is checked.
            guard wanted.hasSuffix(".yaml") || limit <= BoardLoader.headLength else {
                return .failure(BoardLoader.Failure("is not a .yaml file"))
            }
            return HomeFolder.read(wanted, limit: limit)
        }
        let bytes = Self.bytes(load(place.path, StaffFileLimits.bytes + 1), place.path)
        func boards(_ start: String, _ settings: HomeSettings) -> (boards: BoardSet?, findings: [Finding]) {
            BoardReader(loader: BoardLoader(load: load), parameters: settings.scanning)
                .read(start, root: start.hasPrefix(home.boardsFolder + "/") ? home.boardsFolder : nil)
        }
        switch (bytes, place.kind) {
        case (.failure(let log), _): (self.boards, findings) = (nil, log.findings)
        case (.success, .board):
            let own = boards(place.path, settings)
            let start = settings.startBoard(in: home)
            // Checked together with all boards, because it may use an id of another one.
            let whole = start == place.path ? [] : boards(start, settings).findings
            (self.boards, findings) = (
                own.boards, (own.findings + whole.filter { $0.severity == .error }).sorted
            )
        case (.success(let bytes), .settings):
            let (read, found) = SettingsReader.read(
                bytes, file: place.path, zones: .machine, devices: .machine)
            let whole = read.map { boards($0.startBoard(in: home), $0).findings } ?? []
            (self.boards, findings) = (nil, found + whole.filter { $0.severity == .error })
        case (.success(let bytes), .phrases):
            self.boards = nil
            findings =
                PhrasesReader.read(bytes, file: place.path, shipped: share?.phrases(like: place.name))
                .findings
        case (.success(let bytes), .suggestions):
            self.boards = nil
            findings =
                SuggestionBankReader(maxCueTime: settings.scanning.maxCueTime).read(bytes, file: place.path)
                .findings
        case (.success(let bytes), .letters):
            (self.boards, findings) = (nil, SpellingAlphabetReader.read(bytes, file: place.path).findings)
        case (.success(let bytes), .words):
            (self.boards, findings) = (nil, WordListReader.read(bytes, file: place.path).findings)
        }
    }

    private struct Unreadable: Error {
        let findings: [Finding]
    }

    private static func bytes(
        _ loaded: Result<[UInt8], BoardLoader.Failure>, _ path: String
    ) -> Result<[UInt8], Unreadable> {
        loaded.mapError { failure in
            let log = FindingLog(file: path)
            log.error("this file \(failure)", at: .start)
            return Unreadable(findings: log.findings)
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
        for name in [name, "phrases.en.yaml"] {
            if case .success(let bytes) = HomeFolder.read(
                "\(boardsFolder)/\(name)", limit: StaffFileLimits.bytes)
            {
                return (name, bytes)
            }
        }
        return nil
    }

    func phrases(like name: String) -> Phrases? {
        phrasesFile(like: name).flatMap { PhrasesReader.read($0.bytes, file: $0.name).phrases }
    }
}
