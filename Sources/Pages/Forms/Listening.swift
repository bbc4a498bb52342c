/// Hearing a text in the home's own voice. The page of such a button names `Form.listenScript` among its scripts; without
/// JavaScript it is not there.
extension Form {
    static let listenScript = "listen.js"

    /// A button that says a text.
    ///
    /// - Parameters:
    ///   - text: What it says, as HTML of a template.
    ///   - label: Its words, as HTML.
    ///   - voice: `main`, `cue` or `alert`, or where the template has it; `main` if nothing is said.
    ///   - values: The name of a field of the page's content with what stands in for `{placeholders}`, as JSON.
    static func listen(
        _ text: String, label: String = "[[forms.listen]]", voice: String? = nil, with values: String? = nil
    ) -> String {
        listening(#"data-say="\#(text)""#, label, voice, values)
    }

    /// A button that says what stands in a field at the moment.
    ///
    /// - Parameters:
    ///   - field: The field's id.
    ///   - other: The id of what is said where that is empty.
    ///   - language: BCP 47, or where the template has it; the home's if nothing is said.
    static func listen(
        toField field: String, orElse other: String? = nil, label: String = "[[forms.listen]]",
        voice: String? = nil, language: String? = nil, with values: String? = nil
    ) -> String {
        let fields = field + (other.map { " " + $0 } ?? "")
        let language = language.map { #" data-language="\#($0)""# } ?? ""
        return listening(#"data-say-from="\#(fields)""# + language, label, voice, values)
    }

    /// A button that plays a recording.
    ///
    /// - Parameters:
    ///   - file: The id of the field that a new one is chosen in.
    ///   - choice: The id of the field with the name of one beside the boards, which is played where no new one is chosen.
    static func listen(toRecording file: String, orElse choice: String) -> String {
        listening(#"data-recording-from="\#(file) \#(choice)""#, "[[forms.listen]]", nil, nil)
    }

    /// A button that plays a recording.
    ///
    /// - Parameters:
    ///   - address: Where it is, as the template has it.
    ///   - name: What it is called, as HTML of a template, for whoever hears the page: several buttons have the same words.
    static func listen(toRecordingAt address: String, of name: String) -> String {
        listening(
            #"data-recording-at="\#(address)""#, "[[forms.listen]]", nil, nil,
            unseen: #"<span class="unseen"> \#(name)</span>"#)
    }

    /// - Parameter unseen: What is heard behind the words, which change while it plays.
    private static func listening(
        _ what: String, _ label: String, _ voice: String?, _ values: String?, unseen: String = ""
    ) -> String {
        let voice = voice.map { #" data-voice="\#($0)""# } ?? ""
        let values = values.map { #"{{#\#($0)}} data-with="{{.}}"{{/\#($0)}}"# } ?? ""
        return
            #"<button type="button" class="listen" \#(what)\#(voice)\#(values)>\#(Icon.play.html)\#(Icon.stop.html)"#
            + #"<span class="words">\#(label)</span>\#(unseen)</button>"#
    }
}
