import Wording

extension Phrases {
    /// What is said in place of a name that nobody has set.
    func unnamed(_ placeholder: Placeholder) -> UnnamedWords? {
        switch placeholder {
        case .client:
            UnnamedWords(self[.clientUnnamed], after: self[.clientUnnamedAfter], language: language)
        case .caregiver: UnnamedWords(self[.caregiverUnnamed], language: language)
        default: nil
        }
    }

    /// A client's name, as it begins a line.
    public func client(_ name: String) -> String {
        name == UnnamedWords.name ? unnamed(.client)?.words(behind: "") ?? name : name
    }
}
