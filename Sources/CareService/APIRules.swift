import Care
import Foundation

/// What values may be, beyond what their types say.
enum APIRules {
    /// Longest name or label, in characters.
    private static let shortText = 500
    /// Longest text that is spoken or kept for staff.
    private static let longText = 2000

    static func check(_ new: NewRequest) throws(CareProblem) {
        for (field, text) in [
            ("client", new.client), ("client_name", new.clientName), ("need", new.need),
            ("label", new.label), ("called", new.called),
        ] {
            try check(text, field, limit: shortText)
        }
        try check(new.say, "say", limit: longText)
        if new.asksAgain == new.id {
            throw CareProblem(.notAcceptable, "a request cannot ask again for itself", field: "asks_again")
        }
    }

    static func check(_ new: NewResponse) throws(CareProblem) {
        if let by = new.by { try check(by, "by", limit: shortText) }
        if let reason = new.reason, !reason.isEmpty { try check(reason, "reason", limit: shortText) }
        if new.state == .asked {
            throw CareProblem(.notAcceptable, "to ask again, make a new request", field: "state")
        }
    }

    static func check(_ fault: Fault, from actor: Actor) throws(CareProblem) {
        guard fault.source == actor.rawValue else {
            throw CareProblem(.forbidden, "this token is the \(actor.rawValue)'s", field: "source")
        }
        if let name = fault.clientName { try check(name, "client_name", limit: shortText) }
        try check(fault.detail, "detail", limit: longText, mayBeEmpty: true)
    }

    private static func check(
        _ text: String, _ field: String, limit: Int, mayBeEmpty: Bool = false
    ) throws(CareProblem) {
        guard mayBeEmpty || !text.allSatisfy(\.isWhitespace) else {
            throw CareProblem(.notAcceptable, "it is empty", field: field)
        }
        guard text.unicodeScalars.count <= limit else {
            throw CareProblem(.notAcceptable, "it is longer than \(limit) characters", field: field)
        }
        // Line ends and tabs come from board files; the others would only disturb terminals and voices.
        let isClean = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.generalCategory != .control || ["\n", "\r", "\t"].contains(scalar)
        }
        guard isClean else {
            throw CareProblem(.notAcceptable, "it holds a control character", field: field)
        }
    }
}
