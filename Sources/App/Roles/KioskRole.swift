import Boards
import Care
import CareClient
public import Foundation
import HomeFiles
import Kiosk
import LocalSockets
public import Logging
import RealTime
import Scanning
public import ServiceLifecycle
import Speech
public import Supervision
import StaffFiles
public import Switches
import Synchronization

/// The client's kiosk: feeds its session with events of switches, voices and the service, and performs its
/// effects.
public final class KioskRole: Service, CustomStringConvertible {
    public var description: String { "kiosk" }

    private let home: HomeFolder
    private let share: SharedFiles
    private let fetched: FetchedContents?
    private let files: StaffFileSet
    private let serviceURL: @Sendable () async throws -> URL
    private let isOwnService: Bool
    private let voices: VoiceRoom
    private let expectsSwitch: Bool
    private let hasStation: Bool
    private let logger: Logger
    private let tuning: TuningDesk
    private let part: Supervisor.Part?
    private let loop = SessionLoop<KioskSession>()

    /// - Parameters:
    ///   - isOwnService: whether the service is the one of this very home: its local socket is looked for.
    ///   - serviceURL: asked once, when the kiosk starts.
    ///   - expectsSwitch: whether a kiosk without a switch is a fault.
    ///   - fetched: where the client's settings and boards come from, unless they are this home's own.
    ///   - hasStation: whether a station of this process says what is wrong with the files.
    ///   - part: told when clients can use it; polled by the watchdog.
    public init(
        home: HomeFolder, share: SharedFiles, files: StaffFileSet, voices: VoiceRoom, expectsSwitch: Bool,
        hasStation: Bool = false, fetched: FetchedContents? = nil, part: Supervisor.Part?, logger: Logger,
        isOwnService: Bool,
        serviceURL: @escaping @Sendable () async throws -> URL
    ) {
        self.home = home
        self.share = share
        self.fetched = fetched
        self.files = files
        self.voices = voices
        self.expectsSwitch = expectsSwitch
        self.hasStation = hasStation
        self.part = part
        self.logger = logger
        tuning = TuningDesk(home: home.path, settings: files.settings, logger: logger)
        self.serviceURL = serviceURL
        self.isOwnService = isOwnService
    }

    /// Takes what the client's switches do.
    public func take(_ event: SwitchEvent) {
        switch event {
        case .edge(let edge): loop.post(.edge(edge))
        case .foundDown(let source, _, let instant): loop.post(.switchFoundDown(source, at: instant))
        case .foundUp(let source, _): loop.post(.switchFoundUp(source))
        case .battery(let device, let reading):
            logger.info(
                "a switch's battery",
                metadata: [
                    "device": "\(device.name)", "percent": "\(reading.percent.map(String.init) ?? "unknown")",
                    "level": "\(reading.level?.rawValue ?? "unknown")",
                ])
            loop.post(.switchBattery(id: device.id, name: device.name, reading))
        case .arrived(let device): loop.post(.switchArrived(id: device.id, name: device.name))
        case .lost(let device, let reason):
            logger.warning("a switch is gone", metadata: ["device": "\(device.name)", "reason": "\(reason)"])
            loop.post(.switchLost(id: device.id, name: device.name))
        }
    }

    public func run() async throws {
        let loop = loop
        voices.listen(.kiosk) { loop.post(.voice($0)) }
        let token = try home.token(of: "kiosk")
        let agendas = ContentKeeper<Agenda>(path: home.agenda, logger: logger)
        let households = ContentKeeper<ClientHousehold>(path: home.household, logger: logger)
        let kept = (agenda: agendas.recall(), household: households.recall())
        let client = CareClient(
            serviceURL: try await serviceURL(),
            localSocket: isOwnService ? LocalSocket(path: home.serviceSocket) : nil,
            trust: home.trust(files.settings), token: token,
            storePath: home.kioskStore, role: .kiosk, contents: fetched?.place,
            logger: logger
        ) { event in
            if case .recorded(let id) = event { Marks.write("recorded", id.uuidString) }
            if case .agenda(let agenda) = event { agendas.keep(agenda) }
            if case .household(let household) = event { households.keep(household) }
            if case .tap(let tap) = event { loop.post(.tap(tap)) }
            if case .trial(let trial) = event { loop.post(.trial(trial)) }
            if let event = KioskCareEvent(event) { loop.post(.care(event)) }
        }
        let keeper = SwitchMemoryKeeper(path: home.switchMemory, logger: logger)
        var wrong: [Finding] = []
        let means = FetchedContents.reader(fetched, home, share, languages: .form).proposalMeans(
            for: files.boards, &wrong)
        var session = KioskSession(
            settings: files.settings, boards: files.boards, phrases: files.phrases,
            pace: tuning.keptPace, means: means, utterances: UtteranceCounter(start: 1, stride: 2))
        session.recall(keeper.recall()) { TimeZone.autoupdatingCurrent.secondsFromGMT(for: $0) }
        if let agenda = kept.agenda { session.recall(agenda) }
        if let household = kept.household { session.recall(household) }
        session.showOnScreen()
        loop.post(.started(expectsSwitch: expectsSwitch))
        if !files.refused.isEmpty { loop.post(.filesRefused(FindingReport(files.refused).spoken)) }
        loop.post(.proposalMeansChanged(means, refused: FindingReport(wrong).spokenIfAny))
        let thread = loop.start(
            "kiosk", session: session,
            perform: { [voices, tuning, logger] effect in
                switch effect {
                case .voice(let command): voices.perform(command, by: .kiosk)
                case .ask(let request): client.post(.ask(request))
                case .respond(let request, let response): client.post(.respond(requestID: request, response))
                case .propose(let proposal): client.post(.propose(proposal))
                case .mark(let entry): client.post(.mark(entry))
                case .household(let command): client.post(.household(command))
                case .readHousehold: client.readHousehold()
                case .receipt(let reminder, let receipt): client.post(.receipt(reminder: reminder, receipt))
                case .report(let fault): client.post(.fault(fault))
                case .acknowledge(let sequence): client.acknowledge(sequence: sequence)
                case .toldAhead(let sequences): client.told(sequences)
                case .observed(let record):
                    tuning.keep(record) { loop.post(.paceFitted($0, on: $1)) }
                case .keepPace(let pace): tuning.keep(pace)
                case .show(let screen): client.show(screen)
                case .log(let text): logger.notice("\(text)")
                }
            },
            afterwards: { keeper.note($0.switchMemory) })
        guard let thread else { throw RolesError.noThread }
        // What is said there need not be read twice.
        let isRead = hasStation && voices.isReadBesideLog
        let areRefused = Mutex(!files.refused.isEmpty)
        let watch = StaffFileWatch(
            home: home, fetched: fetched,
            reader: { [fetched, home, share] in FetchedContents.reader(fetched, home, share, languages: .form)
            },
            settings: files.settings, logger: logger
        ) { [tuning, voices, logger, started = files.settings] change, reader in
            switch change {
            case .good(let settings, let boards, let phrases):
                if areRefused.withLock({
                    let before = $0; $0 = false; return before
                }) {
                    logger.notice("the changed files are in use again")
                }
                let adopted = tuning.adopt(settings)
                loop.post(.scanningChanged(adopted.scanning, adopted.tuning))
                if adopted.scanning != settings.scanning {
                    logger.notice("the way of scanning waits for keys that are read from the next start on")
                }
                if let names = settings.names(of: started) {
                    loop.post(.namesChanged(client: names.client, caregiver: names.caregiver))
                }
                if settings.differsElsewhere(from: started) {
                    logger.notice("other changes in beckon.yaml take effect at the next start")
                }
                loop.post(.displayChanged(settings.display))
                voices.adopt(settings)
                loop.post(.phrasesChanged(phrases))
                loop.post(.boardsChanged(boards))
                var wrong: [Finding] = []
                let means = reader.proposalMeans(for: boards, &wrong)
                loop.post(.proposalMeansChanged(means, refused: FindingReport(wrong).spokenIfAny))
            case .refused(let errors):
                let report = FindingReport(errors)
                areRefused.withLock { $0 = true }
                for line in isRead ? [] : report.lines { logger.error("changed files are not used: \(line)") }
                loop.post(.filesRefused(report.spoken))
            }
        }
        let watching = watch.start()
        fetched?.refresh()
        let connection = Task(priority: .high) { await client.run() }
        part?.ready { loop.ask($0) }
        try? await gracefulShutdown()
        watch.stop()
        watching?.join()
        loop.close()
        thread.join()
        keeper.finish()
        agendas.finish()
        households.finish()
        tuning.flush()
        connection.cancel()
        await connection.value
    }
}

extension HomeSettings {
    /// Whether anything has changed that takes effect only at the next start.
    fileprivate func differsElsewhere(from started: HomeSettings) -> Bool {
        var other = self
        other.scanning = started.scanning
        other.tuning = started.tuning
        other.display = started.display
        other.board = started.board
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

extension KioskCareEvent {
    /// The event for a kiosk's session, if any.
    init?(_ event: CareClientEvent) {
        switch event {
        case .recorded(let id): self = .recorded(id)
        case .notRecorded(let id, let detail): self = .notRecorded(id, detail: detail)
        case .delivered(let id, _): self = .delivered(id)
        case .rejected(let id, let problem, let request):
            self = .rejected(id, detail: "\(problem)", request)
        case .restored(let commands):
            self = .restored(
                commands.compactMap { if case .ask(let request) = $0 { request } else { nil } },
                marks: commands.compactMap { if case .mark(let entry) = $0 { entry } else { nil } },
                proposals: commands.compactMap {
                    if case .propose(let proposal) = $0 { proposal } else { nil }
                },
                told: Set(
                    commands.compactMap {
                        if case .receipt(let reminder, let receipt) = $0, receipt.outcome == .told {
                            reminder
                        } else {
                            nil
                        }
                    }),
                household: commands.compactMap {
                    if case .household(let command) = $0 { command } else { nil }
                })
        case .storeFailed(let detail): self = .storeFailed(detail)
        case .storeRestored: self = .storeRestored
        case .connected(let requests, let faults, let sequence, let client, let recent, let told):
            self = .connected(
                openRequests: requests, recent: recent, openFaults: faults, sequence: sequence,
                client: client, told: told)
        case .journal(let event): self = .journal(event)
        case .caughtUp(let sequence): self = .caughtUp(sequence: sequence)
        case .agenda(let agenda): self = .agenda(agenda)
        case .household(let household): self = .household(household)
        // Not from the service, but through it: events of their own.
        case .tap, .trial: return nil
        case .serviceLost(let reason): self = .serviceLost(reason)
        case .serviceBack: self = .serviceBack
        }
    }
}

extension FindingReport {
    /// `spoken`, unless there is nothing wrong.
    var spokenIfAny: String? { findings.isEmpty ? nil : spoken }

    /// The first mistake in words that can be spoken: file, line, and what is wrong.
    var spoken: String {
        guard let first = findings.first(where: { $0.severity == .error }) else { return "" }
        let file = first.file.split(separator: "/").last.map(String.init) ?? first.file
        let end = first.message.last.map { "?!.".contains($0) } ?? true ? "" : "."
        return "\(file), line \(first.line): \(first.message)\(end)"
    }
}
