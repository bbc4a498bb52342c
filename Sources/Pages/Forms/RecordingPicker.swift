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
        recorder(
            legend,
            before: Form.field(
                name, "[[cards.recording]]", .choice(list, none: none), id: id, fault: faults + name) + "\n",
            newRecording(name), id: "\(id)-file", fault: faults + newRecording(name),
            hear: Form.listen(toRecording: "\(id)-file", orElse: id))
    }

    /// - Parameters:
    ///   - before: Fields that go before it.
    ///   - file: The name of the field that the recording is sent in.
    ///   - seconds: How long it may be.
    ///   - hear: The button that plays it.
    static func recorder(
        _ legend: String, before: String = "", _ file: String, id: String, fault: String? = nil,
        seconds: Int? = nil, hear: String
    ) -> String {
        """
        <fieldset class="recording" data-recording\(seconds.map { "=\"\($0)\"" } ?? "")><legend>\(legend)</legend>
        \(before)\(Form.field(file, "[[cards.new_recording]]", .file(accept: "audio/*"), id: id, value: "", fault: fault))
        <p class="row"><button type="button" class="record" data-record>\(Icon.record.html)\(Icon.stop.html)<span class="words">[[cards.record]]</span></button>
        \(hear)</p>
        <p class="quiet" role="status" data-recorded data-own></p></fieldset>
        """
    }
}
