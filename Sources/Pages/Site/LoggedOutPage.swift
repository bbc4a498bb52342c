import FoundationEssentials

/// A form that was sent after its session had ended: what was typed into it, to be copied.
struct LoggedOutPage {
    struct Field {
        let id: String
        let label: String
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
            guard !Self.own.contains(name), !name.hasPrefix("was-"), !name.contains("password"),
                !name.contains("token"), !value.trimmed().isEmpty, UUID(uuidString: value) == nil,
                // Left unchanged.
                request.form.exactly("was-" + name.replacing("option-", with: "")) != value
            else { return nil }
            let label = name.replacing("option-", with: "").replacing("_", with: " ")
            return Field(
                id: "kept-\(index)", label: label.capitalised, text: value,
                rows: min(12, 1 + value.utf8.count / 60 + value.utf8.count { $0 == UInt8(ascii: "\n") }))
        }
        hasFields = !fields.isEmpty
    }

    static let template = """
        <p class="problem">Your session has ended, so this was not done.{{#hasFields}} Nothing was lost: what you wrote is below.{{/hasFields}}</p>
        <p><a class="button main" href="{{login}}" target="_blank" rel="noopener">Log in, in a new window</a></p>
        {{#hasFields}}<p>Then do it again there; what you wrote can be copied from here.</p>
        {{#fields}}\(Form.shown("{{text}}", "{{label}}", id: "{{id}}", rows: "{{rows}}")){{/fields}}{{/hasFields}}
        {{^hasFields}}<p>Then tap again there.</p>{{/hasFields}}
        """
}
