public import Boards
import Care
import FoundationEssentials
public import Spelling
import Time

/// What a client can propose from, in the board's language.
public struct ProposalMeans: Sendable, Equatable {
    /// `nil` where there is no list for the language.
    public var bank: SuggestionBank?
    /// `nil` where there are no letters for it.
    public var alphabet: SpellingAlphabet?
    /// Words that are suggested while spelling.
    public var words: WordList?

    public init(bank: SuggestionBank? = nil, alphabet: SpellingAlphabet? = nil, words: WordList? = nil) {
        self.bank = bank
        self.alphabet = alphabet
        self.words = words
    }

    /// Whether that way leads anywhere.
    func offers(_ way: BoardItem.ProposalWay) -> Bool {
        switch way {
        case .anything: bank != nil || alphabet != nil
        case .suggestions: bank != nil
        case .spelling: alphabet != nil
        }
    }
}

/// Something that the client may propose with the next press.
struct ProposalDraft: Sendable {
    var label: String
    var say: String
    var symbol: String?
    /// The id in the bank; `nil` for what was spelled.
    var suggestion: String?

    /// Whether the service has it.
    var isDelivered = false

    /// Whether somebody who wants this wants that: the same suggestion, or the same words.
    func isSame(label other: String, suggestion otherSuggestion: String?) -> Bool {
        label.lowercased() == other.lowercased() || (suggestion != nil && suggestion == otherSuggestion)
    }
}

extension ProposalDraft {
    /// What an earlier run has proposed.
    init(_ proposal: NewNeedProposal) {
        self.init(
            label: proposal.label, say: proposal.say, symbol: proposal.symbol,
            suggestion: proposal.suggestion)
    }
}

/// A proposal that a caregiver has said yes to, before it is known whether it is on the board: that comes with an agenda.
struct AgreedProposal: Sendable {
    var proposal: NeedProposal
    /// Of the journal's event.
    var sequence: Int64
    /// The client does not wait longer for the answer.
    var until: Instant

    static let patience: Duration = .seconds(5)
}

/// A client's spelling and proposing, as far as it is not on the board.
///
/// It is in memory only: what is spelled outlives rest, but not a restart of the kiosk.
struct Proposing: Sendable {
    private(set) var alphabet: SpellingAlphabet?
    private(set) var predictor: WordPredictor
    private var own = OwnWords()
    /// What is written so far.
    var spelled = SpelledText()
    /// What waits for a caregiver's answer and is in no agenda yet, by the proposals' ids.
    private var waiting: [UUID: ProposalDraft] = [:]
    /// What caregivers have agreed to, until it is known whether it is on the board.
    private var agreed: [AgreedProposal] = []

    init(_ means: ProposalMeans) {
        alphabet = means.alphabet
        predictor = Self.predictor(means)
    }

    private static func predictor(_ means: ProposalMeans) -> WordPredictor {
        WordPredictor(list: means.words ?? .empty(language: means.alphabet?.language ?? "en"))
    }

    /// Other letters or words; what is written and remembered stays.
    mutating func take(_ means: ProposalMeans) {
        alphabet = means.alphabet
        predictor = Self.predictor(means)
        predictor.remember(own)
    }

    /// The words of what was spoken or proposed are the person's own from now on.
    mutating func remember(_ text: String) {
        own.add(text)
        predictor.remember(own)
    }

    /// What fits what is written, the likeliest first.
    var suggestedWords: [String] {
        predictor.predict(spelled.beginning, after: spelled.previousWord).words
    }

    // MARK: - What was proposed

    func isWaiting(_ draft: ProposalDraft) -> Bool {
        waiting.values.contains { draft.isSame(label: $0.label, suggestion: $0.suggestion) }
    }

    /// It was handed over.
    mutating func waits(_ draft: ProposalDraft, as id: UUID) { waiting[id] = draft }

    mutating func delivered(_ id: UUID) { waiting[id]?.isDelivered = true }

    /// It could be stored nowhere, or the service will never take it.
    ///
    /// - Returns: It, if it was a proposal.
    mutating func lost(_ id: UUID) -> ProposalDraft? { waiting.removeValue(forKey: id) }

    mutating func decided(_ id: UUID) { waiting[id] = nil }

    /// What an agenda names, the later ones name until it is decided. One that was on its way when a proposal was
    /// delivered may not name that yet: until another one does, it waits here.
    mutating func drop(namedIn agenda: Agenda) {
        for proposal in agenda.proposals { waiting[proposal.id] = nil }
    }

    /// The service that had them does not know them any more.
    mutating func dropDelivered() { waiting = waiting.filter { !$0.value.isDelivered } }

    // MARK: - What caregivers have agreed to

    /// - Parameter sequence: Of the journal's event that tells it.
    mutating func agreed(to proposal: NeedProposal, _ sequence: Int64, at now: Instant) {
        agreed.append(
            AgreedProposal(
                proposal: proposal, sequence: sequence, until: now.advanced(by: AgreedProposal.patience)))
    }

    /// When the client does not wait longer for an answer.
    var nextDecision: Instant? { agreed.map(\.until).min() }

    /// Takes out what is to be told now.
    mutating func takeAgreed(where isReady: (AgreedProposal) -> Bool) -> [AgreedProposal] {
        defer { agreed.removeAll(where: isReady) }
        return agreed.filter(isReady)
    }
}
