import Care
import Wording

/// The present answer to each question, in a sentence.
struct SettingsAnswers {
    private let options: HomeOptions
    private let client: Text.Value

    init(_ options: HomeOptions) {
        self.options = options
        client = .verbatim(options.client)
    }

    /// What is in force of a setting; empty where there is no such one.
    static func value(of name: String, in options: HomeOptions) -> String {
        options.options.first { $0.name == name }.map { $0.value ?? $0.standard } ?? ""
    }

    private func said(_ name: String) -> Text.Value {
        guard let option = options.options.first(where: { $0.name == name }) else { return "" }
        let words = SettingWords(option, client: options.client)
        return .text(words.said(option.value ?? option.standard, OptionForm(range: option.range)))
    }

    private func isNamed(_ name: String) -> Bool {
        options.options.first { $0.name == name }.map { ($0.value ?? $0.standard) != $0.standard } ?? false
    }

    private func value(_ name: String) -> String { Self.value(of: name, in: options) }

    private func has(_ name: String) -> Bool { options.options.contains { $0.name == name } }

    /// - Parameter question: The id of a `SettingQuestion`.
    func answer(_ question: String) -> Text {
        switch question {
        case "names":
            guard isNamed("client.name") else { return Text("question.names_none") }
            guard isNamed("caregiver.name") else { return Text("question.names_client", ["client": client]) }
            return Text(
                "question.names_answer",
                ["client": client, "caregiver": .verbatim(value("caregiver.name"))])
        case "press":
            let mode = value("mode")
            let known = ["automatic", "inverse", "step_dwell", "step", "direct"]
            return Text("question.press_answer_\(known.contains(mode) ? mode : "automatic")")
        case "pace": return Text("question.pace_answer", ["client": client, "time": said("scan_time")])
        case "hears":
            // How fast somebody speaks is the client's; how loud, the device's.
            let percent = ((Double(value("voices.cue.volume")) ?? 0) * 100).rounded()
            let volume = Text.Value.decimal(percent, places: 0)
            guard has("voices.cue.volume") else {
                return Text("question.hears_answer_rate", ["rate": said("voices.main.rate")])
            }
            guard has("voices.main.rate") else {
                return Text("question.hears_answer_volume", ["percent": volume])
            }
            return Text("question.hears_answer", ["rate": said("voices.main.rate"), "percent": volume])
        case "screen":
            return Text(
                "question.screen_answer", ["size": said("display.size"), "theme": said("display.theme")])
        case "calls":
            return Text(
                "question.calls_answer",
                ["urgent": said("alerts.repeat_urgent"), "other": said("alerts.repeat")])
        case "keys": return Text("question.keys_answer", ["keys": said("switches.keys.select")])
        case "station":
            return Text(
                "question.station_answer",
                ["keys": said("station.keys.on_the_way"), "done": said("station.keys.met")])
        case "care": return Text("question.care_answer", ["breathing": said("care.breathing")])
        case "sessions": return Text("question.sessions_answer", ["faces": said("moods.faces")])
        case "encouragement":
            return Text("question.encouragement_answer", ["time": said("encouragement.daily")])
        case "place":
            guard has("home.language") else {
                return Text("question.place_answer_board", ["board": said("board")])
            }
            return Text("question.place_answer", ["language": said("home.language"), "board": said("board")])
        default: return .empty
        }
    }
}
