import Care
import Foundation
import Kiosk
import Scanning
import Speech
import Station
import Time

/// What is going to happen, the next first.
struct Agenda {
    enum Happening {
        case soundEnded(UtteranceID, Side)
        case wordsEnded(UtteranceID, Side)
        case kiosk(KioskEvent)
        case station(StationEvent)
        /// The service has it, and tells.
        case arrives(NewRequest)
        case answered(UUID, NewResponse, Side)
        case reminds(UUID, JournalEvent.RequestNews)
        case personPresses
        case caregiverActs
        case mishap
        case serviceReturns
    }

    private var entries: [(at: Instant, happening: Happening)] = []

    var nextDue: Instant? { entries.last?.at }
    var count: Int { entries.count }

    /// Of two at the same moment, the one that was added first happens first.
    mutating func add(_ happening: Happening, at instant: Instant) {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].at < instant { high = middle } else { low = middle + 1 }
        }
        while low > 0, entries[low - 1].at == instant { low -= 1 }
        entries.insert((instant, happening), at: low)
    }

    mutating func take() -> (at: Instant, happening: Happening)? { entries.popLast() }
}

/// Whose session, and whose speaker.
enum Side: Int {
    case kiosk, station
}
