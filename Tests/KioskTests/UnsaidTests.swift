import Care
import Foundation
import Kiosk
import Scanning
import Testing
import Time

@Suite("What the client does not want to be said is shown")
struct UnsaidTests {
    /// After asking for something at rest, with a screen, and with what the client does not want to be said.
    static func asked(_ unsaid: Set<ClientNews>, priority: Priority = .normal) -> Stage {
        var stage = Stage(priority == .urgent ? Stage.pain : Stage.water)
        stage.session.showOnScreen()
        var agenda = Stage.agenda(1)
        agenda.unsaid = unsaid
        stage.agenda(at: 0, agenda)
        stage.household(at: 0, Stage.household())
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 40)
        return stage
    }

    static func spoken(_ stage: Stage, since seconds: Double) -> [String] {
        stage.lines.filter { $0.contains(" main: ") && (Double($0.prefix { $0 != " " }) ?? 0) >= seconds }
    }

    @Test("An answer takes the screen without a word, and counts as told")
    func answer() throws {
        var stage = Self.asked([.answers])
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 52)
        #expect(Self.spoken(stage, since: 45).isEmpty, "\(stage.text)")
        // It counts once it could be read.
        #expect(!stage.text.contains("ack 5"))
        let answer = try #require(stage.screen?.answer)
        #expect(answer.who == "Ben" && answer.state == .onTheWay)
        #expect(stage.screen?.caption?.text == answer.words)
        stage.run(to: 59)
        #expect(stage.text.contains("58.00 ack 5"))
        stage.journal(at: 60, 6, .declined, .declined, by: "Ben", reason: "dinner")
        stage.run(to: 61)
        #expect(stage.screen?.answer?.state == .declined && Self.spoken(stage, since: 45).isEmpty)
        stage.run(to: 125)
        #expect(stage.screen?.answer == nil)
    }

    @Test("While something is scanned, it waits for the screen, and disturbs no step")
    func duringAScan() {
        var stage = Self.asked([.answers])
        var other = stage
        stage.press(at: 50)
        other.press(at: 50)
        stage.journal(at: 51, 5, .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 52)
        other.run(to: 52)
        #expect(stage.screen?.answer == nil && stage.screen?.caption?.text == "on_the_way Ben")
        stage.run(to: 100)
        other.run(to: 100)
        func moments(_ stage: Stage) -> [String] {
            stage.lines.filter { $0.contains(" cue: ") }.map { String($0.prefix { $0 != " " }) }
        }
        #expect(moments(stage) == moments(other), "\(stage.text)\n\n\(other.text)")
        #expect(stage.screen?.answer?.state == .onTheWay)
    }

    /// After asking for water and for the toilet, at rest, with a screen, and with answers that are not said.
    private static func askedTwo() -> (stage: Stage, now: Double) {
        var stage = Stage(items: [Stage.water, Stage.toilet, Stage.pain])
        stage.session.showOnScreen()
        var agenda = Stage.agenda(1)
        agenda.unsaid = [.answers]
        stage.agenda(at: 0, agenda)
        var hand = Hand(.automatic, stage)
        hand.choose("Water")
        hand.wait(60)
        hand.choose("Toilet", "Toilet confirm_yes")
        hand.wait(60)
        stage = hand.stage
        #expect(stage.requests.map(\.need) == ["water", "toilet"], "\(stage.text)")
        return (stage, Double(stage.now.nanoseconds) / 1e9)
    }

    @Test(
        "Of two answers each takes the screen for its least time, one after the other",
        arguments: [true, false])
    func two(areOpen: Bool) {
        var (stage, now) = Self.askedTwo()
        let asked = stage.requests.first
        if areOpen {
            // The same words twice, for two calls.
            stage.journal(at: now, 5, .onTheWay, .onTheWay, by: "Anna", about: asked)
            stage.journal(at: now + 1, 6, .onTheWay, .onTheWay, by: "Anna")
            for (seconds, label, acknowledged) in [
                (7.9, "Water", 4), (8.1, "Toilet", 5), (15.9, "Toilet", 5), (300, "Toilet", 6),
            ] {
                stage.run(to: now + seconds)
                #expect(stage.screen?.answer?.label == label, "\(seconds): \(stage.text)")
                #expect(
                    (5...6).map { stage.text.contains("ack \($0)") } == [acknowledged > 4, acknowledged > 5])
            }
            #expect(Self.spoken(stage, since: now).isEmpty)
            return
        }
        stage.journal(at: now, 5, .declined, .declined, by: "Ben", reason: "dinner", about: asked)
        stage.journal(at: now + 1, 6, .declined, .declined, by: "Anna", reason: "dinner")
        stage.run(to: now + 2)
        #expect(stage.screen?.answer?.who == "Ben", "\(stage.text)")
        stage.run(to: now + 9)
        #expect(stage.screen?.answer?.who == "Anna")
        stage.run(to: now + 65)
        #expect(stage.screen?.answer?.who == "Anna")
        stage.run(to: now + 130)
        #expect(stage.screen?.answer == nil && Self.spoken(stage, since: now).isEmpty)
    }

    @Test("A press before it could be read brings it back after the scan, and it counts only then")
    func pressedAway() {
        var (stage, now) = Self.askedTwo()
        stage.journal(at: now, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.press(at: now + 3)
        stage.run(to: now + 4)
        #expect(stage.screen?.answer == nil && stage.screen?.state == .scanning, "\(stage.text)")
        stage.run(to: now + 100)
        #expect(stage.screen?.answer?.words == "on_the_way Anna")
        let read =
            stage.lines.first { $0.hasSuffix("ack 5") }.flatMap { Double($0.prefix { $0 != " " }) } ?? 0
        #expect(read > now + 20, "\(stage.text)")
        // Read, it does not come back.
        stage.press(at: now + 100)
        stage.run(to: now + 200)
        #expect(stage.screen?.answer == nil && Self.spoken(stage, since: now).isEmpty)
    }

    @Test("An urgent answer comes at once; what it covers too early comes again after it")
    func urgentBetween() {
        var (stage, now) = Self.askedTwo()
        let asked = stage.requests.last
        var hand = Hand(.automatic, stage)
        hand.choose("Pain")
        hand.wait(60)
        stage = hand.stage
        now = Double(stage.now.nanoseconds) / 1e9
        stage.journal(at: now, 5, .onTheWay, .onTheWay, by: "Ben", about: asked)
        stage.journal(at: now + 2, 6, .onTheWay, .onTheWay, by: "Anna")
        stage.run(to: now + 2.5)
        #expect(
            stage.screen?.answer?.who == "Anna" && Self.spoken(stage, since: now).count == 1, "\(stage.text)")
        stage.run(to: now + 9)
        #expect(stage.screen?.answer?.who == "Anna")
        stage.run(to: now + 12)
        #expect(stage.screen?.answer?.who == "Ben" && !stage.text.contains("ack 6"))
        stage.run(to: now + 20)
        #expect(stage.text.contains("ack 6"))
    }

    @Test("What is no longer true is not shown, and holds nothing up")
    func outdated() {
        var (stage, now) = Self.askedTwo()
        let asked = stage.requests.first
        stage.journal(at: now, 5, .onTheWay, .onTheWay, by: "Ben", about: asked)
        stage.journal(at: now + 1, 6, .onTheWay, .onTheWay, by: "Anna")
        stage.journal(at: now + 2, 7, .cancelled, .cancelled)
        stage.journal(at: now + 3, 8, .cancelled, .cancelled, about: asked)
        stage.run(to: now + 4)
        #expect(stage.screen?.answer == nil && stage.text.contains("ack 8"), "\(stage.text)")
    }

    @Test("A reward and an answer that are both only shown wait for each other")
    func rewardAndAnswer() {
        var (stage, now) = Self.askedTwo()
        var agenda = Stage.agenda(2)
        agenda.unsaid = [.answers, .rewards]
        stage.agenda(at: now, agenda)
        stage.household(at: now, Stage.household())
        stage.journal(at: now, 5, .onTheWay, .onTheWay, by: "Anna")
        stage.grant(at: now + 1, 6, Stage.grant("Cinema", .granted, crossing: 1))
        stage.run(to: now + 7)
        #expect(stage.screen?.answer != nil && stage.screen?.celebration == nil, "\(stage.text)")
        stage.journal(at: now + 9, 7, .declined, .declined, by: "Anna", reason: "dinner")
        stage.run(to: now + 10)
        #expect(stage.screen?.answer == nil && stage.screen?.celebration?.label == "Cinema")
        stage.run(to: now + 17)
        #expect(stage.screen?.answer?.state == .declined && stage.screen?.celebration == nil)
    }

    @Test(
        "At a shared kiosk it is left on the screen to be read; said, if somebody else takes the kiosk before",
        arguments: [true, false])
    func shared(isTaken: Bool) {
        var stage = SharedStage(haveOwnKeys: true, hasScreens: true)
        var agenda = Stage.agenda(1)
        agenda.unsaid = [.answers]
        stage.send(.client(SharedStage.maria, .care(.agenda(agenda))))
        stage.press(at: 0, key: SharedStage.mariasKey)
        stage.run(until: { $0.lines.last?.hasSuffix("cue: Water") == true })
        stage.press(at: stage.seconds + 0.3, key: SharedStage.mariasKey)
        stage.run(to: 60)
        #expect(stage.requests(of: SharedStage.maria).map(\.need) == ["water"], "\(stage.text)")
        // It comes while she scans.
        stage.press(at: 60, key: SharedStage.mariasKey)
        stage.answer(at: 62, to: SharedStage.maria, 5, .onTheWay)
        func shown(_ stage: SharedStage) -> Screen.Answer? { stage.screen(of: SharedStage.maria)?.answer }
        stage.run(until: { shown($0) != nil })
        #expect(shown(stage)?.words == "on_the_way Anna" && stage.seconds > 64, "\(stage.text)")
        stage.leaveToBeRead(isTaken: isTaken, said: "on_the_way Anna") { shown($0) != nil }
    }

    @Test("What was done is shown without the question, which nothing would hear")
    func noQuestion() throws {
        var stage = Self.asked([.answers])
        stage.journal(at: 50, 5, .met, .met, by: "Ben")
        stage.run(to: 52)
        #expect(Self.spoken(stage, since: 45).isEmpty)
        let answer = try #require(stage.screen?.answer)
        #expect(answer.state == .met && answer.words == "\(answer.label): state_met")
        #expect(stage.screen?.caption?.text == answer.words)
    }

    @Test(
        "Said all the same is what only a screen could tell, where there is none, and what asks to be pressed for"
    )
    func saidNevertheless() {
        var agenda = Stage.agenda(1)
        agenda.unsaid = [.answers, .rewards]
        var stage = Stage(Stage.water)
        stage.agenda(at: 0, agenda)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 40)
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 60)
        #expect(Self.spoken(stage, since: 45).map { $0.contains("on_the_way Ben") } == [true])
        var screen = Self.asked([.answers])
        screen.journal(at: 50, 5, .askAgain, .heard, minutes: 10)
        screen.run(to: 60)
        #expect(Self.spoken(screen, since: 45).contains { $0.contains("ask_again") }, "\(screen.text)")
    }

    @Test("An answer to an urgent call is said, whatever is off; one that is wanted, too")
    func urgent() {
        var stage = Self.asked([.answers, .rewards], priority: .urgent)
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 55)
        #expect(Self.spoken(stage, since: 45).map { $0.contains("on_the_way Ben") } == [true])
        var wanted = Self.asked([.rewards])
        wanted.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Ben")
        wanted.run(to: 55)
        #expect(Self.spoken(wanted, since: 45).map { $0.contains("on_the_way Ben") } == [true])
    }

    @Test("A reward is celebrated on the screen alone, at a calm moment")
    func reward() {
        var stage = Self.asked([.rewards])
        stage.press(at: 50)
        stage.grant(at: 51, 5, Stage.grant("Cinema", .granted, crossing: 1))
        stage.run(to: 52)
        #expect(stage.screen?.celebration == nil && !stage.text.contains("ack 5"))
        stage.run(to: 100)
        #expect(stage.screen?.celebration?.label == "Cinema" && stage.text.contains("ack 5"))
        stage.grant(at: 101, 6, Stage.grant("Zoo", .refused, number: 2, reason: "later", by: "Anna"))
        stage.run(to: 102)
        // No whole screen tells of it: it would be lost.
        stage.run(to: 110)
        #expect(
            Self.spoken(stage, since: 45).map { $0.contains("Zoo") } == [true] && stage.text.contains("ack 6")
        )
    }

    @Test("What was known last counts without the service, and what is switched on again is said again")
    func lastKnown() {
        var kept = Stage.agenda(7)
        kept.unsaid = [.answers]
        var stage = Stage(Stage.water)
        stage.session.showOnScreen()
        stage.session.recall(kept)
        stage.press(at: 0)
        stage.press(at: 1)
        stage.run(to: 40)
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 55)
        #expect(Self.spoken(stage, since: 45).isEmpty, "\(stage.text)")
        stage.agenda(at: 56, Stage.agenda(8))
        stage.journal(at: 57, 6, .declined, .declined, by: "Ben", reason: "dinner")
        stage.run(to: 60)
        #expect(Self.spoken(stage, since: 45).map { $0.contains("declined Ben dinner") } == [true])
    }

    @Test("An agenda of a later version is read, whatever else it does not say")
    func later() throws {
        var agenda = Stage.agenda(1)
        agenda.unsaid = [.answers]
        let text = String(decoding: try CareJSON.encoder().encode(agenda), as: UTF8.self)
        let later = text.replacing(#""unsaid":["answers"]"#, with: #""unsaid":["songs","answers"]"#)
        #expect(later != text)
        let read = try CareJSON.decoder().decode(Agenda.self, from: Data(later.utf8))
        #expect(read.unsaid == [.answers])
        let old = text.replacing(#""unsaid":["answers"],"#, with: "")
        #expect(old != text)
        #expect(try CareJSON.decoder().decode(Agenda.self, from: Data(old.utf8)).unsaid.isEmpty)
    }
}
