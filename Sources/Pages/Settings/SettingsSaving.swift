import Care
import Wording

/// What a form of the settings changes, and when that counts.
enum SettingsSaving {
    /// Values by the names of settings: those that were typed anew, those that were put back, and a recommended one that was taken.
    /// What was left as it was is not sent, so that it does not undo what others have changed since.
    static func values(
        _ form: PageFields, of settings: [String], in options: HomeOptions
    ) -> [String: String] {
        var values: [String: String] = [:]
        for option in options.options where settings.contains(option.name) {
            let shape = SettingShape(option)
            guard let typed = shape.typed(form)?.trimmed(),
                TypedOption.isTouched(option.name, form, text: typed)
            else { continue }
            let written = typed.isEmpty ? shape.sent(option.standard) : shape.written(typed)
            if !shape.isSame(written, option.value ?? option.standard) { values[option.name] = written }
        }
        if let back = options.options.first(where: { $0.name == form["back"] && settings.contains($0.name) })
        {
            values[back.name] = SettingShape(back).sent(back.standard)
        }
        let taken = (form["take"] ?? "").split(separator: "=", maxSplits: 1).map(String.init)
        if taken.count == 2, settings.contains(taken[0]) { values[taken[0]] = taken[1] }
        return values
    }

    /// When what was saved counts: the latest of all.
    static func notice(_ effect: HomeOptions.Effect, client: String) -> Text {
        switch effect {
        case .atOnce: Text("question.saved_at_once")
        case .atRest: Text("question.saved_at_rest", ["client": .verbatim(client)])
        case .atStart: Text("question.saved_at_start")
        }
    }

    /// When what was saved for a client or kiosk elsewhere counts there.
    static func notice(_ effect: HomeOptions.Effect, fetchedBy subject: SettingsSubject) -> Text {
        Text(
            effect == .atStart ? "question.saved_fetched_start" : "question.saved_fetched",
            ["name": .verbatim(subject.name ?? "")])
    }

    /// Of each voice that hardly anybody would hear.
    static func tooQuiet(_ options: HomeOptions) -> [Text] {
        ["main", "cue", "alert"].compactMap { voice in
            // What is not among the options is said with those that have it.
            guard let volume = Double(SettingsAnswers.value(of: "voices.\(voice).volume", in: options)),
                volume < leastVolume
            else { return nil }
            let what = Text("question.voice_\(voice)", ["client": .verbatim(options.client)])
            return Text("question.too_quiet", ["what": .text(what)])
        }
    }

    /// Of 1; below it a voice is lost in the noise of a room.
    private static let leastVolume = 0.05

    /// Where a kiosk or station was paired: it may run on another machine, which reads files of its own.
    static func elsewhere(_ api: PageAPI) async -> [Text] {
        let devices: DevicePage? = try? await api.get("devices")
        let isPaired = devices?.devices.contains { $0.kind != .display && $0.revokedAt == nil } ?? false
        return isPaired ? [Text("question.saved_elsewhere")] : []
    }

    static func effect(of names: some Sequence<String>, in options: HomeOptions) -> HomeOptions.Effect {
        let effects = options.options.filter { option in names.contains { $0 == option.name } }.map(\.effect)
        return effects.contains(.atStart) ? .atStart : effects.contains(.atRest) ? .atRest : .atOnce
    }

    /// The settings of a form whose fields were left empty, by their names: they have their defaults again.
    static func emptied(_ form: PageFields, of settings: [String], in options: HomeOptions) -> [String] {
        options.options.filter { option in
            let shape = SettingShape(option)
            guard settings.contains(option.name), let typed = shape.typed(form) else { return false }
            return !shape.shown(option.standard).isEmpty && typed.trimmed().isEmpty
                && TypedOption.isTouched(option.name, form, text: typed)
        }.map(\.name)
    }

    /// Says so of each.
    static func defaults(_ names: [String], in options: HomeOptions) -> [Text] {
        options.options.filter { names.contains($0.name) }.map { option in
            let words = SettingWords(option, client: options.client)
            return Text(
                "question.default_again",
                [
                    "title": .text(words.title),
                    "standard": .text(words.said(option.standard, SettingShape(option).form)),
                ])
        }
    }

    static func trouble(_ problem: CareProblem) -> Notice {
        let text =
            problem.kind == .conflict && problem.field == "version"
            ? Text("question.conflict")
            : Text("question.not_saved", ["detail": .text(problem.words)])
        return Notice(text: text, isProblem: true)
    }
}
