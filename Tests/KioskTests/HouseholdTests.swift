import Boards
import Care
import Foundation
import Kiosk
import Recurrence
import Scanning
import Testing

@Suite("Chores, points and rewards on a board") struct ChoresPointsAndRewardsOnABoardTests {
    /// A keypad: a digit is one choice, so that a test says little.
    private static func stage(
        _ items: [BoardItem] = [Stage.chores, Stage.points, Stage.rewards, Stage.people]
    ) -> Stage {
        Stage(items: items) { $0.mode = .direct }
    }

    /// Presses digits, four seconds apart.
    private static func play(_ stage: inout Stage, _ digits: [Int], from start: Double = 1) {
        for (index, digit) in digits.enumerated() {
            stage.press(at: start + Double(index) * 6, .digit(digit))
        }
        stage.run(to: start + Double(digits.count) * 6)
    }

    /// The lines of what was said and done, without their times.
    private static func said(_ stage: Stage) -> [String] {
        stage.lines.map { $0.split(separator: " ", maxSplits: 1).last.map(String.init) ?? "" }
            .filter { !$0.hasPrefix("sound:") && !$0.hasPrefix("ack") && $0 != "press" }
    }

    private static let cinema = Stage.reward("Cinema", .redeemed(cost: 10, approval: true), number: 1)
    private static let film = Stage.reward("Film", .redeemed(cost: 20, approval: false), number: 2)
    private static let zoo = Stage.reward("Zoo", .reached(at: 15, again: false), number: 3)

    // MARK: - Chores

    @Test(
        "The client hears what is theirs by deadline, what waits, what they may take, and what they have done"
    )
    func chores() {
        var stage = Stage(Stage.chores)
        stage.household(
            at: 0,
            Stage.household([
                Stage.chore("Bins", 60, points: 5, state: .upcoming), Stage.chore("Dishes", -30, points: 3),
                Stage.chore("Floor", 90, of: nil, state: .upcoming),
                Stage.chore("Windows", 0, approval: .waiting, state: .done, by: "Maria"),
                Stage.chore("Post", -60, state: .done, by: "Maria", entry: UUID()),
                Stage.chore("Laundry", 0, of: "ben"), Stage.chore("Plants", -10, count: 3, parts: 1),
            ]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 26)
        #expect(
            stage.text == """
                0.50 cue: Chores
                1.30 cue: Dishes clock_time 7 30, plan_due, chore_points 3
                4.50 cue: Plants clock_time 7 50, plan_due, chore_part 3 1
                7.00 cue: Bins clock_hour 9, plan_in_minutes 60, chore_points 5
                9.50 cue: Windows clock_hour 8, plan_done_by_you, chore_waits
                12.00 cue: Floor clock_time 9 30, chore_free
                14.50 cue: Post clock_hour 7, plan_done_by_you
                17.00 cue: go_back
                19.50 cue: Dishes clock_time 7 30, plan_due, chore_points 3
                22.70 cue: Plants clock_time 7 50, plan_due, chore_part 3 1
                25.20 cue: Bins clock_hour 9, plan_in_minutes 60, chore_points 5
                """)
    }

    @Test("A chore is marked done, what it pays is said, and it is taken back by a press")
    func done() {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Dishes", 0, points: 5)]))
        Self.play(&stage, [1, 1, 1])
        #expect(
            Self.said(stage) == [
                "cue: Dishes clock_hour 8, plan_due, chore_points 5",
                "cue: go_back",
                "cue: Dishes, clock_hour 8, plan_due, chore_points 5.",
                "cue: choice_done",
                "cue: go_back",
                "MARK done 2027-01-15T08:00:00",
                "main: marked_done points_earned 5 points_total 17",
                "main: take_back",
                "(window)",
                "cue: Chores",
            ])
        #expect(stage.marks.map(\.person) == ["maria"])
        #expect(stage.marks.map(\.kind) == [.done])
    }

    @Test("What asks for a photo is done without one, brings nothing yet, and that is said")
    func doneWithoutPhoto() {
        var stage = Self.stage()
        stage.household(
            at: 0, Stage.household([Stage.chore("Dishes", 0, points: 5, approval: .needed, proof: .photo)]))
        Self.play(&stage, [1, 1, 1])
        #expect(Self.said(stage).contains("main: marked_without_photo"))
        #expect(!Self.said(stage).contains { $0.contains("points_earned") })
        #expect(stage.marks.map(\.kind) == [.done])
    }

    @Test("A chore in parts is done with the last of them, and pays what is left of its points")
    func parts() {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Plants", 0, points: 10, count: 3, parts: 1)]))
        Self.play(&stage, [1, 1, 1])
        Self.play(&stage, [1, 1, 1], from: 60)
        #expect(
            Self.said(stage) == [
                "cue: Plants clock_hour 8, plan_due, chore_part 3 1, chore_points 10",
                "cue: go_back",
                "cue: Plants, clock_hour 8, plan_due, chore_part 3 1, chore_points 10.",
                "cue: choice_one_more",
                "cue: go_back",
                "MARK done 2027-01-15T08:00:00",
                "main: marked_part 3 2 points_earned 3 points_total 15",
                "main: take_back",
                "(window)",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
                "cue: Plants clock_hour 8, plan_due, chore_part 3 2, chore_points 10",
                "cue: go_back",
                "cue: Plants, clock_hour 8, plan_due, chore_part 3 2, chore_points 10.",
                "cue: choice_one_more",
                "cue: choice_not_done",
                "cue: go_back",
                "MARK done 2027-01-15T08:00:00",
                "main: marked_done points_earned 4 points_total 19",
                "main: take_back",
                "(window)",
                "cue: Chores",
            ])
        #expect(stage.marks.map(\.parts) == [1, 1])
    }

    @Test("What a coming day brings says which day, and is not offered as done before it")
    func comingDay() {
        var stage = Self.stage()
        let day = 24 * 60
        stage.household(
            at: 0,
            Stage.household([
                Stage.chore("Dishes", day, points: 5, state: .upcoming),
                Stage.chore("Bins", 3 * day, of: nil, state: .upcoming),
            ]))
        Self.play(&stage, [1, 1, 1])
        Self.play(&stage, [2, 1], from: 60)
        #expect(
            Self.said(stage) == [
                "cue: Dishes plan_tomorrow clock_hour 8, chore_points 5",
                "cue: Bins plan_in_days 3 clock_hour 8, chore_free",
                "cue: go_back",
                "cue: Dishes, plan_tomorrow clock_hour 8, chore_points 5. chore_coming",
                "cue: Chores", "cue: Points", "cue: Rewards", "cue: People",
                "cue: Dishes plan_tomorrow clock_hour 8, chore_points 5",
                "cue: Bins plan_in_days 3 clock_hour 8, chore_free",
                "cue: go_back",
                "cue: Bins, plan_in_days 3 clock_hour 8, chore_free.",
                "cue: choice_claim", "cue: go_back",
                "MARK claimed 2027-01-18T08:00:00",
                "main: chore_claimed", "main: take_back", "(window)", "cue: Chores",
            ])
        #expect(stage.marks.map(\.kind) == [.claimed])
    }

    @Test("What somebody has to approve pays nothing yet, and says so")
    func approval() {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Room", 0, points: 5, approval: .needed)]))
        Self.play(&stage, [1, 1, 1])
        #expect(
            Self.said(stage) == [
                "cue: Room clock_hour 8, plan_due, chore_points 5",
                "cue: go_back",
                "cue: Room, clock_hour 8, plan_due, chore_points 5.",
                "cue: choice_done",
                "cue: go_back",
                "MARK done 2027-01-15T08:00:00",
                "main: marked_waits",
                "main: take_back",
                "(window)",
                "cue: Chores",
            ])
    }

    private static let waiting = Stage.chore(
        "Room", 0, points: 5, approval: .waiting, state: .done, by: "Maria")
    private static let approved = Stage.chore(
        "Room", 0, points: 5, approval: .given, state: .done, by: "Maria")
    private static let refused = Stage.chore(
        "Room", 0, points: 5, approval: .needed, notYet: "a sock is under the bed.")

    @Test("Who has said yes is told once, with what it brought; who says not yet, with the reason")
    func answered() {
        for (answer, words) in [
            (Self.approved, "chore_counts Olga Room points_earned 5"),
            (Self.refused, "chore_not_yet Olga Room a sock is under the bed"),
        ] {
            var stage = Stage(Stage.water)
            stage.household(at: 0, Stage.household([Self.waiting]))
            stage.chore(at: 0.5, 4, Self.waiting)
            stage.chore(at: 1, 5, answer, by: "Olga", doneBy: ["maria"])
            stage.household(at: 1, Stage.household([answer]))
            stage.run(to: 10)
            #expect(
                stage.text == """
                    0.50 ack 4
                    1.00 main: \(words)
                    2.00 ack 5
                    """)
            // As after a connection.
            stage.chore(at: 11, 5, answer, by: "Olga", doneBy: ["maria"])
            // A note, or another title.
            stage.chore(at: 12, 6, answer)
            stage.run(to: 20)
            #expect(stage.lines.count { $0.contains("Olga") } == 1, "\(stage.text)")
        }
    }

    @Test("What another did, what is long past, and what is told at another kiosk is not told")
    func answeredToOthers() {
        var stage = Stage(Stage.water)
        stage.household(at: 0, Stage.household())
        stage.chore(at: 1, 5, Self.approved, by: "Olga", doneBy: ["ben"])
        stage.chore(
            at: 2, 6, Self.approved, by: "Olga", doneBy: ["maria"],
            since: Stage.start.addingTimeInterval(-13 * 3600))
        stage.send(.care(.speaks(false)))
        stage.chore(at: 3, 7, Self.approved, by: "Olga", doneBy: ["maria"])
        stage.run(to: 20)
        #expect(!stage.text.contains("chore_counts") && stage.text.contains("ack 7"), "\(stage.text)")
    }

    @Test("Where two have done it, or points are off, only that it counts is told")
    func answeredWithoutPoints() {
        for (doers, isOn) in [(["ben", "maria"], true), (["maria"], false), ([], true)] {
            var stage = Stage(Stage.water)
            stage.household(at: 0, Stage.household(isOn: isOn))
            stage.chore(at: 1, 5, Self.approved, by: "Olga", doneBy: doers)
            stage.run(to: 20)
            #expect(stage.lines.first?.hasSuffix("main: chore_counts Olga Room") == true, "\(stage.text)")
        }
    }

    @Test("It waits for the end of a scan, and is not told once something has changed that it says")
    func answeredLater() {
        let skipped = Stage.chore("Room", 0, points: 5, approval: .needed, state: .skipped, by: "Olga")
        let another = Stage.chore("Room", 0, points: 5, approval: .needed, notYet: "the window is open")
        let free = Stage.chore("Room", 0, points: 5)
        for (answer, words) in [(Self.refused, "chore_not_yet"), (Self.approved, "chore_counts")] {
            // A note, or another title, changes nothing of it.
            var noted = answer
            noted.note = "a note"
            for (later, isTold) in [
                (nil, true), (noted, true), (Self.waiting, false), (skipped, false), (another, false),
                (free, false),
            ] {
                var stage = Stage(Stage.water, Stage.pain)
                stage.household(at: 0, Stage.household([Self.waiting]))
                stage.press(at: 0)
                stage.chore(at: 0.6, 5, answer, by: "Olga", doneBy: ["maria"])
                if let later { stage.chore(at: 0.8, 6, later) }
                stage.run(to: 60)
                let told = stage.lines.firstIndex { $0.contains("main: \(words)") }
                let last = stage.lines.lastIndex { $0.contains("cue: ") }
                #expect(isTold ? told ?? 0 > last ?? 0 : told == nil, "\(stage.text)")
                #expect(stage.text.contains("ack \(later == nil ? 5 : 6)"), "\(stage.text)")
            }
        }
    }

    @Test("What somebody has approved is not offered as not done, and the client hears to whom to say it")
    func approvedStays() throws {
        var stage = Self.stage()
        var approved = Self.approved
        approved.lastEntry = UUID()
        stage.household(at: 0, Stage.household([approved]))
        Self.play(&stage, [1, 1])
        #expect(
            Self.said(stage) == [
                "cue: Room clock_hour 8, plan_done_by_you",
                "cue: go_back",
                "cue: Room, clock_hour 8, plan_done_by_you. chore_approved Room",
                "cue: Chores", "cue: Points", "cue: Rewards", "cue: People",
            ])
    }

    @Test(
        "Where it was approved before this kiosk had heard of it, \"not done\" is refused with the same words"
    )
    func approvedMeanwhile() throws {
        // Refused for another reason, it is lost as every other mark.
        let reasons: [(CareProblem.Kind, String)] = [
            (.conflict, "chore_approved Room"), (.notFound, "mark_lost Room"), (.forbidden, "mark_lost Room"),
        ]
        for (kind, words) in reasons {
            var stage = Self.stage()
            var waiting = Self.waiting
            waiting.lastEntry = UUID()
            stage.household(at: 0, Stage.household([waiting]))
            Self.play(&stage, [1, 1, 1])
            let undone = try #require(stage.marks.first)
            #expect(undone.kind == .undone)
            stage.run(to: 40)
            stage.send(.care(.rejected(undone.id, detail: "it cannot be taken back", nil, as: kind)))
            stage.run(to: 50)
            #expect(stage.text.contains("main: \(words)"), "\(kind): \(stage.text)")
        }
    }

    @Test("Quiet hours hold it back, and a restart meanwhile tells it all the same, once")
    func answeredAtNight() {
        func stage() -> Stage {
            var stage = Stage(Stage.water)
            var agenda = Stage.agenda(1)
            agenda.quiet = [
                QuietTime(
                    from: Stage.start.addingTimeInterval(-60), until: Stage.start.addingTimeInterval(600))
            ]
            stage.agenda(at: 0, agenda)
            return stage
        }
        var before = stage()
        before.household(at: 0, Stage.household([Self.waiting]))
        before.chore(at: 1, 5, Self.approved, by: "Olga", doneBy: ["maria"])
        before.household(at: 2, Stage.household([Self.approved]))
        before.run(to: 300)
        #expect(!before.text.contains("chore_counts") && !before.text.contains("ack 5"))
        // What it knew last already has the yes.
        var after = stage()
        after.session.recall(Stage.household([Self.approved]))
        after.send(.care(.connected(openRequests: [], openFaults: [], sequence: 5)))
        after.chore(at: 1, 5, Self.approved, by: "Olga", doneBy: ["maria"])
        after.run(to: 700)
        #expect(
            after.lines.filter { $0.contains("chore_counts") } == [
                "600.00 main: chore_counts Olga Room points_earned 5"
            ])
        #expect(after.text.hasSuffix("601.00 ack 5"), "\(after.text)")
    }

    @Test("Why a chore does not count yet is heard with it, until it is done anew")
    func reason() {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Self.refused]))
        Self.play(&stage, [1, 1, 1])
        Self.play(&stage, [1], from: 60)
        let words = "clock_hour 8, plan_due, chore_why a sock is under the bed, chore_points 5"
        #expect(Self.said(stage).first == "cue: Room \(words)", "\(stage.text)")
        #expect(Self.said(stage).contains("cue: Room, \(words)."))
        #expect(Self.said(stage).suffix(2).first == "cue: Room clock_hour 8, plan_done_by_you, chore_waits")
    }

    @Test("The client's own can be left out for today; that it brings no points is said")
    func notToday() {
        for (points, isOn, words) in [
            (5, true, "marked_skipped_unpaid"), (5, false, "marked_skipped"), (nil, true, "marked_skipped"),
        ] {
            var own = Stage.chore("Room", 0, points: points)
            own.client = "maria"
            own.chore?.audience = .client
            var stage = Self.stage()
            stage.household(at: 0, Stage.household([own], isOn: isOn))
            Self.play(&stage, [1, 1, 2])
            #expect(Self.said(stage).contains("main: \(words)"), "\(stage.text)")
            #expect(stage.marks.map(\.kind) == [.skipped] && stage.marks[0].person == nil)
        }
        // What the household shares is not theirs to leave out.
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Dishes", 0, points: 5)]))
        Self.play(&stage, [1, 1])
        #expect(!stage.text.contains("choice_not_today"))
    }

    @Test("A client takes what nobody has; if somebody else was quicker, they hear it")
    func claim() throws {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Floor", 0, of: nil)]))
        Self.play(&stage, [1, 1, 1])
        let claim = try #require(stage.marks.first)
        #expect(claim.kind == .claimed && claim.person == "maria")
        stage.run(to: 40)
        stage.send(.care(.rejected(claim.id, detail: "Ben has it", nil)))
        stage.run(to: 45)
        #expect(
            Self.said(stage) == [
                "cue: Floor clock_hour 8, plan_due, chore_free",
                "cue: go_back",
                "cue: Floor, clock_hour 8, plan_due, chore_free.",
                "cue: choice_claim",
                "cue: go_back",
                "MARK claimed 2027-01-15T08:00:00",
                "main: chore_claimed",
                "main: take_back",
                "(window)",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
                "main: chore_taken Floor",
                "cue: People",
            ])
    }

    @Test("Without the service a mark holds in the list, and is gone once the service has told it")
    func holds() throws {
        var stage = Self.stage()
        let dishes = Stage.chore("Dishes", 0, points: 5)
        stage.household(at: 0, Stage.household([dishes]))
        Self.play(&stage, [1, 1, 1])
        // It was read before the service had the mark.
        stage.household(at: 30, Stage.household([dishes], total: 12))
        Self.play(&stage, [2], from: 31)
        let entry = try #require(stage.marks.first)
        stage.send(.care(.delivered(entry.id)))
        stage.household(at: 40, Stage.household([], total: 17))
        Self.play(&stage, [2], from: 41)
        Self.play(&stage, [0, 1], from: 51)
        #expect(
            Self.said(stage) == [
                "cue: Dishes clock_hour 8, plan_due, chore_points 5",
                "cue: go_back",
                "cue: Dishes, clock_hour 8, plan_due, chore_points 5.",
                "cue: choice_done",
                "cue: go_back",
                "MARK done 2027-01-15T08:00:00",
                "main: marked_done points_earned 5 points_total 17",
                "main: take_back",
                "(window)",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
                "cue: points_total 17",
                "cue: choice_points_for",
                "cue: choice_rewards",
                "cue: choice_points_off",
                "cue: go_back",
                "main: no_rewards",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
                "main: no_chores",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
            ])
    }

    // MARK: - Points

    @Test("The client hears how many points there are, and what they were for")
    func points() {
        var stage = Self.stage()
        stage.household(
            at: 0,
            Stage.household(
                total: 12, rewards: [Self.cinema],
                lines: [
                    Stage.line(4, .returned, 15, "Film"), Stage.line(3, .redeemed, -15, "Film"),
                    Stage.line(2, .undone, -5, "Dishes"), Stage.line(1, .earned, 1, "Bins"),
                ]))
        Self.play(&stage, [2, 1, 2])
        #expect(
            Self.said(stage) == [
                "cue: points_total 12",
                "cue: choice_points_for",
                "cue: choice_rewards",
                "cue: choice_points_off",
                "cue: go_back",
                "cue: points_back 15 Film. points_spent 15 Film. points_undone 5 Dishes. points_for 1 Bins.",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
                "cue: points_total 12",
                "cue: choice_points_for",
                "cue: choice_rewards",
                "cue: choice_points_off",
                "cue: go_back",
            ])
    }

    @Test(
        "Whoever switches points off is asked first; then nothing is said of them, and they can be had again")
    func off() {
        var stage = Self.stage()
        stage.household(
            at: 0, Stage.household([Stage.chore("Dishes", 0, points: 5)], rewards: [Self.cinema]))
        Self.play(&stage, [2, 3, 1])
        #expect(stage.commands.count == 1)
        stage.run(to: 40)
        stage.lines = []
        Self.play(&stage, [3], from: 50)
        Self.play(&stage, [1, 1, 1], from: 60)
        stage.run(to: 100)
        #expect(!stage.text.contains("points_earned") && !stage.text.contains("chore_points"))
        Self.play(&stage, [2, 1, 1], from: 110)
        #expect(stage.commands.count == 2)
        #expect(
            Self.said(stage) == [
                "main: points_off",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
                "cue: Dishes clock_hour 8, plan_due",
                "cue: go_back",
                "cue: Dishes, clock_hour 8, plan_due.",
                "cue: choice_done",
                "cue: go_back",
                "MARK done 2027-01-15T08:00:00",
                "main: marked_done",
                "main: take_back",
                "(window)",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
                "cue: points_off",
                "cue: choice_points_on",
                "cue: go_back",
                "cue: confirm_points_on",
                "cue: go_back",
                "POINTS maria on",
                "main: points_now_on",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
            ])
    }

    // MARK: - Rewards

    @Test("A reward is asked for once, after a question, and cannot be asked for with the same points again")
    func rewards() throws {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household(rewards: [Self.cinema, Self.film, Self.zoo]))
        Self.play(&stage, [3, 1, 1])
        Self.play(&stage, [3, 2], from: 40)
        #expect(stage.commands.count == 1)
        #expect(
            Self.said(stage) == [
                "cue: Cinema reward_ready 10",
                "cue: Film reward_left 8",
                "cue: Zoo reward_left 3",
                "cue: go_back",
                "cue: Cinema, reward_ready 10.",
                "cue: confirm_reward 10",
                "cue: confirm_no",
                "REWARD maria",
                "main: reward_asked_waits Cinema",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
                "cue: Cinema reward_waits",
                "cue: Cinema reward_left 8",
                "cue: Film reward_left 18",
                "cue: Zoo reward_left 3",
                "cue: go_back",
                "cue: reward_not_yet 8 Cinema",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
            ])
        let command = try #require(stage.commands.first)
        // What is kept of an earlier run counts as well.
        var later = Self.stage()
        later.send(.care(.restored([], household: [command])))
        later.household(at: 0, Stage.household(rewards: [Self.cinema]))
        Self.play(&later, [2], from: 1)
        #expect(later.text.contains("points_total 2"), "\(later.text)")
    }

    @Test("What waits for a yes can be taken back, and a reward that was refused by the service is told")
    func withdrawn() {
        var stage = Self.stage()
        stage.household(
            at: 0, Stage.household(rewards: [Self.zoo], grants: [Stage.grant("Cinema", .waiting)]))
        Self.play(&stage, [3, 1, 1])
        #expect(stage.commands.count == 1)
        #expect(
            Self.said(stage) == [
                "cue: Cinema reward_waits",
                "cue: Zoo reward_left 3",
                "cue: go_back",
                "cue: Cinema, reward_waits.",
                "cue: choice_never_mind",
                "cue: go_back",
                "GRANT withdrawn",
                "main: taken_back Cinema",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
            ])
    }

    @Test("What was kept for whoever had this kiosk before is not told to its client")
    func anotherClients() {
        var kept = Stage.household(rewards: [Self.cinema])
        kept.standing.person = "otto"
        var stage = Self.stage()
        stage.session.recall(kept)
        Self.play(&stage, [2])
        #expect(Self.said(stage).first == "main: points_unknown")
    }

    @Test("A mark that the service does not have yet pays after a restart as before it, once")
    func restoredPay() throws {
        let dishes = Stage.chore("Dishes", 0, points: 5)
        let mark = OccurrenceEntry(
            id: UUID(), routine: dishes.routine, key: dishes.key, kind: .done, by: "Maria", at: Stage.start)
        var stage = Self.stage()
        stage.session.recall(Stage.household([dishes]))
        stage.send(.care(.restored([], marks: [mark])))
        Self.play(&stage, [2])
        #expect(Self.said(stage).first == "cue: points_total 17", "\(stage.text)")
        // Counted before the answer to the mark has come.
        let line = PointLine(
            number: 1, id: UUID(), person: "maria", kind: .earned, points: 5, what: "Dishes", entry: mark.id,
            at: Stage.start)
        stage.household(at: 60, Stage.household([], total: 17, lines: [line]))
        stage.lines = []
        Self.play(&stage, [0, 2], from: 61)
        #expect(
            stage.text.contains("points_total 17") && !stage.text.contains("points_total 22"), "\(stage.text)"
        )
    }

    // MARK: - People

    @Test(
        "What the client is to pay stands among their chores, is heard by them alone, and is said to be paid once"
    )
    func owed() throws {
        var stage = Self.stage()
        let rent = OwedAmount(
            charge: UUID(), to: "ben", name: "Ben", what: "Rent", amount: 1250, currency: "EUR",
            due: CalendarDay(year: 2027, month: 1, day: 17))
        let rest = OwedAmount(to: "olga", name: "Olga", amount: 300, currency: "JPY", digits: 0)
        stage.household(at: 0, Stage.household(owed: [rent, rest]))
        Self.play(&stage, [1, 1, 1])
        #expect(
            Self.said(stage).prefix(8) == [
                "cue: owed_to Ben 12.50 € owed_in_days 2",
                "cue: owed_to Olga 300 ¥",
                "cue: go_back",
                "cue: owed_to Ben 12.50 €. Rent. owed_in_days 2.",
                "cue: choice_paid",
                "cue: go_back",
                "PAY 1250 ben",
                "main: paid_noted Ben 12.50 €",
            ], "\(stage.text)")
        let command = try #require(stage.commands.first)
        guard case .pay(let paid) = command else {
            Issue.record("\(command)")
            return
        }
        #expect(
            paid.from == "maria" && paid.owed == rent && paid.on == CalendarDay(year: 2027, month: 1, day: 15)
        )
        // It stays paid here until the service has it in its book.
        stage.household(at: 40, Stage.household(owed: [rent, rest]))
        Self.play(&stage, [1], from: 41)
        #expect(Self.said(stage).suffix(2) == ["cue: owed_to Olga 300 ¥", "cue: go_back"], "\(stage.text)")
        // Refused for good, it is owed as before, and that is told.
        stage.send(.care(.rejected(paid.id, detail: "it is settled", nil)))
        stage.run(to: 70)
        #expect(stage.text.contains("main: mark_lost owed_to Ben 12.50 €"), "\(stage.text)")
    }

    @Test(
        "Scanning comes to what the client is to pay where there is no chore, and passes by where there is none"
    )
    func owedByScanning() {
        let rest = OwedAmount(to: "olga", name: "Olga", amount: 300, currency: "JPY", digits: 0)
        for (owed, isReached) in [([rest], true), ([], false)] {
            var stage = Stage(items: [Stage.water, Stage.chores]) { $0.skipEmpty = true }
            stage.household(at: 0, Stage.household(owed: owed))
            stage.press(at: 0)
            stage.run(to: 20)
            #expect(stage.text.contains("cue: Chores") == isReached, "\(stage.text)")
        }
        var stage = Stage(items: [Stage.chores, Stage.water]) { $0.skipEmpty = true }
        stage.household(at: 0, Stage.household(owed: [rest]))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 10)
        #expect(stage.text.contains("cue: owed_to Olga 300 ¥"), "\(stage.text)")
    }

    @Test("A housemate is reminded of a chore")
    func people() throws {
        var stage = Self.stage()
        stage.household(at: 0, Stage.household([Stage.chore("Laundry", 0, of: "ben")]))
        Self.play(&stage, [4, 1, 1])
        let command = try #require(stage.commands.first)
        stage.run(to: 40)
        stage.send(.care(.rejected(command.id, detail: "less than an hour ago", nil)))
        stage.run(to: 45)
        #expect(
            Self.said(stage) == [
                "cue: Ben",
                "cue: go_back",
                "cue: Laundry clock_hour 8, plan_due",
                "cue: go_back",
                "REMIND 2027-01-15T08:00:00",
                "main: housemate_reminded Ben Laundry",
                "cue: Chores",
                "cue: Points",
                "cue: Rewards",
                "cue: People",
                "main: reminder_refused Laundry",
                "cue: People",
            ])
    }

    @Test("Empty lists say so, and what is not known yet as well", arguments: [true, false])
    func empty(isKnown: Bool) {
        var stage = Self.stage()
        if isKnown { stage.household(at: 0, Stage.household()) }
        Self.play(&stage, [1, 3, 4])
        let known = [
            "main: no_chores",
            "cue: Chores",
            "cue: Points",
            "cue: Rewards",
            "cue: People",
            "main: no_rewards",
            "cue: Chores",
            "cue: Points",
            "cue: Rewards",
            "cue: People",
            "main: nobody_to_remind",
            "cue: Chores",
            "cue: Points",
            "cue: Rewards",
            "cue: People",
        ]
        let unknown = [
            "main: chores_unknown",
            "cue: Chores",
            "cue: Points",
            "cue: Rewards",
            "cue: People",
            "main: points_unknown",
            "cue: Chores",
            "cue: Points",
            "cue: Rewards",
            "cue: People",
            "main: chores_unknown",
            "cue: Chores",
            "cue: Points",
            "cue: Rewards",
            "cue: People",
        ]
        #expect(Self.said(stage) == (isKnown ? known : unknown))
    }
}
