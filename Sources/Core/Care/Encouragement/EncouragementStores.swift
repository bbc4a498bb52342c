/// A sentence or tip as it stands in its file.
public struct StoredEncouragement: Codable, Sendable, Equatable, Identifiable {
    /// A short word, unique in its kind and language.
    public var id: String
    public var text: String
    public var author: String?
    public var source: String?
    public var categories: [String]
    /// Files beside it, as it names them.
    public var sound: String?
    public var video: String?

    /// As the reader of such files has them.
    public static let longestText = 300
    public static let longestAuthor = 200
    public static let longestSource = 300
    public static let mostCategories = 5
    static let longestCategory = 30

    public init(
        id: String, text: String, author: String? = nil, source: String? = nil, categories: [String],
        sound: String? = nil, video: String? = nil
    ) {
        self.id = id
        self.text = text
        self.author = author
        self.source = source
        self.categories = categories
        self.sound = sound
        self.video = video
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.id(id, "id", mayHaveCapitals: true)
        try FieldChecks.text(text, "text", limit: Self.longestText)
        try FieldChecks.text(author, "author", limit: Self.longestAuthor)
        try FieldChecks.text(source, "source", limit: Self.longestSource)
        guard (1...Self.mostCategories).contains(categories.count) else {
            throw FieldProblem("categories", "write 1 to \(Self.mostCategories) topics, such as courage")
        }
        for category in categories
        where !(1...Self.longestCategory).contains(category.count)
            || !category.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == " " })
        {
            throw FieldProblem("categories", "a category is a short word, such as `courage`")
        }
        try FieldChecks.text(sound, "sound", limit: FieldChecks.longText)
        try FieldChecks.text(video, "video", limit: FieldChecks.longText)
    }
}

/// What encourages the clients of a home, file by file: the answer to `GET /encouragement/stores`.
public struct EncouragementStores: Codable, Sendable, Equatable {
    public struct Store: Codable, Sendable, Equatable, Identifiable {
        /// The file's name: `quotes.en.yaml`.
        public var id: String
        /// Absent where it cannot be read.
        public var kind: EncouragementKind?
        /// BCP 47; absent where it cannot be read.
        public var language: String?
        /// Whether it is the home's own; else it ships with Beckon, and its first change makes it the home's.
        @PresentIfTrue public var isOwn: Bool
        /// Changes with every byte of it.
        public var version: String
        /// In the order of the file; empty where it cannot be read.
        public var items: [StoredEncouragement]
        /// The first mistake, where there is one: then it is changed as a text.
        public var mistake: String?

        public init(
            id: String, kind: EncouragementKind? = nil, language: String? = nil, isOwn: Bool,
            version: String, items: [StoredEncouragement] = [], mistake: String? = nil
        ) {
            self.id = id
            self.kind = kind
            self.language = language
            self.isOwn = isOwn
            self.version = version
            self.items = items
            self.mistake = mistake
        }

        enum CodingKeys: String, CodingKey {
            case id, kind, language, version, items, mistake
            case isOwn = "own"
        }
    }

    /// In the order of their names.
    public var stores: [Store]
    /// The recordings and videos that lie beside the home's files, by their names, in order.
    public var sounds: [String]
    public var videos: [String]

    public init(stores: [Store], sounds: [String] = [], videos: [String] = []) {
        self.stores = stores
        self.sounds = sounds
        self.videos = videos
    }
}

/// One sentence or tip that is added, changed or removed: the body of `PUT /encouragement/stores/{id}`.
public struct EncouragementChange: Codable, Sendable, Equatable {
    /// The file's version that its writer had seen; absent for a file that is not there yet, such as `tips.fr.yaml`.
    public var version: String?
    /// The id of what is changed or removed; absent for a new one.
    public var replaces: String?
    /// As it shall be; absent where it is removed.
    public var item: StoredEncouragement?

    public init(version: String?, replaces: String? = nil, item: StoredEncouragement? = nil) {
        self.version = version
        self.replaces = replaces
        self.item = item
    }

    public func check() throws(FieldProblem) {
        guard item != nil || replaces != nil else {
            throw FieldProblem("item", "write what is added, or which one is removed")
        }
        try item?.check()
    }
}
