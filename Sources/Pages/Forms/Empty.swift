/// Where nothing is: a picture, one sentence and one button, as text of a template.
enum Empty {
    /// The one thing to do there.
    struct Button {
        /// As HTML.
        let words: String
        let path: String
        /// The name of whether the reader may use it; without it, everybody may.
        var may: String?
        /// What whoever may not reads instead of the sentence, because it asks for nothing that they cannot do.
        var otherwise: String?
    }

    /// - Parameters:
    ///   - sentence: As HTML.
    ///   - name: The name of whether nothing is there; without it, whoever calls this says so.
    ///   - attributes: Of the whole, as HTML, for a page's script.
    static func place(
        _ icon: Icon, _ sentence: String, _ button: Button, where name: String? = nil,
        attributes: String = #"data-key="none""#
    ) -> String {
        let link = #"<a class="button main" href="\#(button.path)">\#(button.words)</a>"#
        let place = { (sentence: String, link: String) in
            #"<div class="empty" \#(attributes)>\#(icon.html)<p>\#(sentence)</p>\#(link)</div>"#
        }
        let all =
            button.may.map { may in
                "{{#\(may)}}\(place(sentence, link)){{/\(may)}}{{^\(may)}}\(place(button.otherwise ?? sentence, "")){{/\(may)}}"
            } ?? place(sentence, link)
        return name.map { "{{#\($0)}}\(all){{/\($0)}}" } ?? all
    }
}
