/// What stands beside a plan and goes to its details: in brackets, behind a dash, or behind "note:".
///
/// In brackets that say when or who, such as "(every Monday)", nothing is beside the plan: they are read like other words. A dash with space
/// around it begins a note where what is to be done stands before it, and what follows says neither when nor who.
struct PlanNote: Hashable {
    /// With its marks, in characters of the sentence.
    var whole: Range<Int>
    /// Without them.
    var words: Range<Int>
}

/// Finds the notes of one sentence.
struct PlanNoteFinder {
    let grammar: PlanGrammar
    let people: PlanNames
    /// In place of each note found so far there is space, so that everything else stays where it is.
    private(set) var characters: [Character]
    private(set) var notes: [PlanNote] = []

    /// More notes than this are read like other words.
    static let most = 5

    init(_ characters: [Character], grammar: PlanGrammar, people: PlanNames) {
        self.characters = characters
        self.grammar = grammar
        self.people = people
        // Where something stands in quotation marks, it is meant as it stands.
        guard !tokens(characters).contains(where: \.isQuoted) else { return }
        takeBrackets()
        takeLabelled()
        takeDashes()
        notes.sort { $0.whole.lowerBound < $1.whole.lowerBound }
        // A note stands beside something.
        if !tokens(self.characters).contains(where: { $0.mark == nil }) {
            (self.characters, notes) = (characters, [])
        }
    }

    private func tokens(_ characters: [Character]) -> [PlanToken] {
        var tokens = PlanToken.tokens(of: characters)
        PlanToken.markQuoted(&tokens)
        return tokens
    }

    private func segments(_ characters: [Character]) -> PlanSegments {
        var segments = PlanSegments(
            PlanMatcher(grammar: grammar, tokens: tokens(characters), people: people))
        segments.divide()
        return segments
    }

    private mutating func take(_ whole: Range<Int>, _ words: Range<Int>) {
        guard notes.count < Self.most, words.contains(where: { !characters[$0].isWhitespace }) else { return }
        notes.append(PlanNote(whole: whole, words: words))
        characters.replaceSubrange(whole, with: repeatElement(" ", count: whole.count))
    }

    // MARK: - Brackets

    private mutating func takeBrackets() {
        var start: Int?
        var depth = 0
        for index in characters.indices {
            switch characters[index] {
            case "(", "[":
                if depth == 0 { start = index }
                depth += 1
            case ")", "]":
                guard depth > 0 else { continue }
                depth -= 1
                guard depth == 0, let first = start, saysSomethingElse(first + 1..<index) else { continue }
                take(first..<index + 1, first + 1..<index)
            default: break
            }
        }
    }

    /// Whether words are neither when nor who.
    private func saysSomethingElse(_ range: Range<Int>) -> Bool {
        let inside = segments(Array(characters[range]))
        return inside.runs.joined().contains { index in
            let token = inside.matcher.tokens[index]
            return token.mark == nil && !(token.word.map(people.words.contains) ?? false)
        }
    }

    // MARK: - "note:"

    private mutating func takeLabelled() {
        let tokens = tokens(characters)
        let label = tokens.indices.dropFirst().first { index in
            tokens[index].word.map(grammar.words.notes.contains) ?? false
                && tokens.indices.contains(index + 1) && tokens[index + 1].mark == ":"
                && tokens[..<index].contains { $0.mark == nil }
        }
        guard let label else { return }
        let (start, words) = (tokens[label].range.lowerBound, tokens[label + 1].range.upperBound)
        let end = characters[words...].firstIndex(where: \.isNewline) ?? characters.count
        take(start..<end, words..<end)
    }

    // MARK: - A dash

    private mutating func takeDashes() {
        while notes.count < Self.most {
            let segments = segments(characters)
            let tokens = segments.matcher.tokens
            let dashes = tokens.indices.filter { isDash($0, segments) }
            var note: (dash: Range<Int>, end: Int)?
            for dash in dashes where note == nil {
                note = end(behind: dash, dashes, segments).map { (tokens[dash].range, $0) }
            }
            guard let (dash, end) = note else { return }
            let count = notes.count
            take(dash.lowerBound..<end, dash.upperBound..<end)
            guard notes.count > count else { return }
        }
    }

    /// With space around it, and no part of "8 – 10".
    private func isDash(_ index: Int, _ segments: PlanSegments) -> Bool {
        let token = segments.matcher.tokens[index]
        guard token.mark == "-", !segments.phrases.contains(where: { $0.tokens.contains(index) }) else {
            return false
        }
        let (before, after) = (token.range.lowerBound - 1, token.range.upperBound)
        return before >= 0 && after < characters.count && characters[before].isWhitespace
            && characters[after].isWhitespace
    }

    /// Where a note ends that begins with a dash; `nil` where it is none.
    private func end(behind dash: Int, _ dashes: [Int], _ segments: PlanSegments) -> Int? {
        let tokens = segments.matcher.tokens
        let hasTitle = segments.runs.joined().contains { index in
            index < dash && tokens[index].mark == nil
                && !(tokens[index].word.map(people.words.contains) ?? false)
        }
        let first = dash + 1
        guard hasTitle, tokens.indices.contains(first),
            !segments.phrases.contains(where: { $0.tokens.contains(first) }),
            !(tokens[first].word.map(people.words.contains) ?? false)
        else { return nil }
        let saysWhen = segments.phrases.contains { phrase in
            phrase.tokens.upperBound <= dash && phrase.clauses.contains(where: \.saysWhen)
        }
        // What says when, where nothing has before; and "…, 5 points".
        let phrase = segments.phrases.first { phrase in
            guard phrase.tokens.lowerBound > first else { return false }
            guard !phrase.clauses.contains(where: \.saysWhen) else { return !saysWhen }
            return tokens[phrase.tokens.lowerBound - 1].mark != nil
        }
        var end = phrase.map { tokens[$0.tokens.lowerBound].range.lowerBound } ?? characters.count
        if let next = dashes.first(where: { $0 > first }) { end = min(end, tokens[next].range.lowerBound) }
        for index in tokens[first].range.lowerBound..<end {
            if characters[index].isNewline { return index }
            let isLast = index + 1 < end && characters[index + 1].isWhitespace
            if isLast, ".!?;".contains(characters[index]) { return index }
        }
        return end
    }
}

extension [PlanToken] {
    /// With each note as a part of the token before it, or of the first one: whoever parts the sentence parts it with its notes.
    func holding(_ notes: [PlanNote]) -> [PlanToken] {
        var tokens = self
        for note in notes {
            let whole = note.whole
            if let before = tokens.lastIndex(where: { $0.range.lowerBound < whole.lowerBound }) {
                let range = tokens[before].range
                tokens[before].range = range.lowerBound..<Swift.max(range.upperBound, whole.upperBound)
            } else if !tokens.isEmpty {
                tokens[0].range = whole.lowerBound..<tokens[0].range.upperBound
            }
        }
        return tokens
    }
}
