import Logging
import Wording

/// What goals of school tasks are called where the platform's own title does not say it, in the home's language.
final class CourseworkWords: Sendable {
    private let texts: HomeTexts

    /// - Parameter translations: What pages say, in each language that there is.
    init(_ translations: @escaping @Sendable () throws -> [Translation], logger: Logger) {
        texts = HomeTexts(translations, logger: logger)
    }

    /// What looking through somebody else's work is called, by that work's title.
    ///
    /// - Parameter language: The home's, BCP 47; `nil` where nobody knows it.
    func review(in language: String?) async -> @Sendable (String) -> String {
        // Without its texts, a service has the platform's title alone.
        guard let words = await texts.translation(in: [language]) else { return { $0 } }
        return { words(Text("school.review", ["title": .verbatim($0)])) }
    }
}
