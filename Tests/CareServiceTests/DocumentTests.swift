import Care
import Foundation
import HTTPTypes
import OwnFolders
import Testing

@testable import CareService

@Suite("The OpenAPI document says what the service does")
struct DocumentTests {
    private func document() throws -> [String: Any] {
        let value = try JSONSerialization.jsonObject(with: Data(PackageResources.openapi_json))
        return try #require(value as? [String: Any])
    }

    @Test("Each route is in the document, and each in the document is a route")
    func routes() throws {
        let paths = try #require(try document()["paths"] as? [String: [String: Any]])
        let documented = Set(
            paths.flatMap { path, methods in methods.keys.map { "\($0.uppercased()) \(path)" } })
        let served = Set(
            APIRoute.places.flatMap { place in place.methods.map { "\($0.0.rawValue) \(place.template)" } })
        #expect(documented == served)
    }

    @Test("Each word of an enum is in the document")
    func words() throws {
        let components = try #require(try document()["components"] as? [String: Any])
        let schemas = try #require(components["schemas"] as? [String: [String: Any]])
        func words(_ schema: String, _ property: String) throws -> Set<String> {
            let properties = try #require(schemas[schema]?["properties"] as? [String: [String: Any]])
            return Set(try #require(properties[property]?["enum"] as? [String]))
        }
        #expect(
            Set(schemas["RequestState"]?["enum"] as? [String] ?? [])
                == Set(RequestState.allCases.map(\.rawValue)))
        #expect(try words("NewRequest", "priority") == Set(Priority.allCases.map(\.rawValue)))
        #expect(try words("Fault", "kind") == Set(FaultKind.allCases.map(\.rawValue)))
        #expect(try words("Event", "kind") == Set(JournalEvent.Kind.allCases.map(\.rawValue)))
    }

    @Test("Each example can be read as what it is an example of, and names every key that is written")
    func examples() throws {
        let paths = try #require(try document()["paths"] as? [String: [String: [String: Any]]])
        func example(_ path: String, _ method: String) throws -> Data {
            let body = try #require(paths[path]?[method]?["requestBody"] as? [String: Any])
            let content = try #require(body["content"] as? [String: [String: Any]])
            return try JSONSerialization.data(
                withJSONObject: try #require(content["application/json"]?["example"]))
        }
        let decoder = CareJSON.decoder()
        let new = try decoder.decode(NewRequest.self, from: try example("/api/v1/requests", "post"))
        try APIRules.check(new)
        let response = try decoder.decode(
            NewResponse.self, from: try example("/api/v1/requests/{id}/responses", "post"))
        try APIRules.check(response)
        try APIRules.check(
            try decoder.decode(Fault.self, from: try example("/api/v1/faults", "post")), from: .kiosk)
    }

    @Test("It is a valid OpenAPI 3.1 document, says openapi-spec-validator")
    func validator() async throws {
        let folder = try OwnFolder()
        let path = folder.file("openapi.json")
        try Data(PackageResources.openapi_json).write(to: URL(fileURLWithPath: path))
        let process = Process()
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        // `scripts/setup test` puts it there.
        process.executableURL = root.appendingPathComponent(".build/tools/bin/python3")
        process.arguments = ["-m", "openapi_spec_validator", path]
        let output = Pipe()
        process.standardOutput = output
        process.standardError = output
        try process.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(said)")
    }
}
