public import FoundationEssentials

/// The bodies of what a CalDAV server is asked.
public enum DAVQuestion {
    /// Who asks, and what stands at this address. `PROPFIND`, Depth 0.
    public static let place = properties(
        "<D:current-user-principal/><C:calendar-home-set/>" + ofCollection)
    /// Which collections there are. `PROPFIND`, Depth 1.
    public static let collections = properties(ofCollection)
    /// Whether anything in a collection has changed. `PROPFIND`, Depth 0.
    public static let state = properties(
        "<S:getctag/><D:sync-token/><D:supported-report-set/>" + ofCollection)
    /// What is in a collection, each with its tag. `PROPFIND`, Depth 1: for a server that answers no query.
    public static let members = properties("<D:getetag/><D:resourcetype/>")

    private static let ofCollection =
        "<D:resourcetype/><D:displayname/><C:supported-calendar-component-set/><D:current-user-privilege-set/>"

    /// Which events there are, each with its tag. `REPORT`, Depth 1.
    ///
    /// - Parameter from: Only those that happen later; `nil`: all.
    public static func events(from: Date?) -> [UInt8] {
        let range = from.map { "<C:time-range start=\"\(CalendarText.utc($0))\"/>" } ?? ""
        return body(
            "C:calendar-query",
            "<D:prop><D:getetag/></D:prop><C:filter><C:comp-filter name=\"VCALENDAR\">"
                + "<C:comp-filter name=\"VEVENT\">\(range)</C:comp-filter></C:comp-filter></C:filter>")
    }

    /// What has changed in a collection since it had this token. `REPORT`, Depth 0 (RFC 6578, 3.2; some want 1).
    public static func changes(since token: String) -> [UInt8] {
        body(
            "D:sync-collection",
            "<D:sync-token>\(escaped(token))</D:sync-token><D:sync-level>1</D:sync-level>"
                + "<D:prop><D:getetag/></D:prop>")
    }

    /// The texts of some of a collection. `REPORT`, Depth 1.
    public static func texts(of hrefs: [String]) -> [UInt8] {
        body(
            "C:calendar-multiget",
            "<D:prop><D:getetag/><C:calendar-data/></D:prop>"
                + hrefs.map { "<D:href>\(escaped($0))</D:href>" }.joined())
    }

    private static func properties(_ names: String) -> [UInt8] {
        body("D:propfind", "<D:prop>\(names)</D:prop>")
    }

    private static func body(_ name: String, _ content: String) -> [UInt8] {
        Array(
            ("<?xml version=\"1.0\" encoding=\"utf-8\"?><\(name) xmlns:D=\"DAV:\" "
                + "xmlns:C=\"urn:ietf:params:xml:ns:caldav\" xmlns:S=\"http://calendarserver.org/ns/\">"
                + "\(content)</\(name)>").utf8)
    }

    private static func escaped(_ text: String) -> String {
        var escaped = ""
        for character in text.unicodeScalars {
            switch character {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            // No text of XML may have one, not even written as a number.
            case "\0"..."\u{8}", "\u{B}"..."\u{C}", "\u{E}"..."\u{1F}": continue
            case "\r": escaped += "&#13;"
            default: escaped.unicodeScalars.append(character)
            }
        }
        return escaped
    }
}
