/// Languages as BCP 47 writes them: `de`, `en-GB`, `zh-Hant-TW`.
///
/// A board is spoken by whatever voice eSpeak NG finds for its language, and eSpeak NG takes a voice's name for a language:
/// no voice's name is a tag, or a board could choose one for which a program is started.
public enum LanguageTag {
    /// 35 characters, as RFC 5646 recommends (section 4.4.1).
    private static let longest = 35
    /// eSpeak NG names MBROLA voices that speak English with a foreign accent `en-dutch`. None of these is a registered
    /// variant.
    private static let voices: Set = [
        "canadian", "dutch", "french", "german", "greek", "polish", "romanian", "swedish",
    ]

    private enum Place { case language, script, region, variant }

    /// A language, perhaps followed by an extended language, a script, a region and variants, in this order (RFC 5646, section
    /// 2.1), that is no voice's name. Extensions and private parts are none of it: no voice knows them.
    public static func isWellFormed(_ tag: String) -> Bool {
        guard tag.utf8.count <= longest else { return false }
        let parts = tag.split(separator: "-", omittingEmptySubsequences: false)
        guard let first = parts.first, (2...3).contains(first.count), first.allSatisfy(isLetter) else {
            return false
        }
        var place = Place.language
        for part in parts.dropFirst() {
            guard let next = Self.place(of: part, after: place) else { return false }
            place = next
        }
        return true
    }

    /// The place of a part; `nil` where there is no such part, or it comes too late.
    private static func place(of part: Substring, after place: Place) -> Place? {
        let isLetters = part.allSatisfy(isLetter)
        guard part.allSatisfy({ isLetter($0) || isDigit($0) }) else { return nil }
        switch (part.count, place) {
        case (3, .language) where isLetters: return .language
        case (4, .language) where isLetters: return .script
        case (2, .language), (2, .script): return isLetters ? .region : nil
        case (3, .language), (3, .script): return part.allSatisfy(isDigit) ? .region : nil
        case (4, _): return part.first.map(isDigit) ?? false ? .variant : nil
        case (5...8, _): return voices.contains(part.lowercased()) ? nil : .variant
        default: return nil
        }
    }

    private static func isLetter(_ character: Character) -> Bool { character.isASCII && character.isLetter }
    private static func isDigit(_ character: Character) -> Bool { character.isASCII && character.isNumber }

    /// `: write …` where the tag only has the wrong sign or is a language's name, and why a voice's name is none.
    public static func suggestion(for tag: String) -> String {
        let hyphened = tag.replacing("_", with: "-").split(separator: ".").first.map(String.init) ?? ""
        if isWellFormed(hyphened), hyphened != tag { return ": write `\(hyphened)`" }
        let names = [
            "english": "en-GB", "englisch": "en-GB", "german": "de", "deutsch": "de", "french": "fr",
        ]
        if let meant = names[tag.lowercased()] { return ": write `\(meant)`" }
        let parts = tag.lowercased().split(separator: "-").map(String.init)
        return parts.first == "mb" || !voices.isDisjoint(with: parts) ? ": it is a voice's name" : ""
    }
}
