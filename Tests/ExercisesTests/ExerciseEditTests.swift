import Exercises
import StaffFiles
import Testing

@Suite("Recordings in the text of an exercise") struct ExerciseEditTests {
    private static let text = """
        # Ours.
        exercise: calm
        name: Calm
        language: en-GB
        instructions: "Sit down."   # slowly
        steps:
          - say: Let go.
            picture: ../boards/sea.png
          # Now it begins.
          - { press: Press., picture: ../boards/sea.png }
          - breathe: [{ in: 4 s }, { out: 6 s }]
            rounds: 3
          - say: >
              That
              was all.
            sound: end.ogg
        """

    private static func setting(_ name: String?, _ step: Int, in text: String = text) -> String? {
        ExerciseEdit.setting(name, ofStep: step, in: Array(text.utf8), file: "calm.en.yaml").map {
            String(decoding: $0, as: UTF8.self)
        }
    }

    @Test("Words are found with their recordings")
    func places() {
        let places = ExerciseEdit.places(in: Array(Self.text.utf8), file: "calm.en.yaml")
        #expect(places.map(\.step) == [0, 1, 2, 4])
        #expect(places.map(\.words) == ["Sit down.", "Let go.", "Press.", "That was all.\n"])
        #expect(places.map(\.sound) == [nil, nil, nil, "end.ogg"])
        #expect(ExerciseEdit.places(in: Array(": no\n\tyaml".utf8), file: "calm.en.yaml").isEmpty)
    }

    @Test(
        "A recording is named where its words are, and the rest of the text stays", arguments: [0, 1, 2, 4])
    func set(step: Int) throws {
        let changed = try #require(Self.setting("new.wav", step))
        let names = NamedFile.all(in: Array(changed.utf8), file: "calm.en.yaml").filter { $0.kind == .sound }
        #expect(names.map(\.name) == (step == 4 ? ["new.wav"] : ["new.wav", "end.ogg"]))
        for line in Self.text.split(separator: "\n") where step != 4 || !line.contains("end.ogg") {
            // A first key stands behind its dash or bracket.
            let kept = line.replacing("  - { press", with: "press").replacing("  - ", with: "")
            #expect(changed.contains(kept.trimmingPrefix { $0 == " " }), "\(line)")
        }
        // And out again: as it was.
        let without = try #require(Self.setting(nil, step, in: changed))
        #expect(step == 4 || without == Self.text)
        #expect(step != 4 || without == Self.text.replacing("    sound: end.ogg", with: ""))
    }

    @Test("What is not there, or cannot be written so, is left alone")
    func refused() {
        #expect(Self.setting("new.wav", 3) == nil)
        #expect(Self.setting("new.wav", 9) == nil)
        #expect(Self.setting("two words: wrong", 1) == nil)
    }

    @Test("With the ends of lines of Windows, and behind a byte order mark")
    func windows() throws {
        let text = "\u{FEFF}" + Self.text.replacing("\n", with: "\r\n")
        let changed = try #require(Self.setting("new.wav", 1, in: text))
        #expect(changed.contains("  - sound: new.wav\r\n    say: Let go.\r\n"))
        #expect(Array(changed.utf8).starts(with: [0xEF, 0xBB, 0xBF]))
    }
}
