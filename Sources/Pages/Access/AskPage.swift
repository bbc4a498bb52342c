import Wording

/// Asks before something is done that cannot be undone.
struct AskPage {
    /// The form's earlier fields, sent again with the confirmation.
    struct Field {
        let name: String
        let value: String
    }

    let question: Text
    /// What it means, and what stays.
    let meaning: Text
    let action: String
    let yes: Text
    let no: Text
    let back: String
    let fields: [Field]

    static let template = """
        <p><b>{{question}}</b></p>
        <p>{{meaning}}</p>
        \(Form.post("{{action}}"))
        {{#fields}}\(Form.hidden("{{name}}", "{{value}}")){{/fields}}
        <div class="row"><button class="danger">{{yes}}</button> <a class="button" href="{{back}}">{{no}}</a></div>
        </form>
        """
}

extension PageCall {
    func ask(
        _ title: Text, _ question: Text, _ meaning: Text, action: String, yes: Text, no: Text,
        back: String, fields: [AskPage.Field] = []
    ) -> PageResponse {
        page(
            Page(
                title: title, template: "ask",
                content: AskPage(
                    question: question, meaning: meaning, action: action, yes: yes, no: no, back: back,
                    fields: fields), back: back))
    }
}
