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

    /// Whether that way of proposing is available.
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

    /// Whether two proposals want the same: the same suggestion, or the same words.
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

/// An approved proposal, before it is known whether it is on the board: that comes with an agenda.
struct AgreedProposal: Sendable {
    var proposal: NeedProposal
    /// The number of the journal event.
    var sequence: Int64
    /// When the client is told anyway.
    var until: Instant

    static let patience: Duration = .seconds(5)
}

/// The state of a client's spelling and proposing.
///
/// Only in memory: the spelled text outlives rest, but not a restart of the kiosk.
struct Proposing: Sendable {
    private(set) var alphabet: SpellingAlphabet?
    private(set) var predictor: WordPredictor
    private var own = OwnWords()
    /// What is written so far.
    var spelled = SpelledText()
    /// In which appointment that was spelled; `nil` for what the client has begun by themselves.
    private var spelledIn: UUID?
    /// In which appointment the letters were opened last; `nil` for none.
    private var openedIn: UUID?
    /// What was spelled before, and sent to nobody.
    private var drafts = SpellingDrafts()
    /// What was spelled for a provider last, and how it was sent.
    private(set) var told: Told?
    /// Proposals that wait for a caregiver's answer and are in no agenda yet, by id.
    private var waiting: [UUID: ProposalDraft] = [:]
    /// Approved proposals, until it is known whether they are on the board.
    private var agreed: [AgreedProposal] = []

    init(_ means: ProposalMeans) {
        alphabet = means.alphabet
        predictor = Self.predictor(means)
    }

    private static func predictor(_ means: ProposalMeans) -> WordPredictor {
        WordPredictor(list: means.words ?? .empty(language: means.alphabet?.language ?? "en"))
    }

    /// The letters or words have changed; the text and remembered words stay.
    mutating func take(_ means: ProposalMeans) {
        alphabet = means.alphabet
        predictor = Self.predictor(means)
        predictor.remember(own)
    }

    /// Adds the words of a spoken or proposed text to the person's own.
    mutating func remember(_ text: String) {
        own.add(text)
        predictor.remember(own)
    }

    /// The words that fit the text, the likeliest first.
    var suggestedWords: [String] {
        predictor.predict(spelled.beginning, after: spelled.previousWord).words
    }

    // MARK: - What is spelled for a provider

    /// One line of an appointment.
    struct Told: Sendable {
        var line: NewAppointmentLine
        var appointment: UUID
        var text: SpelledText
        /// Whether no answer came: the service may have it all the same.
        var hasFailed = false
    }

    /// The letters are opened.
    ///
    /// | what is in the letters | opened in another appointment | opened in none |
    /// |---|---|---|
    /// | nothing | → the draft of that one, if there is one | → the client's own draft, or whatever was left last |
    /// | what was spelled in an appointment | is put aside as that one's draft; → as above | stays, and stays that one's |
    /// | what the client has begun by themselves | stays: perhaps it is for this one; put aside where this one has a draft | stays |
    ///
    /// - Parameter appointment: In which the client is; `nil` if in none.
    mutating func opens(in appointment: UUID?) {
        openedIn = appointment
        if spelled.isEmpty { spelledIn = nil }
        if let appointment, let spelledIn, spelledIn != appointment { putAside() }
        guard spelled.isEmpty || appointment != nil && spelledIn != appointment,
            let draft = drafts.take(in: appointment)
        else { return }
        putAside()
        (spelled, spelledIn) = (draft.text, draft.appointment)
    }

    private mutating func putAside() {
        drafts.put(spelled, of: spelledIn)
        (spelled, spelledIn) = (SpelledText(), nil)
    }

    /// Something was written or changed. What was spelled in an appointment stays that one's, also where it is gone on with in none.
    ///
    /// - Parameter appointment: In which the client is; `nil` if in none.
    mutating func wrote(in appointment: UUID?) {
        spelledIn = spelled.isEmpty ? nil : appointment ?? spelledIn
    }

    /// It is sent. The same words once more, after they could not be sent, are the same line: perhaps only the answer to it was lost.
    ///
    /// - Returns: The line to send.
    mutating func tells(_ line: NewAppointmentLine, to appointment: UUID) -> NewAppointmentLine {
        var line = line
        if let told, told.hasFailed, told.appointment == appointment, told.line.kind == line.kind,
            told.line.text == line.text
        {
            line = told.line
        }
        told = Told(line: line, appointment: appointment, text: spelled)
        (spelled, spelledIn) = (SpelledText(), nil)
        return line
    }

    /// It could not be sent. Spelling it took long: it is still there, or its appointment's draft where something else was begun or taken up
    /// since.
    mutating func notTold(_ line: UUID) {
        guard told?.line.id == line else { return }
        told?.hasFailed = true
        guard let told else { return }
        guard spelled.isEmpty, openedIn == told.appointment else {
            drafts.put(told.text, of: told.appointment)
            return
        }
        (spelled, spelledIn) = (told.text, told.appointment)
    }

    // MARK: - What was proposed

    func isWaiting(_ draft: ProposalDraft) -> Bool {
        waiting.values.contains { draft.isSame(label: $0.label, suggestion: $0.suggestion) }
    }

    /// It was handed over.
    mutating func waits(_ draft: ProposalDraft, as id: UUID) { waiting[id] = draft }

    mutating func delivered(_ id: UUID) { waiting[id]?.isDelivered = true }

    /// It could not be stored, or the service refused it for good.
    ///
    /// - Returns: It, if it was a proposal.
    mutating func lost(_ id: UUID) -> ProposalDraft? { waiting.removeValue(forKey: id) }

    mutating func decided(_ id: UUID) { waiting[id] = nil }

    /// Once an agenda names a proposal, later ones do until it is decided. An agenda that was on the way when
    /// the proposal was delivered may not name it yet: until another does, it waits here.
    mutating func drop(namedIn agenda: Agenda) {
        for proposal in agenda.proposals { waiting[proposal.id] = nil }
    }

    /// The service has a new store and does not know them any more.
    mutating func dropDelivered() { waiting = waiting.filter { !$0.value.isDelivered } }

    // MARK: - Approved by caregivers

    /// - Parameter sequence: The number of its journal event.
    mutating func agreed(to proposal: NeedProposal, _ sequence: Int64, at now: Instant) {
        agreed.append(
            AgreedProposal(
                proposal: proposal, sequence: sequence, until: now.advanced(by: AgreedProposal.patience)))
    }

    /// When the first is told anyway.
    var nextDecision: Instant? { agreed.map(\.until).min() }

    /// Removes and returns what is to be told now.
    mutating func takeAgreed(where isReady: (AgreedProposal) -> Bool) -> [AgreedProposal] {
        defer { agreed.removeAll(where: isReady) }
        return agreed.filter(isReady)
    }
}
