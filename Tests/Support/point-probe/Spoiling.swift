/// What a home gets wrong on purpose, to see that the book finds it.
enum Spoiling: String, CaseIterable {
    /// Each tenth gift never reaches the store.
    case lost
    /// Each tenth gift comes a second time, as another.
    case doubled
    /// Each tenth piece of work is written down for somebody else.
    case others
    /// Each tenth answer about a reward never reaches the store.
    case answers

    static let each = 10
}
