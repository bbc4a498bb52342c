import Boards
public import Care
import Digests
public import Foundation
import Glibc
import HomeFiles
import StaffFiles
import Synchronization
import WholeFiles

/// What the kiosks of a home's clients work with on other machines: reads it from the home's files.
///
/// The client of `beckon.yaml` has what that file says. Any other one has a file of their own, `clients/ID.yaml`, in the same format; without
/// it, their kiosk keeps what it has itself. What the pages have set for a single kiosk is in `devices/ID.yaml`, and goes to it alone.
public final class ContentsDesk: Sendable {
    /// How a file was when it was read; another one has been written if any of it differs.
    private struct Stamp: Equatable {
        var size: Int
        var inode: UInt64
        var seconds: Int
        var nanoseconds: Int

        /// `nil` where there is none.
        init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0 else { return nil }
            size = Int(status.st_size)
            inode = UInt64(status.st_ino)
            seconds = Int(status.st_mtim.tv_sec)
            nanoseconds = Int(status.st_mtim.tv_nsec)
        }

        /// Whether it was last written so long ago that another write would have another time: only then what was read may be kept.
        var isSettled: Bool { Date().timeIntervalSince1970 - Double(seconds) > 2 }
    }

    /// What a client had when it was last asked for.
    private struct Answer {
        /// Of all that it comes from, by their paths.
        var stamps: [String: Stamp?]
        var contents: ClientContents
        /// By digest: where the file is.
        var places: [String: String]

        var isCurrent: Bool { stamps.allSatisfy { Stamp($0.key) == $0.value } }
    }

    private struct State {
        /// By the files' paths, so that a picture is hashed once and not at each change of a board.
        var digests: [String: (stamp: Stamp, digest: String)] = [:]
        var answers: [ClientContents.Recipient: Answer] = [:]
    }

    private let home: HomeFolder
    private let share: SharedFiles
    private let state = Mutex(State())

    public init(home: HomeFolder, share: SharedFiles) {
        self.home = home
        self.share = share
    }

    /// What a kiosk shall work with as it is now.
    ///
    /// - Throws: `notFound` where the home has no files for this client; `conflict` while they have mistakes.
    public func contents(for kiosk: ClientContents.Recipient) throws(CareProblem) -> ClientContents {
        if let known = state.withLock({ $0.answers[kiosk] }), known.isCurrent { return known.contents }
        let sources =
            [
                home.settingsFile, home.boardsFolder, home.exercisesFolder, home.encouragementFolder,
                file(of: .client(kiosk.client)),
            ]
            + (kiosk.device.map { [file(of: .device($0))] } ?? [])
            // One that is left out now is noticed when it is mended in place.
            + [home.exercisesFolder, home.encouragementFolder].flatMap { folder in
                ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).map {
                    "\(folder)/\($0)"
                }
            }
        // Before anything is read: what is written meanwhile is noticed by the next question.
        var stamps = Dictionary(uniqueKeysWithValues: sources.map { ($0, Stamp($0)) })
        let text = try settings(for: kiosk)
        var findings: [Finding] = []
        let (settings, found) = SettingsReader.read(Array(text.utf8), file: home.settingsFile)
        findings += found
        let reader = StaffFileReader(home: home, share: share, keepsCopies: false)
        guard let settings, let boards = reader.boards(settings, &findings) else {
            throw Self.mistakes(findings, home)
        }
        var files: [ClientContents.File] = []
        var places: [String: String] = [:]
        var added: Set<String> = []
        func add(_ path: String, _ file: ClientContents.File, _ stamp: Stamp) {
            guard added.insert(path).inserted else { return }
            files.append(file)
            places[file.digest] = path
            stamps[path] = stamp
        }
        for path in Set(paths(of: boards)).sorted() {
            let (file, stamp) = try file(path)
            add(path, file, stamp)
        }
        for exercise in exercisePaths(reader) {
            let found = sendable(exercise, beside: files) ?? []
            for (path, one) in zip(exercise, found) { add(path, one.file, one.stamp) }
            for path in exercise where stamps[path] == nil { stamps[path] = Stamp(path) }
        }
        for store in encouragementPaths(reader) {
            // Without its recordings and videos it is a mistake there, which is told. Left out, the one that ships would take its place.
            let found =
                sendable(store, beside: files) ?? sendable(Array(store.prefix(1)), beside: files) ?? []
            for (path, one) in zip(store, found) { add(path, one.file, one.stamp) }
            for path in store where stamps[path] == nil { stamps[path] = Stamp(path) }
        }
        files.sort { $0.path < $1.path }
        let all = files.map { "\($0.digest) \($0.path)\n" }.joined() + "\n" + text
        let contents = ClientContents(
            client: kiosk.client, version: Digests.sha256Digits(Data(all.utf8)), settings: text, files: files)
        if let obstacle = contents.obstacle { throw CareProblem(.conflict, obstacle) }
        // What was written just now may have been read half before and half after.
        if !stamps.values.allSatisfy({ $0?.isSettled ?? true }) { stamps[home.settingsFile] = .some(nil) }
        state.withLock {
            // What it was called before is asked for no longer.
            for old in $0.answers.keys where old.client == kiosk.client && old.device == kiosk.device {
                $0.answers[old] = nil
            }
            $0.answers[kiosk] = Answer(stamps: stamps, contents: contents, places: places)
        }
        return contents
    }

    /// The bytes of one of a kiosk's files, by its digest.
    public func file(_ digest: String, for kiosk: ClientContents.Recipient) throws(CareProblem) -> Data {
        if state.withLock({ $0.answers[kiosk]?.places[digest] }) == nil { _ = try contents(for: kiosk) }
        guard let path = state.withLock({ $0.answers[kiosk]?.places[digest] }),
            let bytes = (try? WholeFile.read(path, limit: ClientContents.mostFileBytes)) ?? nil,
            Digests.sha256Digits(Data(bytes)) == digest
        else {
            throw CareProblem(
                .notFound, "this client's boards no longer have such a file: ask for the contents again",
                field: "id")
        }
        return Data(bytes)
    }

    // MARK: - Parts

    /// The texts of the three owners as one; what is not the machine's stands in it once.
    private func settings(for kiosk: ClientContents.Recipient) throws(CareProblem) -> String {
        let client = kiosk.client
        let isOfHome = home.settingsInUse.client.id == client
        let everybodys =
            try part(home.settingsFile, isOptional: false, for: isOfHome ? [.home, .client] : [.home]) ?? ""
        var texts = [everybodys]
        if !isOfHome {
            // What is no id, and came as one, leads to no file.
            guard SettingsScope(fileName: SettingsScope.client(client).fileName) == .client(client),
                let theirs = try part(file(of: .client(client)), isOptional: true, for: [.client])
            else {
                throw CareProblem(
                    .notFound, "this home has no settings and boards for \(client): their kiosk uses its own")
            }
            texts = [SettingsParts.client(id: client, name: kiosk.name), theirs, everybodys]
        }
        if let device = kiosk.device,
            let its = try part(file(of: .device(device)), isOptional: true, for: [.device])
        {
            texts.append(its)
        }
        return SettingsParts.merged(texts.map { Array($0.utf8) }) ?? ""
    }

    private func file(of scope: SettingsScope) -> String { "\(home.path)/\(scope.fileName)" }

    private func part(
        _ path: String, isOptional: Bool, for owners: Set<SettingsParts.Owner>
    ) throws(CareProblem) -> String? {
        guard FileManager.default.fileExists(atPath: path) || !isOptional else { return nil }
        var findings: [Finding] = []
        switch HomeFolder.read(path, limit: StaffFileLimits.bytes + 1) {
        case .success(let bytes):
            let (settings, found) = SettingsReader.read(bytes, file: path)
            if settings != nil, let text = SettingsParts.text(of: bytes, for: owners) { return text }
            findings = found
        case .failure(let failure):
            findings = failure.findings(of: path)
        }
        throw Self.mistakes(findings, home)
    }

    /// What a kiosk reads of the home: boards, what they name, and the files of words.
    private func paths(of boards: BoardSet) -> [String] {
        var paths = Set(boards.boards.keys)
        func add(_ items: [BoardItem]) {
            for item in items {
                for sound in [item.cueSound, item.saySound] { if let sound { paths.insert(sound.path) } }
                if let symbol = item.symbol, BoardItem.isPicture(symbol) { paths.insert(symbol) }
                if case .group(let inside) = item.action { add(inside) }
            }
        }
        for board in boards.boards.values { add(board.items) }
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home.boardsFolder)) ?? []
        for name in names where HomeFilePlace.isName(name) {
            switch HomeFileKind(fileName: name) {
            case .phrases, .suggestions, .letters, .words: paths.insert("\(home.boardsFolder)/\(name)")
            case .board, .settings, .exercise, .encouragement, nil: break
            }
        }
        return paths.sorted()
    }

    /// The home's exercises in every language, with what they name: the kiosk chooses by its client's. One with mistakes is left out there as
    /// here. A home that has no folder for them sends none, and the kiosk has those that ship; where the folder is there and empty, its schema
    /// says so.
    ///
    /// - Returns: The paths of each.
    private func exercisePaths(_ reader: StaffFileReader) -> [[String]] {
        guard FileManager.default.fileExists(atPath: home.exercisesFolder) else { return [] }
        // What is wrong with them is told where they are edited.
        var ignored: [Finding] = []
        let files = reader.exerciseFiles(&ignored)
        let schema = ["\(home.exercisesFolder)/exercise.schema.json"]
            .filter { FileManager.default.fileExists(atPath: $0) }
        return (schema.isEmpty ? [] : [schema]) + files.map { [$0.path] + Set($0.exercise.files).sorted() }
    }

    /// The home's own encouragement in every language, with what it names; that which ships, a kiosk has itself. A file with mistakes is sent, too:
    /// without it the kiosk would take the one that ships under its name.
    private func encouragementPaths(_ reader: StaffFileReader) -> [[String]] {
        var ignored: [Finding] = []
        let good = reader.encouragementFiles(&ignored).filter(\.isOwn)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home.encouragementFolder)) ?? []
        return names.filter(HomeFilePlace.isName).sorted().map { name in
            ["\(home.encouragementFolder)/\(name)"]
                + Set(good.first { $0.name == name }?.store.files ?? []).sorted()
        }
    }

    /// An exercise's files, or those of a store of encouragement; `nil` where they cannot be sent: then it is left out, and the boards are sent all the same.
    private func sendable(
        _ paths: [String], beside others: [ClientContents.File]
    ) -> [(file: ClientContents.File, stamp: Stamp)]? {
        var found: [(file: ClientContents.File, stamp: Stamp)] = []
        for path in paths {
            guard let one = try? file(path) else { return nil }
            found.append(one)
        }
        // Two exercises may play the same recording.
        let more = found.map(\.file).filter { new in !others.contains { $0.path == new.path } }
        let all = ClientContents(
            client: "", version: Digests.sha256Digits(Data()), settings: "", files: others + more)
        return all.obstacle == nil ? found : nil
    }

    private func file(_ path: String) throws(CareProblem) -> (ClientContents.File, Stamp) {
        guard path.hasPrefix(home.path + "/") else {
            throw CareProblem(
                .conflict, "a board names a file outside the home's folder, which is not sent to kiosks")
        }
        let name = String(path.dropFirst(home.path.count + 1))
        guard let stamp = Stamp(path) else { throw CareProblem(.conflict, "\(name) cannot be read now") }
        if let known = state.withLock({ $0.digests[path] }), known.stamp == stamp {
            return (ClientContents.File(path: name, digest: known.digest, size: stamp.size), stamp)
        }
        guard let bytes = (try? WholeFile.read(path, limit: ClientContents.mostFileBytes + 1)) ?? nil else {
            throw CareProblem(.conflict, "\(name) cannot be read now")
        }
        let digest = Digests.sha256Digits(Data(bytes))
        if stamp.isSettled { state.withLock { $0.digests[path] = (stamp, digest) } }
        return (ClientContents.File(path: name, digest: digest, size: bytes.count), stamp)
    }

    private static func mistakes(_ findings: [Finding], _ home: HomeFolder) -> CareProblem {
        guard let first = findings.first(where: { $0.severity == .error }) else {
            return CareProblem(
                .conflict, "the home's files have mistakes, so kiosks elsewhere keep what they have")
        }
        // Kiosks and stations tell it to people.
        let file = first.file.replacing(home.path + "/", with: "")
        return CareProblem(.conflict, "\(file), line \(first.line): \(first.message)")
    }
}
