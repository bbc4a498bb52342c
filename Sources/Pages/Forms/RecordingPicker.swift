/// Recordings: one of those beside the boards, or a new one, which can be made right there where the browser has a microphone for
/// this page. A page with such a part names `Form.recordingScript` and `Form.listenScript` among its scripts.
extension Form {
    static let recordingScript = "recording.js"

    /// What a field of a new recording is called.
    static func newRecording(_ name: String) -> String { "\(name)_file" }

    /// - Parameters:
    ///   - name: Of the field with the file's name; its list is one of `FormOption`.
    ///   - none: What stands in the list for no recording.
    ///   - faults: Before the name of the field, where the page's content has its fault.
    static func recordingPicker(
        _ name: String, _ legend: String, id: String, of list: String, none: String, faults: String
    ) -> String {
        let file = newRecording(name)
        return """
            <fieldset class="recording" data-recording><legend>\(legend)</legend>
            \(Form.field(name, "[[cards.recording]]", .choice(list, none: none), id: id, fault: faults + name))
            \(Form.field(file, "[[cards.new_recording]]", .file(accept: "audio/*"), id: "\(id)-file", value: "", fault: faults + file))
            <p class="row"><button type="button" class="record" data-record>\(Icon.record.html)\(Icon.stop.html)<span class="words">[[cards.record]]</span></button>
            \(Form.listen(toRecording: "\(id)-file", orElse: id))</p>
            <p class="quiet" role="status" data-recorded data-own></p></fieldset>
            """
    }
}
