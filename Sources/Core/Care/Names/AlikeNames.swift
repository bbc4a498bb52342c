/// People of the home whose names look alike, as they may stand in a home of before such names were refused.
public enum AlikeNames {
    /// Those who are still there and are taken for one another, in the order in which they are given. Who has no name yet is left out.
    public static func pairs(of people: [Person]) -> [(Person, Person)] {
        let named = people.filter { $0.isActive && $0.isNamed }.map { ($0, NameSkeleton($0.name)) }
        // Few look alike, and a home has some hundred people: finding candidates by both skeletons is linear.
        var byLetters: [String: [Int]] = [:]
        var byShape: [String: [Int]] = [:]
        var pairs: [(Person, Person)] = []
        for (index, (person, skeleton)) in named.enumerated() {
            let candidates = Set(byLetters[skeleton.letters, default: []]).union(
                byShape[skeleton.shape, default: []])
            for other in candidates.sorted() where named[other].1.isAlike(skeleton) {
                guard pairs.count < most else { return pairs }
                pairs.append((named[other].0, person))
            }
            byLetters[skeleton.letters, default: []].append(index)
            byShape[skeleton.shape, default: []].append(index)
        }
        return pairs
    }

    /// How many are named at most.
    static let most = 50
}

extension Person {
    /// Whether somebody has given them a name.
    public var isNamed: Bool { name != Self.unnamed }
}
