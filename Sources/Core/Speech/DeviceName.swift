/// A sound device as it may be named from outside: ALSA gets only a name that the machine's ALSA
/// configuration defines, or a card and its device.
///
/// ALSA passes what follows a colon to the definition of the name before it. That of `file`, which comes with ALSA, hands it
/// to a shell. So arguments are for four names alone, whose arguments are numbers and names of cards. A point is refused
/// because ALSA would read it as a path through its whole configuration.
public struct DeviceName: Hashable, Sendable {
    /// The names that may have arguments: a card of its own, that card with converters, its default, its mixer.
    static let withCard = ["hw", "plughw", "sysdefault", "dmix"]
    /// ALSA's own names are shorter than 40 characters.
    private static let longest = 64

    public let text: String

    /// `nil` if the text is no such name; `problem(with:)` says what to write.
    public init?(_ text: String) {
        guard Self.problem(with: text) == nil else { return nil }
        self.text = text
    }

    /// What is wrong with a name and what to write, as one sentence without a full stop at its end; `nil` if it can be one.
    public static func problem(with text: String) -> String? {
        let shown = text.count > 40 ? text.prefix(40) + "…" : text
        guard let colon = text.firstIndex(of: ":") else {
            return isWord(text, and: "-")
                ? nil
                : "`\(shown)` is not a sound device: write `auto`, a name that `aplay -L` shows without `:`, or a card, such as `plughw:CARD=Headset,DEV=0`"
        }
        let kind = String(text[..<colon])
        guard withCard.contains(kind) else {
            return
                "`\(shown)` is not opened: only `hw`, `plughw`, `sysdefault` and `dmix` are followed by a card, such as `plughw:CARD=Headset,DEV=0`; any other device is written without `:`"
        }
        return hasCard(text[text.index(after: colon)...])
            ? nil
            : "`\(shown)` names no card: write its name and device with letters, digits and `_`, such as `\(kind):CARD=Headset,DEV=0` or `\(kind):0,0`"
    }

    /// `CARD=Headset,DEV=0`, `Headset,0`, or the card alone.
    private static func hasCard(_ arguments: Substring) -> Bool {
        let parts = arguments.split(separator: ",", omittingEmptySubsequences: false)
        guard parts.count <= 2 else { return false }
        // The first without a name is the card.
        let hasCardByPlace = !(parts.first?.contains("=") ?? true)
        var named: Set<Substring> = []
        for part in parts {
            guard let sign = part.firstIndex(of: "=") else {
                // ALSA counts arguments without a name by their place: none follows one with a name.
                guard named.isEmpty, isWord(String(part)) else { return false }
                continue
            }
            let name = part[..<sign]
            let isFree = named.insert(name).inserted && !(name == "CARD" && hasCardByPlace)
            guard ["CARD", "DEV"].contains(name), isFree,
                isWord(String(part[part.index(after: sign)...]))
            else { return false }
        }
        return true
    }

    /// Letters from A to Z, digits, `_` and what else is allowed.
    private static func isWord(_ text: String, and other: Character? = nil) -> Bool {
        (1...longest).contains(text.utf8.count)
            && text.allSatisfy {
                $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "_" || $0 == other
            }
    }
}
