/// Languages as BCP 47 writes them: `de`, `en-GB`, `zh-Hant-TW`.
public enum LanguageTag {
    /// Two or three letters, then parts of two to eight letters or digits.
    public static func isWellFormed(_ tag: String) -> Bool {
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count),
            first.allSatisfy({ $0.isASCII && $0.isLetter })
        else { return false }
        return parts.dropFirst().allSatisfy { part in
            (2...8).contains(part.count) && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
        }
    }

    /// `: write …` where the tag only has the wrong sign or is a language's name.
    public static func suggestion(for tag: String) -> String {
        let hyphened = tag.replacing("_", with: "-").split(separator: ".").first.map(String.init) ?? ""
        if isWellFormed(hyphened), hyphened != tag { return ": write `\(hyphened)`" }
        let names = [
            "english": "en-GB", "englisch": "en-GB", "german": "de", "deutsch": "de", "french": "fr",
        ]
        return names[tag.lowercased()].map { ": write `\($0)`" } ?? ""
    }
}
