public import Care

/// A sentence that encourages, or a tip.
public struct Encouragement: Equatable, Sendable {
    public var kind: EncouragementKind
    /// Unique in its store, the same in every language: what was heard and what is a favourite goes by it.
    public var id: String
    public var text: String
    /// Who wrote it; `nil` for what is shipped, and where it does not matter.
    public var author: String?
    /// Where it can be looked up.
    public var source: String?
    /// At least one: `courage`, `sleep`, or the home's own.
    public var categories: [String]
    /// The path of a sound file that is played instead of the text.
    public var recording: String?
    /// The path of a short video, for pages.
    public var video: String?

    public init(
        kind: EncouragementKind = .quotes, id: String, text: String, author: String? = nil,
        source: String? = nil, categories: [String], recording: String? = nil, video: String? = nil
    ) {
        self.kind = kind
        self.id = id
        self.text = text
        self.author = author
        self.source = source
        self.categories = categories
        self.recording = recording
        self.video = video
    }

    /// By which it is known in both stores: `quotes/one-press`.
    public var key: String { "\(kind.rawValue)/\(id)" }
}

/// One of the two kinds there are, in one language.
public struct EncouragementStore: Equatable, Sendable {
    public typealias Kind = EncouragementKind

    /// What nobody hears who has not asked for it.
    public static let offAtFirst: Set = ["faith"]

    public var kind: Kind
    /// BCP 47, e.g. `en-GB`.
    public var language: String
    public var items: [Encouragement]

    public init(kind: Kind, language: String, items: [Encouragement]) {
        self.kind = kind
        self.language = language
        self.items = items
    }

    /// Whether somebody who has heard nothing but another language understands it.
    public func isIn(_ other: String) -> Bool { Self.base(language) == Self.base(other) }

    private static func base(_ tag: String) -> String {
        (tag.split(separator: "-").first.map(String.init) ?? tag).lowercased()
    }

    /// All categories, in the order in which they first come.
    public var categories: [String] {
        var seen: Set<String> = []
        return items.flatMap(\.categories).filter { seen.insert($0).inserted }
    }
}
