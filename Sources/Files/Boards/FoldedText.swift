/// Texts compared as ears compare them, as far as letters tell.
enum FoldedText {
    /// Letters and digits in lower case, words parted by one space.
    static func words(_ text: String) -> String {
        let kept = text.lowercased().map { $0.isLetter || $0.isNumber ? $0 : " " }
        return String(kept).split(separator: " ").joined(separator: " ")
    }

    /// The same without diacritics: `Café` is `cafe`.
    static func plain(_ text: String) -> String {
        String(String.UnicodeScalarView(words(text).unicodeScalars.flatMap(base)))
    }

    /// Words joined by hyphens, for an id: `How I feel` is `how-i-feel`.
    static func id(_ text: String) -> String {
        plain(text).replacing(" ", with: "-")
    }

    /// The letter that a Latin letter with a mark is made from.
    private static func base(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
        if scalar == "ß" { return ["s", "s"] }
        if scalar.properties.generalCategory == .nonspacingMark { return [] }
        // Unicode names such letters "LATIN SMALL LETTER A WITH DIAERESIS".
        guard scalar.value > 0x7F, let name = scalar.properties.name, name.hasPrefix("LATIN SMALL LETTER "),
            let with = name.firstRange(of: " WITH ")
        else { return [scalar] }
        let letter = name[..<with.lowerBound].dropFirst("LATIN SMALL LETTER ".count).lowercased()
        return letter.count == 1 ? Array(letter.unicodeScalars) : [scalar]
    }
}
