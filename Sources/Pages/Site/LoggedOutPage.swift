import FoundationEssentials
import Wording

/// A form that was sent after its session had ended: what was typed into it, to be copied.
struct LoggedOutPage {
    struct Field {
        let id: String
        let label: Text
        let text: String
        let rows: Int
    }

    let login: String
    let fields: [Field]
    let hasFields: Bool

    /// What forms bring along by themselves.
    private static let own: Set<String> = [
        FormToken.name, "id", "at", "seen", "version", "sequence", "replaces", "continuation", "decision",
        "from",
        "kind",
        "ends", "do", "next", "sure",
    ]

    init(_ request: PageRequest) {
        login = "/login?next=" + PageText.escaped(request.path)
        fields = request.form.pairs.enumerated().compactMap { index, pair in
            let (name, value) = pair
            // What was only chosen is chosen again in a moment; its name and value are words of the program.
            guard Self.labels[name] != nil || name.hasPrefix("option-"), !Self.own.contains(name),
                !name.contains("password"), !name.contains("token"), !value.trimmed().isEmpty,
                UUID(uuidString: value) == nil,
                // Left unchanged.
                request.form.exactly("was-" + name.replacing("option-", with: "")) != value
            else { return nil }
            return Field(
                id: "kept-\(index)", label: Self.label(name), text: value,
                rows: min(12, 1 + value.utf8.count / 60 + value.utf8.count { $0 == UInt8(ascii: "\n") }))
        }
        hasFields = !fields.isEmpty
    }

    /// What a field is called, by its name in the form; a setting by its own.
    private static func label(_ name: String) -> Text {
        if let text = labels[name] { return Text(text) }
        return .verbatim(name.replacing("option-", with: "").replacing("_", with: " ").capitalised)
    }

    private static let labels = [
        "name": "logged_out.name", "text": "logged_out.text", "reason": "logged_out.reason",
        "label": "logged_out.label", "called": "logged_out.called", "say": "logged_out.say",
        "title": "logged_out.title", "details": "logged_out.details", "symbol": "logged_out.symbol",
        "group": "logged_out.group", "date": "logged_out.date", "time": "logged_out.time",
        "more": "logged_out.more", "until": "logged_out.until", "count": "logged_out.count",
        "minutes": "logged_out.minutes", "code": "logged_out.code", "from_day": "absences.first_day",
        "from_time": "absences.from_time", "until_day": "absences.back_on",
        "until_time": "absences.at_time", "quiet_from": "reminders.quiet_from",
        "quiet_until": "reminders.quiet_until", "cue": "cards.cue", "first": "cards.first",
        "columns": "cards.columns",
    ]

    static let template = """
        <p class="problem">[[logged_out.ended]]{{#hasFields}} [[logged_out.nothing_lost]]{{/hasFields}}</p>
        <p><a class="button main" href="{{login}}" target="_blank" rel="noopener">[[logged_out.log_in]]</a></p>
        {{#hasFields}}<p>[[logged_out.then_again]]</p>
        {{#fields}}\(Form.shown("{{text}}", "{{label}}", id: "{{id}}", rows: "{{rows}}")){{/fields}}{{/hasFields}}
        {{^hasFields}}<p>[[logged_out.then_tap]]</p>{{/hasFields}}
        """
}
