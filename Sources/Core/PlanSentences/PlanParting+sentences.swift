/// Where a text has several sentences: "Every day at 18:00 Ben cooks. Olga feeds the cat at 8."
extension PlanParting {
    /// The marks with which a sentence ends and behind which another one begins: not that of "5. März", and not that of "Dr. Meyer".
    static func ends(of segments: PlanSegments, _ characters: [Character]) -> Set<Int> {
        let tokens = segments.matcher.tokens
        let ends = tokens.indices.dropFirst().dropLast().filter { index in
            guard let mark = tokens[index].mark, ".!?;".contains(mark), !tokens[index].isQuoted else {
                return false
            }
            let (before, after) = (tokens[index - 1], tokens[index + 1])
            guard tokens[index].range.upperBound < after.range.lowerBound else { return false }
            // "8. 30"
            if case .number = before.kind, case .number = after.kind { return false }
            if let phrase = segments.phrases.first(where: { $0.tokens.contains(index) }) {
                // "at 8 a.m. Olga …"
                return index == phrase.tokens.upperBound - 1
                    && characters[after.range.lowerBound].isUppercase
            }
            let isInPhrase = segments.phrases.contains { $0.tokens.contains(index - 1) }
            guard let word = before.word, !isInPhrase, !segments.matcher.people.words.contains(word) else {
                return true
            }
            // What has no vowel is short for something.
            return word.count > 1 && word.contains { "aeiouy".contains($0) || !$0.isASCII }
        }
        return Set(ends)
    }

    /// A run in its sentences, without joining words at their beginnings: "Then Olga feeds the cat".
    static func sentences(
        of run: Range<Int>, _ ends: Set<Int>, _ segments: inout PlanSegments
    ) -> [Range<Int>] {
        let cuts = run.filter(ends.contains)
        guard !cuts.isEmpty else { return [run] }
        var parts: [Range<Int>] = []
        var start = run.lowerBound
        for cut in cuts + [run.upperBound] {
            while start < cut {
                if let end = segments.matcher.filler(at: start), end <= cut {
                    start = end
                } else if segments.isMark(start) {
                    start += 1
                } else {
                    break
                }
            }
            if start < cut { parts.append(start..<cut) }
            start = cut
        }
        return parts
    }

    /// Whether a sentence ends before a unit.
    func beginsSentence(_ index: Int) -> Bool {
        let (before, after) = (units[index - 1].tokens.upperBound, units[index].tokens.lowerBound)
        return before <= after && (before - 1..<after).contains(where: ends.contains)
    }

    /// The plans before and behind the end of a sentence, where both say what is to be done, and when.
    func sentences(at index: Int) -> (first: String, rest: String)? {
        let next = units.indices.first { $0 > index && beginsSentence($0) } ?? units.endIndex
        let (left, own) = (units[..<index], units[index..<next])
        let areWhole = [left, own].allSatisfy { some in
            some.contains { $0.title != nil } && some.contains(where: \.saysWhen)
        }
        guard areWhole else { return nil }
        return (
            text(left[left.startIndex].tokens.lowerBound..<units[index - 1].tokens.upperBound),
            text(from: units[index].tokens.lowerBound, with: days(from: left, for: own), index)
        )
    }
}
