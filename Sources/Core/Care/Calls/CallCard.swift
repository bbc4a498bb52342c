/// Something that a client can call for, as their board or a caregiver has it.
public struct CallCard: Codable, Sendable, Equatable {
    /// The need of a call for help, which the help key and a phone make.
    public static let helpNeed = "help"

    /// As `NewRequest.need`; no two of a page have the same.
    public var need: String
    public var label: String
    /// How a sentence names it: "asks for *water*".
    public var called: String
    /// What is said for the client.
    public var say: String
    /// An emoji, or the path of a picture below the folder of the boards.
    public var symbol: String?
    public var priority: Priority
    /// The label of the group in which it stands; `nil`: in none.
    public var group: String?

    public init(
        need: String, label: String, called: String, say: String, symbol: String? = nil,
        priority: Priority, group: String? = nil
    ) {
        self.need = need
        self.label = label
        self.called = called
        self.say = say
        self.symbol = symbol
        self.priority = priority
        self.group = group
    }

    public init(_ need: Need) {
        self.init(
            need: need.id, label: need.label, called: need.called, say: need.say, symbol: need.symbol,
            priority: need.priority, group: need.group)
    }
}

/// What a client can call for, in the order of their board, and then what caregivers have added: the answer to `GET /call-cards`.
public struct CallCardPage: Codable, Sendable, Equatable {
    public var cards: [CallCard]
    /// Whether those of a board are the home's, because this client has no board and no kiosk of their own. Help stands first among them.
    @PresentIfTrue public var isLent: Bool

    public init(cards: [CallCard], isLent: Bool = false) {
        self.cards = cards
        self.isLent = isLent
    }

    enum CodingKeys: String, CodingKey {
        case cards
        case isLent = "lent"
    }
}
