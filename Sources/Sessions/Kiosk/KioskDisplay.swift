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
    /// What somebody has said to the client last: it is read until the next press, whenever there is nothing else to read.
    var words: Screen.Caption?
    /// The answers that are told by these utterances.
    var answers: [UtteranceID: Screen.Answer] = [:]
    /// The rewards that are celebrated by these utterances.
    var celebrations: [UtteranceID: Screen.Celebration] = [:]
    /// What takes the whole screen.
    var whole = WholeScreen()
    var answered: [Answered] = []
    var missed: Int64?
    var lastTap: Instant?

    /// When something is to disappear.
    var nextWake: Instant? {
        guard isOn else { return nil }
        return ([caption?.until, whole.nextWake] + answered.map(\.until)).compactMap { $0 }.min()
    }

    mutating func forget(at now: Instant) {
        if let until = caption?.until, until <= now { caption = nil }
        answered.removeAll { $0.until <= now }
    }

    /// It was met or declined: the screen shows that, too.
    mutating func answered(_ entry: LedgerEntry, at now: Instant) {
        guard isOn else { return }
        answered.removeAll { $0.entry.new.need == entry.new.need }
        answered.append(Answered(entry: entry, until: now.advanced(by: Self.answerLasts)))
        answered.removeFirst(max(0, answered.count - Self.mostAnswered))
    }

    /// An answer that is only to be read. What is being said or asked stays readable.
    mutating func shows(_ unsaid: WholeScreen.Unsaid, at now: Instant) {
        whole.add(unsaid)
        let isFree = caption.map { $0.until != nil || $0.shown.kind == .cue } ?? true
        guard isFree, askingSince == nil else { return }
        let shown = Screen.Caption(kind: .announcement, text: unsaid.answer.words, isUrgent: false)
        caption = (shown, now.advanced(by: Self.captionLasts))
    }

    // MARK: - Captions

    mutating func begins(_ id: UtteranceID, at now: Instant) {
        guard let words = live[id] else { return }
        if let told = answers.removeValue(forKey: id) {
            whole.isSaid(told, at: now)
        } else if let told = celebrations.removeValue(forKey: id) {
            whole.celebrate(told, at: now)
        } else if words.kind == .cue || words.kind == .say {
            whole.giveWay()
        }
        // The last words stay readable; the highlight also shows the position of scanning.
        if words.kind == .cue, let caption, caption.shown.kind != .cue { return }
        caption = (words, nil)
    }

    mutating func ended(_ id: UtteranceID, at now: Instant) {
        (answers[id], celebrations[id]) = (nil, nil)
        whole.ended(at: now)
        guard let words = live.removeValue(forKey: id), words == caption?.shown else { return }
        caption?.until = now.advanced(by: Self.captionLasts)
    }
}
