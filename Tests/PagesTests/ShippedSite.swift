import Roles
import Wording

@testable import Pages

extension PageSite {
    private static let read = Result {
        let site = try PageSite(Translation.shipped(), grammars: { try SharedFiles.find().planGrammars() })
        try site.readAll()
        return site
    }

    /// With the texts that ship, read once for all tests.
    static func shipped() throws -> PageSite { try read.get() }
}

extension Translation {
    private static let read = Result { try SharedFiles.find().translations() }

    /// The texts that ship, in all languages.
    static func shipped() throws -> [Translation] { try read.get() }
}

extension Text {
    /// As the texts that ship say it in a language.
    func said(in language: String = "en") throws -> String {
        guard let translation = try Translation.shipped().first(where: { $0.language == language }) else {
            throw NoTranslation()
        }
        return translation(self)
    }

    private struct NoTranslation: Error {}
}
