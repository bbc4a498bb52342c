import Care
import FoundationEssentials
import Wording

/// What has happened, in words.
enum HistoryWords {
    /// `Maria: Water`.
    static func heading(_ request: Request) -> Text {
        request.isUnreadable
            ? Text("history.unreadable", ["client": .verbatim(request.clientName)])
            : Text(
                "history.heading",
                ["client": .verbatim(request.clientName), "label": .verbatim(request.label)])
    }

    /// What became of a request, and how loudly it is to be shown.
    static func state(_ request: Request) -> (word: Text, style: String) {
        switch request.state {
        case .asked: (Text("history.not_heard"), "urgent")
        case .heard: (Text("history.not_answered"), "soon")
        case .onTheWay: (Text("history.on_the_way"), "soon")
        case .met: (Text("history.done"), "good")
        case .declined: (Text("history.could_not_come"), "")
        case .cancelled: (Text("history.cancelled"), "")
        }
    }

    static func kind(_ kind: OccurrenceEntry.Kind) -> Text {
        switch kind {
        case .done: Text("history.done")
        case .skipped: Text("history.skipped")
        case .note: Text("history.note")
        case .undone: Text("history.undone")
        case .claimed: Text("history.claimed")
        case .given: Text("history.given")
        case .swapped: Text("history.swapped")
        case .approved: Text("history.approved")
        case .notYet: Text("history.not_yet")
        case .offered: Text("history.offered")
        case .accepted: Text("history.accepted")
        case .refused: Text("history.refused")
        }
    }

    /// `nil` for what is neither urgent nor soon.
    static func urgency(_ priority: Priority) -> Text? {
        switch priority {
        case .normal: nil
        case .soon: Text("history.soon")
        case .urgent: Text("history.urgent")
        }
    }

    /// One line of a request's story.
    static func move(_ move: RequestStory.Move, of request: Request) -> Text {
        let client = Text.Value.verbatim(request.clientName)
        let by = move.by.map(Text.Value.verbatim)
        let name = by ?? .text(Text("history.somebody"))
        let waited = move.minutes.map { Text.Value.text(minutes($0)) }
        switch move.kind {
        case .asked: return Text("history.move_asked", ["client": client, "text": .verbatim(request.say)])
        case .heard:
            return by.map { Text("history.move_heard_by", ["name": $0]) } ?? Text("history.move_heard")
        case .onTheWay: return Text("history.move_on_the_way", ["name": name])
        case .met: return by.map { Text("history.move_done_by", ["name": $0]) } ?? Text("history.move_done")
        case .declined:
            return move.reason.map {
                Text("history.move_declined_because", ["name": name, "reason": .verbatim($0)])
            } ?? Text("history.move_declined", ["name": name])
        case .cancelled:
            return Text(
                move.reason == "asked_again" ? "history.move_asked_again" : "history.move_cancelled",
                ["client": client])
        case .escalated: return Text("history.move_escalated")
        case .reached: return Text("history.move_reached")
        case .claimLapsed: return Text("history.move_claim_lapsed", ["name": name])
        case .stillWaiting:
            return waited.map { Text("history.move_still_waiting_after", ["client": client, "span": $0]) }
                ?? Text("history.move_still_waiting", ["client": client])
        case .askAgain:
            return waited.map { Text("history.move_may_ask_again_after", ["client": client, "span": $0]) }
                ?? Text("history.move_may_ask_again", ["client": client])
        case .fault, .needChanged, .proposed, .proposalDecided, .routineChanged, .occurrenceChanged,
            .reminder, .requestNoted, .pointsChanged, .grantChanged, .appointmentChanged, .moodLogged, .words:
            return .verbatim(move.kind.rawValue)
        }
    }

    /// `40 seconds`, `3 minutes`, `2 hours 5 minutes`.
    static func duration(_ duration: Duration) -> Text {
        let seconds = Int(duration.components.seconds)
        return seconds < 60 ? Text("history.seconds", count: seconds) : minutes(seconds / 60)
    }

    static func minutes(_ count: Int) -> Text {
        let parts = [
            ("history.days", count / 1440), ("history.hours", count / 60 % 24),
            ("history.minutes", count % 60),
        ]
        return .joined(
            parts.filter { $0.1 > 0 }.prefix(2).map { Text($0.0, count: $0.1) }, separator: " ")
    }
}
