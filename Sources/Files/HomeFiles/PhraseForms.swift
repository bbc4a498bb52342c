import Wording

/// A sentence of a phrase file, with its other forms where something is counted in it.
struct PhraseForms: Equatable, Sendable {
    /// What is said wherever there is no other form.
    var other: Sentence
    var forms: [PluralCategory: Sentence] = [:]

    /// - Parameters:
    ///   - counted: The value of this decides about the form; one that is no whole number takes `other`.
    ///   - unnamed: As `Sentence` has it.
    ///   - rules: Those of the sentence's language.
    func filled(
        with values: [Placeholder: String], counted: Placeholder?,
        unnamed: (Placeholder) -> UnnamedWords? = { _ in nil }, rules: () -> PluralRules
    ) -> String {
        guard !forms.isEmpty, let number = counted.flatMap({ values[$0] }).flatMap({ Int($0) }) else {
            return other.filled(with: values, unnamed: unnamed)
        }
        return (forms[rules().category(number)] ?? other).filled(with: values, unnamed: unnamed)
    }
}
