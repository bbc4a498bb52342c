public import FoundationEssentials

/// What the client's screen shows at one moment: the body of `PUT /displays/{id}`.
///
/// It is complete: a receiver needs none of the earlier ones. It contains everything that a person reads, in
/// the client's language; a page only draws it.
public struct Screen: Codable, Sendable, Equatable {
    public enum State: String, Codable, Sendable, CaseIterable {
        /// Quiet and dim; a touch wakes.
        case rest
        /// Something can be chosen.
        case scanning
        /// What was chosen is acted on, or something is announced.
        case speaking
        /// A question is open: a press or a touch now is the answer.
        case asking
    }

    /// The cell that answers the open question; no item of a board can have this id.
    public static let answerCell = "<answer>"

    /// Rises with each change, also over restarts of the kiosk.
    public var number: Int64
    /// The client's id in the home, e.g. `maria`.
    public var client: String
    /// BCP 47, e.g. `en-GB`.
    public var language: String
    public var state: State
    public var look: ScreenLook
    public var level: ScreenLevel
    /// Where scanning is, or what was chosen; exactly from the moment on at which its cue is heard.
    public var highlight: Highlight?
    /// What is being said, or was said last.
    public var caption: Caption?
    /// The screen that first showed the open question.
    public var askingSince: Int64?
    /// What was asked, the oldest first; for a while also what has been answered for good.
    public var requests: [AskedRequest]
    /// The screen whose touch came too late: what it named is not open any more.
    public var missed: Int64?
    /// What to do, where that is not obvious: at rest, and after a touch that came too late.
    public var hint: String?
    /// The answer that takes the whole screen: while it is spoken, or once nothing is scanned where it is not to be, and until the next
    /// cue begins.
    public var answer: Answer?
    /// The reward that takes the whole screen: while it is celebrated, and until the next cue begins, or for a minute.
    public var celebration: Celebration?
    /// The exercise that takes the whole screen while it runs.
    public var exercise: Exercise?
    /// Whom the client waits for, all the time that they do.
    public var waiting: Waiting?
    /// A sentence that encourages, while it is said, and at rest where the client wants that.
    public var saying: Saying?
    /// Where the client meets somebody by video now.
    public var link: Link?
    /// What a screen says in the client's language when neither the kiosk nor the service can be reached any
    /// more.
    public var notWorking: String?

    public init(
        number: Int64, client: String, language: String, state: State, look: ScreenLook, level: ScreenLevel,
        highlight: Highlight? = nil, caption: Caption? = nil, askingSince: Int64? = nil,
        requests: [AskedRequest] = [], missed: Int64? = nil, hint: String? = nil, answer: Answer? = nil,
        celebration: Celebration? = nil, exercise: Exercise? = nil, waiting: Waiting? = nil,
        saying: Saying? = nil, link: Link? = nil, notWorking: String? = nil
    ) {
        self.number = number
        self.client = client
        self.language = language
        self.state = state
        self.look = look
        self.level = level
        self.highlight = highlight
        self.caption = caption
        self.askingSince = askingSince
        self.requests = requests
        self.missed = missed
        self.hint = hint
        self.answer = answer
        self.celebration = celebration
        self.exercise = exercise
        self.waiting = waiting
        self.saying = saying
        self.link = link
        self.notWorking = notWorking
    }

    enum CodingKeys: String, CodingKey {
        case number, client, language, state, look, level, highlight, caption, requests, missed, hint
        case answer, celebration, exercise, waiting, saying, link
        case askingSince = "asking_since"
        case notWorking = "not_working"
    }

    /// A row that is scanned, and the cell in it.
    public struct Highlight: Codable, Sendable, Equatable {
        public enum Kind: String, Codable, Sendable, CaseIterable {
            /// A press chooses it.
            case scanned
            /// It is only read, before it is scanned.
            case previewed
            /// It was chosen.
            case chosen
        }

        public var kind: Kind
        /// From 0.
        public var row: Int
        /// From 0; missing where the row is scanned as one.
        public var cell: Int?

        public init(kind: Kind, row: Int, cell: Int? = nil) {
            self.kind = kind
            self.row = row
            self.cell = cell
        }
    }

    public struct Caption: Codable, Sendable, Equatable {
        public enum Kind: String, Codable, Sendable, CaseIterable {
            /// What scanning whispers.
            case cue
            /// What the client says to the room.
            case say
            /// What Beckon tells the client.
            case announcement
            /// Something is broken.
            case fault
        }

        public var kind: Kind
        public var text: String
        /// Whether it interrupts what is going on.
        public var isUrgent: Bool

        public init(kind: Kind, text: String, isUrgent: Bool) {
            self.kind = kind
            self.text = text
            self.isUrgent = isUrgent
        }

        enum CodingKeys: String, CodingKey {
            case kind, text
            case isUrgent = "is_urgent"
        }
    }

    /// What somebody has answered to a request.
    public struct Answer: Codable, Sendable, Equatable {
        /// The request's id.
        public var request: String
        /// The caregiver's name; their picture is at `GET /displays/{id}/face`.
        public var who: String?
        /// What the request has become.
        public var state: RequestState
        /// The sentence that is spoken.
        public var words: String
        /// What was asked.
        public var label: String
        public var symbol: ScreenSymbol?
        public var isUrgent: Bool

        public init(
            request: String, who: String? = nil, state: RequestState, words: String, label: String,
            symbol: ScreenSymbol? = nil, isUrgent: Bool
        ) {
            self.request = request
            self.who = who
            self.state = state
            self.words = words
            self.label = label
            self.symbol = symbol
            self.isUrgent = isUrgent
        }

        enum CodingKeys: String, CodingKey {
            case request, who, state, words, label, symbol
            case isUrgent = "is_urgent"
        }
    }

    /// A reward that has just become the client's.
    public struct Celebration: Codable, Sendable, Equatable {
        /// The sentence that is spoken.
        public var words: String
        /// What the reward is.
        public var label: String
        public var symbol: ScreenSymbol?

        public init(words: String, label: String, symbol: ScreenSymbol? = nil) {
            self.words = words
            self.label = label
            self.symbol = symbol
        }
    }

    /// The provider whom the client waits for.
    public struct Waiting: Codable, Sendable, Equatable {
        /// Their name; their picture is at `GET /displays/{id}/face`.
        public var who: String
        /// Where they are; `nil` where that cannot be known now.
        public var provider: AppointmentStanding.Provider?
        /// The same as a sentence, as it is spoken.
        public var words: String
        /// Since when the client waits, by the service's clock; `nil` where that is not known.
        public var since: Date?

        public init(
            who: String, provider: AppointmentStanding.Provider? = nil, words: String, since: Date? = nil
        ) {
            self.who = who
            self.provider = provider
            self.words = words
            self.since = since
        }
    }

    /// A sentence that encourages.
    public struct Saying: Codable, Sendable, Equatable {
        public var words: String
        /// Who wrote it, where that is known.
        public var by: String?
        /// Where it has a short video: its key, by which the screen asks the service for that.
        public var video: String?

        public init(words: String, by: String? = nil, video: String? = nil) {
            self.words = words
            self.by = by
            self.video = video
        }
    }

    /// A link that somebody at the screen opens; nothing opens by itself.
    public struct Link: Codable, Sendable, Equatable {
        /// `https` only.
        public var address: String
        public var words: String

        public init(address: String, words: String) {
            self.address = address
            self.words = words
        }
    }

    /// An exercise that the client does, and the part of a breath that goes on.
    public struct Exercise: Codable, Sendable, Equatable {
        public enum Phase: String, Codable, Sendable, CaseIterable {
            /// The circle grows.
            case `in`
            /// It stays as it is.
            case hold
            /// It shrinks.
            case out
        }

        public struct Breath: Codable, Sendable, Equatable {
            public var phase: Phase
            /// What to do, in a word.
            public var words: String
            /// How long it takes, from the screen that first shows it on: 1–60,000.
            public var milliseconds: Int

            public init(phase: Phase, words: String, milliseconds: Int) {
                self.phase = phase
                self.words = words
                self.milliseconds = milliseconds
            }
        }

        public var label: String
        public var symbol: ScreenSymbol?
        /// The picture of its present step.
        public var picture: ScreenSymbol?
        /// What there is in a game by now, such as the plants of a garden, in their order: at most ``mostThings``. Absent where none is played.
        public var things: [ScreenSymbol]?
        /// Absent where no breath is paced.
        public var breath: Breath?

        public static let mostThings = 24

        public init(
            label: String, symbol: ScreenSymbol? = nil, picture: ScreenSymbol? = nil,
            things: [ScreenSymbol]? = nil, breath: Breath? = nil
        ) {
            self.label = label
            self.symbol = symbol
            self.picture = picture
            self.things = things
            self.breath = breath
        }
    }

    /// Something that the client has asked, and its state.
    public struct AskedRequest: Codable, Sendable, Equatable {
        /// Of the request.
        public var id: String
        public var label: String
        public var symbol: ScreenSymbol?
        public var state: RequestState
        /// The state in the client's language.
        public var words: String
        public var isUrgent: Bool

        public init(
            id: String, label: String, symbol: ScreenSymbol? = nil, state: RequestState, words: String,
            isUrgent: Bool
        ) {
            self.id = id
            self.label = label
            self.symbol = symbol
            self.state = state
            self.words = words
            self.isUrgent = isUrgent
        }

        enum CodingKeys: String, CodingKey {
            case id, label, symbol, state, words
            case isUrgent = "is_urgent"
        }
    }
}
