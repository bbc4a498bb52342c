/// A sentence that encourages, or a tip.
public struct Encouragement: Equatable, Sendable {
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
        id: String, text: String, author: String? = nil, source: String? = nil, categories: [String],
        recording: String? = nil, video: String? = nil
    ) {
        self.id = id
        self.text = text
        self.author = author
        self.source = source
        self.categories = categories
        self.recording = recording
        self.video = video
    }
}

/// One of the two kinds there are, in one language.
public struct EncouragementStore: Equatable, Sendable {
    public enum Kind: String, CaseIterable, Codable, Sendable {
        case quotes
        case tips
    }

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

    /// All categories, in the order in which they first come.
    public var categories: [String] {
        var seen: Set<String> = []
        return items.flatMap(\.categories).filter { seen.insert($0).inserted }
    }
}
