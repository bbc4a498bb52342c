import Care
import FoundationEssentials
import Recurrence

/// One request, as a caregiver meets it: who, what, how long ago, its state, and what can be answered.
struct RequestCard {
    /// What was said when it was asked, if somebody has asked before.
    struct Earlier {
        let path: String
        let words: String
    }

    struct NoteLine {
        let text: String
        /// Who wrote it, and when.
        let origin: String
    }

    let id: String
    let path: String
    /// `Maria asks for water`.
    let title: String
    /// The need's; without one an icon stands for it.
    let symbol: String?
    /// What the client's main voice said.
    let say: String
    let isSaying: Bool
    /// `urgent`, `soon` or `normal`: the colour and the sound.
    let priority: String
    /// `Urgent`, `Soon`; absent for what is neither.
    let urgency: String?
    let ago: String
    /// For the little clock behind "5 minutes ago".
    let askedAt: String
    /// How long it has waited, or somebody has been on the way: it runs on in the page.
    let clock: RunningClock
    /// Somebody else is on the way: the card is one line, and can be opened.
    let isTaken: Bool
    /// Of the client.
    var clientFace: Face?
    let state: String
    let isGood: Bool
    /// Of whoever is on the way.
    var face: Face?
    /// What became of it in words of its own, e.g. why it was declined.
    let reason: String?
    let isOpen: Bool
    /// Whether no page and no station has shown it yet.
    let isUnheard: Bool
    /// The sound to repeat until somebody answers: the priority, or absent, also by the reader's wish.
    let ring: String?
    let escalation: Int
    let escalated: String?
    let client: String
    /// Whoever answers, as the client hears it.
    let me: String
    /// What the client will hear.
    let metWords: String
    let goLabel: String?
    /// Nobody is hurried to go where somebody is on the way already.
    let goClass: String
    let isGoing: Bool
    let seen: String
    let reasons: [String]
    let notes: [NoteLine]
    /// There may be notes, but they cannot be read at the moment.
    let hasLostNotes: Bool
    let earlier: Earlier?
    // One id for each answer, so that a tap that is sent twice does it once.
    let goID = UUID().uuidString
    let metID = UUID().uuidString
    let declineID = UUID().uuidString
    let otherReasonID = UUID().uuidString
    let heardID = UUID().uuidString
    let noteID = UUID().uuidString
    // What was typed before, and why it was not taken.
    var typedReason = ""
    var reasonProblem: String?
    var typedNote = ""
    var noteProblem: String?
    var isDeclining = false
    var isNoting = false

    /// - Parameter notes: `nil` where they cannot be read.
    init(
        _ request: Request, symbol: String?, notes: [RequestNote]?, earlier: Request?, viewer: Viewer,
        call: PageCall
    ) {
        let words = RequestWords(request, viewer: viewer, call: call)
        id = request.id.uuidString
        path = "/now/\(request.id.uuidString)"
        title = words.title
        self.symbol = symbol
        say = request.say
        isSaying = !request.say.isEmpty && request.say != request.called
        priority = request.priority.rawValue
        urgency =
            switch request.priority {
            case .urgent: "Urgent"
            case .soon: "Soon"
            case .normal: nil
            }
        ago = call.ago(request.askedAt)
        askedAt =
            PageText.time(call.request.zone.local(of: request.askedAt))
            + (request.isTimeOfArrival ? ", when it arrived" : "")
        state = words.state
        reason = words.reason
        isOpen = request.state.isOpen
        isGood = request.state == .onTheWay || request.state == .met
        isUnheard = request.state == .asked
        isTaken = request.state == .onTheWay && request.changedBy != viewer.person.name
        clock = RunningClock(
            since: request.state == .onTheWay ? request.changedAt : request.askedAt, now: call.request.now)
        let isWaiting = request.state.isOpen && !request.state.isAnswered
        ring = isWaiting && Ringing(viewer, call).rings(request) ? request.priority.rawValue : nil
        escalation = request.escalation
        escalated =
            request.escalation == 0 || request.state.isAnswered || !request.state.isOpen
            ? nil
            : "Nobody has answered; called out again \(request.escalation == 1 ? "once" : "\(request.escalation) times")."
        client = request.clientName
        me = viewer.person.name
        metWords =
            request.called.isEmpty
            ? "\(viewer.person.name): done." : "\(viewer.person.name): your \(request.called) is done."
        isGoing = request.state == .onTheWay && request.changedBy == viewer.person.name
        goLabel = isGoing ? nil : request.state == .onTheWay ? "I’ll go instead" : "I’m on my way"
        goClass = request.state == .onTheWay ? "" : "main"
        seen = String(request.sequence)
        reasons = ChosenReasons.cannotNow
        hasLostNotes = notes == nil
        self.notes = (notes ?? []).map { note in
            NoteLine(
                text: note.text,
                origin: [note.by, call.ago(note.at)].compactMap(\.self).joined(separator: ", "))
        }
        self.earlier = earlier.map { earlier in
            Earlier(
                path: "/now/\(earlier.id.uuidString)",
                words: "Asked before, \(call.ago(earlier.askedAt)): "
                    + RequestWords(earlier, viewer: viewer, call: call).outcome)
        }
    }
}

/// A request in words.
struct RequestWords {
    /// `Maria asks for water`.
    let title: String
    /// Its state, and who set it.
    let state: String
    let reason: String?

    init(_ request: Request, viewer: Viewer, call: PageCall) {
        let client = request.isUnreadable && request.clientName.isEmpty ? "The client" : request.clientName
        title =
            request.isUnreadable
            ? "\(client): a call that cannot be read"
            : "\(client) \(request.asksAgain == nil ? "asks" : "asks again") for \(request.called)"
        let isMine = request.changedBy == viewer.person.name
        let who = isMine ? "You" : request.changedBy ?? "Somebody"
        let ago = call.ago(request.changedAt)
        let wasAskedAgain = request.reason == "asked_again"
        switch request.state {
        case .asked: state = "Nobody has heard it yet."
        case .heard: state = "Heard; nobody has answered yet."
        case .onTheWay: state = "\(who) \(isMine ? "are" : "is") on the way (\(ago))."
        case .met: state = "Done: \(isMine ? "you" : who), \(ago)."
        case .declined: state = "\(who) could not come (\(ago))."
        case .cancelled:
            state =
                wasAskedAgain
                ? "\(client) has asked again since, \(ago)."
                : "\(client) cancelled it, \(ago)."
        }
        reason = request.state == .declined ? request.reason : nil
    }

    /// State and reason in one line.
    var outcome: String { reason.map { "\(state) “\($0)”" } ?? state }
}
