/// What a home gets wrong on purpose, to see that the second reckoning finds it.
enum Spoiling: String, CaseIterable {
    /// Each fiftieth line is in no sum.
    case lost
    /// Each fiftieth line is in the sums twice.
    case doubled
    /// What each tenth correction or withdrawal takes the place of still counts.
    case kept
    /// Of each fiftieth expense one person has a cent of another's.
    case cents
    /// Of each tenth settling the last payment is missing.
    case payments
}
