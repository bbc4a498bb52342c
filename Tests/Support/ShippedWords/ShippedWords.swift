import Roles
public import Wording

/// The texts that ship, read once for all tests of a module.
public enum ShippedWords {
    private static let read = Result { try SharedFiles.find().translations() }

    /// What is said in a language.
    public static func translation(_ language: String = "en") throws -> Translation {
        guard let translation = try read.get().first(where: { $0.language == language }) else {
            throw NoTranslation(language: language)
        }
        return translation
    }

    private struct NoTranslation: Error {
        let language: String
    }
}
