import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Reads the JSON body of a message.
enum APIBody {
    /// Longest body, in bytes.
    static let limit = 64 * 1024

    /// What a message is for, which decides what is refused in it.
    enum Purpose {
        /// What people plan: unknown fields are refused as typing errors.
        case plan
        /// What has happened, usually reported by a kiosk or station. Unknown fields are ignored, because a
        /// newer kiosk must not lose a call at an older service. Marks of direction are removed.
        case report
        case other
    }

    static func decode<Value: Decodable>(
        _ type: Value.Type, from request: Hummingbird.Request, _ purpose: Purpose, limit: Int = limit,
        completion: MessageCompletion? = nil
    ) async throws -> Value {
        let mediaType = request.headers[.contentType]?.split(separator: ";").first
        guard mediaType?.trimmingCharacters(in: .whitespaces).lowercased() == "application/json" else {
            throw CareProblem(
                .wrongMediaType, "send JSON, with Content-Type: application/json", field: "Content-Type")
        }
        let buffer: ByteBuffer
        do {
            buffer = try await request.body.collect(upTo: limit)
        } catch is NIOTooManyBytesError {
            throw CareProblem(.tooLarge, "a message may have at most \(limit) bytes: send less at once")
        }
        let sent = Data(buffer: buffer)
        // The decoder would replace bytes that are not UTF-8, and the words spoken would not be the words
        // sent.
        guard String(validating: sent, as: UTF8.self) != nil else {
            throw CareProblem(.badRequest, "the body is not UTF-8")
        }
        func whole(_ stamp: MessageStamp?) -> Data {
            let whole = stamp.flatMap { completion?.completed(sent, with: $0) } ?? sent
            return purpose == .report ? Data(DirectionMarks.removed(fromJSON: Array(whole))) : whole
        }
        let bytes = whole(completion?.newStamp())
        let fields = APIFields.of(type)
        // Checked before missing fields, because a missing field is usually one with a mistyped name. The
        // decoder reports what is not JSON.
        if purpose == .plan, let json = try? JSONSerialization.jsonObject(with: bytes) {
            try fields?.refuseUnknown(in: json)
        }
        let value: Value
        do { value = try CareJSON.decoder().decode(type, from: bytes) } catch let error as DecodingError {
            throw fields?.unfitNumber(in: bytes) ?? CareProblem(error, fields)
        }
        // Only a readable message uses up its key.
        guard let stamp = try await completion?.stamp(of: sent) else { return value }
        return try CareJSON.decoder().decode(type, from: whole(stamp))
    }
}

extension CareProblem {
    /// `content.schedule.repeat.rules[0]`; `nil` for the message itself.
    static func field(_ path: [any CodingKey]) -> String? {
        let text = path.reduce("") { text, key in
            key.intValue.map { "\(text)[\($0)]" }
                ?? (text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)")
        }
        return text.isEmpty ? nil : text
    }

    /// Names the field that could not be read.
    init(_ error: DecodingError, _ fields: APIFields?) {
        let field = Self.field
        switch error {
        case .keyNotFound(let key, let context):
            self.init(.badRequest, "it is missing", field: field(context.codingPath + [key]))
        case .valueNotFound(_, let context):
            self.init(.badRequest, "it is null", field: field(context.codingPath))
        case .typeMismatch(let type, let context):
            self.init(.badRequest, "it is not \(Self.words(for: type))", field: field(context.codingPath))
        case .dataCorrupted(let context):
            let path = field(context.codingPath)
            // The plan that people wrote is wrong, not the message.
            let isContent = context.codingPath.contains { ["schedule", "audience"].contains($0.stringValue) }
            let values = fields?.values(at: context.codingPath) ?? []
            let detail =
                values.isEmpty
                ? Self.words(for: context.debugDescription)
                : "use one of \(values.joined(separator: ", "))"
            self.init(
                isContent ? .notAcceptable : .badRequest, path == nil ? "the body is not JSON" : detail,
                field: path)
        @unknown default: self.init(.badRequest, "the body cannot be read")
        }
    }

    /// What is expected, for people.
    private static func words(for type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a text"
        case is Bool.Type: "true or false"
        case is any BinaryInteger.Type: "a whole number"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "a list"
        case is [String: Any].Type: "an object"
        default: "a \(type)"
        }
    }

    /// Foundation's own messages do not help people.
    private static func words(for reason: String) -> String {
        if reason.contains("UUID") { return "it is not a UUID, such as 0190f3a2-7c1e-7b4d-9f3a-5b2c8d1e6f70" }
        return reason.contains("Base64") ? "it is not base64 (RFC 4648, 4)" : reason
    }
}
