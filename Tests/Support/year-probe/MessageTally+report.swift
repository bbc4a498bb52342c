import Care
import Foundation

/// What was lost, held against what had to be sent.
extension MessageTally {
    /// How long one try and the next one may take where nothing is wrong, and where it was. Seconds.
    private static let usual: Int64 = 130
    private static let longest: Int64 = 1300

    /// By when it was taken at the latest.
    private func reached(from time: Int64, _ held: [Range<Int64>]) -> Int64 {
        var end = time + Self.usual
        while let over = held.filter({
            $0.upperBound > time && $0.lowerBound <= end && $0.upperBound + Self.longest > end
        }).map(\.upperBound).max() {
            end = over + Self.longest
        }
        return end
    }

    /// Whether the other side must have taken one.
    ///
    /// - Parameter held: When nothing goes over its channel.
    private func mustBeTaken(
        _ event: Event, _ expectation: Expectation, _ contact: ProbeContact, _ held: [Range<Int64>]
    ) -> Bool {
        guard expectation.isCertain, let call = calls[event.call] else { return false }
        let last = reached(from: expectation.due.upperBound, held + gaps)
        // What it tells must have been so all the time.
        let isOvertaken =
            event.isUpdate
            ? call.wasTurned(after: expectation.at, through: last)
            : call.wasAnswered(from: expectation.at, through: last)
        return last < Year.end && !isOvertaken && contact.wasUsed(from: expectation.at, through: last)
    }

    /// Prints the figures; gives how many faults there were.
    ///
    /// - Parameter held: For each channel, when nothing goes over it.
    mutating func report(held: [ContactChannel: [Range<Int64>]], took: Duration) -> Int {
        let ways = Dictionary(uniqueKeysWithValues: contacts.map { ($0.id, $0) })
        var expected = 0
        for (event, expectation) in expectations {
            guard let contact = ways[event.contact],
                mustBeTaken(event, expectation, contact, held[contact.channel] ?? [])
            else { continue }
            expected += 1
            if expectation.taken.isEmpty { fault("lost", name(event)) }
        }
        print(
            """
            \(people.count) people, \(contacts.count) ways to them; \(took.formatted(.units(allowed: [.seconds])))
            \(line(["calls", "answers", "claims that lapsed", "escalations"]))
            \(line(["restarts", "died before it was sent", "clock steps", "ended", "renewed"]))
            messages that had to be taken: \(expected); \(line(["tries", "failures", "taken", "doubled", "confirmed", "at their very second"]))
            of messages lost \(faults["lost"] ?? 0), early \(faults["early"] ?? 0), told twice \(faults["told twice"] ?? 0), \
            doubled under another key \(faults["doubled under another key"] ?? 0)
            """)
        for (fault, count) in faults.sorted(by: { $0.key < $1.key }) { print("FAULT: \(fault): \(count)") }
        return faults.values.reduce(0, +)
    }

    private func line(_ names: [String]) -> String {
        names.map { "\($0) \(counts[$0] ?? 0)" }.joined(separator: ", ")
    }
}
