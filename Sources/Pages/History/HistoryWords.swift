import Care
import FoundationEssentials

/// What has happened, in words.
enum HistoryWords {
    /// What became of a request, and how loudly it is to be shown.
    static func state(_ request: Request) -> (word: String, style: String) {
        switch request.state {
        case .asked: ("not heard yet", "urgent")
        case .heard: ("heard, not answered", "soon")
        case .onTheWay: ("on the way", "soon")
        case .met: ("done", "good")
        case .declined: ("declined", "")
        case .cancelled: ("cancelled", "")
        }
    }

    static func kind(_ kind: OccurrenceEntry.Kind) -> String {
        switch kind {
        case .done: "done"
        case .skipped: "skipped"
        case .note: "note"
        case .undone: "undone"
        }
    }

    static func priority(_ priority: Priority) -> String? {
        switch priority {
        case .normal: nil
        case .soon: "soon"
        case .urgent: "urgent"
        }
    }

    /// One line of a request's story.
    static func move(_ move: RequestStory.Move, of request: Request) -> String {
        let (client, by) = (request.clientName, move.by ?? "Somebody")
        let reason = move.reason.map { ": \($0)" } ?? ""
        let waited = move.minutes.map { " after \(minutes($0))" } ?? ""
        switch move.kind {
        case .asked: return "\(client) asked: “\(request.say)”"
        case .heard: return "Heard" + (move.by.map { " by \($0)" } ?? "")
        case .onTheWay: return "\(by) is on the way"
        case .met: return "Done" + (move.by.map { " by \($0)" } ?? "")
        case .declined: return "\(by) declined\(reason)"
        case .cancelled:
            return move.reason == "asked_again"
                ? "\(client) asked for it again: this one ended" : "\(client) cancelled it"
        case .escalated: return "Nobody had answered: called out again, louder"
        case .stillWaiting: return "\(client) was told that it is still waiting\(waited)"
        case .askAgain: return "\(client) was offered to ask again\(waited)"
        case .fault, .needChanged, .proposed, .proposalDecided, .routineChanged, .occurrenceChanged,
            .reminder,
            .requestNoted:
            return move.kind.rawValue
        }
    }

    /// `40 seconds`, `3 minutes`, `2 hours 5 minutes`.
    static func duration(_ duration: Duration) -> String {
        let seconds = Int(duration.components.seconds)
        if seconds < 60 { return "\(seconds) second\(seconds == 1 ? "" : "s")" }
        return minutes(seconds / 60)
    }

    static func minutes(_ count: Int) -> String {
        func words(_ number: Int, _ unit: String) -> String? {
            number == 0 ? nil : "\(number) \(unit)\(number == 1 ? "" : "s")"
        }
        let parts = [words(count / 1440, "day"), words(count / 60 % 24, "hour"), words(count % 60, "minute")]
        return parts.compactMap(\.self).prefix(2).joined(separator: " ")
    }
}
