/// What is said in place of a name that nobody has set yet, as it fits behind what stands before it: "the client", "The client", and in
/// German "von der betreuten Person".
public struct UnnamedWords: Sendable {
    /// What is stored in place of such a name (`Person.unnamed`): no home has to be changed for it.
    public static let name = "Somebody"

    /// German words that ask for the dative, as far as phrases and texts put them before a name.
    private static let dative = ["von", "nach", "bei", "zu", "mit", "seit"]
    private static let starts: Set<Character> = [".", "!", "?", ">", "\"", "“", "„", "«"]

    private let plain: String
    private let after: String
    private let isGerman: Bool

    /// - Parameters:
    ///   - plain: "the client".
    ///   - after: The same behind a preposition that asks for another case, in a language that has one.
    ///   - language: BCP 47.
    public init(_ plain: String, after: String? = nil, language: String) {
        self.plain = plain
        self.after = after ?? plain
        isGerman = language.lowercased().prefix { $0 != "-" } == "de"
    }

    /// - Parameter text: What stands before it in its sentence, or in its page.
    public func words(behind text: some StringProtocol) -> String {
        // Isolates have no width, and what a page fills in may have them before it.
        let before = String(text.suffix(40)).filter { !"\u{2068}\u{2069}".contains($0) }
        guard let last = before.last(where: { !$0.isWhitespace }), !Self.starts.contains(last) else {
            return plain.prefix(1).uppercased() + plain.dropFirst()
        }
        let word = before.split { !$0.isLetter }.last?.lowercased() ?? ""
        return isGerman && last.isLetter && Self.dative.contains(word) ? after : plain
    }
}

extension Translation {
    /// In place of the name of a client, or of somebody who cares, that nobody has set; `nil` where there are no words for it.
    ///
    /// - Parameter placeholder: As texts name whose name it is.
    public func unnamed(_ placeholder: String) -> UnnamedWords? {
        switch placeholder {
        case "client":
            guard pattern("unnamed.client") != nil else { return nil }
            return UnnamedWords(
                self(Text("unnamed.client")), after: self(Text("unnamed.client_after")), language: language)
        case "name", "by", "who", "me", "caregiver":
            guard pattern("unnamed.caregiver") != nil else { return nil }
            return UnnamedWords(self(Text("unnamed.caregiver")), language: language)
        default: return nil
        }
    }
}
