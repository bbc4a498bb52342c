import Care
import Foundation
import Kiosk
import Scanning
import Testing
import Time

@Suite("What the client does not want to be said is shown")
struct UnsaidTests {
    /// After asking for something at rest, with a screen, and with what the client does not want to be said.
    private static func asked(_ unsaid: Set<ClientNews>, priority: Priority = .normal) -> Stage {
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

    private static func spoken(_ stage: Stage, since seconds: Double) -> [String] {
        stage.lines.filter { $0.contains(" main: ") && (Double($0.prefix { $0 != " " }) ?? 0) >= seconds }
    }

    @Test("An answer takes the screen without a word, and counts as told")
    func answer() throws {
        var stage = Self.asked([.answers])
        stage.journal(at: 50, 5, .onTheWay, .onTheWay, by: "Ben")
        stage.run(to: 52)
        #expect(Self.spoken(stage, since: 45).isEmpty, "\(stage.text)")
        #expect(stage.text.contains("50.00 ack 5"))
        let answer = try #require(stage.screen?.answer)
        #expect(answer.who == "Ben" && answer.state == .onTheWay)
        #expect(stage.screen?.caption?.text == answer.words)
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

    @Test("Of two answers each takes the screen, one after the other")
    func two() {
        var stage = Stage(items: [Stage.water, Stage.toilet])
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
        let (asked, now) = (stage.requests.first, Double(stage.now.nanoseconds) / 1e9)
        stage.journal(at: now, 5, .declined, .declined, by: "Ben", reason: "dinner", about: asked)
        stage.journal(at: now + 1, 6, .declined, .declined, by: "Anna", reason: "dinner")
        stage.run(to: now + 2)
        #expect(stage.screen?.answer?.who == "Ben", "\(stage.text)")
        stage.run(to: now + 65)
        #expect(stage.screen?.answer?.who == "Anna")
        stage.run(to: now + 130)
        #expect(stage.screen?.answer == nil && Self.spoken(stage, since: now).isEmpty)
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
