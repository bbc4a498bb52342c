/// Divides a sentence into phrases and what lies between them, so that as many of its words as possible belong to phrases.
struct PlanSegments {
    struct Phrase {
        var tokens: Range<Int>
        var clauses: [PlanClause]
        var corrections: [PlanMatcher.Correction]
        /// Whether a joining word stands directly before it.
        var isJoined = false
        /// Whether its words belong to the title as well.
        var isInTitle = false
        /// Whether it says who does what stands behind it, and belongs to no title.
        var isSubject = false
    }

    var phrases: [Phrase] = []
    /// The words that are in no phrase, in runs without joining words at their ends.
    var runs: [Range<Int>] = []
    /// Joining words and the like at the ends of the runs.
    private(set) var joiners: [Range<Int>] = []
    /// Words of the title that stand behind a phrase.
    var titleRest: Range<Int>?
    /// Words behind those who do it that belong to no title.
    var strangers: Range<Int>?
    /// Whether the title's verb goes behind them.
    var isVerbLast = false
    /// Whether the title begins with a verb as one person does it: "sets".
    var isConjugated = false
    /// Whether it ends with a verb as somebody is to do it.
    var isFinalVerb = false
    /// Whether the client for whom it is may also be the one who does it: "Mia walks".
    var mayDoIt = false

    var matcher: PlanMatcher

    init(_ matcher: PlanMatcher) { self.matcher = matcher }

    /// The most that can be made of the words from each token on, from the last one to the first.
    mutating func divide() {
        let count = matcher.tokens.count
        // How many words there are before each token: marks are not worth anything.
        let words = matcher.tokens.reduce(into: [0]) { $0.append(($0.last ?? 0) + ($1.mark == nil ? 1 : 0)) }
        var best = [(score: Int, phrase: PlanMatcher.Phrase?)](repeating: (0, nil), count: count + 1)
        for start in stride(from: count - 1, through: 0, by: -1) {
            best[start] = (best[start + 1].score, nil)
            for phrase in matcher.phrases(at: start) {
                // A longer phrase says more than two short ones; a slip of the finger is the last explanation.
                let score =
                    10 * (words[phrase.end] - words[start]) - 3 - (phrase.isLoose ? 1 : 0)
                    + (phrase.isNamed ? 1 : 0) - 4 * phrase.corrections.count
                    + best[phrase.end].score
                if score > best[start].score { best[start] = (score, phrase) }
            }
        }
        var position = 0
        var gap = 0
        while position < count {
            guard let phrase = best[position].phrase else {
                position += 1
                continue
            }
            let isJoined = trim(gap..<position)
            phrases.append(
                Phrase(
                    tokens: position..<phrase.end, clauses: phrase.clauses, corrections: phrase.corrections,
                    isJoined: isJoined))
            position = phrase.end
            gap = position
        }
        _ = trim(gap..<count)
    }

    /// Takes joining words from both ends of what lies between two phrases. Says whether one stands at its end.
    private mutating func trim(_ gap: Range<Int>) -> Bool {
        var start = gap.lowerBound
        while start < gap.upperBound {
            if let end = matcher.filler(at: start), end <= gap.upperBound {
                start = end
            } else if isMark(start) {
                start += 1
            } else {
                break
            }
        }
        var end = gap.upperBound
        var isJoined = false
        trimming: while end > start {
            if isMark(end - 1) {
                end -= 1
                continue
            }
            for from in max(start, end - 4)..<end where matcher.filler(at: from) == end {
                isJoined = isJoined || matcher.join(at: from) == end
                end = from
                continue trimming
            }
            break
        }
        let run = start..<end
        let hasJoiner = (gap.lowerBound..<start).contains { !isMark($0) }
        isJoined = isJoined || (run.isEmpty && hasJoiner)
        for ends in [gap.lowerBound..<start, end..<gap.upperBound] where ends.contains(where: { !isMark($0) })
        {
            joiners.append(ends)
        }
        if !run.isEmpty { runs.append(run) }
        return isJoined
    }

    func isMark(_ index: Int) -> Bool {
        matcher.tokens[index].mark != nil && !matcher.tokens[index].isQuoted
    }
}
