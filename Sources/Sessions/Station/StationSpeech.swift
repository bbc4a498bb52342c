import Care
import FoundationEssentials
import Scanning
import Speech
import Time

/// What the station says, one thing at a time, and the replies that wait for their turn.
///
/// | the speaker | a reply comes | an alarm begins | the words end, or are cut |
/// |---|---|---|---|
/// | is free | waits for its turn, which is next | → says it | no news |
/// | says something | waits | only after that was cut | → free |
struct StationSpeech: Sendable {
    /// What is being said.
    struct Sounding: Sendable {
        enum Purpose: Sendable, Equatable {
            case request(UUID)
            case fault(UUID)
            case serviceLost
            case routines([RoutineAlarm.Spoken])
            case proposals
            /// What is open; any key ends it.
            case reading
            /// An answer to a key.
            case reply
            /// Something is over that was called out: said again after whatever cut it.
            case over(String)
        }

        var id: UtteranceID
        var purpose: Purpose
        var rank: Int
        var began: Instant
    }

    /// An answer to a key, or something that is over.
    struct Reply: Sendable {
        var utterance: Utterance
        var purpose: Sounding.Purpose
        /// What an alarm must exceed to cut it.
        var rank: Int
    }

    private(set) var sounding: Sounding?
    private var replies: [Reply] = []

    mutating func add(_ reply: Reply) { replies.append(reply) }

    /// The reply whose turn it is.
    mutating func takeReply() -> Reply? {
        sounding == nil && !replies.isEmpty ? replies.removeFirst() : nil
    }

    mutating func begin(_ utterance: Utterance, _ purpose: Sounding.Purpose, rank: Int, at now: Instant) {
        sounding = Sounding(id: utterance.id, purpose: purpose, rank: rank, began: now)
    }

    /// - Returns: What was said with those words; `nil` if other ones are being said.
    mutating func end(_ id: UtteranceID) -> Sounding? {
        guard let sounded = sounding, sounded.id == id else { return nil }
        sounding = nil
        return sounded
    }

    /// A question is answered: what waits of it is not needed any more.
    mutating func dropQuestions() { replies.removeAll { $0.rank == 0 } }
    mutating func dropQuestion(_ id: UtteranceID) { replies.removeAll { $0.utterance.id == id } }
    mutating func dropReading() { replies.removeAll { $0.purpose == .reading } }
}
