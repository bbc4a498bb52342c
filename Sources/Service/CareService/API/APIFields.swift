import Care
import Foundation
import StaffFiles

/// The fields of each message and their allowed values, from the API's document.
struct APIFields: Sendable {
    private let properties: [String: APIFields]
    /// For a list, its elements.
    private let items: [APIFields]
    /// `enum` and `const`; empty where anything is allowed.
    private let values: [String]
    private let isWholeNumber: Bool

    /// No message has more levels.
    static let deepest = 12

    /// By the names of the document's schemas, which are those of the types.
    private static let schemas: [String: APIFields] = {
        guard
            let document = try? JSONSerialization.jsonObject(with: Data(APIDocument.bytes)),
            let components = (document as? [String: Any])?["components"] as? [String: Any],
            let schemas = components["schemas"] as? [String: Any]
        else { preconditionFailure("the document is built in, and a test reads it") }
        return schemas.mapValues { APIFields($0, schemas, depth: 0) }
    }()

    static func of<Value>(_ type: Value.Type) -> APIFields? { schemas[String(describing: type)] }

    private init(_ schema: Any, _ all: [String: Any], depth: Int) {
        // No message is recursive; deeper values are not checked.
        guard let schema = schema as? [String: Any], depth < Self.deepest else {
            self.init(properties: [:], items: [], values: [], isWholeNumber: false)
            return
        }
        if let reference = schema["$ref"] as? String, let name = reference.split(separator: "/").last,
            let target = all[String(name)]
        {
            self.init(target, all, depth: depth + 1)
            return
        }
        let variants = (schema["oneOf"] as? [Any] ?? []).map { APIFields($0, all, depth: depth + 1) }
        let own = (schema["properties"] as? [String: Any] ?? [:]).mapValues {
            APIFields($0, all, depth: depth + 1)
        }
        self.init(
            properties: variants.reduce(own) { $0.merging($1.properties) { $0.joined(with: $1) } },
            items: schema["items"].map { [APIFields($0, all, depth: depth + 1)] } ?? [],
            values: (schema["enum"] as? [String] ?? []) + [schema["const"] as? String].compactMap { $0 },
            isWholeNumber: schema["type"] as? String == "integer")
    }

    private init(
        properties: [String: APIFields], items: [APIFields], values: [String], isWholeNumber: Bool
    ) {
        (self.properties, self.items, self.values) = (properties, items, values)
        self.isWholeNumber = isWholeNumber
    }

    private func joined(with other: APIFields) -> APIFields {
        APIFields(
            properties: properties.merging(other.properties) { first, _ in first },
            items: items.isEmpty ? other.items : items, values: values + other.values,
            isWholeNumber: isWholeNumber || other.isWholeNumber)
    }

    private func place(_ path: some Collection<any CodingKey>) -> APIFields? {
        guard let key = path.first else { return self }
        let next = key.intValue == nil ? properties[key.stringValue] : items.first
        return next?.place(path.dropFirst())
    }

    /// The values that a place may have, such as `content`, `assignment`, `kind`.
    func values(at path: [any CodingKey]) -> [String] { place(path)?.values ?? [] }

    /// Whether a place has a number of something.
    func isWholeNumber(at path: [any CodingKey]) -> Bool { place(path)?.isWholeNumber ?? false }

    /// Refuses fields that the document does not have. In a plan, a mistyped name would otherwise count as
    /// left out, and a change without `content` ends a medicine.
    func refuseUnknown(in json: Any, at path: String = "") throws(CareProblem) {
        if let object = json as? [String: Any], !properties.isEmpty {
            for (name, value) in object.sorted(by: { $0.key < $1.key }) {
                let place = path.isEmpty ? name : "\(path).\(name)"
                guard let known = properties[name] else {
                    let guess = DidYouMean.suffix(for: name, among: properties.keys.sorted())
                    throw CareProblem(
                        .notAcceptable, "there is no such field\(guess)", field: String(place.prefix(200)))
                }
                try known.refuseUnknown(in: value, at: place)
            }
        } else if let list = json as? [Any], let item = items.first {
            for (index, value) in list.enumerated() {
                try item.refuseUnknown(in: value, at: "\(path)[\(index)]")
            }
        }
    }
}
