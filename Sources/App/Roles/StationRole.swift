import Care
import CareClient
public import Foundation
import LocalSockets
import HomeFiles
public import Logging
import RealTime
import Scanning
import StaffFiles
public import ServiceLifecycle
import Speech
public import Supervision
import Station
public import Switches
import Synchronization

/// The caregivers' station: feeds its session with events of keys, voices and the service, and performs its
/// effects.
public final class StationRole: Service, CustomStringConvertible {
    public var description: String { "station" }

    private let home: HomeFolder
    private let files: StaffFileSet
    private let fetched: FetchedContents
    /// Of the files that are in use now.
    private let reader: @Sendable () -> StaffFileReader
    private let serviceURL: @Sendable () async throws -> URL
    private let isOwnService: Bool
    private let voices: VoiceRoom
    private let logger: Logger
    private let part: Supervisor.Part?
    private let machine: MachineDesk
    private let tellsBattery: Bool
    private let loop = SessionLoop<StationSession>()
    private let digitsWanted = Atomic(false)

    /// - Parameters:
    ///   - fetched: What comes from a service on another machine, where it does.
    ///   - part: told when alerts can sound; polled by the watchdog.
    ///   - version: Beckon's.
    ///   - tellsBattery: whether it tells how full the machine's battery is: not where a kiosk of this process does.
    ///   - isOwnService: whether the service is the one of this very home: its local socket is looked for.
    ///   - serviceURL: asked once, when the station starts.
    public init(
        home: HomeFolder, share: SharedFiles, files: StaffFileSet, fetched: FetchedContents,
        voices: VoiceRoom, part: Supervisor.Part?, version: String, tellsBattery: Bool, logger: Logger,
        isOwnService: Bool,
        serviceURL: @escaping @Sendable () async throws -> URL
    ) {
        self.home = home
        reader = { FetchedContents.reader(fetched, home, share, languages: .form) }
        self.files = files
        self.fetched = fetched
        self.voices = voices
        self.part = part
        machine = MachineDesk(version: version)
        self.tellsBattery = tellsBattery
        self.logger = logger
        self.serviceURL = serviceURL
        self.isOwnService = isOwnService
    }

    /// Whether a digit answers this station's question now, where client and caregiver share a keyboard.
    public var wantsDigits: Bool { digitsWanted.load(ordering: .relaxed) }

    /// Takes what the caregivers' keys do.
    public func take(_ event: SwitchEvent) {
        switch event {
        case .edge(let edge): loop.post(.edge(edge))
        case .foundDown, .foundUp: break
        case .battery(let device, let reading):
            machine.take(reading, of: device)
            if reading.isLow {
                logger.warning("a keypad's battery is low", metadata: ["device": "\(device.name)"])
            }
            loop.post(.keypadBattery(id: device.id, name: device.name, reading))
        case .arrived(let device): loop.post(.keypadArrived(name: device.name))
        case .lost(let device, let reason):
            logger.warning("a keypad is gone", metadata: ["device": "\(device.name)", "reason": "\(reason)"])
            machine.lost(device)
            loop.post(.keypadLost(id: device.id, name: device.name))
        }
    }

    public func run() async throws {
        let loop = loop
        voices.listen(.station) { loop.post(.voice($0)) }
        let token = try home.token(of: "station")
        let client = CareClient(
            serviceURL: try await serviceURL(),
            localSocket: isOwnService ? LocalSocket(path: home.serviceSocket) : nil,
            trust: home.trust(files.settings), token: token,
            storePath: home.stationStore, role: .station, contents: fetched.place, logger: logger
        ) { event in
            if case .trial(let trial) = event { loop.post(.trial(trial)) }
            if let event = StationCareEvent(event) { loop.post(.care(event)) }
        }
        let batteries = tellsBattery ? machine.watchBattery() : nil
        machine.listen { client.tell($0) }
        let session = StationSession(
            settings: files.settings, phrases: files.phrases,
            utterances: UtteranceCounter(start: 2, stride: 2))
        let thread = loop.start(
            "station", session: session,
            perform: { [voices, logger] effect in
                switch effect {
                case .voice(let command): voices.perform(command, by: .station)
                case .respond(let request, let response): client.post(.respond(requestID: request, response))
                case .mark(let entry): client.post(.mark(entry))
                case .receipt(let reminder, let receipt): client.post(.receipt(reminder: reminder, receipt))
                case .report(let fault): client.post(.fault(fault))
                case .acknowledge(let sequence): client.acknowledge(sequence: sequence)
                case .log(let text): logger.notice("\(text)")
                }
            },
            afterwards: { [self] session in digitsWanted.store(session.wantsDigits, ordering: .relaxed) })
        guard let thread else { throw RolesError.noThread }
        let watch = StaffFileWatch(
            home: home, fetched: fetched, reader: reader, settings: files.settings, logger: logger
        ) { [voices, logger, fetched, started = files.settings] change, _ in
            let (settings, phrases): (HomeSettings, Phrases)
            switch change {
            case .good(let good, _, let words): (settings, phrases) = (good, words)
            case .refused(let errors, _):
                // Of its own service's home, the kiosk reports mistakes.
                guard !fetched.isAtService else { return }
                let report = FindingReport(errors)
                for line in report.lines { logger.error("changed files are not used: \(line)") }
                loop.post(.filesRefused(report.spoken))
                return
            case .fetching(let trouble):
                loop.post(.contentsFetched(refused: trouble))
                return
            }
            voices.adopt(settings)
            loop.post(.filesRefused(nil))
            loop.post(.alertsChanged(settings.alerts))
            loop.post(.phrasesChanged(phrases))
            if let names = settings.names(of: started) {
                loop.post(.namesChanged(client: names.client, caregiver: names.caregiver))
            }
        }
        if !fetched.isAtService, let mistake = FindingReport(files.refused).spokenIfAny {
            loop.post(.filesRefused(mistake))
        }
        let watching = watch.start()
        fetched.refresh()
        let connection = Task(priority: .high) { await client.run() }
        part?.ready { loop.ask($0) }
        try? await gracefulShutdown()
        batteries?.stop()
        watch.stop()
        watching?.join()
        loop.close()
        thread.join()
        connection.cancel()
        await connection.value
    }
}

extension StationCareEvent {
    /// The event for a station's session, if any.
    init?(_ event: CareClientEvent) {
        switch event {
        case .recorded(let id): self = .recorded(id)
        case .notRecorded(let id, let detail): self = .notRecorded(id, detail: detail)
        case .delivered(let id, _): self = .delivered(id)
        case .rejected(let id, let problem, let request):
            self = .rejected(id, detail: "\(problem)", request)
        case .connected(let requests, let faults, let sequence, _, _, _):
            self = .connected(openRequests: requests, openFaults: faults, sequence: sequence)
        case .journal(let event): self = .journal(event)
        case .agenda(let agenda): self = .agenda(agenda)
        case .serviceLost(let reason): self = .serviceLost(reason)
        case .serviceBack: self = .serviceBack
        // A kiosk's.
        case .tap, .speaks, .caughtUp, .household, .appointments, .encouragement, .notTold: return nil
        // Not from the service, but through it: an event of its own.
        case .trial: return nil
        case .restored(let commands): self = .restored(StationRest(commands))
        case .storeFailed, .storeRestored: return nil
        }
    }
}

extension StationRest {
    /// The undelivered commands of an outbox, which a session must treat as done.
    init(_ commands: [CareCommand]) {
        self.init(
            answers: commands.compactMap {
                if case .respond(let request, let response) = $0 { (request, response) } else { nil }
            },
            marks: commands.compactMap { if case .mark(let entry) = $0 { entry } else { nil } },
            receipts: commands.compactMap {
                if case .receipt(let reminder, let receipt) = $0 { (reminder, receipt) } else { nil }
            })
    }
}
