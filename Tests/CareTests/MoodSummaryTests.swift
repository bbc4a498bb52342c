import FoundationEssentials
import Testing

@testable import Care

@Suite("The two weeks of moods in a sentence")
struct MoodSummaryTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func mood(
        _ scale: MoodScale, _ value: MoodValue, daysAgo days: Double, correctedBy: UUID? = nil
    ) -> Mood {
        let at = now.addingTimeInterval(-days * 86_400)
        return Mood(
            number: 1,
            mood: NewMood(id: UUID(), client: "maria", scale: scale, value: value, at: at),
            correctedBy: correctedBy, receivedAt: at, countsAt: at)
    }

    private static func faces(_ levels: [Int], from days: Double) -> [Mood] {
        levels.enumerated().map { mood(.faces5, .level($1), daysAgo: days + Double($0) / 10) }
    }

    private static func summary(_ moods: [Mood], on measure: MoodMeasure = .faces) -> MoodSummary {
        MoodSummary(moods, on: measure, now: now)
    }

    @Test("Nothing, one week alone, and what was chosen most often")
    func alone() {
        #expect(Self.summary([]) == .nothing)
        #expect(Self.summary(Self.faces([4, 2, 4], from: 1)) == .first(usual: 4))
        #expect(Self.summary(Self.faces([3], from: 8)) == .before(usual: 3))
        // Older than two weeks, it is of no week.
        #expect(Self.summary(Self.faces([3], from: 15)) == .nothing)
        // Of two that are as often, what was chosen last.
        #expect(Self.summary(Self.faces([5, 1], from: 1)) == .first(usual: 5))
    }

    @Test("Two weeks are compared by their means; a small difference is none")
    func compared() {
        #expect(
            Self.summary(Self.faces([4, 4, 4], from: 1) + Self.faces([3, 3], from: 8))
                == .compared(.better, usual: 4))
        #expect(
            Self.summary(Self.faces([2, 2], from: 1) + Self.faces([4], from: 8))
                == .compared(.worse, usual: 2))
        #expect(
            Self.summary(Self.faces([4, 4, 3], from: 1) + Self.faces([4], from: 8))
                == .compared(.same, usual: 4))
    }

    @Test("Of pain, less is better, and faces count nothing there")
    func pain() {
        let moods = [
            Self.mood(.pain10, .level(2), daysAgo: 1), Self.mood(.pain10, .level(6), daysAgo: 8),
            Self.mood(.faces5, .level(5), daysAgo: 1),
        ]
        #expect(Self.summary(moods, on: .pain) == .compared(.better, usual: 2))
        #expect(Self.summary(moods.reversed(), on: .pain) == .compared(.better, usual: 2))
        #expect(Self.summary([moods[2]], on: .pain) == .nothing)
    }

    @Test("What was corrected, what was not chosen, and other scales count for nothing")
    func without() {
        let moods = [
            Self.mood(.faces5, .level(1), daysAgo: 1, correctedBy: UUID()),
            Self.mood(.faces5, .unknown, daysAgo: 1), Self.mood(.faces5, .notNow, daysAgo: 1),
            Self.mood(.bodyPart, .word("head"), daysAgo: 1),
            Self.mood(.observation, .word("hums"), daysAgo: 1),
        ]
        #expect(Self.summary(moods) == .nothing && Self.summary(moods, on: .pain) == .nothing)
    }

    @Test("Three and two faces are some of the five")
    func faces() {
        #expect(MoodScale.faces5.faces.map(\.number) == Array(MoodFace.numbers))
        #expect(MoodScale.faces3.faces.map(\.number) == [1, 3, 5])
        #expect(MoodScale.faces2.faces.map(\.number) == [1, 5])
        for scale in MoodScale.allCases {
            guard let levels = scale.levels, scale != .pain10 else {
                #expect(scale.faces.isEmpty, "\(scale)")
                continue
            }
            for level in levels { #expect(scale.face(of: .level(level)) == scale.faces[level - 1]) }
            #expect(scale.face(of: .level(levels.upperBound + 1)) == nil)
        }
        #expect(MoodScale.pain10.face(of: .level(3)) == nil)
        let moods = [
            Self.mood(.faces3, .level(3), daysAgo: 1), Self.mood(.faces2, .level(1), daysAgo: 8),
        ]
        #expect(Self.summary(moods) == .compared(.better, usual: 5))
    }

    @Test("The parts of the body that are offered are words that the API takes")
    func parts() throws {
        for part in BodyPart.allCases {
            try NewMood(
                id: UUID(), client: "maria", scale: .bodyPart, value: .word(part.rawValue), at: Self.now
            ).check()
        }
    }
}
