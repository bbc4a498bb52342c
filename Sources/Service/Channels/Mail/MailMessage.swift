import Care
import Foundation

/// A mail as RFC 5322 and MIME (RFC 2045, 2047) want it: ASCII in short lines that end with CR LF.
struct MailMessage {
    var message: ChannelMessage
    /// Two addresses that were checked.
    var sender: String
    var recipient: String
    /// When it is sent.
    var date: Date

    /// The same message has the same Message-ID at each try, so that a server or a program that has it already can drop it. What
    /// belongs together refers to one and the same message that nobody has: mail programs show it as one conversation.
    var data: Data {
        let domain = MailAddress.domain(of: sender)
        let thread = "<thread-\(Self.token(message.thread))@\(domain)>"
        var lines = [
            "Date: \(Self.format(date))",
            "From: Beckon <\(sender)>",
            "To: <\(recipient)>",
            "Subject: \(EncodedWords.encode(message.title))",
            "Message-ID: <\(message.key.uuidString.lowercased())@\(domain)>",
            "In-Reply-To: \(thread)",
            "References: \(thread)",
            // RFC 3834, and what Exchange goes by: no answer by a program that somebody is away.
            "Auto-Submitted: auto-generated",
            "X-Auto-Response-Suppress: All",
            "MIME-Version: 1.0",
            "Content-Type: text/plain; charset=utf-8",
            "Content-Transfer-Encoding: base64",
            "Content-Language: \(Self.token(message.language))",
        ]
        if message.kind == .alert, message.priority == .urgent { lines.append("Importance: high") }
        lines.append("")
        let text = Data(body.utf8).base64EncodedString(
            options: [.lineLength76Characters, .endLineWithCarriageReturn, .endLineWithLineFeed])
        return Data((lines.joined(separator: "\r\n") + "\r\n" + text + "\r\n").utf8)
    }

    /// The link shows what it is about, and there it is answered: a link that answered by itself would be followed by programs that
    /// look for dangerous mail.
    private var body: String {
        var parts = message.body.isEmpty ? [] : [message.body]
        if let link = message.link { parts.append(link) }
        let lines = parts.joined(separator: "\n\n").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.joined(separator: "\r\n") + "\r\n"
    }

    /// What may stand in a header as it is.
    private static func token(_ text: String) -> String {
        String(
            text.unicodeScalars.filter {
                $0.isASCII && ($0.properties.isAlphabetic || $0.properties.numericType != nil || $0 == "-")
            }
            .map { Character($0) })
    }

    /// As RFC 5322 writes it, in UTC, whatever the machine's language is.
    private static func format(_ date: Date) -> String {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents(
            [.weekday, .day, .month, .year, .hour, .minute, .second], from: date)
        guard let weekday = parts.weekday, let day = parts.day, let month = parts.month,
            let year = parts.year,
            let hour = parts.hour, let minute = parts.minute, let second = parts.second
        else { preconditionFailure("a calendar gives the parts that it is asked for") }
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        let time = [hour, minute, second].map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
        return "\(days[weekday - 1]), \(day) \(months[month - 1]) \(year) \(time) +0000"
    }
}
