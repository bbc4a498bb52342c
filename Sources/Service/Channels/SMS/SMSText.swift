/// What fits into text messages that a telephone shows as one.
enum SMSText {
    /// The default alphabet of GSM 03.38, whose characters take 7 bits each.
    private static let alphabet = Set(
        "@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !\"#¤%&'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà"
            .unicodeScalars)
    /// Its extension: an escape, and a character.
    private static let extended = Set("\u{c}^{}\\[~]|€".unicodeScalars)
    /// Two parts of 153 septets, or of 67 units of UTF-16; one less, because no character is divided between the parts.
    private static let septets = 2 * 153 - 1
    private static let units = 2 * 67 - 1
    /// In septets or units: who calls, and for what.
    private static let fewestWords = 40

    /// What is sent: the title, the text and the link, cut so that it takes at most two messages. The link is never cut; one that
    /// leaves no room for `fewestWords` is left out, for the words are what is needed.
    ///
    /// No button can be shown here: who wants to answer calls, or opens the link.
    static func compose(title: String, body: String, link: String?) -> String {
        let words = [title, body].map(plain).filter { !$0.isEmpty }.joined(separator: "\n")
        let link = link.flatMap { link in
            let isPlain = size(words + link).isPlain
            return size(link).count(isPlain) <= (isPlain ? septets : units) - fewestWords ? link : nil
        }
        let tail = link.map { "\n" + $0 } ?? ""
        let isPlain = size(words + tail).isPlain
        let room = isPlain ? septets : units
        if size(words + tail).count(isPlain) <= room { return words + tail }
        let end = isPlain ? "..." : "…"
        var left = room - size(end + tail).count(isPlain)
        var kept = ""
        for character in words {
            left -= size(String(character)).count(isPlain)
            guard left >= 0 else { break }
            kept.append(character)
        }
        return kept.trimmed + end + tail
    }

    /// How much room a text takes.
    private struct Size {
        /// Whether each of its characters is in the alphabet.
        var isPlain = true
        var septets = 0
        var units = 0

        func count(_ isPlain: Bool) -> Int { isPlain ? septets : units }
    }

    private static func size(_ text: String) -> Size {
        var size = Size()
        for scalar in text.unicodeScalars {
            size.units += scalar.value > 0xffff ? 2 : 1
            size.septets += extended.contains(scalar) ? 2 : 1
            if !alphabet.contains(scalar), !extended.contains(scalar) { size.isPlain = false }
        }
        return size
    }

    /// Without control characters, and with line ends of one character.
    private static func plain(_ text: String) -> String {
        String(
            text.map { (character: Character) -> Character in
                if character.isNewline { return "\n" }
                let isControl = character.unicodeScalars.contains {
                    $0.properties.generalCategory == .control
                }
                return isControl ? " " : character
            }
        ).trimmed
    }
}
