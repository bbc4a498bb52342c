import Care
import FoundationEssentials
import Scanning
import Speech
import Time

/// State that the client's screen needs and the session does not have.
struct KioskDisplay: Sendable {
    /// How long the last words stay to be read.
    static let captionLasts: Duration = .seconds(8)
    /// How long a finished request stays visible; the client finds it in their list of calls after that.
    static let answerLasts: Duration = .seconds(60)
    /// How many finished requests are shown.
    static let mostAnswered = 4

    /// A finished request.
    struct Answered: Sendable {
        var entry: LedgerEntry
        var until: Instant
    }

    /// The position of scanning, or the choice.
    struct Spot: Sendable, Equatable {
        var level: String
        var item: String
        var kind: Screen.Highlight.Kind
    }

    /// Whether a display shows it.
    var isOn = false
    var number: Int64 = 0
    /// The last one that was shown.
    var shown: Screen?
    /// The level of the shown cards: another level's may have the same ids.
    var levelKey = ""
    var levelSince: Int64 = 0
    var askingSince: Int64?
    var spot: Spot?
    /// The utterances that may still be heard.
    var live: [UtteranceID: Screen.Caption] = [:]
    var caption: (shown: Screen.Caption, until: Instant?)?
    /// The answers that are told by these utterances.
    var answers: [UtteranceID: Screen.Answer] = [:]
    /// The rewards that are celebrated by these utterances.
    var celebrations: [UtteranceID: Screen.Celebration] = [:]
    /// The reward that takes the whole screen, for a while.
    var celebration: (shown: Screen.Celebration, until: Instant?)?
    /// The answer that takes the whole screen; what is done or declined only for a while.
    var answer: (shown: Screen.Answer, until: Instant?)?
    /// Answers that are not said, the oldest first and one for each call: each takes the whole screen once nothing else has it.
    private var unsaid: [Screen.Answer] = []
    var answered: [Answered] = []
    var missed: Int64?
    var lastTap: Instant?

    /// When something is to disappear.
    var nextWake: Instant? {
        guard isOn else { return nil }
        return ([caption?.until, answer?.until, celebration?.until] + answered.map(\.until)).compactMap { $0 }
            .min()
    }

    mutating func forget(at now: Instant) {
        if let until = caption?.until, until <= now { caption = nil }
        if let until = answer?.until, until <= now { answer = nil }
        if let until = celebration?.until, until <= now { celebration = nil }
        answered.removeAll { $0.until <= now }
    }

    /// An answer goes when it is no longer true: somebody has taken it back, or another one has come.
    mutating func checkAnswer(_ state: (UUID) -> RequestState?) {
        guard let shown = answer?.shown, shown.state.isOpen, let id = UUID(uuidString: shown.request) else {
            return
        }
        if state(id) != shown.state { answer = nil }
    }

    /// It was met or declined: the screen shows that, too.
    mutating func answered(_ entry: LedgerEntry, at now: Instant) {
        guard isOn else { return }
        answered.removeAll { $0.entry.new.need == entry.new.need }
        answered.append(Answered(entry: entry, until: now.advanced(by: Self.answerLasts)))
        answered.removeFirst(max(0, answered.count - Self.mostAnswered))
    }

    // MARK: - What is not said

    /// An answer that is only to be read. What is being said or asked stays readable.
    mutating func shows(_ answer: Screen.Answer, at now: Instant) {
        unsaid.removeAll { $0.request == answer.request }
        unsaid.append(answer)
        unsaid.removeFirst(max(0, unsaid.count - Self.mostAnswered))
        let isFree = caption.map { $0.until != nil || $0.shown.kind == .cue } ?? true
        guard isFree, askingSince == nil else { return }
        let shown = Screen.Caption(
            kind: .announcement, text: answer.words, isUrgent: false)
        caption = (shown, now.advanced(by: Self.captionLasts))
    }

    mutating func shows(_ celebration: Screen.Celebration?, at now: Instant) {
        guard let celebration else { return }
        self.celebration = (celebration, now.advanced(by: Self.answerLasts))
    }

    /// Nothing is scanned, said or asked.
    mutating func isFree(at now: Instant) {
        // What was done or declined stays as long as it was to.
        guard let told = unsaid.first, answer?.until == nil || answer?.shown.request == told.request else {
            return
        }
        unsaid.removeFirst()
        celebration = nil
        answer = (told, told.state.isOpen ? nil : now.advanced(by: Self.answerLasts))
    }

    // MARK: - Captions

    mutating func begins(_ id: UtteranceID) {
        guard let words = live[id] else { return }
        if let told = answers.removeValue(forKey: id) {
            (answer, celebration) = ((told, nil), nil)
        } else if let told = celebrations.removeValue(forKey: id) {
            celebration = (told, nil)
        } else if words.kind == .cue || words.kind == .say {
            // Scanning goes on, or the client has asked for something.
            (answer, celebration) = (nil, nil)
        }
        // The last words stay readable; the highlight also shows the position of scanning.
        if words.kind == .cue, let caption, caption.shown.kind != .cue { return }
        caption = (words, nil)
    }

    mutating func ended(_ id: UtteranceID, at now: Instant) {
        (answers[id], celebrations[id]) = (nil, nil)
        if let celebration, celebration.until == nil {
            self.celebration?.until = now.advanced(by: Self.answerLasts)
        }
        if let answer, answer.until == nil, !answer.shown.state.isOpen {
            self.answer?.until = now.advanced(by: Self.answerLasts)
        }
        guard let words = live.removeValue(forKey: id), words == caption?.shown else { return }
        caption?.until = now.advanced(by: Self.captionLasts)
    }
}
