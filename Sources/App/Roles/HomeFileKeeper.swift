import Boards
public import Care
import Chance
import Exercises
import Foundation
import HomeFiles
import StaffFiles
import WholeFiles

/// The files that staff write, for editing in a browser: the same files that others edit by hand, checked by
/// the same readers, and written so that nothing is lost.
///
/// It waits for the disk. One of them changes a home's files at a time.
public struct HomeFileKeeper: Sendable {
    let home: HomeFolder
    let share: SharedFiles?
    let checked = CheckedFiles()

    /// - Parameter share: What ships; `nil` if it was not found.
    public init(home: HomeFolder, share: SharedFiles?) {
        self.home = home
        self.share = share
    }

    /// All of them by name, the settings first.
    public func list() -> HomeFilePage {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home.boardsFolder)) ?? []
        let settings = settings
        let start = settings.startBoard(in: home)
        let used = boardsInUse()
        let exercises = exercisesByPath()
        return HomeFilePage(
            files: ([HomeFilePlace.settingsName] + names.sorted().filter { $0 != HomeFilePlace.settingsName }
                + exerciseNames(exercises) + fileNames(in: .encouragement) + scopedNames)
                .compactMap { name in
                    // Other entries are not staff files: pictures, folders, links to elsewhere.
                    guard let place = try? HomeFilePlace(name, in: home), place.exists,
                        let version = version(of: place)
                    else { return nil }
                    let check = check(place, nil, settings)
                    let hasErrors = hasOwnErrors(check, place)
                    // A board of another file is checked with it; its mistakes are reported there.
                    let own = check.findings.filter { $0.file == place.path }
                    let board = check.boards?.boards[place.path]
                    let exercise = exercises[place.path]
                    let lists = board.map { BoardItem.lists(of: $0.items) } ?? []
                    return HomeFileSummary(
                        name: name, kind: place.kind, title: board?.name ?? exercise?.name,
                        language: board?.language ?? exercise?.language,
                        version: version,
                        errors: own.count { $0.severity == .error },
                        warnings: own.count { $0.severity == .warning },
                        isStart: place.path == start, isInUse: used.contains(place.path),
                        lists: lists.isEmpty ? nil : lists.map(\.rawValue).sorted(),
                        usesLastGood: hasErrors && lastGood(place) != nil)
                })
    }

    /// The files of single clients and devices.
    var scopedNames: [String] {
        [home.clientsFolder, home.devicesFolder].flatMap { folder in
            ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().map {
                "\(URL(fileURLWithPath: folder).lastPathComponent)/\($0)"
            }
        }.filter { SettingsScope(fileName: $0) != nil }
    }

    /// One of them, with what is known of it.
    public func read(_ name: String) throws(CareProblem) -> HomeFile {
        let place = try HomeFilePlace(name, in: home)
        guard place.exists else {
            throw CareProblem(.notFound, "there is no file \(name) in this home", field: "name")
        }
        return try file(place, try bytes(of: place))
    }

    /// What a text would be; nothing is kept.
    public func check(_ name: String, _ draft: FileDraft) throws(CareProblem) -> FileCheck {
        let place = try HomeFilePlace(name, in: home)
        let bytes = Array(draft.text.utf8)
        let (check, isGood) = judge(place, bytes)
        return FileCheck(
            findings: told(check.findings, in: place, bytes), isGood: isGood,
            drawing: check.boards.map { drawing($0, check) })
    }

    /// Writes one of them atomically; returns it as it is then, and whether it is new.
    public func write(_ name: String, _ change: FileChange) throws(CareProblem) -> (HomeFile, isNew: Bool) {
        let place = try HomeFilePlace(name, in: home)
        let bytes = Array(change.text.utf8)
        guard bytes.count <= StaffFileLimits.bytes else {
            throw CareProblem(
                .tooLarge, "a file may have at most \(StaffFileLimits.bytes >> 10) KiB: split it in two",
                field: "text")
        }
        if !place.exists { try checkIsAlikeNone(place) }
        let old = place.exists ? try self.bytes(of: place) : nil
        // It was sent twice, or somebody made the same change.
        if let old, old == bytes { return (try file(place, old), false) }
        guard change.version == old.map(Self.version(of:)) else {
            throw CareProblem(
                .conflict,
                old == nil
                    ? "\(name) no longer exists: somebody has removed it"
                    : "\(name) was changed by somebody else meanwhile",
                field: "version",
                current: try old.map { bytes throws(CareProblem) in .file(try file(place, bytes)) })
        }
        let (check, isGood) = judge(place, bytes)
        guard isGood else {
            let found = told(check.findings, in: place, bytes)
            let first = found.first { $0.severity == .error }
            throw CareProblem(
                .notAcceptable,
                "it has mistakes, so it was not saved"
                    + (first.map { "; the first, in \($0.file), line \($0.line): \($0.message)" } ?? ""),
                field: "text", current: .findings(found))
        }
        try save(bytes, to: place, before: old)
        return (try read(name), place.exists == false)
    }

    /// Another file may have had the name of a new one: its last text and its steps are not those of this one.
    private func forgetEarlier(_ place: HomeFilePlace) {
        for path in [previousPath(place), historyFolder(place).path] {
            // What cannot be removed is not there, or is told when it is to be written.
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Two files whose names look alike would be confused, here and in `open`.
    func checkIsAlikeNone(_ place: HomeFilePlace) throws(CareProblem) {
        // Nobody chooses the name of a client's or device's file: it is an id.
        guard place.scope == nil else { return }
        let folder = place.kind.folder
        let names =
            folder.map { own in fileNames(in: place.kind).map { String($0.dropFirst(own.count)) } }
            ?? ((try? FileManager.default.contentsOfDirectory(atPath: home.boardsFolder)) ?? [])
        let skeleton = NameSkeleton(String(place.name.dropFirst(folder?.count ?? 0)))
        let alike = (names + [HomeFilePlace.settingsName]).sorted().first { name in
            HomeFilePlace.isName(name) && NameSkeleton(name).isAlike(skeleton)
        }
        guard let alike else { return }
        throw CareProblem(
            .notAcceptable,
            "there is a file \(DirectionMarks.removed(from: alike)) already, and the two names look alike: choose another",
            field: "name")
    }

    // MARK: - Parts

    /// The settings as they are in use.
    var settings: HomeSettings { home.settingsInUse }

    func bytes(of place: HomeFilePlace) throws(CareProblem) -> [UInt8] {
        do throws(WholeFileError) {
            if let bytes = try WholeFile.read(place.target, limit: StaffFileLimits.bytes + 1) { return bytes }
        } catch {
            throw CareProblem(.storeFailed, error.description)
        }
        throw CareProblem(.notFound, "there is no file \(place.name) in this home", field: "name")
    }

    /// Writes the file and keeps the previous content beside it, for undo.
    ///
    /// - Parameter isOnMachine: Whether somebody on this machine writes it, and not a user of the service.
    func save(
        _ bytes: [UInt8], to place: HomeFilePlace, before old: [UInt8]?, isOnMachine: Bool = false
    ) throws(CareProblem) {
        // Permission to write the settings through the service must not give control of its machine.
        if !isOnMachine, let change = machineChanges(place, bytes).first {
            throw CareProblem(.forbidden, change.message, field: "text")
        }
        let mode = place.kind == .settings ? HomeFolder.settingsMode : 0o644
        do throws(WholeFileError) {
            if old == nil { forgetEarlier(place) }
            if let folder = place.kind.folder ?? place.scope?.folder {
                // If there is no place for the folder, writing into it says so.
                try? FileManager.default.createDirectory(
                    atPath: "\(home.path)/\(folder)", withIntermediateDirectories: true)
            }
            if let old {
                try writePrevious(old, of: place)
                guard try WholeFile.read(place.target, limit: StaffFileLimits.bytes + 1) == old else {
                    throw .changedMeanwhile(path: place.name)
                }
            }
            try WholeFile.write(bytes, to: place.target, mode: mode)
        } catch {
            if case .changedMeanwhile = error {
                throw CareProblem(
                    .conflict, "\(place.name) was changed by somebody else at the same moment",
                    field: "version")
            }
            throw CareProblem(.storeFailed, error.description)
        }
    }

    private func writePrevious(_ bytes: [UInt8], of place: HomeFilePlace) throws(WholeFileError) {
        let copy = previousPath(place)
        let folder = URL(fileURLWithPath: copy).deletingLastPathComponent().path
        // If there is no place for the folder, writing into it says so.
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try WholeFile.write(bytes, to: copy, mode: place.kind == .settings ? HomeFolder.settingsMode : 0o644)
    }

    /// Keeps what a file says before it is taken away.
    func keepPrevious(_ bytes: [UInt8], of place: HomeFilePlace) throws(CareProblem) {
        do throws(WholeFileError) { try writePrevious(bytes, of: place) } catch {
            throw CareProblem(.storeFailed, error.description)
        }
    }

    /// - Parameters:
    ///   - draft: The file's content in place of what is on the disk.
    ///   - others: The same for other files, by their paths.
    func check(
        _ place: HomeFilePlace, _ draft: [UInt8]?, _ settings: HomeSettings,
        besides others: [String: [UInt8]] = [:]
    ) -> HomeFileCheck {
        var drafts = others
        if let draft { drafts[place.path] = draft }
        return HomeFileCheck(
            place, drafts: drafts, settings: settings, home: home, share: share, checked: checked)
    }

    /// Whether a text may be saved: it has no errors, and causes no new ones in other files.
    ///
    /// - Parameter others: What other files would be, by their paths.
    func judge(
        _ place: HomeFilePlace, _ draft: [UInt8], besides others: [String: [UInt8]] = [:]
    ) -> (HomeFileCheck, isGood: Bool) {
        let settings = settings
        var after = check(place, draft, settings, besides: others)
        after.findings = (after.findings + machineChanges(place, draft)).sorted
        let errors = after.findings.filter { $0.severity == .error }
        guard !errors.isEmpty else { return (after, true) }
        guard !hasOwnErrors(after, place) else { return (after, false) }
        let before = Set((place.exists ? check(place, nil, settings).findings : []).map(\.message))
        return (after, errors.allSatisfy { before.contains($0.message) })
    }

    private func hasOwnErrors(_ check: HomeFileCheck, _ place: HomeFilePlace) -> Bool {
        check.findings.contains { $0.severity == .error && $0.file == place.path }
    }

    private func file(_ place: HomeFilePlace, _ bytes: [UInt8]) throws(CareProblem) -> HomeFile {
        let check = check(place, nil, settings)
        let isBroken = hasOwnErrors(check, place)
        let good = lastGood(place)
        var drawn = check.boards.map { drawing($0, check) }
        if drawn == nil, let good {
            let kept = self.check(place, DirectionMarks.removed(fromUTF8: good), settings)
            drawn = kept.boards.map { drawing($0, kept) }
        }
        func other(_ copy: [UInt8]?) -> String? {
            copy.flatMap { $0 == bytes ? nil : String(decoding: $0, as: UTF8.self) }
        }
        return HomeFile(
            name: place.name, kind: place.kind, text: String(decoding: bytes, as: UTF8.self),
            version: Self.version(of: bytes), findings: told(check.findings, in: place, bytes),
            drawing: drawn,
            usesLastGood: isBroken && good != nil, lastGood: other(good),
            previous: other(copy(previousPath(place))))
    }

    func lastGood(_ place: HomeFilePlace) -> [UInt8]? {
        copy("\(home.lastGoodFolder)/\(relative(place))")
    }

    private func copy(_ path: String) -> [UInt8]? {
        // A copy that cannot be read is as good as none.
        (try? WholeFile.read(path, limit: StaffFileLimits.bytes)) ?? nil
    }

    private func previousPath(_ place: HomeFilePlace) -> String { "\(home.path)/previous/\(relative(place))" }

    private func relative(_ place: HomeFilePlace) -> String {
        String(place.path.dropFirst(home.path.count + 1))
    }

    /// Findings with the files' names instead of their paths, which must not leave this machine.
    ///
    /// - Parameter bytes: The text of a board that they were found in: each names the card that it is about.
    func told(
        _ findings: [Finding], in place: HomeFilePlace? = nil, _ bytes: [UInt8] = []
    ) -> [FileFinding] {
        let tied =
            place?.kind == .board
            ? ItemFinding.tied(findings, to: bytes, file: place?.path ?? "")
            : findings.map { ItemFinding(finding: $0) }
        return tied.map { tied in
            let finding = tied.finding
            return FileFinding(
                file: told(finding.file), line: finding.line, column: finding.column,
                severity: finding.severity == .error ? .error : .warning, message: told(finding.message),
                excerpt: finding.excerpt.isEmpty ? nil : finding.excerpt, card: tied.path?.description,
                key: tied.field?.rawValue)
        }
    }

    /// A text with the files' names instead of their paths.
    func told(_ text: String) -> String {
        text.replacing(home.boardsFolder + "/", with: "").replacing(home.path + "/", with: "")
    }

    /// What a text of the settings would change that can be changed on the machine only.
    ///
    /// Compared with the file as far as it can be read, because somebody may have narrowed it on the machine and made a mistake elsewhere in
    /// it; with what is in use, where it cannot be read at all.
    private func machineChanges(_ place: HomeFilePlace, _ draft: [UInt8]) -> [Finding] {
        guard place.kind == .settings else { return [] }
        guard place.scope == .home else {
            return MachineSettings.changes(from: .standard, in: draft, file: place.path)
        }
        let old = place.exists ? try? bytes(of: place) : nil
        return MachineSettings.changes(
            from: old.flatMap { SettingsReader.readable($0, file: place.path) } ?? settings, in: draft,
            file: place.path)
    }

    func drawing(_ boards: BoardSet, _ check: HomeFileCheck) -> BoardDrawing {
        BoardDrawing(
            of: boards, parameters: check.parameters, folder: home.boardsFolder,
            pictures: check.pictures)
    }

    /// Of the file as it is on the disk; `nil` if it cannot be read.
    private func version(of place: HomeFilePlace) -> String? {
        let known = checked.versions.value(for: place.target) { reads in
            reads.note(place.target)
            return (try? bytes(of: place)).map(Self.version(of:))
        }
        // Why it could not be read may have passed without a change of the file.
        return known ?? (try? bytes(of: place)).map(Self.version(of:))
    }

    /// FNV-1a over all bytes, and their number: enough to notice that somebody has changed the file.
    static func version(of bytes: [UInt8]) -> String {
        "\(String(FNV1a.hash(bytes), radix: 16))-\(bytes.count)"
    }
}
