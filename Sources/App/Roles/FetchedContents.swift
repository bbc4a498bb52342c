import Boards
import Care
public import CareClient
import Digests
import Foundation
import HomeFiles
public import Logging
public import StaffFiles
import Synchronization
import WholeFiles

/// What a kiosk has fetched of its client's settings and boards, or a station of the home's, in a folder of its home:
///
/// - `files/DIGEST`: the bytes of each file.
/// - `sets/VERSION-OWN/`: one state of it with one state of this machine's own options, as a home's folder has it: `beckon.yaml` with both kinds of
///   options, `boards/`.
/// - `current`: a link to the set that is in use. It is changed as a whole, so that a power cut leaves one set or the other.
public final class FetchedContents: Sendable {
    private let home: HomeFolder
    /// Says whether anything is fetched.
    private let machine: HomeFolder
    /// Whether the service is on this machine: its own client has what this home's files say, and each other one what the pages have set.
    let isAtService: Bool
    private let isOfStation: Bool
    private let share: SharedFiles
    private let logger: Logger
    private let queue = DispatchQueue(label: "fetched contents", qos: .utility)
    /// The set that was last refused, until another one is in use: it is not told again with each question.
    private let refused = Mutex<String?>(nil)
    /// Called on the queue when another set is in use, or is refused.
    private let onChange = Mutex<(@Sendable (Result<Void, Refusal>) -> Void)?>(nil)

    /// What is wrong with a set that is not taken into use.
    struct Refusal: Error {
        var findings: [Finding]
    }

    /// - Parameters:
    ///   - machine: The home of the kiosk, where `home` is the folder of one of several clients who share it.
    ///   - isAtService: Whether the service is this home's own.
    ///   - isOfStation: Whether it is what a station works with; a kiosk on the same machine has a folder of its own.
    public init(
        home: HomeFolder, of machine: HomeFolder? = nil, isAtService: Bool = false, isOfStation: Bool = false,
        share: SharedFiles, logger: Logger
    ) {
        self.home = home
        self.isOfStation = isOfStation
        self.machine = machine ?? home
        self.isAtService = isAtService
        self.share = share
        self.logger = logger
    }

    /// Whether it is that of the client for whom the kiosk was paired.
    var isOfMachine: Bool { home.path == machine.path }

    /// The same of another client of the kiosk, in their own folder.
    func of(_ folder: HomeFolder) -> FetchedContents {
        FetchedContents(home: folder, of: machine, isAtService: isAtService, share: share, logger: logger)
    }

    private var fetches: Bool { isAtService ? !isOfMachine : machine.fetchesContents }

    private var folder: String { isOfStation ? home.stationFetchedFolder : home.fetchedFolder }
    private var filesFolder: String { "\(folder)/files" }
    private var setsFolder: String { "\(folder)/sets" }
    private var link: String { "\(folder)/current" }

    /// The set that is in use, read like a home; `nil` while nothing has been fetched, or the home shall use its own files. In the folder of
    /// one of several clients only a set of theirs is: somebody else may have got the folder since.
    public var inUse: HomeFolder? {
        guard version != nil, fetches, isOfMachine || keptContents?.client == home.settingsInUse.client.id
        else {
            return nil
        }
        return HomeFolder(path: link)
    }

    private var version: String? {
        guard let name = currentSet.map({ String($0.prefix(64)) }), ClientContents.File.isDigest(name) else {
            return nil
        }
        return name
    }

    /// The name of the set in use.
    private var currentSet: String? {
        let target = try? FileManager.default.destinationOfSymbolicLink(atPath: link)
        guard let name = target?.split(separator: "/").last.map(String.init),
            FileManager.default.fileExists(atPath: "\(setsFolder)/\(name)/\(Self.manifest)")
        else { return nil }
        return name
    }

    /// Reads the files that a kiosk goes by: the fetched ones, or its home's own. Those that were fetched are good as a whole, so no copies are kept.
    public static func reader(
        _ fetched: FetchedContents?, _ home: HomeFolder, _ share: SharedFiles, languages: LanguageCheck
    ) -> StaffFileReader {
        guard let set = fetched?.inUse else {
            return StaffFileReader(home: home, share: share, languages: languages)
        }
        return StaffFileReader(home: set, share: share, keepsCopies: false, languages: languages)
    }

    /// What was fetched, beside the files of the set.
    private static let manifest = "contents.json"

    // MARK: - Fetching

    func listen(_ onChange: @escaping @Sendable (Result<Void, Refusal>) -> Void) {
        self.onChange.withLock { $0 = onChange }
    }

    /// Where what is fetched is kept; `nil` where the home shall use its own files.
    public var place: ContentsPlace? {
        guard fetches else { return nil }
        return ContentsPlace(
            // After a refusal all of it is asked for again, so that going back to what is in use here is noticed.
            version: { await self.onQueue { self.refused.withLock { $0 } == nil ? self.version : nil } },
            has: { digest in await self.onQueue { self.has(digest) } },
            keep: { bytes, digest in
                try await self.onQueue {
                    Result { () throws(WholeFileError) in
                        try self.makeFolder(self.filesFolder)
                        try WholeFile.write(Array(bytes), to: "\(self.filesFolder)/\(digest)", mode: 0o600)
                    }
                }.get()
            },
            adopt: { contents in await self.onQueue { self.adopt(contents) } })
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    private func has(_ digest: String) -> Bool {
        guard
            let bytes = (try? WholeFile.read("\(filesFolder)/\(digest)", limit: ClientContents.mostFileBytes))
                ?? nil
        else { return false }
        // A power cut on a bad disk, or somebody's hand: it is fetched again.
        return Digests.sha256Digits(Data(bytes)) == digest
    }

    /// This machine's own options may have changed: makes the set in use once more, with them.
    func refresh() {
        queue.async { [self] in
            guard let contents = keptContents else { return }
            adopt(contents)
        }
    }

    private var keptContents: ClientContents? {
        guard let set = currentSet else { return nil }
        let path = "\(setsFolder)/\(set)/\(Self.manifest)"
        guard let bytes = (try? WholeFile.read(path, limit: 16 << 20)) ?? nil else { return nil }
        return try? CareJSON.decoder().decode(ClientContents.self, from: Data(bytes))
    }

    /// This machine was paired anew, with another client perhaps: what was fetched is in use no longer.
    public func forget() {
        queue.sync {
            remove(link)
            refused.withLock { $0 = nil }
        }
    }

    /// Makes a set and, if a kiosk can work with it, takes it into use.
    private func adopt(_ contents: ClientContents) {
        let before = currentSet
        let (settings, set): ([UInt8], String)
        do throws(WholeFileError) {
            settings = try merged(contents)
            set = "\(contents.version)-\(Digests.sha256Digits(Data(settings)).prefix(16))"
            if set == refused.withLock({ $0 }) { return }
            if set == before {
                if refused.withLock({ $0.take() }) != nil { tell(.success(())) }
                return
            }
            let made = try make(contents, settings)
            let findings = mistakes(in: made)
            guard !findings.hasErrors else {
                remove(made.path)
                refused.withLock { $0 = set }
                logger.error("what the service has for this client is not used: it has mistakes here")
                tell(.failure(Refusal(findings: findings)))
                return
            }
            let place = "\(setsFolder)/\(set)"
            remove(place)
            guard rename(made.path, place) == 0 else { throw .cannotWrite(path: place, errno: errno) }
            WholeFile.syncFolder(of: place)
            let next = "\(folder)/next"
            remove(next)
            guard symlink("sets/\(set)", next) == 0, rename(next, link) == 0 else {
                throw .cannotWrite(path: link, errno: errno)
            }
            WholeFile.syncFolder(of: link)
        } catch {
            // It is tried again with the next question, because the version in use is still the old one.
            logger.error(
                "what the service has for this client cannot be kept", metadata: ["problem": "\(error)"])
            return
        }
        logger.notice("the client's settings and boards are those of the service now")
        refused.withLock { $0 = nil }
        tidy(contents, set)
        tell(.success(()))
    }

    private func tell(_ result: Result<Void, Refusal>) { onChange.withLock { $0 }?(result) }

    /// The settings of a set: this machine's own options, and the fetched ones.
    private func merged(_ contents: ClientContents) throws(WholeFileError) -> [UInt8] {
        let own = try WholeFile.read(home.settingsFile, limit: StaffFileLimits.bytes) ?? []
        let devices = SettingsParts.text(of: own, for: [.device]) ?? ""
        // What the pages have set for this very machine goes before its own file, like all that comes from them; but not before the keys that
        // one of several clients has in their own folder, which are nobody else's.
        let keys = isOfMachine ? "" : SettingsParts.text(of: own, under: ["switches", "keys"]) ?? ""
        // Who answers at a station is this machine's to say.
        let caregiver = isOfStation ? SettingsParts.text(of: own, under: ["caregiver"]) ?? "" : ""
        // Where the home's people do not have them, they are called as their folder says.
        let name = isOfMachine ? "" : SettingsParts.text(of: own, under: ["client"]) ?? ""
        let texts = [keys, caregiver, contents.settings, devices, name]
        return Array((SettingsParts.merged(texts.map { Array($0.utf8) }) ?? "").utf8)
    }

    private func make(_ contents: ClientContents, _ settings: [UInt8]) throws(WholeFileError) -> HomeFolder {
        let path = "\(setsFolder)/.\(contents.version)"
        remove(path)
        try makeFolder("\(path)/boards")
        for file in contents.files {
            let target = "\(path)/\(file.path)"
            try makeFolder(URL(fileURLWithPath: target).deletingLastPathComponent().path)
            guard Glibc.link("\(filesFolder)/\(file.digest)", target) == 0 else {
                throw .cannotWrite(path: target, errno: errno)
            }
            WholeFile.syncFolder(of: target)
        }
        try WholeFile.write(settings, to: "\(path)/beckon.yaml", mode: HomeFolder.settingsMode)
        let manifest = (try? CareJSON.encoder().encode(contents)) ?? Data()
        try WholeFile.write(Array(manifest), to: "\(path)/\(Self.manifest)", mode: 0o600)
        return HomeFolder(path: path)
    }

    private func mistakes(in set: HomeFolder) -> [Finding] {
        let reader = StaffFileReader(home: set, share: share, keepsCopies: false)
        var findings: [Finding] = []
        // A mistake in this machine's own file is told with its place there. While it is good, a copy is kept: in a night in which it is
        // not, this home must still know that it fetches.
        guard StaffFileReader(home: home, share: share).settings(&findings) != nil,
            let settings = reader.settings(&findings)
        else { return findings }
        // A service can choose a person's words, and not what this machine starts or opens.
        if let own = (try? WholeFile.read(home.settingsFile, limit: StaffFileLimits.bytes)) ?? nil,
            let machine = SettingsReader.readable(own, file: home.settingsFile),
            let merged = (try? WholeFile.read(set.settingsFile, limit: StaffFileLimits.bytes)) ?? nil
        {
            findings += MachineSettings.changes(from: machine, in: merged, file: set.settingsFile)
        }
        _ = reader.boards(settings, &findings)
        _ = reader.phrases(settings.language, &findings)
        return findings
    }

    /// Other sets, and files that the one in use does not need.
    private func tidy(_ contents: ClientContents, _ set: String) {
        let files = FileManager.default
        for name in (try? files.contentsOfDirectory(atPath: setsFolder)) ?? [] where name != set {
            remove("\(setsFolder)/\(name)")
        }
        let needed = Set(contents.files.map(\.digest))
        for name in (try? files.contentsOfDirectory(atPath: filesFolder)) ?? [] where !needed.contains(name) {
            remove("\(filesFolder)/\(name)")
        }
    }

    private func remove(_ path: String) {
        // What is not there need not be removed; what cannot be is litter that the next set finds in its way, and says so.
        try? FileManager.default.removeItem(atPath: path)
    }

    private func makeFolder(_ path: String) throws(WholeFileError) {
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        } catch {
            throw .cannotWrite(path: path, errno: errno)
        }
    }
}
