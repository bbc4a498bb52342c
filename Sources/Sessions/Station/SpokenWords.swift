import Care

extension Request {
    /// What it asks for, as a station speaks it. Nothing cuts an urgent call: with words without end it would keep every other call from
    /// being heard.
    var spokenNeed: String { called.firstWords(ofCharacters: SpokenWords.mostOfCall) }
}

extension Fault {
    /// Its detail, as a station speaks it: of a call that is lost, what it asked for, as long as that of any other call.
    var spokenDetail: String {
        kind.isLostCall ? detail.firstWords(ofCharacters: SpokenWords.mostOfCall) : detail
    }
}

/// How long what others have written may be where a station speaks it.
enum SpokenWords {
    /// Of what a call asks for. Characters; some eight seconds.
    static let mostOfCall = 120
}

extension String {
    /// The whole words at its beginning that have so many characters at most in all; of one longer word, its beginning.
    func firstWords(ofCharacters most: Int) -> String {
        // Bounded by its scalars: one character may have any number of them.
        let start = String(String.UnicodeScalarView(unicodeScalars.prefix(most)))
        guard unicodeScalars.count > most else { return self }
        guard !unicodeScalars[unicodeScalars.index(unicodeScalars.startIndex, offsetBy: most)].properties
            .isWhitespace
        else { return start }
        guard let space = start.lastIndex(where: \.isWhitespace), space > start.startIndex else { return start }
        return String(start[..<space])
    }
}
