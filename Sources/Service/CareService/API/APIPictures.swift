import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// Pictures of people.
enum APIPictures {
    static let places = [
        APIPlace("pictures", APIMethod(.get, for: .planners.union([.client]), of: .clients, list)),
        APIPlace(
            "people/{id}/picture", APIMethod(.get, for: .planners.union([.client]), of: .clients, read),
            APIMethod(.put, for: .people, of: .people, set),
            APIMethod(.delete, for: .people, of: .people, remove)),
    ]

    /// How long a browser caches a picture that was asked for by its version: a day, because a borrowed phone
    /// should forget it.
    private static let kept = "private, max-age=86400"

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        // Of others a client gets none.
        try await call.answer { store throws(CareStoreError) in
            let found = try await store.pictures().filter { [nil, $0.person].contains(caller.client) }
            let hidden = try await unseen(of: found.map(\.person), caller, store)
            return PicturePage(pictures: found.filter { !hidden.contains($0.person) })
        }
    }

    private static func read(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = call.id
        // Of others a client gets none.
        let isShown = caller.client == nil || caller.client == id
        let found = try await call.core.read { store throws(CareStoreError) -> (PersonPicture, Data)? in
            guard isShown, try await unseen(of: [id], caller, store).isEmpty else { return nil }
            return try await store.picture(of: id)
        }
        guard let (picture, bytes) = found else {
            throw CareProblem(.notFound, "there is no picture of \(id)", field: "id")
        }
        return try response(picture.kind, version: picture.version, bytes, to: call)
    }

    private static func unseen(
        of ids: [String], _ caller: Caller, _ store: CareStore
    ) async throws(CareStoreError) -> [String] {
        // A client reads nothing of the people here.
        guard caller.role == .provider else { return [] }
        return caller.sight.unseen(of: ids, among: try await store.people())
    }

    /// A picture as it is asked for: browsers keep it by its version.
    static func response(
        _ kind: PictureKind, version: Int64, _ bytes: Data, to call: APICall
    ) throws(CareProblem) -> Response {
        let wanted = try call.query.number("version", in: 1...Int64.max)
        let tag = "\"\(version)\""
        var headers: HTTPFields = [
            .eTag: tag, .cacheControl: wanted == version ? kept : "private, no-cache",
        ]
        if call.request.headers.know(tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = kind.rawValue
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(data: bytes)))
    }

    private static func set(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = call.id
        _ = try kind(of: call.request)
        try await checkMayChange(call, caller)
        let sent = try await sent(call)
        let now = call.core.clock.wall()
        return try APICall.response(
            try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.setPicture(of: id, sent.kind, sent.bytes, checksum: sent.checksum, at: now)
            })
    }

    /// A picture that somebody has sent, stripped of everything but the picture, with its checksum.
    static func sent(_ call: APICall) async throws -> (kind: PictureKind, bytes: Data, checksum: String) {
        let kind = try kind(of: call.request)
        let buffer = try await call.file(
            upTo: PersonPicture.mostBytes,
            else: CareProblem(
                .tooLarge,
                "a picture may have at most \(PersonPicture.mostBytes / 1024) KiB: make it smaller",
                field: "picture"))
        try APIRules.check { () throws(FieldProblem) in
            try PictureHeader.check(Array(buffer.readableBytesView), isKind: kind)
        }
        let stripped = try stripped(Array(buffer.readableBytesView), kind: kind)
        return (kind, Data(stripped), Secrets.checksum(of: stripped))
    }

    /// The picture alone, of bytes that have been looked at (`PictureHeader.check`).
    static func stripped(_ bytes: [UInt8], kind: PictureKind) throws(CareProblem) -> [UInt8] {
        guard let stripped = PictureStripper.stripped(bytes, kind: kind) else {
            throw CareProblem(
                .notAcceptable, "this \(kind.name) cannot be read to its end: save it again, and send that",
                field: "picture")
        }
        return stripped
    }

    private static func remove(_ call: APICall, _ caller: Caller) async throws -> Response {
        try await checkMayChange(call, caller)
        let id = call.id
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.removePicture(of: id)
        }
        return APICall.nothing()
    }

    static func kind(of request: Hummingbird.Request) throws(CareProblem) -> PictureKind {
        guard let kind = PictureKind(rawValue: request.mediaType) else {
            let kinds = PictureKind.allCases.map(\.rawValue).joined(separator: ", ")
            throw CareProblem(
                .wrongMediaType, "send the bytes of a picture, with Content-Type: one of \(kinds)",
                field: "Content-Type")
        }
        return kind
    }

    /// Coordinators may change everybody's picture, others only their own.
    private static func checkMayChange(_ call: APICall, _ caller: Caller) async throws(CareProblem) {
        let id = call.id
        let people = try await call.core.read { store throws(CareStoreError) in try await store.people() }
        guard caller.sight.seen(of: people).contains(where: { $0.id == id }) else {
            throw CareProblem(.notFound, "there is nobody with the id \(id)", field: "id")
        }
        guard caller.role == .coordinator || caller.person?.id == id else {
            throw CareProblem(
                .forbidden, "everybody changes their own picture: ask a coordinator for another's",
                field: "id")
        }
    }
}

extension Hummingbird.Request {
    /// What `Content-Type` says without its parameters, in lower case; empty where it is missing.
    var mediaType: String {
        (headers[.contentType]?.split(separator: ";").first ?? "")
            .trimmingCharacters(in: .whitespaces).lowercased()
    }
}
