import Care
import Foundation

extension APIFields {
    /// What is wrong with the first number of a message that its field cannot hold; `nil` where there is none.
    ///
    /// Foundation's decoder reports such a number as if the message were no JSON, and names no field.
    func unfitNumber(in bytes: Data) -> CareProblem? {
        guard let message = try? JSONDecoder().decode(Numbers.self, from: bytes),
            let number = message.unfit.first(where: { isWholeNumber(at: $0.path) })
        else { return nil }
        let field = CareProblem.field(number.path)
        return number.hasFraction
            ? CareProblem(.badRequest, "it is not a whole number", field: field)
            : CareProblem(.badRequest, "it is not a whole number of at most 18 digits", field: field)
    }
}

/// The numbers of a message that are no `Int`, by the names of their fields.
private struct Numbers: Decodable {
    struct Unfit {
        let path: [any CodingKey]
        /// Whether it is `1.5`, and not too large.
        let hasFraction: Bool
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private(set) var unfit: [Unfit] = []

    init(from decoder: any Decoder) throws {
        // No message is deeper; whoever sends one that is gets no stack of ours.
        guard decoder.codingPath.count <= APIFields.deepest else { return }
        if let object = try? decoder.container(keyedBy: Name.self) {
            for name in object.allKeys.sorted(by: { $0.stringValue < $1.stringValue })
            where try !object.decodeNil(forKey: name) {
                unfit += try object.decode(Numbers.self, forKey: name).unfit
            }
        } else if var list = try? decoder.unkeyedContainer() {
            while !list.isAtEnd {
                guard try !list.decodeNil() else { continue }
                unfit += try list.decode(Numbers.self).unfit
            }
        } else {
            let value = try decoder.singleValueContainer()
            do { _ = try value.decode(Int.self) } catch DecodingError.typeMismatch {
                // It is no number.
            } catch {
                // Foundation throws an error of its own for a number that it cannot read as wanted.
                let number = try? value.decode(Double.self)
                let hasFraction = number.map { $0.rounded() != $0 } ?? false
                unfit = [Unfit(path: decoder.codingPath, hasFraction: hasFraction)]
            }
        }
    }
}
