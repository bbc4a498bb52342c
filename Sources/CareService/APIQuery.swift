import Care
import Foundation

/// The query of a request: `name=value` pairs; each name at most once.
struct APIQuery {
    private let values: [String: String]

    init(_ path: String) throws(CareProblem) {
        var values: [String: String] = [:]
        let query = path.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false).dropFirst()
            .first
        for pair in (query ?? "").split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = String(parts[0]).removingPercentEncoding,
                let value = String(parts.count > 1 ? parts[1] : "").removingPercentEncoding
            else { throw CareProblem(.badRequest, "the query is not percent-encoded UTF-8") }
            guard values.updateValue(value, forKey: name) == nil else {
                throw CareProblem(.badRequest, "it stands twice in the query", field: name)
            }
        }
        self.values = values
    }

    /// Whether only what is open is asked for.
    func isOnlyOpen() throws(CareProblem) -> Bool {
        switch values["state"] {
        case nil: return false
        case "open": return true
        case .some: throw CareProblem(.notAcceptable, "only open can be asked for", field: "state")
        }
    }

    func number(_ name: String, in range: ClosedRange<Int64>) throws(CareProblem) -> Int64? {
        guard let text = values[name] else { return nil }
        guard let number = Int64(text) else {
            throw CareProblem(.badRequest, "it is not a whole number", field: name)
        }
        guard range.contains(number) else {
            throw CareProblem(
                .notAcceptable, "it is not from \(range.lowerBound) to \(range.upperBound)", field: name)
        }
        return number
    }
}
