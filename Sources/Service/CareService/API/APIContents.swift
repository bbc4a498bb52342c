import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// What a kiosk or station on another machine works with: the settings and boards of the kiosk's client, or of the home's own, as the service's
/// home has them.
enum APIContents {
    static let places = [
        APIPlace("contents", APIMethod(.get, for: [.kiosk, .station], of: .contents, read)),
        APIPlace("contents/{id}", APIMethod(.get, for: [.kiosk, .station], of: .contents, file)),
    ]

    /// They ask again and again: while nothing has changed, the answer has no body.
    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let kiosk = try await recipient(call, caller)
        let contents = try await call.files().run { files throws(CareProblem) in
            guard let contents = files.contents else { throw Self.none }
            return try contents(kiosk)
        }
        let tag = "\"\(contents.version)\""
        let headers: HTTPFields = [.eTag: tag, .cacheControl: "private, no-cache"]
        if call.request.headers.know(tag) {
            return Response(status: .notModified, headers: headers)
        }
        var response = try APICall.response(.ok, contents)
        for field in headers { response.headers[field.name] = field.value }
        return response
    }

    private static func file(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (digest, kiosk) = (call.id, try await recipient(call, caller))
        guard ClientContents.File.isDigest(digest) else {
            throw CareProblem(.badRequest, "a digest has 64 hexadecimal digits in lower case", field: "id")
        }
        let bytes = try await call.files().run { files throws(CareProblem) in
            guard let file = files.contentFile else { throw Self.none }
            return try file(digest, kiosk)
        }
        return Response(
            status: .ok,
            headers: [.contentType: "application/octet-stream", .cacheControl: "private, no-cache"],
            body: ResponseBody(byteBuffer: ByteBuffer(data: bytes)))
    }

    private static func recipient(
        _ call: APICall, _ caller: Caller
    ) async throws -> ClientContents.Recipient {
        let client = caller.client(of: call.core.configuration)
        let people = try await call.core.read { store throws(CareStoreError) in try await store.people() }
        return ClientContents.Recipient(
            client: client, name: people.first { $0.id == client }?.name,
            device: caller.device?.uuidString.lowercased())
    }

    private static let none = CareProblem(
        .notFound, "this service has no files of a home: its kiosks use their own")
}
