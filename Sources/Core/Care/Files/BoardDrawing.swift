/// A board in scanning order, with the cost of each item for somebody who makes no mistakes.
public struct BoardDrawing: Codable, Sendable, Equatable {
    /// One thing that scanning comes to.
    public struct Item: Codable, Sendable, Equatable {
        /// Its place in every level from the top: `2.3` is the third of the second.
        public var number: String
        /// As it is shown; absent for a row of the grid and for going back.
        public var label: String?
        /// An emoji, or the name of a picture.
        public var symbol: String?
        /// What choosing it does, in words: `asks, urgent`.
        public var does: String
        /// The same for programs: the key and value of the item such as `request:soon`, or `group`, `open`, `say`, `row`, `back` and
        /// `suggestion`.
        public var action: String?
        /// What it says, or the name of what it opens or proposes; for a row, its first item.
        public var words: String?
        /// How many items a group or row opens.
        public var count: Int?
        /// Whether the person is asked first; absent where not.
        public var confirm: Bool?
        /// `normal`, `soon` or `urgent` for what asks.
        public var priority: Priority?
        /// The file that it opens.
        public var opens: String?
        /// Absent, like the other two, where a keypad has no key for it.
        public var steps: Int?
        public var presses: Int?
        public var seconds: Double?

        public init(
            number: String, label: String? = nil, symbol: String? = nil, does: String,
            action: String? = nil, words: String? = nil, count: Int? = nil, confirm: Bool? = nil,
            priority: Priority? = nil,
            opens: String? = nil, steps: Int? = nil, presses: Int? = nil, seconds: Double? = nil
        ) {
            self.number = number
            self.label = label
            self.symbol = symbol
            self.does = does
            self.action = action
            self.words = words
            self.count = count
            self.confirm = confirm
            self.priority = priority
            self.opens = opens
            self.steps = steps
            self.presses = presses
            self.seconds = seconds
        }
    }

    public var name: String
    /// BCP 47.
    public var language: String
    /// How it is scanned: `automatic`, `group_item`.
    public var mode: String
    public var pattern: String
    public var items: [Item]
    /// Over all that can be chosen and does something; absent where there is nothing.
    public var meanSteps: Double?
    public var meanSeconds: Double?
    public var worstSeconds: Double?

    public init(
        name: String, language: String, mode: String, pattern: String, items: [Item],
        meanSteps: Double? = nil,
        meanSeconds: Double? = nil, worstSeconds: Double? = nil
    ) {
        self.name = name
        self.language = language
        self.mode = mode
        self.pattern = pattern
        self.items = items
        self.meanSteps = meanSteps
        self.meanSeconds = meanSeconds
        self.worstSeconds = worstSeconds
    }

    enum CodingKeys: String, CodingKey {
        case name, language, mode, pattern, items
        case meanSteps = "mean_steps"
        case meanSeconds = "mean_seconds"
        case worstSeconds = "worst_seconds"
    }
}
