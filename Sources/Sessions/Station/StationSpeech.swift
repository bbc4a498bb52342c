import Care
import FoundationEssentials
import Scanning
import Speech
import Time

/// The station's speech, one utterance at a time, and the waiting replies.
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
            /// Of what people are asked to pay, these reminders.
            case charges([Reminder])
            /// The reading of what is open; any key ends it.
            case reading
            /// An answer to a key.
            case reply
            /// The end of an alarm that was called out: repeated if it was cut.
            case over(String)
        }

        var id: UtteranceID
        var purpose: Purpose
        var rank: Int
        var began: Instant
    }

    /// A reply to a key, or the end of an alarm.
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

    /// - Returns: The utterance with this id; `nil` if another one is being said.
    mutating func end(_ id: UtteranceID) -> Sounding? {
        guard let sounded = sounding, sounded.id == id else { return nil }
        sounding = nil
        return sounded
    }

    /// A question is answered: drops what waits of it.
    mutating func dropQuestions() { replies.removeAll { $0.rank == 0 } }
    mutating func dropQuestion(_ id: UtteranceID) { replies.removeAll { $0.utterance.id == id } }
    mutating func dropReading() { replies.removeAll { $0.purpose == .reading } }
}
