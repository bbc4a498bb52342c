import Boards
import Care
public import CareClient
import Foundation
import HomeFiles
public import Logging
public import StaffFiles
import Synchronization
import WholeFiles

/// What a kiosk has fetched of its client's settings and boards, or a station of the home's, in a folder of its home (`FetchedSets`).
public final class FetchedContents: Sendable {
    let home: HomeFolder
    /// Says whether anything is fetched.
    private let machine: HomeFolder
    /// Whether the service is on this machine: its own client has what this home's files say, and each other one what the pages have set.
    let isAtService: Bool
    let isOfStation: Bool
    let share: SharedFiles
    let sets: FetchedSets
    let logger: Logger
    private let queue = DispatchQueue(label: "fetched contents", qos: .utility)
    let state = Mutex(State())

    /// What is wrong with a set that is not taken into use.
    struct Refusal: Error {
        var findings: [Finding]
    }

    /// Why what the service has is not in use here, in words for people; nothing of it while it is.
    struct Trouble: Equatable, Sendable {
        /// Mistakes there, or files that cannot be read here any more.
        var refused: String?
        /// It cannot be written to this disk.
        var notKept: String?
    }

    /// What is told to whoever works with it.
    enum News: Sendable {
        /// Another set is in use, or the one in use is good again.
        case taken
        case refused(Refusal)
        case trouble(Trouble)
    }

    struct State {
        /// The set that was last refused, until another one is in use: it is not told again with each question.
        var refused: String?
        /// Sets that could not be read at the start, by name: they are fetched again, and others are used meanwhile.
        var unreadable: Set<String> = []
        /// One of them with settings that can be read, which is used all the same, because no other set is there.
        var lastResort: String?
        /// A set of which a part is damaged: it is used, and fetched again.
        var damaged: String?
        /// What is wrong with any of these.
        var spoilt: String?
        /// What the service says of mistakes in its files.
        var ofService: String?
        var notKept: String?
        var told = Trouble()
        /// Called on the queue.
        var onNews: (@Sendable (News) -> Void)?

        var trouble: Trouble { Trouble(refused: spoilt ?? ofService, notKept: notKept) }
        func isSpoilt(_ set: String) -> Bool { unreadable.contains(set) || damaged == set }
        /// Whether any file that was fetched may be damaged.
        var mayBeDamaged: Bool { !unreadable.isEmpty || damaged != nil }
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
        sets = FetchedSets(folder: isOfStation ? home.stationFetchedFolder : home.fetchedFolder)
    }

    /// Whether it is that of the client for whom the kiosk was paired.
    var isOfMachine: Bool { home.path == machine.path }

    /// The same of another client of the kiosk, in their own folder.
    func of(_ folder: HomeFolder) -> FetchedContents {
        FetchedContents(home: folder, of: machine, isAtService: isAtService, share: share, logger: logger)
    }

    private var fetches: Bool { isAtService ? !isOfMachine : machine.fetchesContents }

    // MARK: - What is in use

    /// The set that is in use, read like a home; `nil` while nothing has been fetched, or the home shall use its own files. In the folder of
    /// one of several clients only a set of theirs is: somebody else may have got the folder since.
    public var inUse: HomeFolder? { linkInUse.map(sets.home) }

    /// The newest set that could be read; else one of which the settings could.
    var linkInUse: FetchedSets.Link? {
        let links = usableLinks
        let (unreadable, lastResort) = state.withLock { ($0.unreadable, $0.lastResort) }
        return links.first { sets.name($0).map { !unreadable.contains($0) } ?? false }
            ?? links.first { lastResort != nil && sets.name($0) == lastResort }
    }

    private var usableLinks: [FetchedSets.Link] {
        guard fetches else { return [] }
        let own = isOfMachine ? nil : home.settingsInUse.client.id
        return FetchedSets.Link.allCases.filter { link in
            sets.name(link) != nil && (own == nil || sets.contents(link)?.client == own)
        }
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

    /// Reads at a start what a kiosk goes by: the newest fetched set that can be read; else one of which the settings can, with boards that ship; else
    /// its home's own files. What cannot be read is fetched again.
    public static func readAll(
        _ fetched: FetchedContents?, _ home: HomeFolder, _ share: SharedFiles, languages: LanguageCheck
    ) throws(RolesError) -> StaffFileSet {
        var wrong: [Finding] = []
        if let files = try fetched?.readSets(languages, &wrong) { return files }
        var own = try StaffFileReader(home: home, share: share, languages: languages).readAll()
        own.findings = wrong + own.findings
        return own
    }

    /// - Parameter wrong: What is wrong with sets that cannot be read, also where none can.
    private func readSets(_ languages: LanguageCheck, _ wrong: inout [Finding]) throws(RolesError)
        -> StaffFileSet?
    {
        var lastResort: (set: String, files: StaffFileSet)?
        for link in usableLinks {
            guard let name = sets.name(link) else { continue }
            let reader = StaffFileReader(
                home: sets.home(link), share: share, keepsCopies: false, languages: languages)
            var files = try reader.readAll()
            let damaged = sets.damaged(link, .texts).map { damage($0, in: link) } ?? []
            let mistakes = files.refused + damaged
            files.findings = wrong + files.findings
            guard !mistakes.isEmpty else { return files }
            wrong = files.findings + damaged
            state.withLock {
                $0.unreadable.insert(name)
                $0.spoilt = $0.spoilt ?? FindingReport(mistakes).spoken
            }
            var ignored: [Finding] = []
            // What is wrong is told as a fault until another set is in use.
            files.refused = []
            if lastResort == nil, sets.hasSettings(link), reader.settings(&ignored) != nil {
                lastResort = (name, files)
            }
        }
        guard var lastResort else { return nil }
        state.withLock { $0.lastResort = lastResort.set }
        lastResort.files.findings = wrong
        return lastResort.files
    }

    private func damage(_ file: String, in link: FetchedSets.Link) -> [Finding] {
        let log = FindingLog(file: sets.home(link).file(file))
        log.error("its copy on the disk of this machine is damaged", at: .start)
        return log.findings
    }

    // MARK: - Fetching

    /// Tells what has become of the sets from now on, and at once what is wrong already.
    func listen(_ onNews: @escaping @Sendable (News) -> Void) {
        state.withLock { ($0.onNews, $0.told) = (onNews, Trouble()) }
        // What is told later must come later.
        queue.async { [self] in tellTrouble() }
    }

    /// Where what is fetched is kept; `nil` where the home shall use its own files.
    public var place: ContentsPlace? {
        guard fetches else { return nil }
        return ContentsPlace(
            version: { await self.onQueue { self.version } },
            has: { digest in await self.onQueue { self.sets.has(digest) } },
            keep: { bytes, digest in
                try await self.onQueue {
                    Result { () throws(WholeFileError) in
                        do throws(WholeFileError) { try self.sets.keep(bytes, as: digest) } catch {
                            self.cannotKeep(error)
                            throw error
                        }
                    }
                }.get()
            },
            adopt: { contents in await self.onQueue { self.adopt(contents) } },
            answered: { answer in await self.onQueue { self.take(answer) } })
    }

    /// After a refusal all of it is asked for again, so that going back to what is in use here is noticed; and so it is where a part is damaged.
    private var version: String? {
        guard linkInUse == .current, let name = sets.name(.current),
            state.withLock({ $0.refused == nil && !$0.isSpoilt(name) })
        else { return nil }
        return FetchedSets.version(name)
    }

    private func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            queue.async { continuation.resume(returning: work()) }
        }
    }

    /// This machine's own options may have changed: makes the set in use once more, with them.
    func refresh() {
        queue.async { [self] in
            guard let link = linkInUse else { return }
            check(link)
            guard let contents = sets.contents(link) else { return }
            adopt(contents)
        }
    }

    /// Finds out whether the disk has lost a part of the set in use.
    private func check(_ link: FetchedSets.Link) {
        guard let name = sets.name(link), let file = sets.damaged(link, .all) else { return }
        logger.error("a fetched file is damaged", metadata: ["file": "\(file)"])
        state.withLock {
            $0.damaged = name
            $0.spoilt = $0.spoilt ?? FindingReport(damage(file, in: link)).spoken
        }
        tellTrouble()
    }

    private func take(_ answer: ContentsPlace.Answer) {
        let isUnkept = state.withLock { state in
            switch answer {
            case .nothingNew: state.ofService = nil
            // Devices say more behind it.
            case .refused(let why): state.ofService = why.hasSuffix(".") ? why : why + "."
            }
            return answer == .nothingNew && state.notKept != nil
        }
        // This machine's own options may be what could not be kept.
        if isUnkept, let contents = linkInUse.flatMap(sets.contents) { adopt(contents) }
        tellTrouble()
    }

    func cannotKeep(_ error: WholeFileError) {
        // It is tried again with the next question, because the version in use is still the old one.
        logger.error("what the service has for this client cannot be kept", metadata: ["problem": "\(error)"])
        state.withLock { $0.notKept = "\(error)" }
        tellTrouble()
    }

    func tell(_ news: News) { state.withLock { $0.onNews }?(news) }

    /// Tells what is wrong, unless that is known.
    func tellTrouble() {
        let news = state.withLock { state -> Trouble? in
            guard state.onNews != nil, state.trouble != state.told else { return nil }
            state.told = state.trouble
            return state.told
        }
        if let news { tell(.trouble(news)) }
    }

    /// This machine was paired anew, with another client perhaps: what was fetched is in use no longer.
    public func forget() {
        queue.sync {
            sets.forget()
            state.withLock { $0.refused = nil }
        }
    }
}
