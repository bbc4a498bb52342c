import Care
import Chance
import Foundation

/// Everybody of the home.
struct Household {
    let clients: [String]
    /// Fixed persons; half of them want everything.
    let caregivers: [String]
    /// Who takes turns. Whose turn it is, only the store knows: so these have no wishes of their own, and of them one at a time is away,
    /// so that of each three somebody is there.
    let housemates: [String]
    /// Who says whether a chore was done, and does none; always there.
    static let parent = "parent"
    private(set) var wishes: [String: ReminderPreferences] = [:]
    private var absences: [String: [Range<Int64>]] = [:]

    static let quiet = QuietHours(from: 22 * 60, until: 6 * 60)

    private static let month: Int64 = 30 * 86_400

    init(people: Int, seed: UInt64, _ chance: inout SeededGenerator) {
        clients = (1...max(1, people * 2 / 5)).map { "client-\($0)" }
        caregivers = (1...max(4, people * 2 / 5)).map { "caregiver-\($0)" }
        housemates = (1...max(3, people / 5)).map { "housemate-\($0)" }
        // The first is always there and wants everything, so that whatever is everybody's is told at its moment.
        for caregiver in caregivers.dropFirst() {
            wishes[caregiver] =
                switch Int.random(in: 0..<6, using: &chance) {
                case 0: ReminderPreferences(quiet: Self.quiet)
                case 1: ReminderPreferences(off: [.before])
                case 2: ReminderPreferences(channels: [.command])
                case 3: ReminderPreferences(quiet: Self.quiet, channels: [.command])
                default: ReminderPreferences()
                }
            guard Int.random(in: 0..<3, using: &chance) == 0 else { continue }
            absences[caregiver] = (0..<2).map { _ in
                let start = Int64.random(in: Year.start..<Year.end, using: &chance)
                return start..<(start + 86_400 * Int64.random(in: 3...20, using: &chance))
            }
        }
        var holidays = SeededGenerator(seed: seed, stream: "holidays")
        for month in 0..<(Year.end - Year.start) / Self.month {
            guard let housemate = housemates.randomElement(using: &holidays) else { continue }
            let start = Year.start + month * Self.month + Int64.random(in: 0...(9 * 86_400), using: &holidays)
            let end = start + 86_400 * Int64.random(in: 3...20, using: &holidays)
            absences[housemate, default: []].append(start..<end)
        }
    }

    var everybody: [Person] {
        clients.map { Person(id: $0, name: $0, role: .client) }
            + (caregivers + housemates).map { id in
                Person(
                    id: id, name: id, role: .caregiver,
                    absences: (absences[id] ?? []).map {
                        Absence(from: Year.date($0.lowerBound), until: Year.date($0.upperBound))
                    }, reminders: wishes[id] ?? ReminderPreferences())
            }
            + [Person(id: Self.parent, name: Self.parent, role: .coordinator)]
    }

    func isThere(_ id: String, at second: Int64) -> Bool {
        !(absences[id] ?? []).contains { $0.contains(second) }
    }

    /// When somebody is told who should be told at a moment: at once, or when the quiet hours end; `nil`: never.
    func time(of kind: ReminderKind, at moment: Int64, for id: String, isUrgent: Bool) -> Int64? {
        guard let wish = wishes[id] else { return moment }
        guard isUrgent || !wish.off.contains(MessageKind(kind)) else { return nil }
        guard wish.quiet != nil, !isUrgent else { return moment }
        let local = Berlin.local(ofSecond: moment)
        let (day, second) = (local / 86_400, local % 86_400)
        if second < Int64(Self.quiet.until) * 60 {
            return Berlin.second(ofLocal: day * 86_400 + Int64(Self.quiet.until) * 60)
        }
        guard second >= Int64(Self.quiet.from) * 60 else { return moment }
        return Berlin.second(ofLocal: (day + 1) * 86_400 + Int64(Self.quiet.until) * 60)
    }
}
