import Foundation
import Testing

@Suite("The members of each message are those of its schema")
struct DocumentedPropertyTests {
    @Test(
        "What a type reads and writes is what the document says, in every part",
        arguments: DocumentedMessage.all.keys.sorted())
    func members(schema: String) throws {
        let document = try Schemas()
        let type = try #require(DocumentedMessage.all[schema])
        let samples = try document.samples(of: schema, eachWordOf: type.kind)
        var written: [String: Set<String>] = [:]
        var read: [String: Set<String>] = [:]
        for sample in samples {
            let data = try JSONSerialization.data(withJSONObject: sample)
            let text = String(decoding: data, as: UTF8.self)
            #expect(throws: Never.self, "\(text)") {
                Self.note(try JSONSerialization.jsonObject(with: try type.written(data)), into: &written)
                read.merge(try type.keysRead(data)) { $0.union($1) }
            }
        }
        for (path, properties) in try document.properties(of: schema) {
            #expect(read[path] == properties, "read at \(schema).\(path)")
            #expect(written[path] == properties, "written at \(schema).\(path)")
        }
    }

    /// The members of each object in a value, by its path.
    private static func note(_ value: Any, at path: String = "", into found: inout [String: Set<String>]) {
        if let object = value as? [String: Any] {
            found[path, default: []].formUnion(object.keys)
            for (key, member) in object {
                note(member, at: path.isEmpty ? key : "\(path).\(key)", into: &found)
            }
        } else if let list = value as? [Any] {
            for item in list { note(item, at: path + "[]", into: &found) }
        }
    }
}

/// The schemas of the OpenAPI document.
private struct Schemas {
    typealias Schema = [String: Any]

    private let all: [String: Schema]

    init() throws {
        let components = try #require(try DocumentedMessage.document()["components"] as? Schema)
        all = try #require(components["schemas"] as? [String: Schema])
    }

    private func resolved(_ schema: Schema) throws -> Schema {
        guard let reference = schema["$ref"] as? String else { return schema }
        let name = try #require(reference.split(separator: "/").last)
        return try #require(all[String(name)], "\(reference)")
    }

    private static func alternatives(_ schema: Schema) -> [Schema]? {
        (schema["oneOf"] ?? schema["anyOf"]) as? [Schema]
    }

    // MARK: - Their properties

    /// The properties of a schema's objects, by their paths: those of all alternatives together.
    func properties(of name: String) throws -> [String: Set<String>] {
        var found: [String: Set<String>] = [:]
        try note(try #require(all[name]), at: "", into: &found)
        return found
    }

    private func note(_ schema: Schema, at path: String, into found: inout [String: Set<String>]) throws {
        let schema = try resolved(schema)
        for alternative in Self.alternatives(schema) ?? [] { try note(alternative, at: path, into: &found) }
        for (key, member) in schema["properties"] as? [String: Schema] ?? [:] {
            found[path, default: []].insert(key)
            try note(member, at: path.isEmpty ? key : "\(path).\(key)", into: &found)
        }
        if let items = schema["items"] as? Schema { try note(items, at: path + "[]", into: &found) }
    }

    // MARK: - Samples

    /// Values of a schema in which each property stands, and between them each alternative; with each word of the member that
    /// says what kind it is.
    func samples(of name: String, eachWordOf kind: String?) throws -> [Any] {
        let schema = try #require(all[name])
        let samples = try samples(schema)
        guard let kind else { return samples }
        let member = (schema["properties"] as? [String: Schema])?[kind]
        let words = try #require(member?["enum"] as? [String])
        return try samples.flatMap { sample -> [Any] in
            let object = try #require(sample as? [String: Any])
            return words.map { word in object.merging([kind: word]) { $1 } }
        }
    }

    private func samples(_ schema: Schema) throws -> [Any] {
        let schema = try resolved(schema)
        if let alternatives = Self.alternatives(schema) { return try alternatives.flatMap(samples) }
        if let example = (schema["examples"] as? [Any])?.first { return [example] }
        if let only = schema["const"] { return [only] }
        if let word = (schema["enum"] as? [Any])?.first { return [word] }
        switch schema["type"] as? String {
        case "object": return try objects(schema)
        case "array": return [try samples(try #require(schema["items"] as? Schema))]
        case "boolean": return [true]
        case "integer", "number": return [schema["minimum"] ?? 1]
        default: return [Self.text(format: schema["format"] as? String)]
        }
    }

    private func objects(_ schema: Schema) throws -> [Any] {
        if let values = schema["additionalProperties"] as? Schema {
            return try samples(values).map { ["any": $0] }
        }
        let members = try (schema["properties"] as? [String: Schema] ?? [:]).mapValues(samples)
        // The types themselves always have these; what comes without them is completed before it is read.
        let required = Set(schema["required"] as? [String] ?? []).union(["id", "at", "proposed_at"])
        func all(_ number: Int) -> [String: Any] { members.mapValues { $0[number % $0.count] } }
        let whole = (0..<(members.values.map(\.count).max() ?? 1)).map(all)
        // Some members exclude each other: each is there without the others too.
        let single = members.filter { !required.contains($0.key) }.flatMap { name, samples in
            samples.map { sample in
                all(0).filter { required.contains($0.key) }.merging([name: sample]) { $1 }
            }
        }
        return whole + single
    }

    private static func text(format: String?) -> String {
        switch format {
        case "date-time": "2026-03-28T02:30:00.000Z"
        case "date": "2026-03-28"
        case "uuid": "01890000-0000-7000-8000-000000000001"
        case "uri": "https://example.org/"
        default: "text"
        }
    }
}
