public import Time

/// Keys that were down when their device was opened, or after events were lost: it is unknown when or whether
/// they were pressed, so they do not choose; but one that stays down seems stuck.
public struct HeldKeys: Sendable {
    private struct Held {
        var since: Instant
        var isTold = false
    }

    private let stuckAfter: Duration
    private var keys: [SwitchEdge.Source: Held] = [:]

    public init(stuckAfter: Duration) { self.stuckAfter = stuckAfter }

    /// When `advance(to:)` has something to do; `nil` while none is held.
    public var nextWake: Instant? {
        keys.values.filter { !$0.isTold }.map { $0.since.advanced(by: stuckAfter) }.min()
    }

    /// A key was found down.
    public mutating func hold(_ source: SwitchEdge.Source, at instant: Instant) {
        if keys[source] == nil { keys[source] = Held(since: instant) }
    }

    /// The key is up. Returns whether it was reported as stuck.
    public mutating func release(_ source: SwitchEdge.Source) -> Bool {
        keys.removeValue(forKey: source)?.isTold ?? false
    }

    /// A device is gone, with its held keys. Returns which of them were reported as stuck.
    public mutating func forget(device: Int) -> [SwitchEdge.Source] {
        keys.keys.filter { $0.device == device }.sorted { $0.key < $1.key }.filter { release($0) }
    }

    /// The keys that seem stuck from now on.
    public mutating func advance(to now: Instant) -> [SwitchEdge.Source] {
        let due = keys.filter { !$0.value.isTold && $0.value.since.advanced(by: stuckAfter) <= now }.keys
            .sorted { ($0.device, $0.key) < ($1.device, $1.key) }
        for source in due { keys[source]?.isTold = true }
        return due
    }
}
