import Foundation
import StaffFiles
import Testing

@testable import Exercises

@Suite("Exercise files")
struct ExerciseReaderTests {
    private static let sound: [UInt8] = Array("RIFF0000WAVE".utf8)
    private static let picture: [UInt8] = Array("<svg/>".utf8)

    private static let loader = StaffFileLoader { path, _ in
        switch path {
        case "exercises/in.wav": .success(sound)
        case "exercises/sea.svg": .success(picture)
        default: .failure(.init("does not exist"))
        }
    }

    private func read(_ text: String) -> (exercise: Exercise?, findings: [String]) {
        let (exercise, findings) = ExerciseReader(loader: Self.loader).read(
            Array(text.utf8), file: "exercises/calm.en.yaml")
        return (exercise, findings.map(\.description))
    }

    private static let whole = """
        exercise: calm
        name: Calm
        language: en-GB
        symbol: sea.svg
        instructions: Breathe with me.
        steps:
          - say: Sit as you like.
            sound: in.wav
            picture: sea.svg
          - breathe: [{ in: 4 s }, { hold: 1 s }, { out: 6 s }]
            rounds: 3
            ramp: 10 s
            words: off
          - pause: 3 s
          - press: Press when you are ready.

        """

    @Test("A whole file")
    func whole() {
        let (exercise, findings) = read(Self.whole)
        #expect(findings == [])
        #expect(
            exercise
                == Exercise(
                    id: "calm", name: "Calm", language: "en-GB", symbol: "exercises/sea.svg",
                    instructions: .init("Breathe with me."),
                    steps: [
                        .init(
                            action: .say(.init("Sit as you like.", recording: "exercises/in.wav")),
                            picture: "exercises/sea.svg"),
                        .init(
                            action: .breathe(
                                Breathing(
                                    breath: [
                                        .init(.in, .seconds(4)), .init(.hold, .seconds(1)),
                                        .init(.out, .seconds(6)),
                                    ], amount: .rounds(3), ramp: .seconds(10), isSpoken: false))),
                        .init(action: .pause(.seconds(3))),
                        .init(action: .press(.init("Press when you are ready."))),
                    ]))
    }

    @Test(
        "Each mistake is told with its place and what to do",
        arguments: [
            (
                "exercise: calm", "exercise: Calm & co",
                "1:11: error: `exercise` is a short word of letters from a to z, digits and `-`"
            ),
            ("steps:", "step:", "6:1: error: unknown key `step`: did you mean `steps`?"),
            (
                "    rounds: 3\n", "",
                "10:5: error: this needs `for`, such as `5 min`, or `rounds`: how long it goes on"
            ),
            (
                "rounds: 3", "rounds: 3\n    for: 1 min",
                "12:5: error: `rounds` and `for` both say how long it goes on: delete one"
            ),
            ("{ out: 6 s }", "{ hold: 6 s }", "10:5: error: a breath goes in and out: add `- out: 4 s`"),
            (
                "{ in: 4 s }", "{ in: 4 s, out: 6 s }",
                "10:15: error: this has 2 parts of a breath in one: begin each with `- `, so that their order is certain"
            ),
            ("in: 4 s", "in: 40 s", "10:21: error: `in` is 40 s, but must be from 500 ms to 20 s"),
            (
                "ramp: 10 s", "ramp: 2 min",
                "12:11: error: `ramp` is longer than the breathing itself, 33 s: write a shorter one"
            ),
            (
                "rounds: 3", "rounds: 200",
                "11:5: error: that is 2200 s of breathing: at most 30 min can be done at once, so write fewer `rounds`"
            ),
            (
                "- pause: 3 s", "- pause: 3 s\n    ramp: 3 s",
                "15:5: error: `ramp` belongs to `breathe`: delete it here"
            ),
            (
                "- pause: 3 s", "- pause: 3 s\n    sound: in.wav",
                "15:5: error: `sound` is a recording of `say` or `press`: delete it here"
            ),
            (
                "- pause: 3 s", "- pause: 3 s\n    press: Now",
                "15:5: error: a step does one thing, but this has `pause` and `press`: make two steps of it"
            ),
            (
                "- pause: 3 s", "- picture: sea.svg",
                "14:5: error: a step needs one of `say`, `breathe`, `pause`, `press`, `play` or `listen`: it is what happens"
            ),
            (
                "- pause: 3 s", "- play: chess",
                "14:11: error: `play` cannot be `chess`"
            ),
            (
                "- pause: 3 s", "- play: bird\n    for: 3 min",
                "15:5: error: `for` belongs to `breathe`: delete it here"
            ),
            (
                "- pause: 3 s", "- listen: sea",
                "14:5: error: `listen` needs `for`, such as `5 min`: how long it is heard"
            ),
            (
                "- pause: 3 s", "- listen: sea\n    for: 2 h",
                "15:10: error: `for` is 2 h"
            ),
            (
                "- pause: 3 s", "- listen: jazz\n    for: 2 min",
                "14:13: error: `listen` cannot be `jazz`"
            ),
            ("sound: in.wav", "sound: out.wav", "8:12: error: `out.wav` does not exist"),
            (
                "sound: in.wav", "sound: ../in.wav",
                "8:12: error: `../in.wav` is outside the exercises folder: copy the file into it"
            ),
            (
                "symbol: sea.svg", "symbol: a sea of calm",
                "4:9: error: a symbol is one emoji or the path of a picture"
            ),
        ])
    func mistakes(before: String, after: String, finding: String) {
        let (exercise, findings) = read(Self.whole.replacing(before, with: after, maxReplacements: 1))
        #expect(exercise == nil)
        #expect(findings.contains { $0.hasPrefix("exercises/calm.en.yaml:" + finding) }, "\(findings)")
    }

    @Test("Games, and what is listened to")
    func games() {
        let text = Self.whole.replacing("- pause: 3 s", with: "- play: bird\n  - listen: rain\n    for: 90 s")
        let (exercise, findings) = read(text)
        #expect(findings == [])
        #expect(
            exercise?.steps.map(\.action).suffix(3) == [
                .play(.bird), .listen(.rain, .seconds(90)), .press(.init("Press when you are ready.")),
            ])
    }

    @Test("An empty file says what it needs, and bytes that are no text do not stop the reader")
    func empty() {
        #expect(
            read("").findings == [
                "exercises/calm.en.yaml:1:1: error: this file is empty: an exercise needs `exercise`, `name`, `language`, `instructions` and `steps`"
            ])
        let (exercise, findings) = ExerciseReader(loader: Self.loader).read(
            [0xFF, 0, 0x80], file: "exercises/calm.en.yaml")
        #expect(exercise == nil && findings.hasErrors)
    }
}

@Suite("The exercises that are shipped")
struct ShippedExercisesTests {
    private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appending(path: "exercises")

    private static func shipped() throws -> [(language: String, exercise: Exercise)] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
            $0.hasSuffix(".yaml")
        }
        return try names.sorted().map { name in
            let bytes = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            let loader = StaffFileLoader { _, _ in .failure(.init("does not exist")) }
            let (exercise, findings) = ExerciseReader(loader: loader).read(bytes, file: name)
            #expect(findings.map(\.description) == [])
            let found = try #require(exercise)
            let parts = name.split(separator: ".")
            #expect(parts[0] == found.id)
            return (String(parts[1]), found)
        }
    }

    @Test("Ten exercises, each in three languages, with the same breaths in each")
    func languages() throws {
        let all = Dictionary(grouping: try Self.shipped(), by: \.exercise.id)
        #expect(
            all.keys.sorted() == [
                "bird", "body", "box", "calm", "even", "five", "garden", "rain", "sea", "sigh",
            ])
        for (_, one) in all {
            #expect(one.map(\.language) == ["de", "en", "fr"])
            #expect(one.allSatisfy { $0.exercise.breathing == one[0].exercise.breathing })
            #expect(one.allSatisfy { $0.exercise.steps.count == one[0].exercise.steps.count })
        }
    }

    @Test(
        "What holds the breath or draws it out is off for those who must not, and what paces it for those who must not be paced"
    )
    func care() throws {
        let english = try Self.shipped().filter { $0.language == "en" }.map(\.exercise)
        func allowed(_ care: BreathingCare) -> [String] { english.filter(care.allows).map(\.id) }
        #expect(
            allowed(.any) == ["bird", "body", "box", "calm", "even", "five", "garden", "rain", "sea", "sigh"])
        #expect(allowed(.noHolds) == ["bird", "body", "calm", "even", "five", "garden", "rain", "sea"])
        #expect(allowed(.none) == ["bird", "body", "five", "garden", "rain", "sea"])
    }
}
