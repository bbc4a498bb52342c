extension CourseworkLink {
    /// The most for one client.
    public static let mostOfClient = 4
    /// Longer than any address of a calendar, characters.
    public static let longestAddress = 2000
    /// Longer than any token, characters.
    public static let longestToken = 500
}

extension NewCourseworkLink {
    /// Throws where something in it cannot be.
    public func check() throws(FieldProblem) {
        try Self.checkAddress(address)
        try FieldChecks.text(by, "by")
        switch kind {
        case .planner: try Self.checkToken(token)
        case .feed:
            guard token == nil else {
                throw FieldProblem("token", "a calendar has none: leave it out")
            }
        }
        do throws(FieldProblem) { try ReminderPlan(untilDone: reminders).check() } catch {
            throw FieldProblem("reminders", error.message)
        }
    }

    static func checkAddress(_ address: String) throws(FieldProblem) {
        try FieldChecks.text(address, "address", limit: CourseworkLink.longestAddress)
    }

    static func checkToken(_ token: String?) throws(FieldProblem) {
        guard let token, !token.isEmpty else {
            throw FieldProblem("token", "write the token that the platform has shown")
        }
        // It stands in a line of HTTP.
        guard token.utf8.count <= CourseworkLink.longestToken,
            token.utf8.allSatisfy({ (0x21...0x7e).contains($0) })
        else {
            throw FieldProblem(
                "token",
                "a token is one line of letters, digits and signs without spaces: copy all of it once more")
        }
    }
}

extension CourseworkChange {
    /// Throws where something in it cannot be.
    ///
    /// - Parameter link: Of what it is a change.
    public func check(of link: CourseworkLink) throws(FieldProblem) {
        guard kind == .remove || !keepsGoals else {
            throw FieldProblem("keep_goals", "only what is removed keeps its goals: leave it out")
        }
        guard kind == .renew else {
            guard address == nil, token == nil else {
                throw FieldProblem("kind", "only `renew` has an address or a token: leave them out")
            }
            return
        }
        switch link.kind {
        case .planner:
            guard address == nil else {
                throw FieldProblem("address", "the platform stays the same: leave it out")
            }
            try NewCourseworkLink.checkToken(token)
        case .feed:
            guard token == nil else { throw FieldProblem("token", "a calendar has none: leave it out") }
            guard let address else { throw FieldProblem("address", "write the calendar's new address") }
            try NewCourseworkLink.checkAddress(address)
        }
    }
}
