import Care
import Channels

/// What is written in the fields of a channel, the same for all channels; whether a channel can use it, the channel says.
enum ChannelForm {
    /// In characters; the longest are addresses of push services and keys.
    private static let longest = 2000

    /// - Parameters:
    ///   - values: As they would be kept.
    ///   - fields: All that there are.
    ///   - part: What contains them in the message, such as `settings`.
    ///   - typed: The names that were written, where these are not those of the values.
    static func check(
        _ values: [String: String], _ fields: [ChannelField], _ part: String, typed: [String]? = nil
    ) throws(CareProblem) {
        let known = Set(fields.map(\.name))
        for name in (typed ?? Array(values.keys)).sorted() where !known.contains(name) {
            throw CareProblem(
                .notAcceptable, "there is nothing of this name to be written here",
                field: "\(part).\(name.prefix(40))")
        }
        for field in fields {
            let place = "\(part).\(field.name)"
            let value = values[field.name] ?? ""
            guard !value.isEmpty else {
                guard !field.isRequired else {
                    throw CareProblem(.notAcceptable, "it is missing", field: place)
                }
                continue
            }
            try APIRules.check { () throws(FieldProblem) in
                try FieldChecks.clean(value, place, limit: longest)
            }
            try check(value, field.kind, place)
        }
    }

    private static func check(
        _ value: String, _ kind: ChannelField.Kind, _ place: String
    ) throws(CareProblem) {
        switch kind {
        case .text, .url, .list: break
        case .port:
            guard let port = Int(value), (1...65535).contains(port) else {
                throw CareProblem(
                    .notAcceptable, "it is not a port: write a number from 1 to 65535", field: place)
            }
        case .tick:
            guard ["true", "false"].contains(value) else {
                throw CareProblem(.notAcceptable, "write true or false", field: place)
            }
        case .number(let range):
            guard let number = Int(value), range.contains(number) else {
                throw CareProblem(
                    .notAcceptable, "it must be from \(range.lowerBound) to \(range.upperBound)", field: place
                )
            }
        }
    }
}

extension HomeChannel.Field {
    init(_ field: ChannelField) {
        var range: ClosedRange<Int>?
        let kind: Kind
        switch field.kind {
        case .text: kind = .text
        case .url: kind = .url
        case .port: kind = .port
        case .list: kind = .list
        case .tick: kind = .tick
        case .number(let limits): (kind, range) = (.number, limits)
        }
        self.init(
            name: field.name, isSecret: field.isSecret, isRequired: field.isRequired, kind: kind,
            minimum: range?.lowerBound, maximum: range?.upperBound)
    }
}
