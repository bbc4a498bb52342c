import Care
import FoundationEssentials
import Wording

/// What stands in for the placeholders of a sentence while somebody listens to it, in the language of the sentences.
struct PhraseExamples {
    private let values: [String: String]

    static func of(_ call: PageCall, _ phrases: HomePhrases) async -> PhraseExamples {
        let options: HomeOptions? = try? await call.api.get("settings")
        func name(_ section: String) -> String {
            options.map { SettingsAnswers.value(of: section + ".name", in: $0) } ?? ""
        }
        return PhraseExamples(
            client: name("client"), caregiver: name("caregiver"),
            in: call.site.translation(
                of: phrases.name.split(separator: ".").dropFirst().first.map(String.init)))
    }

    init(client: String, caregiver: String, in translation: Translation) {
        let length = translation(Text("question.example_length"))
        let time = translation(Text("question.example_time"))
        let need = translation(Text("question.example_need"))
        values = [
            "client": client, "caregiver": caregiver, "need": need, "label": need,
            "reason": translation(Text("question.example_reason")),
            "state": translation(Text("question.example_state")),
            "detail": translation(Text("question.example_detail")), "time": time, "from": time, "until": time,
            "median": length, "longest": length, "minutes": "5", "seconds": "20", "count": "3",
            "position": "2", "hour": "8", "hour12": "8", "minute": "30", "digit": "1",
        ]
    }

    /// For `Form.listen`.
    var json: String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys]
        // Only texts: encoding cannot fail.
        return (try? encoder.encode(values)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    func filled(_ sentence: String) -> String {
        values.reduce(sentence) { text, one in text.replacing("{\(one.key)}", with: one.value) }
    }
}
