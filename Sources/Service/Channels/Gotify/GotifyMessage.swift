import Care

/// A message as Gotify takes it.
struct GotifyMessage: Encodable {
    struct Extras: Encodable {
        var display = Display()
        var notification: Notification?

        private enum CodingKeys: String, CodingKey {
            case display = "client::display"
            case notification = "client::notification"
        }
    }

    /// Marks such as `*` are what somebody wrote, and no Markdown: a picture in it would be loaded from anywhere.
    struct Display: Encodable { var contentType = "text/plain" }

    struct Notification: Encodable { var click: Click }

    /// What is opened by touching it.
    struct Click: Encodable { var url: String }

    var extras: Extras
    var message: String
    var priority: Int
    var title: String

    init(_ message: ChannelMessage) {
        extras = Extras(notification: message.link.map { Notification(click: Click(url: $0)) })
        // Gotify takes no message without a text.
        self.message = message.body.isEmpty ? message.title : message.body
        title = message.title
        priority =
            switch (message.kind, message.priority) {
            // By the Android app: from 8 on a phone shakes, from 4 on it sounds, below it only shows.
            case (.update, _): 2
            case (.proof, _), (.alert, .normal): 5
            case (.alert, .soon): 8
            case (.alert, .urgent): 10
            }
    }
}
