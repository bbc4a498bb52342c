import Care
import CareStore
import Chance
import Foundation
import PlayedSessions
import Recurrence

/// The real store, as a service uses it, with what was confirmed to those who sent it.
final class WeekService {
    private static let forgetsEach = 100
    private static let hidesEach = 3

    /// What was confirmed, and so must be there in the end.
    private(set) var lines: [UUID: UUID] = [:]
    private(set) var moods: Set<UUID> = []
    var isAway = false
    private let spoiling: Week.Spoiling?
    private let path: String
    private var opened: CareStore?
    private var count = 0
    /// How many pages have shown somebody who waits.
    private var looks = 0
    private var told: Int64 = 0

    init(folder: String, spoiling: Week.Spoiling?) throws {
        path = "\(folder)/care.sqlite"
        self.spoiling = spoiling
        opened = try CareStore(path: path)
    }

    /// The service ends, and starts again with what is on its disk.
    func restart() throws {
        // Its file is one process's alone.
        opened = nil
        opened = try CareStore(path: path)
    }

    private struct Closed: Error {}

    private var store: CareStore {
        get throws {
            guard let opened else { throw Closed() }
            return opened
        }
    }

    func add(_ person: Person) async throws { _ = try await store.setPerson(person, at: PlayedKiosk.start) }

    /// An exercise of a client's and the appointment that it is for.
    func plan(_ appointment: NewAppointment, _ routine: NewRoutine) async throws {
        let provider = AppointmentActor(reader: .coordinator, name: "Carl", id: "carl")
        _ = try await store.addAppointment(appointment, by: provider, receivedAt: PlayedKiosk.start)
        _ = try await store.addRoutine(routine, receivedAt: PlayedKiosk.start)
    }

    // MARK: - What is written

    /// - Returns: Whether it was taken.
    func add(_ line: NewAppointmentLine, to appointment: UUID, by reader: AppointmentReader, at now: Date)
        async -> Bool
    {
        guard !isAway else { return false }
        count += 1
        if spoiling == .forget, count.isMultiple(of: Self.forgetsEach) {
            lines[line.id] = appointment
            return true
        }
        let actor = AppointmentActor(reader: reader, name: nil, id: reader.own)
        do {
            _ = try await store.addAppointmentLine(appointment, line, by: actor, receivedAt: now)
            lines[line.id] = appointment
            return true
        } catch { return false }
    }

    /// - Returns: Whether it was taken.
    func add(_ mood: NewMood, at now: Date) async -> Bool {
        guard !isAway else { return false }
        let actor = MoodActor(
            actor: .kiosk, sender: mood.client, isLoggedIn: false, whose: .only([mood.client]),
            appointments: .client(mood.client))
        do {
            _ = try await store.addMood(mood, by: actor, receivedAt: now)
            moods.insert(mood.id)
            return true
        } catch { return false }
    }

    // MARK: - What is told

    /// Kiosks come now: nobody tells them what has happened before.
    func startTelling() async throws { told = try await latest() }

    /// What has happened since this was asked last.
    func news(at now: Date) async throws -> [JournalEvent] {
        _ = try await store.takeDue(now: now, uptime: .seconds(now.timeIntervalSince(PlayedKiosk.start)))
        let events = try await store.events(after: told)
        told = events.last?.sequence ?? told
        return events
    }

    func agenda(of client: String, at now: Date) async throws -> Agenda {
        try await store.agenda(for: .kiosk, client: client, now: now)
    }

    /// As a kiosk reads them.
    func appointments(of client: String, within time: DateInterval) async throws -> [Appointment] {
        let search = AppointmentSearch(client: client, from: time.start, to: time.end, limit: 200)
        return try await store.appointments(search, seenBy: .client(client)).appointments
    }

    func latest() async throws -> Int64 { try await store.latestSequence() }

    /// As a provider's page shows them.
    func open(of provider: String, _ clients: [String]) async throws -> [Appointment] {
        var page = try await store.appointments(
            AppointmentSearch(isOnlyOpen: true, limit: 200),
            seenBy: .provider(provider, of: .only(Set(clients)))
        ).appointments
        guard spoiling == .hide,
            let waiting = page.firstIndex(where: { $0.standing.isClientIn && $0.standing.provider != .in })
        else { return page }
        looks += 1
        if looks.isMultiple(of: Self.hidesEach) { page.remove(at: waiting) }
        return page
    }

    // MARK: - In the end

    /// What was confirmed and is not there, and what is there twice, in words.
    func faults() async throws -> [String] {
        var faults: [String] = []
        var known: Set<UUID> = []
        for id in Set(lines.values) {
            let found = try await store.appointment(id, seenBy: .coordinator)
            let hers = try await store.appointment(id, seenBy: .client(found.content.client))
            let his = try await store.appointment(
                id, seenBy: .provider(found.content.provider, of: .only([found.content.client])))
            for line in found.lines + hers.lines + his.lines { known.insert(line.id) }
        }
        let lost = lines.keys.filter { !known.contains($0) }
        if !lost.isEmpty { faults.append("\(lost.count) of \(lines.count) lines are lost") }
        var (all, before) = ([Mood](), Int64?.none)
        repeat {
            let page = try await store.moods(MoodSearch(before: before, limit: 200))
            all += page.moods
            before = page.next
        } while before != nil
        let there = Set(all.map(\.id))
        let gone = moods.subtracting(there)
        if !gone.isEmpty { faults.append("\(gone.count) of \(moods.count) moods are lost") }
        var said: [String: Int] = [:]
        for mood in all where mood.mood.value != .notNow {
            if let routine = mood.mood.routine { said["\(routine)", default: 0] += 1 }
        }
        for (routine, count) in said where count > 1 {
            faults.append("how it was after \(routine) is there \(count) times")
        }
        return faults
    }

    /// The exercises after which something was said.
    func answered() async throws -> Set<UUID> {
        var (all, before) = (Set<UUID>(), Int64?.none)
        repeat {
            let page = try await store.moods(MoodSearch(before: before, limit: 200))
            all.formUnion(page.moods.compactMap(\.mood.routine))
            before = page.next
        } while before != nil
        return all
    }
}

extension AppointmentReader {
    fileprivate var own: String? {
        if case .provider(let id, _) = self { id } else { nil }
    }
}
