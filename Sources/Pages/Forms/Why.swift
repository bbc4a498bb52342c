/// Why something is not done: each usual reason is one tap, any other one can be typed.
extension Form {
    /// The usual reasons as buttons.
    static func reasons(_ name: String, of list: String = "reasons") -> String {
        #"<div class="choices">{{#\#(list)}}<button name="\#(name)" value="{{.}}">{{.}}</button>{{/\#(list)}}</div>"#
    }

    /// Both: a form with the usual `reasons`, and one for a `typedReason`, with its `reasonProblem`. They are two so that a tap
    /// does not ask for words first.
    ///
    /// - Parameter usual: What the first form sends besides, by name.
    /// - Parameter own: The same of the second one.
    /// - Parameter list: The usual reasons.
    /// - Parameter length: Of a reason, in UTF-16 units.
    static func why(
        _ name: String, of list: String = "reasons", to action: String, usual: KeyValuePairs<String, String>,
        own: KeyValuePairs<String, String>, id: String, most length: Int, button: String
    ) -> String {
        let words = field(
            name, "[[forms.own_words]]", .line.most(length).required.with(#"autocomplete="off""#), id: id,
            value: "{{typedReason}}", fault: "reasonProblem")
        return """
            \(post(action, sends: usual))
            \(reasons(name, of: list))</form>
            \(post(action, sends: own))
            \(words)
            <p class="row"><button class="main">\(button)</button></p></form>
            """
    }
}
