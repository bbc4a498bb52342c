import FoundationEssentials
import Scanning
import Speech
import Time

/// Future events in order of time; simultaneous ones in the order in which they were added.
struct EventQueue {
    enum Entry {
        case edge(SwitchRole, SwitchEdge.Direction)
        /// The person does what they decided to do; void if they have decided otherwise since.
        case act(Act, decision: Int)
        /// A touch of a trembling hand, with its duration.
        case touch(SwitchRole, Duration)
        /// A hand that slipped is back on the switch.
        case holdAgain
        case soundEnded(UtteranceID, output: Int)
        case wordsEnded(UtteranceID, output: Int)
        case stored(UUID)
        case delivered(UUID)
        case answered(UUID, met: Bool)
    }

    /// What a hand does.
    enum Act: Hashable {
        case tap(SwitchRole)
        /// Presses and stays on the switch.
        case hold
        case letGo
    }

    private var entries: [(at: Instant, entry: Entry)] = []

    var nextDue: Instant? { entries.first?.at }

    mutating func add(_ entry: Entry, at instant: Instant) {
        // A handful: a sorted list is quicker than a heap.
        var index = entries.count
        while index > 0, entries[index - 1].at > instant { index -= 1 }
        entries.insert((instant, entry), at: index)
    }

    /// Takes the first entry.
    mutating func take() -> Entry? { entries.isEmpty ? nil : entries.removeFirst().entry }
}
