import Care
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Reads the JSON body of a message.
enum APIBody {
    /// Longest body, in bytes.
    static let limit = 64 * 1024

    static func decode<Value: Decodable>(_ type: Value.Type, from request: Hummingbird.Request) async throws
        -> Value
    {
        let mediaType = request.headers[.contentType]?.split(separator: ";").first
        guard mediaType?.trimmingCharacters(in: .whitespaces).lowercased() == "application/json" else {
            throw CareProblem(
                .wrongMediaType, "send JSON, with Content-Type: application/json", field: "Content-Type")
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw CareProblem(.tooLarge, "a message may have \(limit) bytes")
        }
        let bytes = Data(buffer: buffer)
        // The decoder would mend what is not UTF-8; then the words spoken would not be the words sent.
        guard String(validating: bytes, as: UTF8.self) != nil else {
            throw CareProblem(.badRequest, "the body is not UTF-8")
        }
        do {
            return try CareJSON.decoder().decode(type, from: bytes)
        } catch let error as DecodingError {
            throw CareProblem(error)
        }
    }
}

extension CareProblem {
    /// Names the field that could not be read.
    init(_ error: DecodingError) {
        func field(_ path: [any CodingKey]) -> String? {
            path.isEmpty
                ? nil : path.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
        }
        switch error {
        case .keyNotFound(let key, let context):
            self.init(.badRequest, "it is missing", field: field(context.codingPath + [key]))
        case .valueNotFound(_, let context):
            self.init(.badRequest, "it is null", field: field(context.codingPath))
        case .typeMismatch(let type, let context):
            self.init(.badRequest, "it is not a \(type)", field: field(context.codingPath))
        case .dataCorrupted(let context):
            let path = field(context.codingPath)
            self.init(
                .badRequest, path == nil ? "the body is not JSON" : context.debugDescription, field: path)
        @unknown default: self.init(.badRequest, "the body cannot be read")
        }
    }
}
