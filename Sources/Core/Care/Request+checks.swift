extension NewRequest {
    public func check() throws(FieldProblem) {
        for (field, text) in [
            ("client", client), ("client_name", clientName), ("need", need), ("label", label),
            ("called", called),
        ] {
            try FieldChecks.text(text, field)
        }
        try FieldChecks.text(say, "say", limit: FieldChecks.longText)
        guard asksAgain != id else {
            throw FieldProblem("asks_again", "a request cannot ask again for itself")
        }
    }

    /// No call is refused for what it is drawn by: a symbol that cannot be one is left out.
    public mutating func dropOddSymbol() {
        do throws(FieldProblem) { try FieldChecks.name(symbol, "symbol") } catch { symbol = nil }
    }
}

extension NewResponse {
    public func check() throws(FieldProblem) {
        try FieldChecks.text(by, "by")
        try FieldChecks.text(takesOver, "takes_over")
        // Whether one is needed, the request says.
        if let reason, !reason.isEmpty { try FieldChecks.text(reason, "reason") }
        guard state != .asked else { throw FieldProblem("state", "to ask again, make a new request") }
    }
}

extension Fault {
    public func check() throws(FieldProblem) {
        try FieldChecks.text(clientName, "client_name")
        if let client { try FieldChecks.id(client, "client", mayHaveCapitals: true) }
        if !detail.isEmpty { try FieldChecks.clean(detail, "detail", limit: FieldChecks.longText) }
    }
}
