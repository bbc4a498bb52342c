import Care
import Foundation
import HomeFiles
import Playing
import Recurrence
import Scanning
import Testing

@testable import Kiosk

/// What a provider has written is heard with one switch, when the client chooses it.
@Suite("What a provider wrote, at the kiosk") struct ProviderNotesTests {
    private typealias Given = AssignmentTests

    private static let choice = "choice_written Dr Kim"

    private static func note(
        _ text: String, daysAgo: Double = 0, by provider: String = "kim", of client: String = "maria",
        isToTalkAbout: Bool = false
    ) -> AppointmentNote {
        AppointmentNote(
            id: UUID(), appointment: Given.appointment, client: client, provider: provider,
            providerName: provider == "kim" ? "Dr Kim" : "Dr Lee", isToTalkAbout: isToTalkAbout, text: text,
            at: Stage.start.addingTimeInterval(-daysAgo * 86_400))
    }

    private static func agenda(_ notes: [AppointmentNote], _ given: [RoutineOccurrence] = []) -> Agenda {
        var agenda = Given.agenda(given)
        agenda.notes = notes
        return agenda
    }

    private static func stage(_ notes: [AppointmentNote]) -> Stage {
        var stage = Given.stage([], appointment: nil)
        stage.send(.care(.agenda(agenda(notes))))
        return stage
    }

    private static func openList(_ stage: inout Stage) {
        stage.press(at: Given.seconds(stage) + 1)
        Given.choose(&stage, "Exercises")
    }

    /// Until what was chosen has been heard, and the next choice begins.
    private static func hear(_ stage: inout Stage, _ cue: String) {
        Given.choose(&stage, cue)
        stage.run(to: Given.seconds(stage) + 2)
    }

    private static func heard(_ stage: Stage) -> Set<UUID>? {
        let kept = stage.effects.compactMap {
            if case .keepExercise(let kept) = $0 { kept } else { nil as KeptExercise? }
        }
        return kept.last?.heard
    }

    @Test("The latest is said first, as new, then an earlier one, and again; then nothing is new any more")
    func inOrder() throws {
        let notes = [Self.note("Breathe out longer"), Self.note("Well done.", daysAgo: 3)]
        var stage = Self.stage(notes)
        stage.session.showOnScreen()
        Self.openList(&stage)
        Self.hear(&stage, "\(Self.choice) written_new")
        #expect(
            stage.text.contains("cue: written_new. written_today Breathe out longer."), "\(stage.text)")
        #expect(Self.heard(stage) == [notes[0].id])
        Self.hear(&stage, "choice_written_earlier written_new")
        let weekday = "day_\(Self.weekday(of: notes[1]))"
        #expect(
            stage.text.contains("cue: written_new. written_on \(weekday) Well done."), "\(stage.text)")
        #expect(Self.heard(stage) == Set(notes.map(\.id)))
        Self.hear(&stage, "choice_written_again")
        #expect(stage.lines.count { $0.hasSuffix("cue: written_on \(weekday) Well done.") } == 1)
        let shown = stage.effects.compactMap {
            if case .show(let screen) = $0 { screen.saying?.words } else { nil as String? }
        }
        #expect(shown.contains("written_new. written_today Breathe out longer."), "\(shown)")
        stage.run(to: Given.seconds(stage) + 1200)
        stage.lines = []
        Self.openList(&stage)
        Given.choose(&stage, Self.choice)
        #expect(!stage.text.contains("written_new"), "\(stage.text)")
    }

    private static func weekday(of note: AppointmentNote) -> String {
        "\(Given.agenda([]).day.adding(days: -3).weekday)"
    }

    @Test("What is older than a week has its days, and what is to be talked about is said to be that")
    func old() {
        var stage = Self.stage([Self.note("Sleep", daysAgo: 12, isToTalkAbout: true)])
        Self.openList(&stage)
        Self.hear(&stage, Self.choice)
        #expect(
            stage.text.contains("cue: written_new. written_days_ago 12 written_to_talk Sleep."),
            "\(stage.text)")
        #expect(!stage.text.contains("choice_written_earlier"), "\(stage.text)")
    }

    @Test("Each provider has a choice; what is another client's is not there, and nothing is said of itself")
    func whose() {
        var stage = Self.stage([
            Self.note("Stretch", by: "lee"), Self.note("Breathe"), Self.note("Otto's", of: "otto"),
        ])
        stage.run(to: 600)
        #expect(!stage.text.contains("Stretch") && !stage.text.contains("written_new"), "\(stage.text)")
        Self.openList(&stage)
        Self.hear(&stage, Self.choice)
        #expect(stage.text.contains("choice_written Dr Lee"), "\(stage.text)")
        #expect(stage.text.contains("Breathe.") && !stage.text.contains("Otto's"), "\(stage.text)")
    }

    @Test("Where the home knows the kiosk as another client's, that one hears nothing of it")
    func anothers() {
        var stage = Self.stage([Self.note("Breathe")])
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 1, client: "otto")))
        Self.openList(&stage)
        stage.run(to: Given.seconds(stage) + 20)
        #expect(!stage.text.contains("choice_written"), "\(stage.text)")
    }

    @Test("What is not there any more is said to be gone, and is not offered again")
    func gone() {
        let notes = [Self.note("Breathe"), Self.note("Rest")]
        var stage = Self.stage(notes)
        Self.openList(&stage)
        Self.hear(&stage, Self.choice)
        stage.send(.care(.agenda(Self.agenda([notes[0]]))))
        Self.hear(&stage, "choice_written_earlier")
        #expect(!stage.text.contains("Rest."), "\(stage.text)")
        #expect(stage.text.contains("no_longer_on_board"), "\(stage.text)")
        stage.send(.care(.agenda(Self.agenda([]))))
        stage.run(to: Given.seconds(stage) + 1200)
        stage.lines = []
        // Nothing is left in the list, which is not offered either.
        stage.press(at: Given.seconds(stage) + 1)
        stage.run(to: Given.seconds(stage) + 20)
        #expect(stage.text.contains("Water") && !stage.text.contains("Exercises"), "\(stage.text)")
        #expect(!stage.text.contains("choice_written"), "\(stage.text)")
    }

    @Test("A long one is said in parts; one that a press has ended is still new")
    func long() {
        let sentence = "Let your shoulders sink, and look out of the window."
        let text = Array(repeating: sentence, count: 30).joined(separator: " ")
        let note = Self.note(text)
        var stage = Self.stage([note])
        Self.openList(&stage)
        Given.choose(&stage, Self.choice)
        stage.press(at: Given.seconds(stage) + 1.8)
        stage.run(to: Given.seconds(stage) + 2)
        #expect(Self.heard(stage)?.contains(note.id) != true)
        #expect(stage.text.contains("choice_written_again"), "\(stage.text)")
        stage.lines = []
        Given.choose(&stage, "choice_written_again")
        stage.run(to: Given.seconds(stage) + 8)
        let said = stage.lines.compactMap { line in
            line.range(of: "cue: ").map { String(line[$0.upperBound...]) }
        }.filter { $0.contains("shoulders") }
        #expect(said.count > 1 && said.allSatisfy { $0.count <= 500 }, "\(stage.text)")
        #expect(said.joined(separator: " ") == "written_new. written_today " + text)
        #expect(Self.heard(stage) == [note.id])
    }

    @Test("A call for help ends it at once, and it is still new")
    func help() {
        let note = Self.note("Breathe")
        var stage = Self.stage([note])
        Self.openList(&stage)
        Given.choose(&stage, Self.choice)
        stage.press(at: Given.seconds(stage) + 0.4, .help)
        stage.run(to: Given.seconds(stage) + 30)
        #expect(stage.text.contains("ASK help urgent"), "\(stage.text)")
        #expect(!stage.text.contains("choice_written_again"), "\(stage.text)")
        #expect(Self.heard(stage)?.contains(note.id) != true)
    }

    @Test("After a start without the service it is there, and what was heard is not new")
    func restart() {
        let notes = [Self.note("Breathe"), Self.note("Rest", by: "lee")]
        for (cue, words) in [
            (Self.choice, "written_today Breathe."),
            ("choice_written Dr Lee written_new", "written_new. written_today Rest."),
        ] {
            var next = Given.stage([], appointment: nil)
            next.session.recall(Self.agenda(notes))
            next.session.recall(KeptExercise(client: "maria", heard: [notes[0].id]))
            Self.openList(&next)
            Self.hear(&next, cue)
            #expect(next.text.contains("cue: \(words)"), "\(next.text)")
            #expect(!next.text.contains("\(Self.choice) written_new"), "\(next.text)")
        }
    }

    @Test("What was kept before there were notes is read, and another client's is not taken")
    func kept() throws {
        let old = Data(#"{"client": "maria"}"#.utf8)
        #expect(try JSONDecoder().decode(KeptExercise.self, from: old) == KeptExercise(client: "maria"))
        let note = Self.note("Breathe")
        var stage = Self.stage([note])
        stage.session.recall(KeptExercise(client: "otto", heard: [note.id]))
        Self.openList(&stage)
        Given.choose(&stage, "\(Self.choice) written_new")
    }

    @Test("In the wait room it is what the provider of that session wrote")
    func waiting() {
        var stage = Given.stage([Given.given("Breathing")])
        stage.send(
            .care(
                .agenda(
                    Self.agenda(
                        [Self.note("Breathe"), Self.note("Stretch", by: "lee")], [Given.given("Breathing")])))
        )
        Given.begin(&stage)
        Given.doExercise(&stage)
        stage.lines = []
        Self.hear(&stage, Self.choice)
        #expect(stage.text.contains("written_today Breathe."), "\(stage.text)")
        #expect(!stage.text.contains("Dr Lee"), "\(stage.text)")
        Given.choose(&stage, "go_back")
        Given.choose(&stage, "choice_wait")
    }
}
