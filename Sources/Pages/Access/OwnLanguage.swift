import Care
import Wording

/// In which language somebody reads the pages: their own choice, or what their browser says.
struct OwnLanguage {
    let languages: [FormOption]

    static let template = """
        <details><summary><h2>[[account.my_language]]</h2></summary>
        \(Form.post("/account/language", class: "narrow"))
        \(Form.field("language", "[[account.language]]", .choice("languages", none: "[[account.browser_language]]")))
        <div class="row"><button>[[account.save_language]]</button></div></form></details>
        """

    static let routes = [
        PageRoute(.post, "/account/language", for: .everybody) { call, _ in
            try await call.api.send("PUT", "account", AccountChange(language: call.form["language"] ?? ""))
            return .seeOther(PersonNotice.saved.path("/account"))
        }
    ]

    /// - Parameter site: Has the languages that there are.
    init(_ person: Person, site: PageSite) {
        languages = site.languages.map {
            FormOption(value: $0.tag, name: .verbatim($0.name), isChosen: $0.tag == person.language)
        }
    }
}
