public import Recurrence

/// What there is to encourage a client: the answer to `GET /encouragement`.
public struct EncouragementPage: Codable, Sendable, Equatable {
    /// One sentence or tip.
    public struct Item: Codable, Sendable, Equatable, Identifiable {
        /// `quotes/one-press`: its kind, and its id in the files.
        public var id: String
        public var kind: EncouragementKind
        public var text: String
        public var author: String?
        /// Where it can be looked up.
        public var source: String?
        public var categories: [String]
        @PresentIfTrue public var isFavourite: Bool
        /// Whether it has a recording, and whether a video: `GET /encouragement/media`.
        @PresentIfTrue public var hasSound: Bool
        @PresentIfTrue public var hasVideo: Bool

        public init(
            id: String, kind: EncouragementKind, text: String, author: String? = nil, source: String? = nil,
            categories: [String], isFavourite: Bool = false, hasSound: Bool = false, hasVideo: Bool = false
        ) {
            self.id = id
            self.kind = kind
            self.text = text
            self.author = author
            self.source = source
            self.categories = categories
            self.isFavourite = isFavourite
            self.hasSound = hasSound
            self.hasVideo = hasVideo
        }

        enum CodingKeys: String, CodingKey {
            case id, kind, text, author, source, categories
            case isFavourite = "favourite"
            case hasSound = "sound"
            case hasVideo = "video"
        }
    }

    /// The client's id.
    public var client: String
    /// BCP 47; of the client's board, in which there may be nothing.
    public var language: String
    /// In the order of the files.
    public var items: [Item]
    /// The sentence of today, and the tip of today, by their ids; absent where there is none.
    public var today: [String]
    /// When one comes of itself each day, in minutes since midnight, 0–1439; absent where none does.
    public var daily: Int?
    /// Whether the client's pages begin with it.
    @PresentIfTrue public var isFirstPage: Bool

    public init(
        client: String, language: String, items: [Item], today: [String] = [], daily: Int? = nil,
        isFirstPage: Bool = false
    ) {
        self.client = client
        self.language = language
        self.items = items
        self.today = today
        self.daily = daily
        self.isFirstPage = isFirstPage
    }

    enum CodingKeys: String, CodingKey {
        case client, language, items, today, daily
        case isFirstPage = "first_page"
    }
}

/// Whether something is a favourite: the body of `PUT /encouragement/favourites`. The answer is the item.
public struct EncouragementFavourite: Codable, Sendable, Equatable {
    public var id: String
    public var isFavourite: Bool

    public init(id: String, isFavourite: Bool) {
        self.id = id
        self.isFavourite = isFavourite
    }

    enum CodingKeys: String, CodingKey {
        case id
        case isFavourite = "favourite"
    }
}

/// What somebody wants to hear: the body of `POST /encouragement`. The answer is the item, which counts as heard.
public struct EncouragementWish: Codable, Sendable, Equatable {
    /// Of both where it is absent.
    public var kind: EncouragementKind?
    /// Of all that are not off where it is absent.
    public var category: String?
    /// Only of what is a favourite.
    @PresentIfTrue public var isFavourite: Bool

    public init(kind: EncouragementKind? = nil, category: String? = nil, isFavourite: Bool = false) {
        self.kind = kind
        self.category = category
        self.isFavourite = isFavourite
    }

    enum CodingKeys: String, CodingKey {
        case kind, category
        case isFavourite = "favourite"
    }

    public func check() throws(FieldProblem) {
        if let category { try FieldChecks.text(category, "category", limit: FieldChecks.longestID) }
    }
}

/// The sentence of the day on a client's phone: the answer to `POST /encouragement/daily`.
public struct EncouragementOfDay: Codable, Sendable, Equatable {
    /// The home's day.
    public var day: CalendarDay
    /// What is shown once on that day; absent before its time, in quiet hours, and where nothing comes of itself.
    public var item: EncouragementPage.Item?
    /// After how many seconds to ask again, 1–3600.
    public var askAgain: Int

    public init(day: CalendarDay, item: EncouragementPage.Item? = nil, askAgain: Int) {
        self.day = day
        self.item = item
        self.askAgain = askAgain
    }

    enum CodingKeys: String, CodingKey {
        case day, item
        case askAgain = "ask_again"
    }
}
