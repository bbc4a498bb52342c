import Care

/// A message as ntfy takes it: JSON, sent to the server's root.
struct NtfyMessage: Encodable {
    /// A button of a notification that sends something itself.
    struct Action: Encodable {
        var action = "http"
        var body: String
        /// Whether the notification goes once that was taken.
        var clear = true
        var headers = ["Content-Type": "application/json"]
        var label: String
        var method = "POST"
        var url: String
    }

    /// Longest title, in bytes: a phone shows less of it.
    static let longestTitle = 250
    /// Longest text, in bytes. ntfy takes 4,096 and makes a file of what is longer; Google's and Apple's services, by which it wakes
    /// phones, take 4,096 for text, title, buttons and all.
    static let longestText = 2000
    /// ntfy's limit.
    private static let mostActions = 3

    var actions: [Action]?
    var click: String?
    var message: String
    var priority: Int
    /// What was sent with the same one before is replaced: by servers from 2.16 and Android apps from 1.22 on; others show both.
    var sequenceID: String
    var tags: [String]
    var title: String?
    var topic: String

    private enum CodingKeys: String, CodingKey {
        case actions, click, message, priority, tags, title, topic
        case sequenceID = "sequence_id"
    }

    init(_ message: ChannelMessage, topic: String) {
        let actions = message.answers.prefix(Self.mostActions).map { answer in
            Action(
                body: String(decoding: ChannelBody.json(["with": answer.name]), as: UTF8.self),
                label: answer.label, url: answer.url)
        }
        self.actions = actions.isEmpty ? nil : actions
        click = message.link
        // Of an empty text it makes "triggered".
        let title = message.title.split(whereSeparator: \.isNewline).joined(separator: " ")
        let hasText = !message.body.isEmpty
        self.message = Self.fitting(hasText ? message.body : title, Self.longestText)
        self.title = hasText && !title.isEmpty ? Self.fitting(title, Self.longestTitle) : nil
        priority = Self.priority(of: message)
        sequenceID = message.thread
        tags = [Self.tag(of: message)]
        self.topic = topic
    }

    /// 5 shakes a phone for long, 4 for a while, 3 shortly; 2 makes no sound.
    private static func priority(of message: ChannelMessage) -> Int {
        switch (message.kind, message.priority) {
        case (.update, _): 2
        case (.proof, _), (.alert, .normal): 3
        case (.alert, .soon): 4
        case (.alert, .urgent): 5
        }
    }

    /// The picture before the title, by ntfy's names.
    private static func tag(of message: ChannelMessage) -> String {
        switch (message.kind, message.priority) {
        case (.update, _): "white_check_mark"
        case (.proof, _): "wrench"
        case (.alert, .normal): "speech_balloon"
        case (.alert, .soon): "bell"
        case (.alert, .urgent): "rotating_light"
        }
    }

    /// As much of a text as fits, whole signs only, with `…` where something was left out.
    private static func fitting(_ text: String, _ bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        let mark = "…"
        var (end, left) = (text.startIndex, bytes - mark.utf8.count)
        while end < text.endIndex, text[end].utf8.count <= left {
            left -= text[end].utf8.count
            end = text.index(after: end)
        }
        return "\(text[..<end])\(mark)"
    }
}

/// A message that ntfy refuses with status 400, once whoever sends it has been let in: it is to wait for 1 s, and ntfy's least is 10 s.
/// A server that took it all the same would show it without a sound.
struct NtfyRefusedMessage: Encodable {
    var delay = "1s"
    var message = "Beckon"
    var priority = 1
    var topic: String
}
