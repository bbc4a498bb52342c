import Care
import Foundation

/// The query of a request: `name=value` pairs; each name at most once.
struct APIQuery {
    private static let longestText = 500

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
                throw CareProblem(.badRequest, "it appears twice in the query", field: name)
            }
        }
        self.values = values
    }

    /// No parameters.
    init() { values = [:] }

    /// Whether only items in this one state are asked for; any other value is refused.
    func isOnly(_ word: String, of name: String) throws(CareProblem) -> Bool {
        switch values[name] {
        case nil: return false
        case word: return true
        case .some: throw CareProblem(.notAcceptable, "only \(word) can be asked for", field: name)
        }
    }

    /// One of some words, if one is given.
    func word(_ name: String, of known: [String]) throws(CareProblem) -> String? {
        guard let value = values[name] else { return nil }
        guard known.contains(value) else {
            throw CareProblem(
                .notAcceptable, "only \(known.joined(separator: " or ")) can be asked for", field: name)
        }
        return value
    }

    /// A text, if one is given.
    func text(_ name: String) throws(CareProblem) -> String? {
        guard let text = values[name] else { return nil }
        guard !text.isEmpty, text.unicodeScalars.count <= Self.longestText else {
            throw CareProblem(
                .notAcceptable, "it must have 1 to \(Self.longestText) characters", field: name)
        }
        return text
    }

    /// A value that has to be there.
    func required(_ name: String) throws(CareProblem) -> String {
        guard let text = try text(name) else {
            throw CareProblem(.badRequest, "it is missing in the query", field: name)
        }
        return text
    }

    /// An RFC 3339 time that has to be there.
    func date(_ name: String) throws(CareProblem) -> Date {
        let text = try required(name)
        guard let date = CareJSON.date(from: text) else {
            throw CareProblem(
                .badRequest, "it is not a time, such as 2026-03-28T02:30:00Z (write + as %2B)", field: name)
        }
        return date
    }

    /// An RFC 3339 time, if one is given.
    func optionalDate(_ name: String) throws(CareProblem) -> Date? {
        values[name] == nil ? nil : try date(name)
    }

    func number(_ name: String, in range: ClosedRange<Int64>) throws(CareProblem) -> Int64? {
        guard let text = values[name] else { return nil }
        guard let number = Int64(text) else {
            throw CareProblem(.badRequest, "it is not a whole number", field: name)
        }
        guard range.contains(number) else {
            throw CareProblem(
                .notAcceptable, "it must be from \(range.lowerBound) to \(range.upperBound)", field: name)
        }
        return number
    }
}
