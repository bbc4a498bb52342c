import Boards
import Care
import Chance
import Exercises
import Foundation
import HomeFiles
import Kiosk
import PlayedSessions
import Playing
import Recurrence
import Scanning
import Speech
import Spelling
import Time

/// What the service knows in a walk, and the home that its kiosk is in.
struct WalkHome {
    static let top = "board home.yaml"
    static let paused = "paused exercise"
    private static let start = PlayedKiosk.start

    /// Two of today: one with an appointment, one without.
    let today: [RoutineOccurrence]
    let tomorrow: RoutineOccurrence
    private(set) var appointment: Appointment
    var isAway = false
    private var moods: [String: NewMood] = [:]
    private var sequence: Int64 = 1

    init(_ chance: inout SeededGenerator) {
        let id = UUID.version7(at: Self.start, using: &chance)
        appointment = Appointment(
            id: id,
            content: AppointmentContent(
                provider: "kim", client: "maria", at: Self.start.addingTimeInterval(600), minutes: 50),
            providerName: "Dr Kim", clientName: "Maria", standing: AppointmentStanding(),
            changedAt: Self.start, sequence: 1)
        func given(_ title: String, days: Int, _ exercise: String, _ appointment: UUID?) -> RoutineOccurrence
        {
            let at = Self.start.addingTimeInterval(Double(days) * 86_400 + 1800)
            let local = WallTime(clamping: Int64(at.timeIntervalSince1970))
            return RoutineOccurrence(
                routine: .version7(at: Self.start, using: &chance), key: OccurrenceKey(local, zone: "UTC"),
                title: title, client: "maria", clientName: "Maria", priority: .normal, at: at, local: local,
                missedAt: at.addingTimeInterval(86_400), state: .upcoming,
                assignment: Assignment(person: "maria", name: "Maria", reason: "always"), isClientsOwn: true,
                exercise: exercise, appointment: appointment)
        }
        today = [given("Breathing", days: 0, "calm", id), given("Looking", days: 0, "look", nil)]
        tomorrow = given("Tomorrow", days: 1, "locked", nil)
    }

    mutating func nextSequence() -> Int64 {
        sequence += 1
        return sequence
    }

    /// - Returns: The line, and whether it is told.
    mutating func move(
        _ move: AppointmentMove, by side: AppointmentSide, id: UUID = UUID(), at now: Date
    ) -> (AppointmentLine, isNew: Bool) {
        let kind = AppointmentLine.Kind(rawValue: move.rawValue) ?? .changed
        let line = AppointmentLine(id: id, kind: kind, side: side, at: now)
        guard let after = try? appointment.standing.after(move, at: now) else { return (line, false) }
        sequence += 1
        (appointment.standing, appointment.state, appointment.sequence) = (after, after.state, sequence)
        return (line, true)
    }

    // MARK: - The plan

    /// As in the store, "not now" takes the place of no answer: a kiosk that has lost the answer to a power cut asks once more.
    mutating func log(_ mood: NewMood) {
        guard let routine = mood.routine, let key = mood.key else { return }
        let id = "\(routine) \(key)"
        guard mood.value != .notNow || !isLogged(id) else { return }
        moods[id] = mood
    }

    func isLogged(_ id: String) -> Bool { moods[id].map { $0.value != .notNow } ?? false }

    mutating func agenda(at now: Date) -> Agenda {
        sequence += 1
        let all = (today + [tomorrow]).map { one in
            var one = one
            if let mood = moods[one.id] {
                one.state = .done
                one.mood = LoggedMood(id: mood.id, scale: mood.scale, value: mood.value)
            }
            return one
        }
        return Agenda(
            day: WallTime(clamping: Int64(Self.start.timeIntervalSince1970)).day, zone: "UTC",
            today: all.filter { $0.id != tomorrow.id }, assignments: all, sequence: sequence, now: now)
    }

    // MARK: - The kiosk's own

    private static let breath = Breathing(
        breath: [.init(.in, .seconds(4)), .init(.out, .seconds(6))], amount: .rounds(3))
    private static let alphabet = SpellingAlphabet(
        language: "en",
        rows: [.init(cue: "row", keys: [.init(text: " ", name: "space"), .init(text: "e", name: "e")])])

    static let exercises = [
        Exercise(
            id: "calm", name: "Calm", language: "en", instructions: .init("Breathe with me."),
            steps: [
                .init(action: .breathe(breath)), .init(action: .press(.init("Look."))),
                .init(action: .pause(.seconds(5))),
            ]),
        Exercise(
            id: "look", name: "Look", language: "en", instructions: .init("Look."),
            steps: [.init(action: .press(.init("Look.")))]),
        Exercise(
            id: "locked", name: "Locked", language: "en", instructions: .init("Of tomorrow."),
            steps: [.init(action: .press(.init("Look.")))]),
        Exercise(
            id: "garden", name: "Garden", language: "en", instructions: .init("It grows."),
            steps: [.init(action: .play(.garden))]),
    ]

    static func guidance(ahead: Int, _ chance: inout SeededGenerator) -> HomeSettings.Guidance {
        var settings = settings
        settings.opensDaysAhead = ahead
        settings.moodScale = [.faces5, .faces3, .faces2].randomElement(using: &chance) ?? .faces5
        if Bool.random(using: &chance) { settings.pretendWait = .seconds(20) }
        return settings.guidance
    }

    private static var settings: HomeSettings {
        var settings = HomeSettings.standard
        settings.client = .init(id: "maria", name: "Maria")
        return settings
    }

    static func session(
        _ long: ScanParameters.LongPressAction, seed: UInt64, client: String = "maria"
    ) -> KioskSession {
        var settings = settings
        settings.client.id = client
        settings.scanning.longPressTime = .seconds(2)
        settings.scanning.longPressAction = long
        settings.scanning.loops = 2
        func list(_ list: BoardItem.LiveList) -> BoardItem {
            BoardItem(
                id: list.rawValue, label: list.rawValue, cue: list.rawValue, say: "", called: "",
                action: .list(list))
        }
        let water = BoardItem(
            id: "water", label: "Water", cue: "Water", say: "Some water, please.", called: "water",
            action: .request(.normal))
        let board = Board(
            id: "home", name: "Home", language: "en-GB",
            items: [list(.assignments), water, list(.exercises), list(.pain), list(.body)])
        return KioskSession(
            settings: settings, boards: BoardSet(start: "home.yaml", boards: ["home.yaml": board]),
            phrases: .plain, means: ProposalMeans(alphabet: alphabet), exercises: exercises,
            utterances: UtteranceCounter(), generator: SeededGenerator(seed: seed))
    }
}
