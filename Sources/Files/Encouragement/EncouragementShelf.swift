public import Care

/// What a client wants of encouragement: the section `encouragement` of their settings.
public struct EncouragementSettings: Equatable, Sendable {
    /// When one is said of itself, in minutes since midnight, 0–1439; `nil`: never.
    public var daily: Int?
    /// Of which kind that is; `nil` for both.
    public var dailyKind: EncouragementKind?
    /// What nobody hears who has not asked for it.
    public var categoriesOff = EncouragementStore.offAtFirst
    /// Whether the client's screen shows the sentence of the day at rest.
    public var isAtRest = false
    /// Whether the client's pages begin with it.
    public var isFirstPage = false

    public init() {}

    /// Whether a text can be the name of a category.
    public static func isCategory(_ text: String) -> Bool {
        (1...30).contains(text.count)
            && text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" || $0 == " " }
    }
}

/// Everything there is to encourage a client, in one language.
public struct EncouragementShelf: Equatable, Sendable {
    /// BCP 47.
    public var language: String
    /// In the order of the files.
    public var items: [Encouragement]

    public init(language: String, items: [Encouragement] = []) {
        self.language = language
        self.items = items
    }

    public subscript(key: String) -> Encouragement? { items.first { $0.key == key } }

    /// All categories, in the order in which they first come.
    public var categories: [String] {
        var seen: Set<String> = []
        return items.flatMap(\.categories).filter { seen.insert($0).inserted }
    }
}
