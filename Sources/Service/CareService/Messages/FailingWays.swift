import Care

/// Which ways do not take messages, and why, for the detail of a fault.
struct FailingWays {
    /// So many reasons are named.
    private static let mostReasons = 5
    /// Characters of a fault's detail.
    private static let longest = 500

    private let contacts: [Contact]

    init(_ contacts: [Contact]) { self.contacts = contacts }

    /// Each reason once, with the first way that it holds up, as a sentence that pages say in their reader's language:
    /// `Email (Anna's mail) and 2 more: no connection`. The last one has no full stop: whoever shows it ends it.
    var detail: String {
        let sentences = Dictionary(grouping: contacts) { Self.bare($0.problem ?? "") }
            .map { reason, ways in Self.sentence(ways, reason) }.sorted()
        var detail = ""
        for sentence in sentences.prefix(Self.mostReasons) {
            let longer = detail.isEmpty ? sentence : detail + ". " + sentence
            // One of which a part is missing would be said in no language but the program's.
            guard longer.count <= Self.longest else { continue }
            detail = longer
        }
        return detail.isEmpty ? String((sentences.first ?? "").prefix(Self.longest)) : detail
    }

    private static func sentence(_ ways: [Contact], _ reason: String) -> String {
        let named = ways.map { (channel: ContactChannel.words($0.channel), label: $0.label) }
        guard let (channel, label) = named.min(by: { ($0.channel, $0.label) < ($1.channel, $1.label) }) else {
            return reason
        }
        return ways.count == 1
            ? "\(channel) (\(label)): \(reason)"
            : "\(channel) (\(label)) and \(ways.count - 1) more: \(reason)"
    }

    /// Without the full stop that some channels write behind theirs.
    private static func bare(_ reason: String) -> String {
        reason.hasSuffix(".") ? String(reason.dropLast()) : reason
    }
}
