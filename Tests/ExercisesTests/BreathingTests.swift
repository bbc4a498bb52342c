import Testing

@testable import Exercises

@Suite("Breaths and their plan")
struct BreathingTests {
    private static let calm = Breathing(
        breath: [.init(.in, .seconds(4)), .init(.out, .seconds(6))], amount: .time(.seconds(300)))

    /// `in 0…4`, in seconds.
    private func score(_ phases: some Sequence<Breathing.PlannedPhase>) -> [String] {
        phases.map { "\($0.kind.rawValue) \($0.start / .seconds(1))…\($0.end / .seconds(1))" }
    }

    @Test("Phases follow each other without a gap, and as many breaths as fill the time")
    func calm() {
        let plan = Self.calm.plan()
        #expect(score(plan.prefix(4)) == ["in 0.0…4.0", "out 4.0…10.0", "in 10.0…14.0", "out 14.0…20.0"])
        #expect(plan.count == 60)
        #expect(plan.last?.end == .seconds(300))
        #expect(plan.last?.round == 29)
    }

    @Test("A breath that has begun when the time is over is ended")
    func endsBreath() {
        var breathing = Self.calm
        breathing.amount = .time(.seconds(25))
        #expect(breathing.plan().last?.end == .seconds(30))
    }

    @Test("Rounds are counted in breaths")
    func rounds() {
        var breathing = Self.calm
        breathing.amount = .rounds(3)
        #expect(breathing.plan().map(\.round) == [0, 0, 1, 1, 2, 2])
        #expect(breathing.length == .seconds(30))
    }

    @Test(
        "A ramp begins with the person's own breath and slows down to the exercise's, with never a shorter breath after a longer one"
    )
    func ramp() throws {
        var breathing = Self.calm
        breathing.ramp = .seconds(60)
        breathing.ownRate = 20
        let plan = breathing.plan()
        // 20 a minute: three seconds, of which two fifths are in.
        #expect(score(plan.prefix(2)) == ["in 0.0…1.2", "out 1.2…3.0"])
        let breaths = Dictionary(grouping: plan, by: \.round).sorted { $0.key < $1.key }
            .map { $0.value.reduce(Duration.zero) { $0 + $1.length } }
        #expect(zip(breaths, breaths.dropFirst()).allSatisfy { $0 <= $1 })
        #expect(breaths.last == .seconds(10))
        #expect(zip(plan, plan.dropFirst()).allSatisfy { $0.end == $1.start })
    }

    @Test(
        "Rates that nobody has are taken as the nearest bound; a slow breather begins with the exercise's own breaths",
        arguments: [(0.0, 10.0), (-1, 10), (.infinity, 1.5), (1000, 1.5), (5, 10), (14, 60.0 / 14)])
    func rates(rate: Double, seconds: Double) throws {
        var breathing = Self.calm
        breathing.ramp = .seconds(60)
        breathing.ownRate = rate
        let first = breathing.plan().prefix(2).reduce(0) { $0 + $1.length / .seconds(1) }
        #expect(abs(first - seconds) < 0.002)
    }

    @Test("Two breaths in after one another are one long breath in")
    func longest() {
        let sigh = Breathing(
            breath: [.init(.in, .seconds(3)), .init(.in, .seconds(2)), .init(.out, .seconds(4))],
            amount: .rounds(1))
        #expect(Breathing.longestPhase(of: [sigh]) == .seconds(5))
        // Also over the border of two breaths.
        let over = Breathing(
            breath: [.init(.in, .seconds(4)), .init(.out, .seconds(4)), .init(.in, .seconds(4))],
            amount: .rounds(3))
        #expect(Breathing.longestPhase(of: [over]) == .seconds(8))
        // From one step to the next.
        let first = Breathing(
            breath: [.init(.out, .seconds(1)), .init(.in, .seconds(6))], amount: .rounds(1))
        let second = Breathing(
            breath: [.init(.in, .seconds(6)), .init(.out, .seconds(1))], amount: .rounds(1))
        #expect(Breathing.longestPhase(of: [first, second]) == .seconds(12))
    }

    @Test(
        "What somebody may do whose breathing needs care",
        arguments: [
            ([Breathing.Phase(.in, .seconds(4)), .init(.out, .seconds(6))], 300, true),
            ([.init(.in, .seconds(4)), .init(.out, .seconds(6))], 301, false),
            ([.init(.in, .seconds(4)), .init(.out, .milliseconds(6001))], 60, false),
            ([.init(.in, .seconds(4)), .init(.hold, .seconds(1)), .init(.out, .seconds(4))], 60, false),
        ])
    func care(breath: [Breathing.Phase], seconds: Int, isAllowed: Bool) {
        let step = Exercise.Step(
            action: .breathe(Breathing(breath: breath, amount: .time(.seconds(seconds)))))
        let exercise = Exercise(id: "x", name: "X", language: "en", instructions: .init("X"), steps: [step])
        #expect(BreathingCare.any.allows(exercise))
        #expect(BreathingCare.noHolds.allows(exercise) == isAllowed)
        #expect(!BreathingCare.none.allows(exercise))
        let still = Exercise(
            id: "x", name: "X", language: "en", instructions: .init("X"),
            steps: [.init(action: .pause(.seconds(10)))])
        #expect(BreathingCare.allCases.allSatisfy { $0.allows(still) })
    }
}
