extension RewardContent {
    /// How many people one names at most.
    static let mostPeople = 100

    /// - Parameters:
    ///   - needs: What the home's people can ask for, by its labels: none of it is ever a reward.
    ///   - isOffered: Whether people can get it; what is taken away may be called anything.
    public func check(needs: [String] = [], isOffered: Bool = true) throws(FieldProblem) {
        try FieldChecks.text(title, "title", limit: 120)
        if isOffered, let found = NeverPaid.find(in: title, needs: needs) {
            throw FieldProblem(
                "title",
                "“\(found)” is something that everybody gets, and never for points: no need, food, comfort, rest or talk does. Choose something extra, such as an outing or a film"
            )
        }
        if let details { try FieldChecks.text(details, "details", limit: FieldChecks.longText) }
        if let symbol { try FieldChecks.name(symbol, "symbol", limit: 200) }
        guard people.count <= Self.mostPeople else {
            throw FieldProblem(
                "people", "it names more than \(Self.mostPeople) people: leave them out for everybody")
        }
        for person in people { try FieldChecks.id(person, "people", mayHaveCapitals: true) }
        guard Set(people).count == people.count else {
            throw FieldProblem("people", "it names somebody twice")
        }
        do {
            try FieldChecks.number(
                way.points, "points", in: RewardWay.range, "points")
        } catch {
            switch way {
            case .reached: throw FieldProblem("way.at", error.message)
            case .redeemed: throw FieldProblem("way.cost", error.message)
            }
        }
    }
}

extension RewardChange {
    public func check(needs: [String] = []) throws(FieldProblem) {
        do { try content.check(needs: needs, isOffered: isActive) } catch { throw error.inside("content") }
        guard replaces >= 0 else {
            throw FieldProblem("replaces", "write what you have read, or 0 for a new one")
        }
        try FieldChecks.name(by, "by")
    }
}
