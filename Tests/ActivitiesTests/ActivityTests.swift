import Activities
import Care
import Chance
import FoundationEssentials
import PrintedParts
import Recurrence
import Testing
import Time

@Suite("What a client does with an assignment") struct ActivityTests {
    private static let zero = Instant(nanoseconds: 0)
    private static let assignment = Assigned(
        RoutineOccurrence(
            routine: UUID(uuid: (1, 1, 1, 1, 1, 1, 0x41, 1, 0x81, 1, 1, 1, 1, 1, 1, 1)),
            key: OccurrenceKey(WallTime(clamping: 1_800_000_000), zone: "UTC"), title: "Breathing",
            client: "maria", clientName: "Maria", priority: .normal,
            at: Date(timeIntervalSince1970: 1_800_000_000), local: WallTime(clamping: 1_800_000_000),
            missedAt: Date(timeIntervalSince1970: 1_800_003_600), state: .due,
            assignment: Assignment(person: "maria", name: "Maria", reason: "always"), isClientsOwn: true,
            exercise: "calm", appointment: UUID()))

    private static func meeting(
        _ provider: AppointmentStanding.Provider = .out, client: Bool = false,
        _ ending: AppointmentStanding.Ending? = nil, isNear: Bool = true, isFresh: Bool = false
    ) -> Activity.Meeting {
        .init(
            standing: AppointmentStanding(provider: provider, isClientIn: client, ending: ending),
            isNear: isNear, isFresh: isFresh)
    }

    /// Plays events, a second apart.
    private static func play(_ events: [Activity.Event]) -> (Activity, last: [Activity.Effect]) {
        var activity = Activity(assignment)
        var last: [Activity.Effect] = []
        for (index, event) in events.enumerated() {
            last = activity.handle(event, at: Instant(nanoseconds: Int64(index) * 1_000_000_000))
        }
        return (activity, last)
    }

    /// On the way to each stage, at first without the provider.
    private static let ways: [(Activity.Stage, [Activity.Event])] = [
        (.asked, [.meeting(meeting(.in)), .opened]),
        (.exercising, [.meeting(meeting()), .opened]),
        (.waiting, [.meeting(meeting()), .opened, .exerciseDone]),
        (
            .meeting,
            [
                .meeting(meeting()), .opened, .exerciseDone, .meeting(meeting(.in, client: true)), .joined,
            ]
        ),
        (.mood, [.opened, .exerciseDone]),
        (.later, [.opened, .exerciseDone, .logged(.faces5, .notNow)]),
    ]

    @Test("Each way leads to its stage") func ways() {
        for (stage, events) in Self.ways { #expect(Self.play(events).0.stage == stage) }
    }

    @Test("Whoever does the exercise again goes on waiting; before the wait room and after it nobody waits")
    func waits() {
        for (stage, events) in Self.ways { #expect(Self.play(events).0.waits == (stage == .waiting)) }
        let way: [Activity.Event] = [.meeting(Self.meeting()), .opened, .exerciseDone]
        #expect(Self.play(way + [.breatheAgain]).0.waits)
        #expect(!Self.play(way + [.left]).0.waits)
    }

    // MARK: - The table

    private static let columns: [(String, Activity.Event)] = [
        ("chosen in the list", .opened), ("exercise done", .exerciseDone),
        ("exercise stopped", .exerciseStopped), ("provider comes", .meeting(meeting(.in, client: true))),
        ("provider busy", .meeting(meeting(.busy, client: true))),
        ("it is over", .meeting(meeting(.out, .ended))), ("“Join”", .joined),
        ("“The exercise”", .exerciseFirst), ("“The exercise again”", .breatheAgain), ("“Leave”", .left),
        ("a face", .logged(.faces5, .level(4))), ("“Not now”", .logged(.faces5, .notNow)),
        ("left elsewhere", .leftElsewhere),
    ]

    private static func words(_ effect: Activity.Effect) -> String {
        switch effect {
        case .play: "exercise"
        case .offer(let stage): "offers \(stage.rawValue)"
        case .ask: "asks to join"
        case .tellProvider: "says so"
        case .tellWaiting: "says how long"
        case .tellOver: "says so"
        case .askMood: "asks how it was"
        case .move(let move): "`\(move.rawValue)`"
        case .log: "keeps it"
        }
    }

    private static func cell(_ events: [Activity.Event], _ event: Activity.Event) -> String {
        let before = play(events).0
        let (after, effects) = play(events + [event])
        if after == before, effects.isEmpty { return "–" }
        let stage = after.stage == before.stage ? "" : "→ \(after.stage.rawValue)"
        return ([stage] + effects.map(words)).filter { !$0.isEmpty }.joined(separator: ", ")
    }

    @Test("docs/assignments.md has the whole table") func table() throws {
        let part = PrintedPart("docs/assignments.md", tableUnder: "## What leads where")
        let rows = Self.ways.map { stage, events in
            let cells = Self.columns.map { _, event in Self.cell(events, event) }.map {
                $0.isEmpty ? "=" : $0
            }
            let kept = Self.play(events).0.kept?.rawValue ?? "the list"
            return "| " + ([stage.rawValue] + cells + [kept]).joined(separator: " | ") + " |"
        }
        #expect(try part.has(rows), "\(part) should have:\n\(rows.joined(separator: "\n"))")
        let heading = PrintedPart(
            "docs/assignments.md", after: ["\n## What leads where\n", "\n\n"], before: "\n|---")
        let names = ["stage"] + Self.columns.map(\.0) + ["after a restart"]
        let line = "| " + names.joined(separator: " | ") + " |"
        #expect(try heading.has([line]), "\(heading) should have: \(line)")
    }

    // MARK: - An appointment alone

    private static func alone(_ meeting: Activity.Meeting?, _ events: [Activity.Event]) -> (
        Activity, last: [Activity.Effect]
    ) {
        let appointment = Appointment(
            id: UUID(),
            content: AppointmentContent(
                provider: "kim", client: "maria", at: Date(timeIntervalSince1970: 1_800_000_000), minutes: 50),
            providerName: "Dr Kim", clientName: "Maria", changedAt: Date(timeIntervalSince1970: 1_799_000_000)
        )
        var activity = Activity(Assigned(appointment, title: "Session"), meeting: meeting)
        var last: [Activity.Effect] = []
        for event in events { last = activity.handle(event, at: zero) }
        return (activity, last)
    }

    @Test("An appointment without an exercise opens the wait room, or asks whether to join who is there")
    func meetingAlone() {
        #expect(Self.alone(nil, [.opened]).last == [.move(.clientCame), .offer(.waiting)])
        #expect(Self.alone(Self.meeting(), [.opened]).last == [.move(.clientCame), .offer(.waiting)])
        #expect(Self.alone(Self.meeting(.in), [.opened]).last == [.offer(.asked)])
        #expect(
            Self.alone(Self.meeting(.in), [.opened, .joined]).last
                == [.move(.clientCame), .offer(.meeting)])
        // Who has gone again is waited for.
        #expect(
            Self.alone(Self.meeting(.in), [.opened, .meeting(Self.meeting()), .joined]).last
                == [.move(.clientCame), .offer(.waiting)])
        let (over, effects) = Self.alone(Self.meeting(.out, .ended), [.opened])
        #expect(over.stage == .over && effects == [])
    }

    @Test("An appointment without an exercise begins none, and how it was is asked as ever")
    func noExerciseAlone() {
        let (asked, first) = Self.alone(Self.meeting(.in), [.opened, .exerciseFirst])
        #expect(asked.stage == .asked && first == [])
        let (waiting, again) = Self.alone(Self.meeting(), [.opened, .breatheAgain])
        #expect(waiting.stage == .waiting && waiting.owesMood && again == [])
        #expect(
            Self.alone(Self.meeting(), [.opened, .left]).last == [.move(.clientLeft), .offer(.mood)])
    }

    // MARK: - Ways

    @Test("The provider comes while the client breathes: asked once, joined, left, and how it was is asked")
    func joined() {
        var activity = Activity(Self.assignment)
        func then(_ event: Activity.Event) -> [Activity.Effect] { activity.handle(event, at: Self.zero) }
        _ = then(.meeting(Self.meeting()))
        var effects = then(.opened)
        #expect(effects == [.play])
        effects = then(.meeting(Self.meeting(.in)))
        #expect(effects == [.ask])
        effects = then(.meeting(Self.meeting(.in)))
        #expect(effects == [])
        effects = then(.joined)
        #expect(effects == [.move(.clientCame), .offer(.meeting)])
        effects = then(.left)
        #expect(effects == [.move(.clientLeft), .offer(.mood)])
        effects = then(.logged(.faces5, .level(5)))
        #expect(effects == [.log(.faces5, .level(5))])
        #expect(activity.stage == .over)
    }

    @Test("In the wait room a coming is asked about and never a jump; who has gone again is not joined")
    func waiting() {
        var (activity, last) = Self.play([.meeting(Self.meeting()), .opened, .exerciseDone])
        #expect(last == [.move(.clientCame), .offer(.waiting)])
        last = activity.handle(.meeting(Self.meeting(.in, client: true)), at: Self.zero)
        #expect(last == [.ask])
        #expect(activity.stage == .waiting)
        last = activity.handle(.meeting(Self.meeting(.away, client: true)), at: Self.zero)
        #expect(last == [.tellProvider])
        last = activity.handle(.joined, at: Self.zero)
        #expect(last == [.offer(.waiting)])
    }

    @Test("How long it has been is said at set times, once each, however long nobody looked")
    func times() {
        var (activity, _) = Self.play([.meeting(Self.meeting()), .opened, .exerciseDone])
        var told: [Double] = []
        while let wake = activity.nextWake {
            let effects = activity.handle(.wake, at: wake)
            #expect(effects == [.tellWaiting])
            told.append((Double(wake.nanoseconds) / 1e9 - 2) / 60)
        }
        #expect(told == [1, 3, 5, 10, 15, 20, 30, 45, 60])
        var (other, _) = Self.play([.meeting(Self.meeting()), .opened, .exerciseDone])
        let late = other.handle(.wake, at: Instant(nanoseconds: 16 * 60_000_000_000))
        #expect(late == [.tellWaiting])
        #expect(other.nextWake == Instant(nanoseconds: 20 * 60_000_000_000 + 2_000_000_000))
    }

    @Test("“Not now” is kept, and asked about once more; the second one counts")
    func notNow() {
        var (activity, last) = Self.play([.opened, .exerciseDone, .logged(.faces5, .notNow)])
        #expect(last == [.log(.faces5, .notNow)])
        guard let wake = activity.nextWake else {
            Issue.record("it is not asked again")
            return
        }
        last = activity.handle(.wake, at: wake)
        #expect(last == [.askMood])
        // Nobody presses: it is not asked a third time, and stands in the list.
        #expect(activity.nextWake == nil && activity.owesMood)
        last = activity.handle(.opened, at: wake)
        #expect(last == [.offer(.mood)])
        last = activity.handle(.logged(.faces5, .notNow), at: wake)
        #expect(last == [.log(.faces5, .notNow)])
        #expect(activity.stage == .over)
    }

    @Test("After the service was away, whoever waits is said to be in again; what the journal tells is not")
    func again() {
        var (activity, _) = Self.play([.meeting(Self.meeting()), .opened, .exerciseDone])
        var effects = activity.handle(.meeting(Self.meeting(.busy)), at: Self.zero)
        #expect(effects == [.tellProvider])
        effects = activity.handle(.meeting(Self.meeting(.busy, isFresh: true)), at: Self.zero)
        #expect(effects == [.move(.clientCame)])
    }

    @Test(
        "Without an appointment that is near, the exercise is followed by the question; stopped, by the list")
    func alone() {
        #expect(Self.play([.opened, .exerciseDone]).last == [.offer(.mood)])
        let far = Self.meeting(isNear: false)
        #expect(Self.play([.meeting(far), .opened, .exerciseDone]).last == [.offer(.mood)])
        let (stopped, effects) = Self.play([.opened, .exerciseStopped])
        #expect(stopped.stage == .over && effects == [])
    }

    @Test("A restart leads to where it was or one step before", arguments: Activity.Stage.allCases)
    func restart(stage: Activity.Stage) {
        guard let events = Self.ways.first(where: { $0.0 == stage })?.1 else { return }
        let before = Self.play(events).0
        guard let kept = before.kept else {
            #expect(!before.owesMood)
            return
        }
        #expect(kept == stage || (stage == .meeting && kept == .waiting))
        var after = Activity(Self.assignment, at: kept)
        _ = after.handle(.restarted, at: Self.zero)
        #expect(after.owesMood == before.owesMood)
        let way = after.handle(.opened, at: Self.zero)
        #expect(!way.isEmpty)
    }

    @Test("By chance: never without a way on, and whoever was in the wait room is asked how it was")
    func random() {
        var generator = SeededGenerator(seed: 17)
        for number in 0..<25_000 {
            var activity = Activity(Self.assignment)
            var now = Self.zero
            var (hasWaited, isAsked) = (false, false)
            for _ in 0..<40 {
                now = now.advanced(by: .seconds(Int.random(in: 0...900, using: &generator)))
                if Int.random(in: 0..<12, using: &generator) == 0 {
                    guard let kept = activity.kept else { break }
                    activity = Activity(Self.assignment, at: kept)
                    _ = activity.handle(.restarted, at: now)
                }
                let before = activity
                let effects = activity.handle(Self.event(&generator), at: now)
                hasWaited = hasWaited || activity.stage == .waiting || activity.stage == .meeting
                isAsked = isAsked || effects.contains { if case .log = $0 { true } else { false } }
                if activity.stage == .over {
                    #expect(!hasWaited || isAsked, "sequence \(number)")
                    break
                }
                // Together only who is there, and only by a choice of the client's.
                if activity.stage == .meeting, before.stage != .meeting { #expect(before.canJoin) }
                // Whatever has happened, the list leads on.
                var copy = activity
                let way = copy.handle(.opened, at: now)
                #expect(!way.isEmpty, "sequence \(number): \(activity.stage)")
            }
        }
    }

    private static func event(_ generator: inout SeededGenerator) -> Activity.Event {
        func one<Element>(of all: [Element]) -> Element {
            all[Int.random(in: all.indices, using: &generator)]
        }
        func flip() -> Bool { Bool.random(using: &generator) }
        return switch Int.random(in: 0..<16, using: &generator) {
        case 0: .opened
        case 1, 2: .exerciseDone
        case 3: .exerciseStopped
        case 4...7:
            .meeting(
                meeting(
                    one(of: AppointmentStanding.Provider.allCases), client: flip(),
                    one(of: [nil, nil, nil, .ended, .cancelled]), isNear: flip(), isFresh: flip()))
        case 8: .leftElsewhere
        case 9, 10: .joined
        case 11: .exerciseFirst
        case 12: .breatheAgain
        case 13: .left
        case 14: .logged(.faces5, one(of: [.level(3), .unknown, .notNow]))
        default: .wake
        }
    }

    // MARK: - Faces

    @Test("Faces begin with the best in one week and with the worst in the next, the same all week")
    func order() throws {
        let monday = try #require(CalendarDay(year: 2026, month: 11, day: 30))
        let first = MoodQuestion.faces(of: .faces5, on: monday)
        #expect(Set(first) == Set(1...5))
        for day in 1..<7 {
            #expect(MoodQuestion.faces(of: .faces5, on: monday.adding(days: day)) == first)
        }
        #expect(MoodQuestion.faces(of: .faces5, on: monday.adding(days: 7)) == first.reversed())
        #expect(MoodQuestion.faces(of: .faces5, on: monday.adding(days: -1)) == first.reversed())
        #expect(MoodQuestion.faces(of: .faces2, on: monday).count == 2)
        #expect(MoodQuestion.faces(of: .bodyPart, on: monday) == [])
    }
}
