import Care
import Wording

/// The recordings, pictures and videos of an exercise or of a file of encouragement, on the page of that file.
struct MediaPart {
    struct Row: TemplateRow {
        let key: String
        let mediaName: String
        let state: Text
        let isMissing: Bool
        /// Where a recording is heard; `nil` for what is none, and for what is missing.
        let hear: String?
        /// Its name where it can be taken away; `nil` where it cannot.
        let off: String?

        var fields: [Field] {
            [
                ("key", key), ("mediaName", mediaName), ("state", state), ("isMissing", isMissing),
                ("hear", hear), ("off", off),
            ]
        }
    }

    /// Where its forms are sent.
    let mediaPath: String
    let mediaRows: [Row]
    /// Words that a recording can be played instead of; empty for encouragement.
    let words: [FormOption]
    /// Whether what is sent beside recordings are pictures; else they are videos.
    let sendsPictures: Bool
    let maySend: Bool
    /// What was typed in a form that was refused: its part stays open. Empty where nothing was.
    let recordingName: String
    let pictureName: String
    let videoName: String
    let isRecordingOpen: Bool
    let isPictureOpen: Bool
    let isVideoOpen: Bool

    /// The forms, by what they send.
    private enum Part: String {
        case recording, picture, video

        /// The field that names it.
        static let field = "part"
    }

    /// - Parameter sent: The form that was sent and refused; empty for none.
    init(_ media: FileMedia, of name: String, maySend: Bool, sent: PageFields) {
        let part = sent[Part.field].flatMap(Part.init)
        func typed(_ one: Part) -> String { part == one ? sent["name"] ?? "" : "" }
        (recordingName, pictureName, videoName) = (typed(.recording), typed(.picture), typed(.video))
        isRecordingOpen = part == .recording
        isPictureOpen = part == .picture
        isVideoOpen = part == .video
        let file = PageText.escaped(name)
        let isExercise = HomeFileKind(fileName: name) == .exercise
        mediaPath = "\(BoardPages.path(name))/media"
        mediaRows = media.media.enumerated().map { index, one in
            let isThere = one.size != nil
            return Row(
                key: "medium-\(index)", mediaName: one.name, state: Self.state(one), isMissing: !isThere,
                hear: isThere && one.kind == .sound
                    ? "/api/v1/files/\(file)/recording?path=\(PageText.escaped(one.name))" : nil,
                off: maySend && one.isRemovable ? one.name : nil)
        }
        words = media.places.map { place in
            let what =
                place.step == 0
                ? Text("media.instructions") : Text("media.step", ["number": .number(place.step)])
            return FormOption(
                value: "\(place.step)",
                name: .joined([what, .verbatim(Self.short(place.words))], separator: ": "),
                isChosen: part == .recording && sent["step"] == "\(place.step)")
        }
        sendsPictures = isExercise
        self.maySend = maySend
    }

    private static func short(_ words: String) -> String {
        words.count > 60 ? words.prefix(59) + "…" : words
    }

    private static func state(_ medium: FileMedia.Medium) -> Text {
        guard medium.size != nil else {
            return Text("media.missing", ["line": .number(medium.lines.first ?? 1)])
        }
        guard let line = medium.lines.first else { return Text("media.not_used") }
        return Text("media.used", ["line": .number(line)])
    }

    // MARK: - What is sent

    static let route = PageRoute(.post, "/boards/{}/media", for: [.coordinator]) { call, viewer in
        let file = "files/\(PageText.escaped(call.parts[0]))/media"
        do throws(CareProblem) {
            if let path = call.form.exactly("path") {
                try await call.api.send("DELETE", file + "?path=" + PageText.escaped(path), Ignored())
                return .seeOther(BoardPages.path(call.parts[0]) + "?media=removed")
            }
            let added = try await send(call, to: file)
            return .seeOther(
                BoardPages.path(call.parts[0]) + "?media=" + PageText.escaped(added.name)
                    + (call.form["step"] == nil ? "" : "&step=named"))
        } catch {
            guard error.kind != .unauthorized else { throw error }
            return try await BoardPages.again(
                call, viewer, notice: Notice(text: error.sentence, isProblem: true), status: error.status)
        }
    }

    private static func send(_ call: PageCall, to path: String) async throws(CareProblem) -> AddedMedium {
        guard let file = call.request.file("medium"), let type = mediaType(of: file.bytes) else {
            throw CareProblem(.notAcceptable, "choose a recording, picture or video first", field: "medium")
        }
        return try await call.api.post(
            path, [("name", call.form["name"]), ("step", call.form["step"])], file.bytes, as: type)
    }

    private static func mediaType(of bytes: [UInt8]) -> String? {
        guard !bytes.isEmpty else { return nil }
        return PictureHeader(bytes)?.kind.rawValue ?? VideoKind(bytes)?.rawValue
            ?? BoardSound.mediaType(of: bytes)
    }

    /// What was done just now.
    static func notice(_ call: PageCall) -> Notice? {
        guard let name = call.query["media"] else { return nil }
        if name == "removed" { return Notice(text: Text("media.did_remove")) }
        return Notice(
            text: Text(
                call.query["step"] == nil ? "media.did_send" : "media.did_name", ["file": .verbatim(name)]))
    }

    private static func form(_ part: Part, _ fields: String) -> String {
        Form.post(
            "{{mediaPath}}", class: "narrow", attributes: #"enctype="multipart/form-data""#,
            sends: [Part.field: part.rawValue]) + "\n"
            + fields
            + "\n<p class=\"row\"><button>[[media.send]]</button></p></form>"
    }

    private static func name(_ id: String, _ value: String) -> String {
        Form.field(
            "name", "[[media.name]]", .line.most(100).with(#"autocomplete="off""#), id: id,
            value: "{{\(value)}}")
    }

    /// - Parameter most: How large it may be, in bytes.
    private static func file(_ label: String, _ types: String, most: Int, id: String) -> String {
        Form.field(
            "medium", label, .file(accept: types).with(#"data-most-bytes="\#(most)""#), id: id, value: "")
    }

    private static let recording = """
        \(name("recording-name", "recordingName"))
        {{^empty(words)}}\(Form.field("step", "[[media.words]]", .choice("words", none: "[[media.no_words]]"), id: "medium-step"))
        {{/empty(words)}}\(Form.recorder(
            "[[media.recording]]", "medium", id: "medium-sound", seconds: AddedMedium.longestSeconds,
            hear: Form.listen(toRecording: "medium-sound", orElse: "medium-sound")))
        """

    private static let picture = """
        \(name("picture-name", "pictureName"))
        \(file(
            "[[media.picture]]", "image/png,image/jpeg,image/webp", most: BoardPicture.mostBytes,
            id: "medium-picture"))
        """

    private static let video = """
        \(name("video-name", "videoName"))
        \(file(
            "[[media.video]]", "video/webm,video/mp4", most: AddedMedium.mostVideoBytes, id: "medium-video"))
        """

    static let template = """
        <section data-key="media" aria-labelledby="media-title"><h2 id="media-title">[[media.title]]</h2>
        {{#empty(mediaRows)}}<p class="quiet">[[media.none]]</p>{{/empty(mediaRows)}}
        <ul class="lines">{{#mediaRows}}<li data-key="{{key}}"><span>{{mediaName}}</span> \
        <span class="{{#isMissing}}word problem{{/isMissing}}{{^isMissing}}quiet{{/isMissing}}">{{state}}</span>\
        {{#hear}} \(Form.listen(toRecordingAt: "{{.}}", of: "{{mediaName}}")) <a class="line unscripted" href="{{.}}">[[forms.listen]]<span class="unseen"> {{mediaName}}</span></a>{{/hear}}\
        {{#off}} \(Form.post("{{mediaPath}}", sends: ["path": "{{.}}"]))<button class="line">[[media.remove]]<span class="unseen"> {{.}}</span></button></form>{{/off}}</li>
        {{/mediaRows}}</ul>
        {{#maySend}}<details class="plain"{{#isRecordingOpen}} open{{/isRecordingOpen}}><summary>[[media.send_recording]]</summary>
        \(form(.recording, recording))</details>
        {{#sendsPictures}}<details class="plain"{{#isPictureOpen}} open{{/isPictureOpen}}><summary>[[media.send_picture]]</summary>
        \(form(.picture, picture))</details>{{/sendsPictures}}\
        {{^sendsPictures}}<details class="plain"{{#isVideoOpen}} open{{/isVideoOpen}}><summary>[[media.send_video]]</summary>
        \(form(.video, video))</details>{{/sendsPictures}}{{/maySend}}</section>
        """
}
