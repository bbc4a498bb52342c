import Care
import CareStore
import Chance
import Foundation

/// One try of a message, and what will come of it.
struct MessageTry {
    let message: OutgoingMessage
    let contact: ProbeContact
    /// Under which it is sent.
    var key: UUID
    /// How long it takes.
    let seconds: Int64
    /// Whether the other side takes it, and whether its device says so.
    private(set) var isTaken: Bool
    private(set) var isConfirmed: Bool
    /// What the service learns.
    private(set) var outcome: CareStore.MessageOutcome

    init(
        _ message: OutgoingMessage, to contact: ProbeContact, seconds: Int64, isTaken: Bool,
        isConfirmed: Bool = false, _ outcome: CareStore.MessageOutcome
    ) {
        self.message = message
        self.contact = contact
        key = message.key
        self.seconds = seconds
        self.isTaken = isTaken
        self.isConfirmed = isConfirmed
        self.outcome = outcome
    }

    /// It is called sent, and is not.
    mutating func drop() { (isTaken, isConfirmed, outcome) = (false, false, .sent) }
}

/// How each channel's other side is at each moment of the year.
final class OutsideWeather {
    enum Kind: CaseIterable {
        /// Nothing is taken.
        case dead
        /// It is asked to come later.
        case busy
        /// It is taken, and the answer is lost.
        case lying
        /// It is taken after minutes.
        case slow
        /// It is taken, and no device shows it.
        case mute
    }

    private var times: [ContactChannel: [(time: Range<Int64>, kind: Kind)]] = [:]
    private var chance: SeededGenerator

    init(seed: UInt64) {
        chance = SeededGenerator(seed: seed, stream: "outside")
        for channel in ContactChannel.allCases {
            var from = Year.start
            while from < Year.end {
                from += Int64.random(in: 3600...100_000, using: &chance)
                let until = from + Int64.random(in: 600...20_000, using: &chance)
                let kind = Kind.allCases.randomElement(using: &chance) ?? .dead
                times[channel, default: []].append((from..<until, kind))
                from = until
            }
        }
    }

    /// For each channel, when nothing goes over it.
    var held: [ContactChannel: [Range<Int64>]] {
        times.mapValues { times in
            times.filter { $0.kind == .dead || $0.kind == .busy }.map(\.time)
        }
    }

    private func kind(of channel: ContactChannel, at now: Int64) -> Kind? {
        times[channel]?.first { $0.time.contains(now) }?.kind
    }

    /// What comes of a try that begins now.
    func attempt(_ message: OutgoingMessage, _ contact: ProbeContact, at now: Int64) -> MessageTry {
        let soon = Int64.random(in: 0...3, using: &chance)
        let kind = kind(of: contact.channel, at: now)
        switch kind {
        case .dead:
            return MessageTry(
                message, to: contact, seconds: Int64.random(in: 1...10, using: &chance), isTaken: false,
                .failed("no connection"))
        case .busy:
            let wait = Double(Int.random(in: 1...900, using: &chance))
            return MessageTry(
                message, to: contact, seconds: soon, isTaken: false, .later("too many", seconds: wait))
        case .lying, .slow, .mute, nil: break
        }
        guard !contact.isForgotten else {
            return MessageTry(
                message, to: contact, seconds: soon, isTaken: false, .gone("the subscription has ended"))
        }
        // Half of the devices show it, and say so.
        let isConfirmed =
            kind == nil && contact.channel == .webPush && Bool.random(using: &chance)
        let isSlow = kind == .slow
        let seconds = isSlow ? Int64.random(in: 4...120, using: &chance) : soon
        let outcome: CareStore.MessageOutcome =
            kind == .lying ? .failed("no answer within 10 s") : .sent
        return MessageTry(
            message, to: contact, seconds: seconds, isTaken: true, isConfirmed: isConfirmed, outcome)
    }
}
