import Activities
import Care
import CareClient
import CareStore
import Chance
import Foundation
import Kiosk
import PlayedSessions
import Recurrence
import Time

/// Clients who have a session each day, their kiosks, their providers and the real store, in virtual time. The service and kiosks end and
/// start again, and what is sent is lost while the service is away. Else kiosks stay connected, over nights too: at midnight they fetch
/// another agenda, as the service has them do, and read their appointments anew as `CareClient` does.
final class Week {
    private static let (opens, closes) = (8 * 3600.0, 17 * 3600.0)
    /// A provider's page is looked at so often, in seconds.
    private static let looks = 30.0
    /// So long after it began, somebody's wait is on the provider's page.
    private static let patience = 5.0
    private static let providers = 4
    /// So many days pass before the first session: kiosks stay connected, and cannot know it from the beginning.
    private static let quietDays = 12

    /// What is made wrong on purpose, for the probe to find out.
    enum Spoiling: String {
        /// Each so many lines one is confirmed and not stored.
        case forget
        /// Each so many pages that show somebody who waits leave them out.
        case hide
        /// Kiosks read their appointments only when they connect.
        case readOnce = "read-once"
    }

    private let service: WeekService
    private var clients: [WeekClient]
    /// What each client's kiosk knows of its appointments.
    private var known: [KnownAppointments]
    private let readsOnce: Bool
    /// Who was asked how the first session was without having waited for it.
    private var notWaited: Set<String> = []
    private var attended: [String: UUID] = [:]
    private var busyUntil: [String: Double] = [:]
    private var chance: SeededGenerator
    private let days: Int
    private(set) var faults: [String] = []
    private(set) var tally: [String: Int] = [:]
    private var backAt: Double?
    /// Since the beginning.
    private var seconds = 0.0
    private var wall: Date { PlayedKiosk.start.addingTimeInterval(seconds) }

    init(folder: String, clients count: Int, days: Int, seed: UInt64, spoiling: Spoiling?) async throws {
        (self.days, readsOnce) = (days, spoiling == .readOnce)
        known = Array(repeating: KnownAppointments(), count: count)
        chance = SeededGenerator(seed: seed, stream: "week")
        service = try WeekService(folder: folder, spoiling: spoiling)
        clients = (0..<count).map { WeekClient($0, provider: "provider-\($0 % Self.providers)", seed: seed) }
        for client in clients {
            try await service.add(Person(id: client.id, name: client.id, role: .client))
        }
        for number in 0..<Self.providers {
            let id = "provider-\(number)"
            try await service.add(
                Person(
                    id: id, name: "Provider \(number)", role: .provider,
                    clients: clients.filter { $0.provider == id }.map(\.id)))
        }
        try await service.add(Person(id: "carl", name: "Carl", role: .coordinator))
        for index in clients.indices {
            for day in 0..<days { clients[index].days.append(try await plan(clients[index], day)) }
        }
    }

    private func plan(_ client: WeekClient, _ day: Int) async throws -> WeekClient.Day {
        let second = Double.random(in: Self.opens + 3600..<Self.closes - 7200, using: &chance)
        let at = Self.midnight(day).addingTimeInterval(second.rounded())
        let appointment = NewAppointment(
            id: .version7(at: PlayedKiosk.start, using: &chance),
            content: AppointmentContent(provider: client.provider, client: client.id, at: at, minutes: 30))
        let start = ZoneRules.utc.local(of: at)
        let routine = NewRoutine(
            id: .version7(at: PlayedKiosk.start, using: &chance),
            content: RoutineContent(
                title: "Breathing", client: client.id, assignment: .fixed(person: client.id),
                schedule: RecurrenceSet(start: start, zone: ZoneRules.utc.id, repetition: .once),
                reminders: ReminderPlan(tellsDue: false, tellsMissed: false), graceMinutes: 600,
                isClientsOwn: true,
                exercise: "look", appointment: appointment.id), at: PlayedKiosk.start)
        try await service.plan(appointment, routine)
        return WeekClient.Day(
            item: "\(routine.id) \(OccurrenceKey(start, zone: ZoneRules.utc.id))", routine: routine.id,
            appointment: appointment.id, second: second.rounded())
    }

    /// Of a day; the first is the one after the quiet days.
    private static func midnight(_ day: Int) -> Date {
        let first = (PlayedKiosk.start.timeIntervalSince1970 / 86_400).rounded(.up) + Double(quietDays)
        return Date(timeIntervalSince1970: (first + Double(day)) * 86_400)
    }

    private func count(_ what: String) { tally[what, default: 0] += 1 }

    // MARK: - Living

    func live() async throws {
        try await service.startTelling()
        for index in clients.indices { try await connect(index) }
        for day in -Self.quietDays..<0 { try await passNight(before: day) }
        for day in 0..<days {
            let midnight = Self.midnight(day).timeIntervalSince(PlayedKiosk.start)
            try await passNight(before: day)
            try await passTime(until: midnight + Self.opens)
            for index in clients.indices {
                // Some come before their time, and some too late.
                clients[index].begin(day: day, after: Double.random(in: -600...900, using: &chance))
            }
            while seconds < midnight + Self.closes {
                seconds += 1
                try await mishaps()
                for index in clients.indices {
                    clients[index].live(until: seconds, second: seconds - midnight)
                    try await serve(index)
                    if day == 0 { checkHasWaited(clients[index], since: midnight) }
                }
                try await tell()
                if Int(seconds).isMultiple(of: Int(Self.looks)) { try await look() }
            }
            try await passTime(until: midnight + Self.closes + 3 * 3600)
        }
        try await end()
    }

    /// Until midnight, from which on the agenda is another one.
    private func passNight(before day: Int) async throws {
        try await passTime(until: Self.midnight(day).timeIntervalSince(PlayedKiosk.start))
        for index in clients.indices { try await tellAgenda(index) }
    }

    /// Virtual time goes on, and nobody presses. The kiosks are told what it brings at its end.
    private func passTime(until end: Double) async throws {
        if service.isAway { try await back() }
        for index in clients.indices {
            clients[index].kiosk.run(for: .seconds(max(0, end - clients[index].kiosk.seconds)))
            try await serve(index)
        }
        seconds = end
        try await tell()
    }

    // MARK: - The service

    /// What a kiosk wants is done at once, or refused.
    private func serve(_ index: Int) async throws {
        for effect in clients[index].kiosk.take() {
            guard case .tell(let appointment, let line) = effect else { continue }
            if line.kind == .clientCame { clients[index].came.insert(appointment) }
            let reader = AppointmentReader.client(clients[index].id)
            if await service.add(line, to: appointment, by: reader, at: wall) {
                count("lines of clients")
            } else {
                count("not told")
                clients[index].kiosk.send(.care(.notTold(line.id, detail: "away")))
            }
        }
        for mood in clients[index].kiosk.moods where await service.add(mood, at: wall) {
            count("moods")
            clients[index].kiosk.send(.care(.delivered(mood.id)))
        }
    }

    private func tell() async throws {
        guard !service.isAway else { return }
        var changed: Set<String> = []
        for event in try await service.news(at: wall) {
            for index in clients.indices where event.isTold(toKioskOf: clients[index].id, device: nil) {
                clients[index].kiosk.send(.care(.journal(event)))
                try await note(.journal(event), by: index)
                if case .occurrenceChanged = event.content { changed.insert(clients[index].id) }
            }
        }
        for index in clients.indices where changed.contains(clients[index].id) { try await tellAgenda(index) }
    }

    private func tellAgenda(_ index: Int) async throws {
        let agenda = try await service.agenda(of: clients[index].id, at: wall)
        clients[index].kiosk.send(.care(.agenda(agenda)))
        try await note(.agenda(agenda), by: index)
    }

    /// A kiosk was told this, and may have to read its appointments anew.
    private func note(_ event: CareClientEvent, by index: Int) async throws {
        if known[index].handle(event, at: wall), !readsOnce { try await readAppointments(index) }
    }

    private func readAppointments(_ index: Int) async throws {
        let time = known[index].begin(at: wall)
        let all = try await service.appointments(of: clients[index].id, within: time)
        clients[index].kiosk.send(.care(.appointments(all)))
        try await note(.appointments(all), by: index)
    }

    private func connect(_ index: Int) async throws {
        let sequence = try await service.latest()
        clients[index].kiosk.send(
            .care(
                .connected(
                    openRequests: [], openFaults: [], sequence: sequence, client: clients[index].id)))
        try await note(.connected(openRequests: [], openFaults: [], sequence: sequence), by: index)
        try await tellAgenda(index)
        try await readAppointments(index)
        clients[index].disturbedAt = seconds
    }

    // MARK: - Mishaps

    private func mishaps() async throws {
        if let backAt, backAt <= seconds { try await back() }
        if Int.random(in: 0..<14_400, using: &chance) == 0, !service.isAway {
            count("outages")
            service.isAway = true
            backAt = seconds + Double.random(in: 5...1200, using: &chance)
            for index in clients.indices { clients[index].kiosk.send(.care(.serviceLost("away"))) }
        }
        if Int.random(in: 0..<1200, using: &chance) == 0 {
            count("power failures")
            let index = Int.random(in: clients.indices, using: &chance)
            clients[index].kiosk.restart()
            if !service.isAway { try await connect(index) }
            clients[index].disturbedAt = seconds
        }
    }

    private func back() async throws {
        (backAt, service.isAway) = (nil, false)
        try service.restart()
        try await tell()
        for index in clients.indices {
            clients[index].kiosk.send(.care(.serviceBack))
            try await connect(index)
            try await serve(index)
        }
    }

    // MARK: - Providers

    /// Each provider looks at their page, and does what it asks for.
    private func look() async throws {
        guard !service.isAway else { return }
        for number in 0..<Self.providers {
            let provider = "provider-\(number)"
            let own = clients.filter { $0.provider == provider }
            let page = try await service.open(of: provider, own.map(\.id))
            for client in own { check(client, page) }
            try await act(provider, AppointmentReader.provider(provider, of: .only(Set(own.map(\.id)))), page)
        }
    }

    /// Whoever waits at their kiosk stands on the provider's page as waiting.
    private func check(_ client: WeekClient, _ page: [Appointment]) {
        guard let since = client.waitsSince, client.days.indices.contains(client.day) else { return }
        count("looks at who waits")
        let quiet = seconds - max(since, client.disturbedAt)
        guard quiet > Self.patience else { return }
        if quiet > 75, !client.isMeeting, client.heard == 0 {
            faults.append(
                "\(client.id) waits on day \(client.day) and is not told how long: \(client.kiosk.words.suffix(12))"
            )
        }
        let known = page.first { $0.id == client.days[client.day].appointment }
        if let known, known.standing.isClientIn, known.standing.clientSince != nil { return }
        faults.append(
            "\(client.id) waits unseen on day \(client.day) at \(Int(seconds)): \(known.map { "\($0.state)" } ?? "over")"
        )
    }

    /// Whoever is asked how the first session was has waited for it: they came in time. On later days a question that was still open may
    /// have led them to the exercise hours before. A kiosk that connects on that day, or cannot reach the service, may know no better.
    private func checkHasWaited(_ client: WeekClient, since midnight: Double) {
        guard client.stage == .mood, client.disturbedAt < midnight, !service.isAway else { return }
        let day = client.days[0]
        guard !client.came.contains(day.appointment), notWaited.insert(client.id).inserted else { return }
        faults.append("\(client.id) is asked how \(day.item) was at \(Int(seconds)), and has not waited")
    }

    private func act(_ provider: String, _ reader: AppointmentReader, _ page: [Appointment]) async throws {
        func send(_ kind: AppointmentLine.Kind, _ one: Appointment, _ text: String? = nil) async {
            let line = NewAppointmentLine(id: .version7(at: wall, using: &chance), kind: kind, text: text)
            if await service.add(line, to: one.id, by: reader, at: wall) { count("lines of providers") }
        }
        if let id = attended[provider], let one = page.first(where: { $0.id == id }) {
            let isLong = (busyUntil[provider] ?? 0) < seconds
            if one.state == .bothIn, !isLong {
                await send(.said, one, "How are you?")
            } else if isLong || one.state == .planned {
                await send(.ended, one)
                count("ended")
                attended[provider] = nil
            }
        } else {
            attended[provider] = nil
        }
        let waiting = page.filter { $0.state == .clientWaits || $0.state == .bothIn }
            .sorted { ($0.standing.clientSince ?? .distantPast) < ($1.standing.clientSince ?? .distantPast) }
        guard let next = waiting.first(where: { $0.id != attended[provider] }) else { return }
        if attended[provider] == nil, Int.random(in: 0..<4, using: &chance) == 0 {
            await send(.providerCame, next)
            count("came")
            attended[provider] = next.id
            busyUntil[provider] = seconds + Double.random(in: 120...1500, using: &chance)
        } else if next.standing.provider == .out {
            await send(.providerBusy, next)
        }
    }

    // MARK: - In the end

    private func end() async throws {
        faults += try await service.faults()
        let answered = try await service.answered()
        for client in clients {
            let activity = client.kiosk.kept?.activity
            let asked = Set(([activity?.assignment].compactMap(\.self) + (activity?.owed ?? [])).map(\.id))
            for day in client.days where service.lines.values.contains(day.appointment) {
                count("attended")
                if answered.contains(day.routine) {
                    count("answered")
                } else if !asked.contains(day.item) {
                    faults.append("\(client.id) was never asked how \(day.item) was")
                }
            }
        }
    }
}

func week(clients: Int, seed: UInt64, days: Int, spoiling: Week.Spoiling?) async throws {
    let memory = URL(fileURLWithPath: "/dev/shm", isDirectory: true)
    let isThere = FileManager.default.isWritableFile(atPath: memory.path)
    let folder = (isThere ? memory : FileManager.default.temporaryDirectory)
        .appendingPathComponent("sessions-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let week = try await Week(
        folder: folder.path, clients: clients, days: days, seed: seed, spoiling: spoiling)
    let begun = ContinuousClock.now
    try await week.live()
    try FileManager.default.removeItem(at: folder)
    let told = week.tally.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
    print(
        "\(days) days of \(clients) clients, seed \(seed), in \(Int(begun.duration(to: .now) / .seconds(1))) s: \(told)"
    )
    week.faults.prefix(20).forEach { print($0) }
    let least = clients * days / 2
    guard week.faults.isEmpty else { fail("\(week.faults.count) faults", 3) }
    guard week.tally["attended", default: 0] >= least, week.tally["answered", default: 0] >= least else {
        fail("too little has happened")
    }
}
