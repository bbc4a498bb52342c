public import Care
public import Foundation

/// A calendar as the store keeps it.
public struct CalendarRecord: Codable, Sendable, Equatable, Identifiable {
    public var link: CalendarLink
    /// Whether it may lead into the home's own network: a coordinator has said so by adding it.
    public var mayBeInside: Bool
    /// Whether an event was missing in the last reading for the first time: only the next whole one says whether it has vanished.
    @PresentIfTrue public var mustBeReadWhole: Bool

    public var id: UUID { link.id }

    public init(link: CalendarLink, mayBeInside: Bool, mustBeReadWhole: Bool = false) {
        self.link = link
        self.mayBeInside = mayBeInside
        self.mustBeReadWhole = mustBeReadWhole
    }
}

/// One resource of a collection that is read.
public struct CalendarResource: Sendable, Equatable {
    /// Where it is at its server.
    public var href: String
    /// Its ETag.
    public var tag: String
    /// What it holds; `nil` where that could not be read.
    public var text: String?

    public init(href: String, tag: String, text: String? = nil) {
        self.href = href
        self.tag = tag
        self.text = text
    }
}

/// One resource of ours in a collection that is written.
public struct WrittenEntry: Sendable, Equatable {
    /// That of its `CalendarEntry`.
    public var uid: String
    /// Where it is at its server.
    public var href: String
    /// Its ETag, where the server has told one.
    public var tag: String?
    /// Of what was written.
    public var digest: String

    public init(uid: String, href: String, tag: String? = nil, digest: String) {
        self.uid = uid
        self.href = href
        self.tag = tag
        self.digest = digest
    }
}
