import Foundation

extension ChannelHTTP.Answer {
    /// Nobody waits longer than this, in seconds, whatever is asked for: a call would be over.
    static let longestWait = 3600.0

    /// How long the other side asks to wait (RFC 9110, 10.2.3): 1 s to an hour; `nil` where it says nothing that can be read.
    func retryAfter(_ now: Date) -> Duration? {
        guard let written = header("Retry-After")?.trimmingCharacters(in: .whitespaces) else { return nil }
        let seconds: Double
        if !written.isEmpty, written.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            seconds = Double(written) ?? .infinity
        } else if let date = Self.date(written) {
            seconds = date.timeIntervalSince(now).rounded(.up)
        } else {
            return nil
        }
        return Duration.seconds(min(max(seconds, 1), Self.longestWait))
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]

    /// `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7), the only form that may be sent.
    private static func date(_ text: String) -> Date? {
        let words = text.split(separator: " ")
        guard words.count == 6, words[0].hasSuffix(","), words[5] == "GMT", let day = Int(words[1]),
            let month = months.firstIndex(of: String(words[2])), let year = Int(words[3])
        else { return nil }
        let time = words[4].split(separator: ":").compactMap { Int($0) }
        guard time.count == 3, (1...31).contains(day), (1970...9999).contains(year),
            (0...23).contains(time[0]), (0...59).contains(time[1]), (0...60).contains(time[2])
        else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        return calendar.date(
            from: DateComponents(
                year: year, month: month + 1, day: day, hour: time[0], minute: time[1], second: time[2]))
    }
}
