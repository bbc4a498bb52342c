/// Which parts of a program are ready, and which have answered in this round of questions.
///
/// Pure: `Supervisor` asks and counts. A round is over when every part has answered from its own loop, and only then the
/// program counts as alive; no new round begins before, so that a part that hangs is asked once and not again and again.
struct Rounds {
    private struct Part {
        var name: String
        var isReady = false
        /// Asked, and silent so far.
        var isAsked = false
    }

    private var parts: [Part] = []
    /// Whether all parts are named.
    private var isClosed = false

    /// - Returns: the number of the new part.
    mutating func add(_ name: String) -> Int {
        parts.append(Part(name: name))
        return parts.count - 1
    }

    var areAllReady: Bool { isClosed && parts.allSatisfy(\.isReady) }

    /// The parts that are not ready yet.
    var waitedFor: [String] { parts.filter { !$0.isReady }.map(\.name) }

    /// The parts that were asked and have not answered.
    var silent: [String] { parts.filter(\.isAsked).map(\.name) }

    /// No part comes any more.
    ///
    /// - Returns: whether all are ready already.
    mutating func close() -> Bool {
        isClosed = true
        return areAllReady
    }

    /// - Returns: whether all are ready now, and were not before.
    mutating func ready(_ part: Int) -> Bool {
        guard !parts[part].isReady else { return false }
        parts[part].isReady = true
        return areAllReady
    }

    /// Begins a round unless one is open or something is not ready.
    ///
    /// - Returns: whether it has begun.
    mutating func begin() -> Bool {
        guard areAllReady, silent.isEmpty else { return false }
        for index in parts.indices { parts[index].isAsked = true }
        return true
    }

    /// - Returns: whether this was the last answer of the round.
    mutating func answer(_ part: Int) -> Bool {
        guard parts[part].isAsked else { return false }
        parts[part].isAsked = false
        return silent.isEmpty
    }
}
