import Care
import FoundationEssentials

/// The client's calls of the last day that have ended, so that what became of them can be read and each can be
/// asked again.
///
/// | a call | becomes done, or cannot be met | is open again, or taken back | is a day old | another for the same need ends |
/// |---|---|---|---|---|
/// | not in it | in it | – | – | – |
/// | in it | with its new state | not in it | not in it | not in it |
struct RecentCalls: Sendable {
    /// For how many seconds after it ended a call stays, by the wall clock.
    static let lasts: TimeInterval = 24 * 3600
    /// Nobody listens to more.
    static let most = 20

    private struct Ended: Sendable {
        var entry: LedgerEntry
        var at: Date
    }

    /// The last that ended is the last.
    private var ended: [Ended] = []

    /// Takes over what a request has become.
    mutating func take(_ request: Request) {
        ended.removeAll { $0.entry.new.id == request.id }
        guard request.state == .met || request.state == .declined else { return }
        ended.removeAll { $0.entry.new.need == request.need && $0.at <= request.changedAt }
        guard !ended.contains(where: { $0.entry.new.need == request.need }) else { return }
        ended.append(
            Ended(
                entry: LedgerEntry(
                    new: NewRequest(request), since: request.askedAt, state: request.state,
                    isDelivered: true),
                at: request.changedAt))
        ended.sort { ($0.at, $0.entry.new.id.uuidString) < ($1.at, $1.entry.new.id.uuidString) }
        ended.removeFirst(max(0, ended.count - Self.most))
    }

    /// The newest first, without those whose need is open again.
    func list(besides open: [LedgerEntry], at now: Date) -> [LedgerEntry] {
        ended.reversed().filter { ended in
            now.timeIntervalSince(ended.at) < Self.lasts
                && !open.contains { $0.new.need == ended.entry.new.need }
        }.map(\.entry)
    }

    /// The wall clock was set by this many seconds.
    mutating func clockWasSet(by seconds: TimeInterval) {
        for index in ended.indices {
            ended[index].entry.since.addTimeInterval(seconds)
            ended[index].at.addTimeInterval(seconds)
        }
    }
}
