public import Care

/// A page of items to scan, as read from one file.
public struct Board: Equatable, Sendable {
    /// Its id, `board:` in the file.
    public var id: String
    /// Its name as it is shown and spoken.
    public var name: String
    /// BCP 47, e.g. `en-GB`: chooses the voice and the phrases.
    public var language: String
    /// How many items are side by side where the board is a grid, 1–12; as many as make it square if `nil`.
    public var columns: Int?
    public var items: [BoardItem]

    public init(id: String, name: String, language: String, columns: Int? = nil, items: [BoardItem]) {
        self.id = id
        self.name = name
        self.language = language
        self.columns = columns
        self.items = items
    }
}

/// One thing on a board.
public struct BoardItem: Equatable, Sendable {
    /// What choosing it does.
    public enum Action: Equatable, Sendable {
        /// Opens the items inside it.
        case group([BoardItem])
        /// Opens another board; the path of its file, as `BoardSet.boards` names it.
        case open(String)
        /// Asks the caregivers.
        case request(Priority)
        /// Says its `say` and nothing else.
        case speak
        /// A list that changes while the kiosk runs.
        case list(LiveList)
        /// Changes how fast scanning goes; the client's own hand on it.
        case pace(PaceChange)
        /// Lets the client propose something new, or proposes it.
        case propose(Proposal)
    }

    /// What proposing begins with, and what it ends with.
    public enum Proposal: Equatable, Sendable {
        /// Opens ways to find something new.
        case by(ProposalWay)
        /// Proposes this one: only the items of a bank do.
        case suggestion(SuggestionBank.Suggestion)
    }

    /// How the client finds what to propose.
    public enum ProposalWay: String, CaseIterable, Sendable {
        /// Asks which of the two.
        case anything
        /// From the bank.
        case suggestions
        /// Letter by letter; what is spelled can also just be spoken.
        case spelling
    }

    /// How the client changes the pace of scanning.
    public enum PaceChange: String, CaseIterable, Sendable {
        case slower, faster
        /// As staff have set it.
        case usual
    }

    /// The live lists there are.
    public enum LiveList: String, CaseIterable, Sendable {
        /// What the client has asked and is still open.
        case requests
        /// What the client has asked in the last day, and what became of it.
        case calls
        /// What is planned for the client today, and what is left from earlier days.
        case today
        /// What caregivers have added for the client and is in no group of the boards.
        case needs
        /// The client's chores by deadline, and those that they may take.
        case chores
        /// How many points the client has, what they were for, and whether they want any.
        case points
        /// What points lead to, and how far each is.
        case rewards
        /// Those of the household who can be reminded of a chore.
        case people
        /// What the client can do in guided steps, such as breathing.
        case exercises
        /// What the client was given to do, when, and how it was.
        case assignments
        /// What the client has set themselves to do, and making another goal.
        case goals
        /// Sentences and tips that encourage.
        case encouragement
        /// How strong a pain is.
        case pain
        /// Where something hurts.
        case body
    }

    /// A recorded prompt beside the board file.
    public struct Recording: Equatable, Sendable {
        /// As the loader resolved it: an absolute path where boards come from files.
        public var path: String

        public init(path: String) { self.path = path }
    }

    /// Unique in its board, a request's in all boards of the set: `id:` in the file, or made from the label
    /// (`how-i-feel`).
    public var id: String
    /// What is shown.
    public var label: String
    /// What scanning says; the label where the file gives none.
    public var cue: String
    public var cueSound: Recording?
    /// What the main voice says when it is chosen; the label where the file gives none.
    public var say: String
    public var saySound: Recording?
    /// An emoji or the path of a picture.
    public var symbol: String?
    /// The colour of its category: `color:`.
    public var color: CardColor?
    /// Which part of a life it is about: `kind:`.
    public var kind: NeedKind?
    /// How a sentence names the need: "asks for *water*". `called:`, or the label (lower-case first letter unless
    /// the language is German or the label's second letter is upper-case too).
    public var called: String
    /// Whether choosing it asks "are you sure" first.
    public var confirm: Bool
    /// Whether it keeps its place whatever `beckon board suggest` would move.
    public var isPinned: Bool
    /// Whether a group keeps its items: none is to be moved out of it or into it.
    public var staysTogether: Bool
    public var action: Action

    public init(
        id: String, label: String, cue: String, cueSound: Recording? = nil, say: String,
        saySound: Recording? = nil, symbol: String? = nil, color: CardColor? = nil,
        kind: NeedKind? = nil, called: String,
        confirm: Bool = false, isPinned: Bool = false, staysTogether: Bool = false, action: Action
    ) {
        self.id = id
        self.label = label
        self.cue = cue
        self.cueSound = cueSound
        self.say = say
        self.saySound = saySound
        self.symbol = symbol
        self.color = color
        self.kind = kind
        self.called = called
        self.confirm = confirm
        self.isPinned = isPinned
        self.staysTogether = staysTogether
        self.action = action
    }
}

/// A board and all boards that it opens, read together.
public struct BoardSet: Equatable, Sendable {
    /// The path of the first board.
    public var start: String
    /// By the path of their files.
    public var boards: [String: Board]

    public init(start: String, boards: [String: Board]) {
        self.start = start
        self.boards = boards
    }
}
