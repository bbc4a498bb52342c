/// What a CalDAV server says of one resource or collection (RFC 4918, 4791 and 6578).
public struct DAVResource: Sendable, Equatable {
    /// Where it is, as the server writes it: a path or a whole address.
    public var href: String
    /// Of the resource as a whole: 404 for one that is gone; `nil` where only its properties have one.
    public var status: Int?
    public var name: String?
    /// `nil` where the server does not say what it is.
    public var isCalendar: Bool?
    /// With its quotes.
    public var tag: String?
    /// Of a whole collection: another one as soon as anything in it has changed.
    public var collectionTag: String?
    public var syncToken: String?
    /// Who asks, as a resource of the server.
    public var principal: String?
    /// Where the collections of somebody are.
    public var homes: [String] = []
    /// The calendar itself, as text.
    public var calendar: String?
    /// Whether a collection takes events; also where it does not say what it takes.
    public var takesEvents = true
    /// Whether it may be written; also where the server does not say who may.
    public var mayBeWritten = true
    /// Whether the server tells what has changed in it (RFC 6578).
    public var tellsChanges = false

    /// Whether it is there.
    public var isThere: Bool { status.map { (200..<300).contains($0) } ?? true }
    /// Whether the server says that it is there no more.
    public var isGone: Bool { status == 404 || status == 410 }

    public init(href: String) { self.href = href }

    /// - Parameter response: An element of this name.
    init?(_ response: XMLElement) {
        guard let href = response.first(.dav("href"))?.trimmed, !href.isEmpty else { return nil }
        self.init(href: href)
        status = response.first(.dav("status")).flatMap(Self.status)
        for properties in response.all(.dav("propstat")) {
            let status = properties.first(.dav("status")).flatMap(Self.status) ?? 200
            guard (200..<300).contains(status) else { continue }
            for property in properties.all(.dav("prop")).flatMap(\.children) { take(property) }
        }
    }

    private mutating func take(_ property: XMLElement) {
        let text = property.trimmed
        let filled = text.isEmpty ? nil : text
        switch property.name {
        case .dav("displayname"): name = filled
        case .dav("resourcetype"): isCalendar = property.contains(.calendar("calendar"))
        case .dav("getetag"): tag = filled
        case .server("getctag"): collectionTag = filled
        case .dav("sync-token"): syncToken = filled
        case .dav("current-user-principal"): principal = property.first(.dav("href"))?.trimmed
        case .calendar("calendar-home-set"): homes = property.all(.dav("href")).map(\.trimmed)
        case .calendar("calendar-data"): calendar = property.text
        case .calendar("supported-calendar-component-set"):
            let taken = property.all(.calendar("comp")).compactMap { $0.attributes["name"]?.uppercased() }
            takesEvents = taken.isEmpty || taken.contains("VEVENT")
        case .dav("current-user-privilege-set"):
            mayBeWritten = ["all", "write", "write-content"].contains { property.contains(.dav($0)) }
        case .dav("supported-report-set"): tellsChanges = property.contains(.dav("sync-collection"))
        default: break
        }
    }

    /// `HTTP/1.1 404 Not Found`
    private static func status(_ element: XMLElement) -> Int? {
        element.trimmed.split(separator: " ").dropFirst().first.flatMap { Int($0) }
    }
}
