import Care
import Foundation
import Testing

@Suite("Moods and their scales")
struct MoodTests {
    private static let now = Date(timeIntervalSince1970: 1_774_699_200)

    private static func fits(_ scale: MoodScale, _ value: MoodValue) -> Bool {
        do {
            try NewMood(id: UUID(), client: "maria", scale: scale, value: value, at: now).check()
            return true
        } catch {
            #expect(error.field == "value")
            return false
        }
    }

    @Test("Each scale takes its own values, and on each one may know nothing or say nothing now")
    func values() {
        for scale in MoodScale.allCases {
            #expect(Self.fits(scale, .unknown) && Self.fits(scale, .notNow))
            let numbers = (-1...11).filter { Self.fits(scale, .level($0)) }
            #expect(numbers == scale.levels.map(Array.init) ?? [])
            #expect(Self.fits(scale, .word("left-knee")) == (scale.levels == nil))
            #expect(!Self.fits(scale, .word("Left knee")))
        }
    }

    @Test("A value is one word or number in JSON, and reads as it was written")
    func coding() throws {
        let values: [(MoodValue, String)] = [
            (.level(0), "0"), (.level(5), "5"), (.word("head"), #""head""#), (.unknown, #""unknown""#),
            (.notNow, #""not_now""#),
        ]
        for (value, text) in values {
            #expect(String(decoding: try CareJSON.encoder().encode(value), as: UTF8.self) == text)
            #expect(try CareJSON.decoder().decode(MoodValue.self, from: Data(text.utf8)) == value)
        }
        for text in ["3.5", "true", "[]", "null"] {
            #expect(throws: DecodingError.self) {
                try CareJSON.decoder().decode(MoodValue.self, from: Data(text.utf8))
            }
        }
    }

    @Test("A clock that cannot be right does not say when a mood counts")
    func clocks() throws {
        func counts(_ seconds: TimeInterval) -> TimeInterval {
            Mood.countsAt(Self.now.addingTimeInterval(seconds), received: Self.now).timeIntervalSince(
                Self.now)
        }
        #expect(counts(0) == 0 && counts(-60) == -60 && counts(-Mood.longestWait) == -Mood.longestWait)
        #expect(counts(60) == 0 && counts(-Mood.longestWait - 1) == 0)
        for year in ["1970", "9999"] {
            let said = try #require(CareJSON.date(from: "\(year)-06-01T00:00:00Z"))
            #expect(Mood.countsAt(said, received: Self.now) == Self.now)
        }
    }

    @Test("What it was asked after has a routine and a due time, or neither")
    func occurrence() {
        func problem(_ change: (inout NewMood) -> Void) -> String? {
            var mood = NewMood(id: UUID(), client: "maria", scale: .faces3, value: .level(1), at: Self.now)
            change(&mood)
            do {
                try mood.check()
                return nil
            } catch { return error.field }
        }
        #expect(problem { _ in } == nil)
        #expect(problem { $0.routine = UUID() } == "key")
        #expect(problem { $0.corrects = $0.id } == "corrects")
        #expect(problem { $0.client = "Maria!" } == "client")
    }

    @Test("A list of signs has each id once, and no more than fit")
    func signs() {
        func problem(_ signs: [SignList.Sign]) -> String? {
            do {
                try SignList(signs: signs).check()
                return nil
            } catch { return error.field }
        }
        #expect(problem([]) == nil && problem([.init(id: "hums", label: "Hums")]) == nil)
        #expect(problem([.init(id: "hums", label: "Hums"), .init(id: "hums", label: "Sings")]) == "signs")
        #expect(problem([.init(id: "Hums", label: "Hums")]) == "signs[0].id")
        #expect(problem([.init(id: "hums", label: " ")]) == "signs[0].label")
        let many = (0...SignList.most).map { SignList.Sign(id: "sign-\($0)", label: "Sign") }
        #expect(problem(many) == "signs")
    }
}
