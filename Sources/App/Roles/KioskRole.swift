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
public import StaffFiles
public import Supervision
public import Switches
import Synchronization

/// The kiosk of a client, or of several: feeds their sessions with events of switches, voices and the service, and performs
/// their effects.
public final class KioskRole: Service, CustomStringConvertible {
    public var description: String { "kiosk" }

    private let home: HomeFolder
    private let share: SharedFiles
    /// The client of the home's settings first.
    private let members: [KioskMember]
    /// Why others who are to use it cannot; empty where all can.
    private let refused: [Finding]
    private let serviceURL: @Sendable () async throws -> URL
    private let isOwnService: Bool
    private let voices: VoiceRoom
    private let expectsSwitch: Bool
    private let hasStation: Bool
    private let logger: Logger
    private let part: Supervisor.Part?
    private let machine: MachineDesk
    private let loop = SessionLoop<SharedKiosk>()

    /// - Parameters:
    ///   - members: The clients who use it; the first is that of the home's settings.
    ///   - refused: Why others who are to use it cannot.
    ///   - version: Beckon's.
    ///   - isOwnService: whether the service is the one of this very home: its local socket is looked for.
    ///   - serviceURL: asked once, when the kiosk starts.
    ///   - expectsSwitch: whether a kiosk without a switch is a fault.
    ///   - hasStation: whether a station of this process says what is wrong with the files.
    ///   - part: told when clients can use it; polled by the watchdog.
    public init(
        home: HomeFolder, share: SharedFiles, members: [KioskMember], refused: [Finding], voices: VoiceRoom,
        expectsSwitch: Bool,
        hasStation: Bool = false, version: String, part: Supervisor.Part?, logger: Logger,
        isOwnService: Bool,
        serviceURL: @escaping @Sendable () async throws -> URL
    ) {
        self.home = home
        self.share = share
        self.members = members
        self.refused = refused
        self.voices = voices
        self.expectsSwitch = expectsSwitch
        self.hasStation = hasStation
        machine = MachineDesk(version: version)
        self.part = part
        self.logger = logger
        self.serviceURL = serviceURL
        self.isOwnService = isOwnService
    }

    /// Takes what the client's switches do.
    public func take(_ event: SwitchEvent) {
        switch event {
        case .edge(let edge): loop.post(.machine(.edge(edge)))
        case .foundDown(let source, _, let instant):
            loop.post(.machine(.switchFoundDown(source, at: instant)))
        case .foundUp(let source, _): loop.post(.machine(.switchFoundUp(source)))
        case .battery(let device, let reading):
            logger.info(
                "a switch's battery",
                metadata: [
                    "device": "\(device.name)", "percent": "\(reading.percent.map(String.init) ?? "unknown")",
                    "level": "\(reading.level?.rawValue ?? "unknown")",
                ])
            machine.take(reading, of: device)
            loop.post(.machine(.switchBattery(id: device.id, name: device.name, reading)))
        case .arrived(let device): loop.post(.machine(.switchArrived(id: device.id, name: device.name)))
        case .lost(let device, let reason):
            logger.warning("a switch is gone", metadata: ["device": "\(device.name)", "reason": "\(reason)"])
            machine.lost(device)
            loop.post(.machine(.switchLost(id: device.id, name: device.name)))
        }
    }

    public func run() async throws {
        let loop = loop
        voices.listen(.kiosk) { loop.post(.machine(.voice($0))) }
        let settings = members[0].files.settings
        let route = KioskClient.Route(
            url: try await serviceURL(),
            localSocket: isOwnService ? LocalSocket(path: home.serviceSocket) : nil,
            trust: home.trust(settings), token: try home.token(of: "kiosk"))
        let isShared = members.count > 1
        let clients = members.enumerated().map { index, member in
            KioskClient(
                member, share: share, route: route, isOneOfSeveral: isShared, logger: logger,
                post: { loop.post(.client(index, $0)) })
        }
        // It is one machine, however many use it.
        let batteries = machine.watchBattery()
        machine.listen { clients[0].tell($0) }
        let speaker = SpeakingClient(voices, clients)
        let kiosk = Self.kiosk(of: clients, members)
        loop.post(.machine(.started(expectsSwitch: expectsSwitch)))
        for client in clients {
            client.tellRefused()
            client.recallPresses()
        }
        if let spoken = FindingReport(refused).spokenIfAny {
            loop.post(.client(0, .sharing(.refused(spoken))))
        }
        let thread = loop.start(
            "kiosk", session: kiosk,
            perform: { effect in
                if case .voice(let command) = effect.effect {
                    speaker.perform(command, of: effect.client)
                } else {
                    clients[effect.client].perform(effect.effect)
                }
            },
            afterwards: { kiosk in
                for (client, session) in zip(clients, kiosk.members) { client.note(session) }
            })
        guard let thread else { throw RolesError.noThread }
        // What is said there need not be read twice.
        let isRead = hasStation && voices.isReadBesideLog
        let watches = clients.enumerated().map { index, client in
            client.watch(isRead: isRead) { speaker.changed(index) }
        }
        let connection = Task(priority: .high) {
            await withTaskGroup(of: Void.self) { group in
                for client in clients { group.addTask { await client.run() } }
            }
        }
        part?.ready { loop.ask($0) }
        try? await gracefulShutdown()
        batteries.stop()
        for (watch, _) in watches { watch.stop() }
        for (_, thread) in watches { thread?.join() }
        loop.close()
        thread.join()
        for client in clients { client.finish() }
        connection.cancel()
        await connection.value
    }

    /// Numbers of words are odd, because the station has the even ones.
    private static func kiosk(of clients: [KioskClient], _ members: [KioskMember]) -> SharedKiosk {
        let stride = UInt64(2 * (clients.count + 1))
        func counter(_ index: Int) -> UtteranceCounter {
            UtteranceCounter(start: UInt64(2 * index + 1), stride: stride)
        }
        let sessions = clients.enumerated().map { index, client in client.session(counter(index)) }
        guard clients.count > 1 else { return SharedKiosk(sessions[0]) }
        let keys = KioskMember.ownKeys(of: members)
        return SharedKiosk(
            zip(sessions, keys).map { SharedKiosk.Member(session: $0, keys: $1) },
            utterances: counter(clients.count))
    }
}

/// Has each client's words said as their own settings want: only one of them speaks at a time.
private final class SpeakingClient: Sendable {
    private let voices: VoiceRoom
    private let clients: [KioskClient]
    /// Whose voices are in force.
    private let present = Mutex(0)

    init(_ voices: VoiceRoom, _ clients: [KioskClient]) {
        (self.voices, self.clients) = (voices, clients)
    }

    func perform(_ command: VoiceCommand, of client: Int) {
        if case .speak(let utterance) = command, !utterance.isEarcon { speaks(client) }
        voices.perform(command, by: .kiosk)
    }

    private func speaks(_ client: Int) {
        let isAnother = present.withLock { present in
            defer { present = client }
            return present != client
        }
        if isAnother { adopt(client) }
    }

    /// The files of a client have changed.
    func changed(_ client: Int) {
        if client == 0 || present.withLock({ $0 }) == client { adopt(client) }
    }

    /// What caregivers hear is as the home's own settings say.
    private func adopt(_ client: Int) {
        var settings = clients[client].voices
        settings.alertVoice = clients[0].voices.alertVoice
        voices.adopt(settings)
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
            self = .rejected(id, detail: "\(problem)", request, as: problem.kind)
        case .restored(let commands):
            self = .restored(
                commands.compactMap { if case .ask(let request) = $0 { request } else { nil } },
                marks: commands.compactMap { if case .mark(let entry) = $0 { entry } else { nil } },
                proposals: commands.compactMap {
                    if case .propose(let proposal) = $0 { proposal } else { nil }
                },
                told: Set(commands.receipts(.told).map(\.0)),
                putOff: Dictionary(commands.receipts(.snoozed)) { max($0, $1) },
                household: commands.compactMap {
                    if case .household(let command) = $0 { command } else { nil }
                },
                moods: commands.compactMap { if case .mood(let mood) = $0 { mood } else { nil } })
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
        case .appointments(let appointments): self = .appointments(appointments)
        case .encouragement(let known): self = .encouragement(known)
        case .notTold(let line, let detail): self = .notTold(line, detail: detail)
        case .speaks(let speaks): self = .speaks(speaks)
        // Not from the service, but through it: events of their own.
        case .tap, .trial: return nil
        case .serviceLost(let reason): self = .serviceLost(reason)
        case .serviceBack: self = .serviceBack
        }
    }
}

extension [CareCommand] {
    /// The reminders that were told or put off, and when.
    fileprivate func receipts(_ outcome: ReminderReceipt.Outcome) -> [(UUID, Date)] {
        compactMap {
            guard case .receipt(let reminder, let receipt) = $0, receipt.outcome == outcome else {
                return nil
            }
            return (reminder, receipt.at)
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
