/// Titles as somebody would write them on a card: "Feed the cat", `Müll rausbringen`.
extension PlanWords {
    /// - Parameters:
    ///   - isVerbLast: Whether it begins with its verb, which goes behind the rest.
    ///   - isConjugated: Whether it begins with a verb as one person does it, "feeds".
    ///   - isFinal: Whether it ends with a verb as somebody is to do it, `kursun`.
    func card(_ title: String, isVerbLast: Bool, isConjugated: Bool, isFinal: Bool) -> String {
        var words = title.split(separator: " ").map { String($0) }
        guard let first = words.first else { return title }
        if isVerbLast || isPartedVerb(words) {
            words = verbLast(words)
        } else if isConjugated {
            if words.count > 1, reflexives.contains(PlanFolding.plain(first)) {
                let verb = infinitive(of: words[1])
                words.replaceSubrange(0...1, with: joinsReflexive ? [verb + first] : [first, verb])
            } else {
                words[0] = infinitive(of: first)
            }
        } else if isFinal, let last = words.last, let stem = stem(of: last) {
            words[words.count - 1] = stem
        } else if words.count > 1, startsObject(words[1]),
            let infinitive = imperatives[PlanFolding.plain(first)]
        {
            words = verbPrefixes.isEmpty ? [infinitive] + words.dropFirst() : verbLast(words)
        }
        return capitalized(withoutArticle(withoutParticle(words)).joined(separator: " "))
    }

    /// A verb in its infinitive; as it is where no ending fits.
    func infinitive(of verb: String) -> String {
        if let known = imperatives[PlanFolding.plain(verb)] { return known }
        let verb = verb.lowercased()
        let fitting = infinitives.filter { verb.hasSuffix($0.ending) }
        guard let longest = fitting.max(by: { $0.ending.count < $1.ending.count }) else { return verb }
        return verb.dropLast(longest.ending.count) + longest.infinitive
    }

    /// What a verb is on a card that somebody is to do; `nil` for other words.
    func stem(of verb: String) -> String? {
        let word = PlanFolding.plain(verb)
        let fitting = finalVerbs.filter { word.hasSuffix(PlanFolding.plain($0.ending)) }
        guard let longest = fitting.max(by: { $0.ending.count < $1.ending.count }),
            word.count > longest.ending.count + 1
        else { return nil }
        return verb.dropLast(longest.ending.count) + longest.infinitive
    }

    /// `l'aspirateur` begins with `l`.
    private func startsObject(_ word: String) -> Bool {
        PlanToken.tokens(of: Array(word)).first?.word.map(objectStarts.contains) ?? false
    }

    /// What begins with a verb, with that behind the rest: `räumt sein Zimmer auf` as `sein Zimmer aufräumen`.
    private func verbLast(_ words: [String]) -> [String] {
        guard let first = words.first else { return words }
        let verb = infinitive(of: first)
        guard let last = words.dropFirst().last, verbPrefixes.contains(PlanFolding.plain(last)) else {
            return words.dropFirst() + [verb]
        }
        return words.dropFirst().dropLast() + [last + verb]
    }

    /// `Räum die Küche auf`: somebody is told to, with a verb of two parts.
    private func isPartedVerb(_ words: [String]) -> Bool {
        guard words.count > 2, let last = words.last, imperatives[PlanFolding.plain(words[0])] != nil else {
            return false
        }
        return verbPrefixes.contains(PlanFolding.plain(last))
    }

    /// `die Katze zu füttern` and `den Müll rauszubringen`, as what is not to be forgotten is said.
    private func withoutParticle(_ words: [String]) -> [String] {
        guard !verbPrefixes.isEmpty, words.count > 1, let last = words.last, isInfinitive(last) else {
            return words
        }
        if words.count > 2, words[words.count - 2] == "zu" { return words.dropLast(2) + [last] }
        let prefix = verbPrefixes.filter { last.hasPrefix($0 + "zu") && last.count > $0.count + 4 }
            .max { $0.count < $1.count }
        guard let prefix else { return words }
        return words.dropLast() + [prefix + last.dropFirst(prefix.count + 2)]
    }

    /// In a language whose verb stands last.
    private func withoutArticle(_ words: [String]) -> [String] {
        guard let last = words.last, isInfinitive(last) else { return words }
        var words = words
        // `sich die Zähne putzen`
        while words.count > 2, articles.contains(PlanFolding.plain(words[0])) { words.removeFirst() }
        return words
    }

    private func isInfinitive(_ word: String) -> Bool {
        word.first?.isLowercase == true
            && (infinitiveEndings ?? []).contains { PlanFolding.plain(word).hasSuffix($0) }
    }

    /// A word with a capital of its own, such as "iPad", stays as it is.
    private func capitalized(_ title: String) -> String {
        guard let first = title.first, first.isLowercase,
            !(title.split(separator: " ").first ?? "").contains(where: \.isUppercase)
        else { return title }
        let capital = first == "i" && language.hasPrefix("tr") ? "İ" : first.uppercased()
        return capital + title.dropFirst()
    }
}
