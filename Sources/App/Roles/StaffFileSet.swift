public import Boards
import Foundation
public import HomeFiles
import Scanning
public import StaffFiles
import WholeFiles

/// What staff have written, read and checked: settings, boards, phrases.
///
/// A kiosk must speak after a power cut at night, whatever was edited in the evening: if a file has mistakes,
/// the last good copy is used, and if there is none, the shipped file. The findings say so.
public struct StaffFileSet: Sendable {
    public var settings: HomeSettings
    public var boards: BoardSet
    public var phrases: Phrases
    /// The findings about the present files; empty if they are in use.
    public var refused: [Finding]
    /// Mistakes or not.
    public var findings: [Finding]
}

/// Reads the files of a home.
public struct StaffFileReader: Sendable {
    let home: HomeFolder
    let share: SharedFiles
    private let keepsCopies: Bool
    let languages: LanguageCheck

    /// - Parameters:
    ///   - keepsCopies: whether files that are good are copied for a night in which they are not; a check changes nothing.
    ///   - languages: which languages the voices speak: for those who are told the findings.
    public init(
        home: HomeFolder, share: SharedFiles, keepsCopies: Bool = true, languages: LanguageCheck = .form
    ) {
        self.home = home
        self.share = share
        self.keepsCopies = keepsCopies
        self.languages = languages
    }

    /// Reads everything; the last good copy replaces what has mistakes now.
    public func readAll() throws(RolesError) -> StaffFileSet {
        var findings: [Finding] = []
        let settings = settings(&findings) ?? home.keptSettings
        let boards = try readBoards(settings, &findings)
        let phrases = try readPhrases(settings.language, &findings)
        return StaffFileSet(
            settings: settings, boards: boards, phrases: phrases,
            refused: findings.filter { $0.severity == .error }, findings: findings)
    }

    // MARK: - Settings

    /// The settings as they are now, kept for a night in which they are not good; `nil` if there is any mistake.
    func settings(_ findings: inout [Finding]) -> HomeSettings? {
        let settings = Self.settings(
            home.settingsFile, named: home.settingsFile, languages: languages, &findings)
        if settings != nil { keep(home.settingsFile, as: "beckon.yaml") }
        return settings
    }

    /// - Parameters:
    ///   - devices: At a start, one sound device that is not opened must not invalidate all other settings.
    ///   - languages: Which languages the voices speak.
    ///   - marks: What becomes of marks of direction.
    static func settings(
        _ file: String, named name: String, devices: DeviceCheck = .machineStart,
        languages: LanguageCheck = .form, marks: DirectionMarkReading = .refused, _ findings: inout [Finding]
    ) -> HomeSettings? {
        switch HomeFolder.read(file, limit: StaffFileLimits.bytes + 1) {
        case .success(let bytes):
            let (settings, found) = SettingsReader.read(
                bytes, file: name, zones: .machine, devices: devices, languages: languages, marks: marks)
            findings += found
            return settings
        case .failure(let failure):
            findings += failure.findings(of: name)
            return nil
        }
    }

    // MARK: - Boards

    /// The boards as they are now; `nil` if there is any mistake.
    public func boards(_ settings: HomeSettings, _ findings: inout [Finding]) -> BoardSet? {
        boards(settings, &findings) { path, limit in HomeFolder.read(path, limit: limit) }
    }

    private func boards(
        _ settings: HomeSettings, _ findings: inout [Finding], marks: DirectionMarkReading = .refused,
        load: @escaping @Sendable (String, Int) -> Result<[UInt8], StaffFileLoader.Failure>
    ) -> BoardSet? {
        let start = settings.board.hasPrefix("/") ? settings.board : "\(home.path)/\(settings.board)"
        let reader = BoardReader(
            loader: StaffFileLoader(load: load), parameters: settings.scanning, languages: languages,
            marks: marks
        )
        let (boards, found) = reader.read(start)
        findings += found
        return boards
    }

    private func readBoards(_ settings: HomeSettings, _ findings: inout [Finding]) throws(RolesError)
        -> BoardSet
    {
        if let boards = boards(settings, &findings) {
            keep(boards)
            return boards
        }
        var ignored: [Finding] = []
        let kept = boards(settings, &ignored, marks: .removed) { path, limit in
            HomeFolder.read(lastGood(path), limit: limit).flatMapError { _ in
                HomeFolder.read(path, limit: limit)
            }
        }
        if let kept { return kept }
        var shipped = settings
        shipped.board = "\(share.boardsFolder)/home.yaml"
        if let boards = boards(shipped, &ignored) { return boards }
        throw .filesRefused(findings)
    }

    /// Keeps copies of boards that are good, for a night in which they are not.
    public func keep(_ boards: BoardSet) {
        for path in boards.boards.keys { keep(path, as: relative(path)) }
    }

    // MARK: - Phrases

    /// The phrases of a language as they are now; `nil` if there is any mistake.
    public func phrases(_ language: String, _ findings: inout [Finding]) -> Phrases? {
        let base = language.split(separator: "-").first.map(String.init) ?? language
        let names = ["phrases.\(language).yaml", "phrases.\(base).yaml"]
        for folder in [home.boardsFolder, share.boardsFolder] {
            for name in names where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
                return keptPhrases(at: "\(folder)/\(name)", &findings)
            }
        }
        let log = FindingLog(file: "\(home.boardsFolder)/\(names[1])")
        log.warning("there are no phrases for `\(language)`: the English ones are used", at: .start)
        findings += log.findings
        return Self.phrases(at: "\(share.boardsFolder)/phrases.en.yaml", share: share, &findings)
    }

    private func keptPhrases(at path: String, _ findings: inout [Finding]) -> Phrases? {
        let phrases = Self.phrases(at: path, share: share, &findings)
        if phrases != nil { keep(path, as: relative(path)) }
        return phrases
    }

    static func phrases(
        at path: String, share: SharedFiles?, marks: DirectionMarkReading = .refused,
        _ findings: inout [Finding]
    ) -> Phrases? {
        switch HomeFolder.read(path, limit: StaffFileLimits.bytes + 1) {
        case .success(let bytes):
            let (phrases, found) = PhrasesReader.read(
                bytes, file: path, shipped: share.flatMap { shippedPhrases(like: path, $0) }, marks: marks)
            findings += found
            return phrases
        case .failure(let failure):
            findings += failure.findings(of: path)
            return nil
        }
    }

    /// The phrases that ship in a file's language, or in English; what a file of an older Beckon lacks is taken from them.
    private static func shippedPhrases(like path: String, _ share: SharedFiles) -> Phrases? {
        for name in [URL(fileURLWithPath: path).lastPathComponent, "phrases.en.yaml"] {
            let shipped = "\(share.boardsFolder)/\(name)"
            guard shipped != path,
                case .success(let bytes) = HomeFolder.read(shipped, limit: StaffFileLimits.bytes)
            else { continue }
            if let phrases = PhrasesReader.read(bytes, file: shipped).phrases { return phrases }
        }
        return nil
    }

    private func readPhrases(_ language: String, _ findings: inout [Finding]) throws(RolesError) -> Phrases {
        if let phrases = phrases(language, &findings) { return phrases }
        let base = language.split(separator: "-").first.map(String.init) ?? language
        for path in [
            lastGood("\(home.boardsFolder)/phrases.\(base).yaml"),
            "\(home.boardsFolder)/phrases.\(base).yaml",
            "\(share.boardsFolder)/phrases.\(base).yaml",
            "\(share.boardsFolder)/phrases.en.yaml",
        ] where FileManager.default.fileExists(atPath: path) {
            var ignored: [Finding] = []
            let kept = Self.phrases(at: path, share: share, marks: .removed, &ignored)
            if let kept { return kept }
        }
        throw .filesRefused(findings)
    }

    // MARK: - Last good copies

    private func relative(_ path: String) -> String {
        path.hasPrefix(home.path + "/") ? String(path.dropFirst(home.path.count + 1)) : path
    }

    private func lastGood(_ path: String) -> String { "\(home.lastGoodFolder)/\(relative(path))" }

    private func keep(_ path: String, as name: String) {
        // Only what belongs to the home; what ships is always there.
        guard keepsCopies, !name.hasPrefix("/") else { return }
        let copy = "\(home.lastGoodFolder)/\(name)"
        guard case .success(let bytes) = HomeFolder.read(path, limit: StaffFileLimits.bytes) else { return }
        if case .success(bytes) = HomeFolder.read(copy, limit: StaffFileLimits.bytes) { return }
        let folder = URL(fileURLWithPath: copy).deletingLastPathComponent().path
        // A copy that cannot be saved (full disk) matters only if the file is broken later, which is reported then.
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? WholeFile.write(
            bytes, to: copy, mode: path == home.settingsFile ? HomeFolder.settingsMode : 0o644)
    }
}
