/// The names of the people of a home, as a sentence may have them.
struct PlanNames {
    private let names: [(words: [String], person: Int)]
    let words: Set<String>
    let people: [PlanPerson]

    /// More people are in no home; more names would only make reading slow.
    static let most = 500

    /// - Parameters:
    ///   - writer: The id of whoever has written the sentence, if it is one of them.
    ///   - me: What people call themselves, "I".
    init(_ people: [PlanPerson], writer: String? = nil, me: Set<String> = []) {
        self.people = people
        var names: [(words: [String], person: Int)] = []
        for (index, person) in people.prefix(Self.most).enumerated() {
            let words = PlanToken.tokens(of: Array(person.name.prefix(200))).compactMap(\.word)
            guard let first = words.first else { continue }
            names.append((words, index))
            if words.count > 1, first.count > 1 { names.append(([first], index)) }
        }
        if let own = people.prefix(Self.most).firstIndex(where: { $0.id == writer }) {
            // Somebody may have such a name.
            let known = Set(names.flatMap(\.words))
            names += me.subtracting(known).sorted().map { ([$0], own) }
        }
        self.names = names
        self.words = Set(names.flatMap(\.words))
    }

    /// One name or several that are joined, the longest name of each; for each, everybody who has it.
    ///
    /// - Parameters:
    ///   - join: Where a joining word ends that begins at a token; `either` the same for "or".
    func matches(
        _ tokens: [PlanToken], at position: Int, join: (Int) -> Int?, either: (Int) -> Int?
    ) -> [PlanMatcher.Found] {
        var found: [PlanMatcher.Found] = []
        var people: [[Int]] = []
        var isEither = false
        var start = position
        while people.count < PlanMatcher.longestList, let (end, named) = name(tokens, at: start) {
            people.append(named)
            found.append(.init(end: end, value: .people(people, isEither: isEither), isSure: true))
            if let next = join(end) {
                start = next
            } else if let next = either(end) {
                (start, isEither) = (next, true)
            } else {
                break
            }
        }
        return found
    }

    private func name(_ tokens: [PlanToken], at position: Int) -> (end: Int, people: [Int])? {
        guard tokens.indices.contains(position), let word = tokens[position].word, words.contains(word) else {
            return nil
        }
        var best = 0
        var people: [Int] = []
        for (words, person) in names where words.count >= best && words[0] == word {
            let fits = words.indices.allSatisfy { offset in
                tokens.indices.contains(position + offset) && !tokens[position + offset].isQuoted
                    && tokens[position + offset].word == words[offset]
            }
            guard fits else { continue }
            if words.count > best { people = [] }
            best = words.count
            if !people.contains(person) { people.append(person) }
        }
        return best > 0 ? (position + best, people) : nil
    }
}
