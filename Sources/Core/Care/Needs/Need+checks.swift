extension NeedChange {
    /// - Parameter id: The need that it is written for.
    public func check(id: String) throws(FieldProblem) {
        try FieldChecks.id(id, "id")
        try check()
    }

    public func check() throws(FieldProblem) {
        try FieldChecks.name(client, "client")
        try FieldChecks.name(label, "label")
        try FieldChecks.text(say, "say", limit: FieldChecks.longText)
        try FieldChecks.name(called, "called")
        try FieldChecks.name(symbol, "symbol")
        try FieldChecks.name(group, "group")
        try kind?.check("kind")
        try FieldChecks.name(by, "by")
        guard !uses.isEmpty else {
            throw FieldProblem(
                "uses", "a need is asked, scheduled or both; to take it away, write `\"active\": false`")
        }
        guard replaces >= 0 else {
            throw FieldProblem(
                "replaces",
                "\(replaces) is not a sequence: write the one that you have seen, 0 for a new need")
        }
    }
}

extension NewNeedProposal {
    public func check() throws(FieldProblem) {
        try FieldChecks.text(client, "client")
        try FieldChecks.text(clientName, "client_name")
        try FieldChecks.text(label, "label")
        try FieldChecks.text(say, "say", limit: FieldChecks.longText)
        try FieldChecks.text(symbol, "symbol")
        try FieldChecks.text(suggestion, "suggestion")
    }
}

extension ProposalDecision {
    public func check() throws(FieldProblem) {
        try FieldChecks.name(by, "by")
        if isApproved {
            guard let needID else {
                throw FieldProblem(
                    "need_id", "it is missing: an approved proposal becomes a need, which needs an id")
            }
            try FieldChecks.id(needID, "need_id")
            do { try need?.check() } catch { throw error.inside("need") }
            guard reason == nil else { throw FieldProblem("reason", "only a declined proposal has a reason") }
        } else {
            guard let reason, !reason.allSatisfy(\.isWhitespace) else {
                throw FieldProblem("reason", "it is missing: the client is told why it was declined")
            }
            try FieldChecks.text(reason, "reason")
            guard needID == nil, need == nil else {
                throw FieldProblem(
                    needID == nil ? "need" : "need_id", "a declined proposal does not become a need")
            }
        }
    }
}
