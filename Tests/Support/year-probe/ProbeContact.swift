import Care
import Foundation

/// One way to somebody of the home, and how it is with the device at its other end.
final class ProbeContact {
    /// As the store has it; `state` is not followed.
    var stored: Contact
    let channel: ContactChannel
    /// The other side does not know it any more, until its owner has saved it again.
    var isForgotten = false
    /// When the store knew that it had ended, until its owner saved it again.
    private var ends: [Range<Int64>] = []

    init(_ channel: ContactChannel, _ id: UUID, of person: String?, number: Int, after: Int) {
        self.channel = channel
        stored = Contact(
            id: id, person: person, channel: channel.rawValue, label: "Way \(number)",
            address: ["name": "way-\(number)"], after: after)
    }

    var id: UUID { stored.id }
    var person: String? { stored.person }
    /// Seconds.
    var after: Int64 { Int64(stored.after) }

    var hasEnded: Bool { ends.last.map { $0.upperBound == .max } ?? false }

    func end(at now: Int64) { if !hasEnded { ends.append(now..<Int64.max) } }

    func renew(at now: Int64) {
        isForgotten = false
        guard hasEnded, let last = ends.popLast() else { return }
        ends.append(last.lowerBound..<max(now, last.lowerBound + 1))
    }

    /// Whether messages were sent to it all the time from one moment through another.
    func wasUsed(from start: Int64, through end: Int64) -> Bool {
        !ends.contains { $0.lowerBound <= end && start < $0.upperBound }
    }
}
