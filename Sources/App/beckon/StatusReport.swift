import Care
import CareClient
import Foundation
import Pages
import Recurrence
import Wording
import ZoneFiles

/// How a home is, for people and for programs.
struct StatusReport {
    enum State: String, Encodable {
        case well
        case needsPerson = "needs_person"
        /// The service gave no answer.
        case unreachable
    }

    /// Below this, in megabytes, somebody should free some space: as `beckon doctor` has it.
    static let littleSpace = 200

    var home: String
    /// Where it was asked, and where it listens once it has answered.
    var address: String
    /// The home's own name.
    var name: String?
    var language: String
    var now: Date
    /// When the client's switch was last pressed, where the kiosk runs on this machine.
    var lastPress: Date?
    private(set) var machine = MachineState()
    private(set) var overview: ServiceReader.Overview?
    /// The answer of a service that tells this machine no more.
    private(set) var health: ServiceHealth?
    private(set) var trouble: ServiceProbeError?
    /// The command that starts it.
    private(set) var start: String?
    private(set) var zone = ZoneRules.utc

    init(home: String, address: String, name: String?, language: String, now: Date) {
        self.home = home
        self.address = address
        self.name = name
        self.language = language
        self.now = now
    }

    mutating func note(_ machine: MachineState) { self.machine = machine }

    mutating func note(_ overview: ServiceReader.Overview, zones: ZoneFiles) {
        self.overview = overview
        address = overview.status.address.ownURL
        now = overview.status.now
        zone = (try? zones.rules(for: overview.status.zone)) ?? .utc
    }

    mutating func note(_ health: ServiceHealth) { self.health = health }

    mutating func note(_ trouble: ServiceProbeError, start: String?) {
        self.trouble = trouble
        self.start = trouble.isReached ? nil : start
    }

    // MARK: - What follows from it

    /// What is open, the oldest first.
    var calls: [Request] {
        (overview?.requests ?? []).filter(\.state.isOpen)
            .sorted { ($0.askedAt, $0.id.uuidString) < ($1.askedAt, $1.id.uuidString) }
    }

    var unanswered: Int { calls.count { !$0.state.isAnswered } }

    /// The most urgent first, then the oldest.
    var faults: [Fault] {
        (overview?.faults ?? []).filter(\.isActive)
            .sorted { (Self.order($0), $0.at) < (Self.order($1), $1.at) }
    }

    private static func order(_ fault: Fault) -> Int {
        switch fault.kind.urgency {
        case .now: 0
        case .soon: 1
        case .notice: 2
        case .canWait: 3
        }
    }

    /// What is planned next today.
    var next: RoutineOccurrence? {
        overview?.agenda?.today.filter { $0.state.isOpen && $0.at >= now }.min { $0.at < $1.at }
    }

    /// Whether the service answered, and did not say what was asked.
    var isReached: Bool { trouble?.isReached ?? true }

    var isSpaceLittle: Bool { machine.free.map { $0 < Self.littleSpace } ?? false }

    var isStoring: Bool { (overview?.status.status ?? health?.status ?? .up) == .up }

    /// Kiosks and stations whose absence is a fault.
    private var away: Int { overview?.status.devices.count { $0.standing == .away } ?? 0 }

    /// How many things a person has to see to. What is a fault already is not counted a second time.
    var things: Int {
        let told = Set(faults.map(\.kind))
        let absent =
            away > 0 && told.isDisjoint(with: [.kioskAway, .stationAway, .stationMissing]) ? away : 0
        let store = !isStoring && !told.contains(.serviceStoreFailed) ? 1 : 0
        return faults.count + unanswered + absent + store + (isSpaceLittle ? 1 : 0)
            + (machine.wrongYear == nil ? 0 : 1)
    }

    var state: State {
        if trouble != nil { return .unreachable }
        return things == 0 ? .well : .needsPerson
    }
}

// MARK: - For programs

extension StatusReport {
    private struct Document: Encodable {
        struct Call: Encodable {
            var id: UUID
            var label: String
            var client: String
            var clientName: String
            var askedAt: Date
        }

        struct Calls: Encodable {
            var open: Int
            var unanswered: Int
            var oldest: Call?
        }

        struct Planned: Encodable {
            var at: Date
            var title: String
            var client: String
        }

        struct Trouble: Encodable {
            var kind: FaultKind
            var client: String?
            var device: UUID?
            var since: Date
            var sentence: String
            var advice: String
        }

        var state: State
        var home: String
        var address: String
        var service: HomeStatus?
        var version: String?
        var problem: String?
        var start: String?
        var calls: Calls?
        var next: Planned?
        var faults: [Trouble]?
        var lastPress: Date?
        var freeMegabytes: Int?
        var wrongYear: Int?

        enum CodingKeys: String, CodingKey {
            case state, home, address, service, version, problem, start, calls, next, faults
            case lastPress = "last_press"
            case freeMegabytes = "free_megabytes"
            case wrongYear = "wrong_year"
        }
    }

    /// Keys in snake_case and in alphabetical order, times as RFC 3339; sentences are in English. What is not known is absent.
    func json() throws -> String {
        let english = ReaderLocale.forPrograms.words
        var document = Document(state: state, home: home, address: address)
        document.service = overview?.status
        document.version = overview?.status.version ?? health?.version
        document.problem = trouble?.description ?? overview?.status.detail ?? health?.detail
        document.start = start
        if overview != nil {
            document.calls = .init(
                open: calls.count, unanswered: unanswered,
                oldest: calls.first.map {
                    .init(
                        id: $0.id, label: $0.label, client: $0.client, clientName: $0.clientName,
                        askedAt: $0.askedAt)
                })
            document.faults = faults.map { fault in
                let words = FaultWords(fault)
                return .init(
                    kind: fault.kind, client: fault.client, device: fault.device, since: fault.at,
                    sentence: english(words.sentence), advice: english(words.advice))
            }
        }
        document.next = next.map { .init(at: $0.at, title: $0.title, client: $0.client) }
        document.lastPress = lastPress
        document.freeMegabytes = machine.free
        document.wrongYear = machine.wrongYear
        let encoder = CareJSON.encoder()
        encoder.outputFormatting.insert(.prettyPrinted)
        encoder.keyEncodingStrategy = .convertToSnakeCase
        return String(decoding: try encoder.encode(document), as: UTF8.self)
    }
}
