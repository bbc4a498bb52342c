extension RoutineChange {
    /// Whether everything is there that its scope needs, and nothing else.
    public func check() throws(FieldProblem) {
        try FieldChecks.name(by, "by")
        if let to { try PlannedTimes.check(to, "to") }
        switch scope {
        case .one:
            try needs(occurrence != nil, "occurrence", "write the `key` of the occurrence that is meant")
            do { try edit?.check() } catch { throw error.inside("edit") }
            try refuses(content != nil, "content")
            try refuses(continuation != nil, "continuation")
        case .restore:
            try needs(occurrence != nil, "occurrence", "write the `key` of the occurrence that is meant")
            try refuses(to != nil, "to")
            try refuses(edit != nil, "edit")
            try refuses(content != nil, "content")
            try refuses(continuation != nil, "continuation")
        case .following:
            try needs(occurrence != nil, "occurrence", "write the `key` of the first that is changed")
            try refuses(to != nil, "to")
            try refuses(edit != nil, "edit")
            try needs(
                content == nil || continuation != nil, "continuation",
                "make an id for the routine that goes on with `content`")
            try needs(
                content != nil || continuation == nil, "content",
                "write what goes on as `continuation`, or leave both out to end the routine")
        case .all:
            try refuses(occurrence != nil, "occurrence")
            try refuses(to != nil, "to")
            try refuses(edit != nil, "edit")
            try refuses(continuation != nil, "continuation")
        }
    }

    private func needs(_ isThere: Bool, _ field: String, _ what: String) throws(FieldProblem) {
        guard isThere else { throw FieldProblem(field, "it is missing: \(what)") }
    }

    private func refuses(_ isThere: Bool, _ field: String) throws(FieldProblem) {
        guard !isThere else {
            throw FieldProblem(field, "a change with the scope `\(scope.rawValue)` has none: leave it out")
        }
    }
}
