import Care
import FoundationEssentials
import Recurrence
import Wording

/// How somebody was, in words.
enum MoodWords {
    /// "good".
    static func name(_ face: MoodFace) -> Text { Text("moods.face_\(face.number)") }

    /// "good, 4 of 5": whoever counts finds the number of the chart.
    static func face(_ face: MoodFace) -> Text {
        Text(
            "moods.of_most",
            [
                "name": .text(name(face)), "number": .number(face.number),
                "most": .number(MoodMeasure.faces.range.upperBound),
            ])
    }

    /// "3 of 10".
    static func pain(_ level: Int) -> Text {
        Text("moods.pain_of", ["number": .number(level), "most": .number(MoodMeasure.pain.range.upperBound)])
    }

    static func number(_ number: Int, on measure: MoodMeasure) -> Text {
        switch measure {
        case .faces: MoodFace(number: number).map(face) ?? .verbatim("\(number)")
        case .pain: pain(number)
        }
    }

    /// "left knee"; a word that no page offers stands as it was written.
    static func part(_ word: String) -> Text {
        BodyPart(rawValue: word).map { Text("moods.part_\($0.rawValue.replacing("-", with: "_"))") }
            ?? .verbatim(word)
    }

    /// What was chosen. What it was asked of stands beside it: `scale`.
    ///
    /// - Parameter words: A sign's name as it was then.
    static func value(_ value: MoodValue, on scale: MoodScale, words: String? = nil) -> Text {
        switch value {
        case .unknown: return Text("moods.unknown")
        case .notNow: return Text("moods.not_now")
        case .word(let word):
            return scale == .bodyPart ? part(word) : .verbatim(words ?? word)
        case .level(let level):
            return scale.face(of: value).map(face) ?? pain(level)
        }
    }

    /// "How it was", "Pain", "Where", "Seen".
    static func scale(_ scale: MoodScale) -> Text {
        switch scale {
        case .faces5, .faces3, .faces2: Text("moods.scale_faces")
        case .pain10: Text("moods.scale_pain")
        case .bodyPart: Text("moods.scale_part")
        case .observation: Text("moods.scale_seen")
        }
    }

    /// What was logged after an exercise.
    static func logged(_ mood: LoggedMood) -> Text { value(mood.value, on: mood.scale) }

    /// The last seven days as the client's kiosk says them: "Monday: good. Tuesday: so-so. Mostly: good." `nil` where nothing was said.
    static func week(_ days: [DayMood]) -> Text? {
        func mood(_ number: Int) -> Text { MoodFace(number: number).map(name) ?? .verbatim("\(number)") }
        guard let usual = MoodWeek.usual(days) else { return nil }
        let said = days.map { one in
            Text(
                "moods.week_day",
                ["day": .text(PlanText.weekday(one.day.weekday)), "mood": .text(mood(one.face))])
        }
        // Of one day that would be the same twice.
        let mostly = days.count > 1 ? [Text("moods.week_mostly", ["mood": .text(mood(usual))])] : []
        return .joined(said + mostly, separator: " ")
    }

    /// The two weeks in one sentence, as `MoodSummary` has them.
    static func sentence(_ summary: MoodSummary, on measure: MoodMeasure) -> Text {
        func words(_ name: String, _ usual: Int) -> Text {
            Text("moods.sum_\(measure.rawValue)_\(name)", ["usual": .text(number(usual, on: measure))])
        }
        return switch summary {
        case .nothing: Text("moods.sum_\(measure.rawValue)_nothing")
        case .before(let usual): words("before", usual)
        case .first(let usual): words("first", usual)
        case .compared(let change, let usual): words(change.rawValue, usual)
        }
    }
}
