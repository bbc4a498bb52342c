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
        // Counted by scalars: one character may have any number of them.
        guard unicodeScalars.count > most else { return self }
        let end = unicodeScalars.index(unicodeScalars.startIndex, offsetBy: most)
        let start = unicodeScalars[..<end]
        // Where a space follows, its last word is whole.
        let words =
            unicodeScalars[end].properties.isWhitespace
            ? start.endIndex
            : start.dropFirst().lastIndex { $0.properties.isWhitespace } ?? start.endIndex
        return String(start[..<words])
    }
}
