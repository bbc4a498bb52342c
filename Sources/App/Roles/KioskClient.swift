import Boards
import Care
import CareClient
import Encouragement
import Exercises
import Foundation
import HomeFiles
import Kiosk
import LocalSockets
import Logging
import RealTime
import Scanning
import Speech
import StaffFiles
import Synchronization

/// One client of a kiosk: their files, what is kept of them, and their own connection to the service.
final class KioskClient: Sendable {
    /// How the kiosk reaches its service.
    struct Route: Sendable {
        var url: URL
        var localSocket: LocalSocket?
        var trust: ServiceTrust
        var token: String
    }

    private let home: HomeFolder
    private let files: StaffFileSet
    private let fetched: FetchedContents?
    /// Of the files that are in use now.
    private let reader: @Sendable () -> StaffFileReader
    private let tuning: TuningDesk
    private let agendas: ContentKeeper<Agenda>
    private let households: ContentKeeper<ClientHousehold>
    private let keptExercise: ContentKeeper<KeptExercise>
    private let keptEncouragement: ContentKeeper<ClientEncouragement>
    private let memory: SwitchMemoryKeeper
    private let connection: CareClient
    private let logger: Logger
    private let post: @Sendable (KioskEvent) -> Void
    private let means: ProposalMeans
    private let wrongMeans: [Finding]
    private let exercises: [Exercise]
    private let wrongExercises: [Finding]
    private let encouragement: EncouragementMeans
    private let wrongEncouragement: [Finding]
    private let current: Mutex<HomeSettings>
    private let boardsInUse: Mutex<BoardSet>

    /// - Parameters:
    ///   - isOneOfSeveral: Whether the service has to be told for whom this connection is.
    ///   - post: Takes what the session has to know; callable from any thread.
    init(
        _ member: KioskMember, share: SharedFiles, route: Route, isOneOfSeveral: Bool, logger: Logger,
        post: @escaping @Sendable (KioskEvent) -> Void
    ) {
        (home, files, fetched, self.post) = (member.home, member.files, member.fetched, post)
        var logger = logger
        if isOneOfSeveral { logger[metadataKey: "client"] = "\(files.settings.client.id)" }
        self.logger = logger
        reader = { [home, fetched] in FetchedContents.reader(fetched, home, share, languages: .form) }
        tuning = TuningDesk(home: home.path, settings: files.settings, logger: logger)
        agendas = ContentKeeper<Agenda>(path: home.agenda, logger: logger)
        households = ContentKeeper<ClientHousehold>(path: home.household, logger: logger)
        keptExercise = ContentKeeper<KeptExercise>(path: home.exercise, logger: logger) { $0 }
        keptEncouragement = ContentKeeper<ClientEncouragement>(path: home.encouragement, logger: logger) {
            $0
        }
        memory = SwitchMemoryKeeper(path: home.switchMemory, logger: logger)
        current = Mutex(files.settings)
        boardsInUse = Mutex(files.boards)
        var wrong: [Finding] = []
        means = reader().proposalMeans(for: files.boards, &wrong)
        wrongMeans = wrong
        (exercises, wrongExercises) = reader().exercises(files.settings, for: files.boards)
        (encouragement, wrongEncouragement) = reader().encouragement(files.settings, for: files.boards)
        connection = CareClient(
            serviceURL: route.url, localSocket: route.localSocket, trust: route.trust, token: route.token,
            client: isOneOfSeveral ? member.servedID : nil, storePath: home.kioskStore, role: .kiosk,
            contents: fetched?.place, logger: logger
        ) { [agendas, households] event in
            if case .recorded(let id) = event { Marks.write("recorded", id.uuidString) }
            if case .agenda(let agenda) = event { agendas.keep(agenda) }
            if case .household(let household) = event { households.keep(household) }
            if case .tap(let tap) = event { post(.tap(tap)) }
            if case .trial(let trial) = event { post(.trial(trial)) }
            if let event = KioskCareEvent(event) { post(.care(event)) }
        }
    }

    /// How it sounds: as the files say now.
    var voices: HomeSettings { current.withLock { $0 } }

    /// The client's session as an earlier run has left it.
    func session(_ utterances: UtteranceCounter) -> KioskSession {
        var session = KioskSession(
            settings: files.settings, boards: files.boards, phrases: files.phrases, pace: tuning.keptPace,
            means: means, exercises: exercises, encouragement: encouragement, utterances: utterances)
        session.recall(memory.recall()) { TimeZone.autoupdatingCurrent.secondsFromGMT(for: $0) }
        if let agenda = agendas.recall() { session.recall(agenda) }
        if let household = households.recall() { session.recall(household) }
        if let exercise = keptExercise.recall() { session.recall(exercise) }
        let heard = keptEncouragement.recall()
        if let heard { session.recall(heard) }
        // What another kiosk or a page knows of it comes as the answer.
        connection.keep(
            heard.flatMap { $0.client == files.settings.client.id ? $0 : nil }
                ?? ClientEncouragement(client: files.settings.client.id))
        session.showOnScreen()
        return session
    }

    /// Tells the session which of its files were refused at the start.
    func tellRefused() {
        if !files.refused.isEmpty { post(.filesRefused(FindingReport(files.refused).spoken)) }
        post(.proposalMeansChanged(means, refused: FindingReport(wrongMeans).spokenIfAny))
        tell(exercises, wrongExercises)
        tell(encouragement, wrongEncouragement)
    }

    /// Tells the session how the client presses, as far as it was kept; after it is ready, since the records take a while to read.
    func recallPresses() {
        tuning.recallPresses { [post] in post(.pressesKnown($0)) }
    }

    private func tell(_ encouragement: EncouragementMeans, _ wrong: [Finding]) {
        let report = FindingReport(wrong)
        for line in report.lines { logger.error("a file of encouragement is left out: \(line)") }
        post(.encouragementChanged(encouragement, refused: report.spokenIfAny))
    }

    private func tell(_ exercises: [Exercise], _ wrong: [Finding]) {
        let report = FindingReport(wrong)
        for line in report.lines { logger.error("an exercise is left out: \(line)") }
        post(.exercisesChanged(exercises, refused: report.spokenIfAny))
    }

    /// Does what the session wants; does not block.
    func perform(_ effect: KioskEffect) {
        switch effect {
        // The kiosk's own: it has the voices.
        case .voice: break
        case .ask(let request): connection.post(.ask(request))
        case .respond(let request, let response): connection.post(.respond(requestID: request, response))
        case .propose(let proposal): connection.post(.propose(proposal))
        case .mark(let entry): connection.post(.mark(entry))
        case .household(let command): connection.post(.household(command))
        case .mood(let mood): connection.post(.mood(mood))
        case .tell(let appointment, let line): connection.tell(line, to: appointment)
        case .readHousehold: connection.readHousehold()
        case .use(let at): connection.use(at: at)
        case .receipt(let reminder, let receipt): connection.post(.receipt(reminder: reminder, receipt))
        case .said(let words, let receipt): connection.post(.said(words: words, receipt))
        case .report(let fault): connection.post(.fault(fault))
        case .acknowledge(let sequence): connection.acknowledge(sequence: sequence)
        case .toldAhead(let sequences): connection.told(sequences)
        case .observed(let record): tuning.keep(record) { [post] in post(.paceFitted($0, on: $1)) }
        case .keepPace(let pace): tuning.keep(pace)
        case .keepExercise(let kept): keptExercise.keep(kept)
        case .keepEncouragement(let kept):
            keptEncouragement.keep(kept)
            connection.keep(kept)
        case .show(let screen): connection.show(screen)
        case .log(let text): logger.notice("\(text)")
        }
    }

    func tell(_ machine: MachineState) { connection.tell(machine) }

    func note(_ session: borrowing KioskSession) { memory.note(session.switchMemory) }

    /// Sends and listens until the task is cancelled.
    func run() async { await connection.run() }

    /// Everything is on the disk.
    func finish() {
        memory.finish()
        agendas.finish()
        households.finish()
        keptExercise.finish()
        keptEncouragement.finish()
        tuning.flush()
    }

    // MARK: - Changed files

    /// Follows the client's files until `stop` of the result.
    ///
    /// - Parameters:
    ///   - isRead: Whether what is said of mistakes stands beside the log already.
    ///   - voicesChanged: Called when they may sound otherwise.
    func watch(
        isRead: Bool, voicesChanged: @escaping @Sendable () -> Void
    ) -> (watch: StaffFileWatch, thread: OwnThread.Handle?) {
        let areRefused = Mutex(!files.refused.isEmpty)
        let watch = StaffFileWatch(
            home: home, fetched: fetched, reader: reader, settings: files.settings, logger: logger
        ) { [self] change, reader in
            switch change {
            case .good(let settings, let boards, let phrases):
                let were = areRefused.withLock { refused in
                    defer { refused = false }
                    return refused
                }
                if were { logger.notice("the changed files are in use again") }
                adopt(settings, boards, phrases, reader)
                voicesChanged()
            case .refused(let errors, let readable):
                let report = FindingReport(errors)
                areRefused.withLock { $0 = true }
                for line in isRead ? [] : report.lines { logger.error("changed files are not used: \(line)") }
                post(.filesRefused(report.spoken))
                // What the client may do, and exercises themselves, do not wait for a board to be mended.
                if let readable {
                    post(.guidanceChanged(readable.guidance))
                    let (exercises, mistakes) = reader.exercises(
                        readable, for: boardsInUse.withLock(\.self))
                    tell(exercises, mistakes)
                    let (encouragement, faults) = reader.encouragement(
                        readable, for: boardsInUse.withLock(\.self))
                    tell(encouragement, faults)
                }
            case .fetching(let trouble): post(.contentsFetched(refused: trouble))
            }
        }
        let thread = watch.start()
        fetched?.refresh()
        return (watch, thread)
    }

    private func adopt(
        _ settings: HomeSettings, _ boards: BoardSet, _ phrases: Phrases, _ reader: StaffFileReader
    ) {
        let adopted = tuning.adopt(settings)
        post(.scanningChanged(adopted.scanning, adopted.tuning))
        recallPresses()
        if adopted.scanning != settings.scanning {
            logger.notice("the way of scanning waits for keys that are read from the next start on")
        }
        if let names = settings.names(of: files.settings) {
            post(.namesChanged(client: names.client, caregiver: names.caregiver))
        }
        if settings.differsElsewhere(from: files.settings) {
            logger.notice("other changes in beckon.yaml take effect at the next start")
        }
        post(.displayChanged(settings.display))
        post(.guidanceChanged(settings.guidance))
        current.withLock { $0 = settings }
        boardsInUse.withLock { $0 = boards }
        post(.phrasesChanged(phrases))
        post(.boardsChanged(boards))
        var wrong: [Finding] = []
        let means = reader.proposalMeans(for: boards, &wrong)
        post(.proposalMeansChanged(means, refused: FindingReport(wrong).spokenIfAny))
        let (exercises, mistakes) = reader.exercises(settings, for: boards)
        tell(exercises, mistakes)
        let (encouragement, faults) = reader.encouragement(settings, for: boards)
        tell(encouragement, faults)
    }
}

extension HomeSettings {
    /// Whether anything has changed that takes effect only at the next start.
    fileprivate func differsElsewhere(from started: HomeSettings) -> Bool {
        var other = self
        other.scanning = started.scanning
        other.tuning = started.tuning
        other.display = started.display
        other.guidance = started.guidance
        // Stations take how often they repeat what they say; who is told next is the service's.
        other.alerts = started.alerts
        other.alerts.policy = self.alerts.policy
        other.board = started.board
        other.breathing = started.breathing
        other.breathingRate = started.breathingRate
        other.encouragement = started.encouragement
        other.language = started.language
        other.name = started.name
        other.adoptVoices(of: started)
        if names(of: started) != nil {
            other.client.name = started.client.name
            other.caregiver.name = started.caregiver.name
        }
        return other != started
    }
}
