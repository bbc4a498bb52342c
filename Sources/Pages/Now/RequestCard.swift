import Care
import FoundationEssentials
import Recurrence
import Wording

/// One request, as a caregiver meets it: who, what, how long ago, its state, and what can be answered.
struct RequestCard {
    /// What was said when it was asked, if somebody has asked before.
    struct Earlier {
        let path: String
        let words: Text
    }

    struct NoteLine {
        let text: String
        /// Who wrote it, and when.
        let origin: Text
    }

    let id: String
    let path: String
    /// `Maria asks for water`.
    let title: Text
    /// The need's; without one an icon stands for it.
    let symbol: CallSymbol
    let hasSymbol: Bool
    /// What the client's main voice said.
    let say: Text?
    /// `urgent`, `soon` or `normal`: the colour and the sound.
    let priority: String
    /// `Urgent`, `Soon`, `Test`; absent for what is none of them.
    let urgency: Text?
    let ago: Text
    /// For the little clock behind "5 minutes ago".
    let askedAt: Text
    /// How long it has waited, or somebody has been on the way: it runs on in the page.
    let clock: RunningClock
    /// Somebody is on the way: the card is one line, and can be opened.
    let isTaken: Bool
    /// Who that is.
    let goer: Text
    /// Whether it is open from the start: the page is its own, or something has to be said in it.
    var isUnfolded = false
    /// Whether the page has no other: its heading says who asks for what.
    var isAlone = false
    /// Of the client.
    var clientFace: Face?
    let state: Text
    let isGood: Bool
    /// Of whoever is on the way.
    var face: Face?
    let isOpen: Bool
    /// Whether no page and no station has shown it yet.
    let isUnheard: Bool
    /// The sound to repeat until somebody answers: the priority, or absent, also by the reader's wish.
    let ring: String?
    let escalation: Int
    let escalated: Text?
    /// Whoever was on the way, but did not come in time.
    let lapsed: Text?
    /// When it sounds again unless it is done.
    let lapses: Text?
    /// Who goes, where that is not the reader: the answers that take it from them say that name.
    let takesOver: String
    /// Others who wait for the same.
    var others: Text?
    let client: String
    /// Whoever answers, as the client hears it.
    let me: String
    /// What the client will hear.
    let answer: Text
    /// Whether whoever is on the way reads this.
    let isGoing: Bool
    let seen: String
    let reasons: [Text]
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
    var reasonProblem: Text?
    var typedNote = ""
    var noteProblem: Text?
    var isDeclining = false
    var isNoting = false

    /// - Parameter notes: `nil` where they cannot be read.
    init(
        _ request: Request, symbol: CallSymbol, notes: [RequestNote]?, earlier: Request?, viewer: Viewer,
        call: PageCall
    ) {
        let words = RequestWords(request, viewer: viewer, call: call)
        id = request.id.uuidString
        path = "/now/\(request.id.uuidString)"
        title = words.title
        self.symbol = symbol
        hasSymbol = symbol.text != nil || symbol.picture != nil
        say = request.say.isEmpty || request.say == request.called ? nil : .quoted(request.say)
        priority = request.priority.rawValue
        urgency =
            switch request.priority {
            case .urgent: Text("now.urgent")
            case .soon: Text("now.soon")
            // Nobody hurries for it.
            case .normal: request.isTest ? Text("now.test") : nil
            }
        ago = call.when(request.askedAt)
        askedAt = call.time(of: request.askedAt)
        state = words.outcome
        isOpen = request.state.isOpen
        isGood = request.state == .onTheWay || request.state == .met
        isUnheard = request.state == .asked
        isTaken = request.state == .onTheWay
        isGoing = isTaken && request.changedBy == viewer.person.name
        goer =
            isGoing
            ? Text("now.you_go")
            : request.changedBy.map { Text("now.goes", ["name": .verbatim($0)]) } ?? Text("now.somebody_goes")
        clock = RunningClock(
            since: request.state == .onTheWay ? request.changedAt : request.askedAt, now: call.request.now)
        let isWaiting = request.state.isOpen && !request.state.isAnswered
        ring = isWaiting && Ringing(viewer, call.request).rings(request) ? request.priority.rawValue : nil
        escalation = request.escalation
        escalated =
            request.escalation == 0 || request.state.isAnswered || !request.state.isOpen
            ? nil
            : Text("now.called_out", count: request.escalation)
        lapsed =
            request.reason == RequestState.lapsed
            ? request.changedBy.map { Text("now.lapsed", ["name": .verbatim($0)]) } : nil
        lapses =
            isTaken
            ? request.claimLapsesAt.map { Text("now.lapses", ["time": .text(call.time(of: $0))]) } : nil
        takesOver = isTaken && !isGoing ? request.changedBy ?? "" : ""
        client = request.clientName
        me = viewer.person.name
        answer =
            request.called.isEmpty
            ? Text("now.answer_done", ["me": .verbatim(me)])
            : Text("now.answer_need_done", ["me": .verbatim(me), "need": .verbatim(request.called)])
        seen = String(request.sequence)
        reasons = ChosenReasons.cannotNow
        hasLostNotes = notes == nil
        self.notes = (notes ?? []).map { note in
            NoteLine(
                text: note.text,
                origin: .joined(
                    [note.by.map(Text.verbatim), call.when(note.at)].compactMap(\.self), separator: ", "))
        }
        self.earlier = earlier.map { earlier in
            Earlier(
                path: "/now/\(earlier.id.uuidString)",
                words: Text(
                    "now.asked_before",
                    [
                        "ago": .text(call.when(earlier.askedAt)),
                        "outcome": .text(RequestWords(earlier, viewer: viewer, call: call).outcome),
                    ]))
        }
    }
}

/// A request in words.
struct RequestWords {
    /// `Maria asks for water`.
    let title: Text
    /// Its state, who set it, and why where it was declined.
    let outcome: Text

    init(_ request: Request, viewer: Viewer, call: PageCall) {
        let client = Self.client(request)
        title = Self.title(request)
        let state = Self.state(request, client, viewer, call.when(request.changedAt))
        let reason = request.state == .declined ? request.reason : nil
        outcome = reason.map { .joined([state, .quoted($0)], separator: " ") } ?? state
    }

    private static func client(_ request: Request) -> Text.Value {
        request.isUnreadable && request.clientName.isEmpty
            ? .text(Text("now.the_client")) : .verbatim(request.clientName)
    }

    /// `Maria asks for water`.
    static func title(_ request: Request) -> Text {
        request.isUnreadable
            ? Text("now.unreadable", ["client": client(request)])
            : Text(
                request.asksAgain == nil ? "now.asks" : "now.asks_again",
                ["client": client(request), "need": .verbatim(request.called)])
    }

    /// What became of a call that nobody has answered: whether a station or page has taken it in.
    static func unanswered(_ state: RequestState) -> Text {
        Text(state == .asked ? "now.not_heard" : "now.heard")
    }

    private static func state(
        _ request: Request, _ client: Text.Value, _ viewer: Viewer, _ ago: Text
    ) -> Text {
        func by(you: String, other: String, somebody: String) -> Text {
            guard let by = request.changedBy else { return Text(somebody, ["ago": .text(ago)]) }
            return by == viewer.person.name
                ? Text(you, ["ago": .text(ago)]) : Text(other, ["name": .verbatim(by), "ago": .text(ago)])
        }
        return switch request.state {
        case .asked, .heard: unanswered(request.state)
        case .onTheWay:
            by(you: "now.you_on_the_way", other: "now.on_the_way", somebody: "now.somebody_on_the_way")
        case .met: by(you: "now.done_by_you", other: "now.done_by", somebody: "now.done")
        case .declined:
            by(
                you: "now.you_could_not_come", other: "now.could_not_come",
                somebody: "now.somebody_could_not_come")
        case .cancelled:
            Text(
                request.reason == "asked_again" ? "now.has_asked_again" : "now.cancelled",
                ["client": client, "ago": .text(ago)])
        }
    }
}

extension Text {
    /// What somebody has said or written, in quotation marks.
    static func quoted(_ text: String) -> Text { Text("now.quoted", ["text": .verbatim(text)]) }
}
