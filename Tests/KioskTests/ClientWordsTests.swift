import Boards
import Care
import Exercises
import Foundation
import HomeFiles
import Kiosk
import Testing

@Suite("What somebody says to the client") struct WhatSomebodySaysToTheClientTests {
    private static func id(_ number: Int) -> UUID {
        UUID(uuidString: "00000000-0000-4000-c000-00000000000\(number)") ?? UUID()
    }

    /// Words that the service got so many seconds after eight.
    private static func words(
        _ text: String = "The doctor comes at four.", _ number: Int = 1, to client: String = "maria",
        at seconds: Double = 0, saidAt: Date? = nil,
        takenBackAt: Date? = nil
    ) -> ClientWords {
        ClientWords(
            id: id(number), client: client, text: text, by: "Anna",
            at: Stage.start.addingTimeInterval(seconds), saidAt: saidAt, takenBackAt: takenBackAt)
    }

    private static func tell(
        _ stage: inout Stage, at seconds: Double, _ sequence: Int64, _ words: ClientWords
    ) {
        stage.run(to: seconds)
        stage.send(
            .care(.journal(JournalEvent(sequence: sequence, at: words.at, content: .words(words)))))
    }

    /// Its kiosk has read the agenda.
    private static func stage(_ items: BoardItem...) -> Stage {
        var stage = Stage(items: items)
        stage.agenda(at: 0, Stage.agenda(1))
        return stage
    }

    private static func said(_ stage: Stage) -> [String] {
        stage.lines.filter { $0.contains("words_said") }
    }

    @Test("At rest at once, and only once: the service learns that it was said")
    func atRest() {
        var stage = Self.stage(Stage.water)
        Self.tell(&stage, at: 1, 5, Self.words())
        stage.run(to: 10)
        #expect(
            stage.text == """
                1.00 main: words_said Anna The doctor comes at four.
                1.00 ack 4
                2.00 SAID 0001
                2.00 ack 5
                """)
        // Again after a connection.
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 5)))
        Self.tell(&stage, at: 11, 5, Self.words())
        stage.run(to: 20)
        #expect(Self.said(stage).count == 1)
    }

    @Test("What was said before a restart is not said after it")
    func restart() {
        var stage = Self.stage(Stage.water)
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 6, told: [5])))
        Self.tell(&stage, at: 1, 5, Self.words())
        stage.run(to: 10)
        #expect(Self.said(stage).isEmpty)
    }

    @Test("During a choice it waits until the scan rests, also between two acts")
    func duringAScan() throws {
        var stage = Self.stage(Stage.water, Stage.pain)
        stage.press(at: 0)
        Self.tell(&stage, at: 0.6, 5, Self.words(at: 0.6))
        stage.press(at: 1)
        stage.run(to: 60)
        let last = try #require(stage.lines.lastIndex { $0.contains("cue: ") })
        let told = try #require(stage.lines.firstIndex { $0.contains("words_said") })
        #expect(told > last, "\(stage.text)")
        #expect(Self.said(stage).count == 1)
    }

    @Test("Quiet hours hold it back; once it is too old it is not said any more")
    func quiet() {
        for (end, isSaid) in [(600.0, true), (ClientWords.longestWait + 60, false)] {
            var stage = Stage(Stage.water)
            var agenda = Stage.agenda(1)
            agenda.quiet = [
                QuietTime(
                    from: Stage.start.addingTimeInterval(-60), until: Stage.start.addingTimeInterval(end))
            ]
            stage.agenda(at: 0, agenda)
            Self.tell(&stage, at: 1, 5, Self.words(at: 1))
            stage.run(to: end - 1)
            #expect(Self.said(stage).isEmpty)
            stage.run(to: end + 10)
            #expect(Self.said(stage).count == (isSaid ? 1 : 0), "\(stage.text)")
            #expect(stage.text.contains("SAID 0001") == isSaid)
            // Either way it is done with.
            #expect(stage.text.contains("ack 5"), "\(stage.text)")
        }
    }

    @Test("What is too old when it comes is not said, by the service's clock and not by the kiosk's")
    func old() {
        var stage = Stage(Stage.water)
        Self.tell(&stage, at: 1, 5, Self.words(at: 3000))
        stage.run(to: 5)
        // Nobody knows yet what time it is, nor whether it is quiet.
        #expect(Self.said(stage).isEmpty)
        var agenda = Stage.agenda(1)
        agenda.now = Stage.start.addingTimeInterval(3000 + ClientWords.longestWait + 10)
        stage.agenda(at: 6, agenda)
        stage.run(to: 20)
        #expect(Self.said(stage).isEmpty)
        #expect(stage.text.contains("ack 5"), "\(stage.text)")
    }

    @Test("Not in the middle of an exercise, but after it")
    func duringAnExercise() {
        let five = Exercise(
            id: "five", name: "Five", language: "en", instructions: .init("Look around."),
            steps: [.init(action: .press(.init("Five things.")))])
        var stage = Stage(Stage.list(.exercises, "Exercises"), Stage.water)
        stage.send(.exercisesChanged([five]))
        stage.agenda(at: 0, Stage.agenda(1))
        stage.press(at: 0)
        stage.press(at: 1)
        stage.press(at: 2.5)
        stage.run(to: 12)
        let before = stage.lines.count
        Self.tell(&stage, at: 12, 5, Self.words(at: 12))
        stage.run(to: 20)
        #expect(Self.said(stage).isEmpty, "\(stage.text)")
        // The exercise ends with its presses, and the scan after it with rest.
        stage.press(at: 21)
        stage.press(at: 26)
        stage.run(to: 300)
        #expect(stage.lines.count > before && Self.said(stage).count == 1, "\(stage.text)")
    }

    @Test("Of many that wait, the newest five are said, in their order")
    func many() {
        var stage = Self.stage(Stage.water)
        stage.press(at: 0)
        for number in 1...7 {
            Self.tell(
                &stage, at: 0.6 + Double(number) / 100, Int64(4 + number),
                Self.words("\(number).", number, at: 0.6))
        }
        stage.run(to: 120)
        let told = Self.said(stage).map { String($0.suffix(2)) }
        #expect(told == ["3.", "4.", "5.", "6.", "7."], "\(stage.text)")
        #expect(stage.text.contains("ack 11"))
    }

    @Test("A press ends it, and it counts as said")
    func press() {
        var stage = Self.stage(Stage.water)
        Self.tell(&stage, at: 1, 5, Self.words())
        stage.press(at: 1.3)
        stage.run(to: 60)
        #expect(stage.text.contains("SAID 0001") && stage.text.contains("ack 5"), "\(stage.text)")
        #expect(Self.said(stage).count == 1)
    }

    @Test("Neither other clients' words, nor what the client hears at another kiosk, nor what that has said")
    func elsewhere() {
        var stage = Self.stage(Stage.water)
        Self.tell(&stage, at: 1, 5, Self.words(to: "otto"))
        Self.tell(&stage, at: 2, 6, Self.words(saidAt: Stage.start))
        stage.send(.care(.speaks(false)))
        Self.tell(&stage, at: 3, 7, Self.words("Tea.", 2))
        stage.run(to: 30)
        #expect(Self.said(stage).isEmpty && stage.text.contains("ack 7"), "\(stage.text)")
        // One that waits here, and was said there.
        stage.send(.care(.speaks(true)))
        stage.press(at: 40)
        Self.tell(&stage, at: 40.6, 8, Self.words("Cake.", 3, at: 40))
        Self.tell(&stage, at: 40.7, 9, Self.words("Cake.", 3, at: 40, saidAt: Stage.start))
        stage.run(to: 120)
        #expect(Self.said(stage).isEmpty && stage.text.contains("ack 9"), "\(stage.text)")
    }

    @Test("What is taken back while it waits, or before it came, is not said")
    func takenBack() {
        var stage = Self.stage(Stage.water)
        stage.press(at: 0)
        Self.tell(&stage, at: 0.6, 5, Self.words("Cake.", 1, at: 0.6))
        Self.tell(&stage, at: 0.7, 6, Self.words("Tea.", 2, at: 0.7))
        Self.tell(&stage, at: 0.8, 7, Self.words("Cake.", 1, at: 0.6, takenBackAt: Stage.start))
        stage.run(to: 120)
        #expect(Self.said(stage).map { String($0.suffix(4)) } == ["Tea."], "\(stage.text)")
        #expect(stage.text.contains("ack 7"), "\(stage.text)")
        // A kiosk that was away gets both events as they stand.
        let gone = Self.words("Milk.", 3, at: 121, takenBackAt: Stage.start.addingTimeInterval(121))
        for sequence in [8, 9] as [Int64] { Self.tell(&stage, at: 122, sequence, gone) }
        stage.run(to: 200)
        #expect(Self.said(stage).count == 1 && stage.text.contains("ack 9"), "\(stage.text)")
    }

    @Test("It stands on the screen until the next press, whatever is said meanwhile")
    func screen() {
        var stage = Stage.shown(Stage.water)
        stage.agenda(at: 20, Stage.agenda(1))
        Self.tell(&stage, at: 21, 5, Self.words(at: 21))
        let sentence = "words_said Anna The doctor comes at four."
        stage.run(to: 400)
        #expect(stage.screen?.caption?.text == sentence)
        stage.press(at: 401)
        stage.run(to: 500)
        #expect(stage.screen?.caption?.text != sentence)
    }
}
