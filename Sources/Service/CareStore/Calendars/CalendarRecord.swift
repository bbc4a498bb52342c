public import Care
public import Foundation

/// A calendar as the store keeps it.
public struct CalendarRecord: Codable, Sendable, Equatable, Identifiable {
    public var link: CalendarLink
    /// Whether it may lead into the home's own network: a coordinator has said so by adding it.
    public var mayBeInside: Bool

    public var id: UUID { link.id }

    public init(link: CalendarLink, mayBeInside: Bool) {
        self.link = link
        self.mayBeInside = mayBeInside
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
