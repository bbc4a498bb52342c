/// What was played and compared.
struct Tally: CustomStringConvertible {
    var operations = 0
    var turns = 0
    var nobody = 0
    var hands = 0
    var undone = 0
    var refused = 0
    var completions = 0
    var rounds = 0
    var listed = 0
    var unlisted = 0
    /// Between one time and the next.
    var clockChanges = 0

    /// Whether everything happened that is to be compared: a play in which nothing happens shows nothing.
    var isWorthIt: Bool {
        turns > operations / 10 && nobody > 0 && hands > operations / 50 && undone > operations / 100
            && completions > operations / 50 && rounds > operations / 2000
            && listed > operations / 200 && unlisted > operations / 200 && clockChanges > 0
    }

    var description: String {
        """
        \(operations) operations: \(turns) turns, \(nobody) of them nobody's; \(hands) claimed, given or swapped, \
        \(refused) refused; \(undone) undone; \(completions) completions; \(rounds) rounds of equal turns; \
        \(listed) times somebody came into the list, \(unlisted) times left it; \(clockChanges) changes of clocks
        """
    }
}

/// What differs from the oracle.
struct Difference: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
