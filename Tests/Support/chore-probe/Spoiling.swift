/// What a play gets wrong on purpose, to see that the oracle finds it.
enum Spoiling: String, CaseIterable {
    /// Each fiftieth entry never reaches the code that is tested.
    case entries
    /// Each fiftieth time is forgotten when it is asked whose turn it is.
    case turns
    /// Who comes into the rotation, or leaves it, is not told to it.
    case lists
    /// Days, weeks and months are those of UTC in every home.
    case zone

    static let each = 50
}
