import Care
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

/// The recordings, pictures and videos of exercises and of encouragement.
enum APIMedia {
    static let places = [
        APIPlace(
            "files/{id}/media", APIMethod(.get, for: .caregivers, list),
            APIMethod(.post, for: .coordinators, add), APIMethod(.delete, for: .coordinators, remove)),
        APIPlace("files/{id}/recording", APIMethod(.get, for: .caregivers, recording)),
    ]

    /// As they can be sent.
    private static let mediaTypes =
        BoardSound.mediaTypes + PictureKind.allCases.map(\.rawValue) + VideoKind.allCases.map(\.rawValue)
    /// Longest name of a file that a path gives.
    private static let longestPath = 500

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        return try APICall.response(
            .ok,
            try await call.files().run { files throws(CareProblem) in try files.mediaDesk().list(name) })
    }

    private static func add(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        let step = try step(call)
        let said = try call.query.text("name")
        let sent = try await sent(call, said, step)
        let added = try await call.files().run { files throws(CareProblem) in
            try files.mediaDesk().add(name, sent)
        }
        await call.note(
            .fileWritten, about: added.name, changes: APIFiles.changes(sent.bytes, isNew: true), by: caller)
        if step != nil { await call.note(.fileWritten, about: name, changes: [.named("sound")], by: caller) }
        return try APICall.response(.created, added)
    }

    private static func step(_ call: APICall) throws(CareProblem) -> Int? {
        guard let text = try call.query.text("step") else { return nil }
        guard let step = Int(text), (0...1000).contains(step) else {
            throw CareProblem(
                .notAcceptable, "write the number of a step from 1, or 0 for the instructions", field: "step")
        }
        return step
    }

    private static func sent(
        _ call: APICall, _ name: String?, _ step: Int?
    ) async throws -> HomeMediaDesk.Sent {
        let type = call.request.mediaType
        if BoardSound.mediaTypes.contains(type) {
            let bytes = try await tidy(try await APIBoards.recording(call), call)
            return .init(kind: .sound, bytes: bytes, ending: "wav", name: name ?? "recording", step: step)
        }
        if PictureKind(rawValue: type) != nil {
            let (bytes, kind) = try await APIBoards.picture(call)
            return .init(
                kind: .picture, bytes: bytes, ending: kind.ending, name: name ?? "picture", step: step)
        }
        guard let kind = VideoKind(rawValue: type) else {
            throw CareProblem(
                .wrongMediaType,
                "send the bytes of a recording, picture or video, with Content-Type: one of \(mediaTypes.joined(separator: ", "))",
                field: "Content-Type")
        }
        let bytes = try await APIBoards.bytes(
            call, upTo: AddedMedium.mostVideoBytes,
            else: CareProblem(
                .tooLarge,
                "a video may have at most \(AddedMedium.mostVideoBytes >> 20) MiB: make it smaller",
                field: "video"))
        let stripped = try await call.files().prepare { _ throws(CareProblem) in
            try Self.stripped(bytes, kind)
        }
        return .init(kind: .video, bytes: stripped, ending: kind.ending, name: name ?? "video", step: step)
    }

    private static func stripped(_ bytes: [UInt8], _ kind: VideoKind) throws(CareProblem) -> [UInt8] {
        do throws(VideoRefusal) { return try VideoStripper.stripped(bytes, kind: kind) } catch {
            throw problem(of: error)
        }
    }

    private static func problem(of refusal: VideoRefusal) -> CareProblem {
        func refused(_ words: String) -> CareProblem { CareProblem(.notAcceptable, words, field: "video") }
        return switch refusal {
        case .unreadable: refused("this is no WebM or MP4 video, or it cannot be read to its end")
        case .nothingToPlay: refused("this video has neither pictures nor sound: send one that has")
        case .otherTrack:
            refused(
                "beside pictures and sound this video has a track of something else, as of the places where it was taken, and it cannot be taken out: save the video anew, with pictures and sound only"
            )
        case .otherTrackInFragments:
            refused(
                "this video is written in fragments, and beside pictures and sound it has a track of something else, as of the places where it was taken, which cannot be taken out of them: save the video anew in one piece, or with pictures and sound only"
            )
        }
    }

    private static func tidy(_ sent: [UInt8], _ call: APICall) async throws -> [UInt8] {
        try await call.files().prepare { files throws(CareProblem) in try files.mediaDesk().tidySound(sent) }
    }

    private static func remove(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        let path = try path(call)
        try await call.files().run { files throws(CareProblem) in try files.mediaDesk().remove(name, path) }
        await call.note(.fileWritten, about: path, changes: [.named("removed")], by: caller)
        return APICall.nothing()
    }

    private static func recording(_ call: APICall, _ caller: Caller) async throws -> Response {
        let name = try call.name(for: caller)
        let path = try path(call)
        let bytes = try await call.files().run { files throws(CareProblem) in
            try files.mediaDesk().recording(name, path)
        }
        var headers: HTTPFields = [
            .contentType: BoardSound.mediaType(of: bytes), .cacheControl: "private, no-store",
        ]
        headers[.named("X-Content-Type-Options")] = "nosniff"
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func path(_ call: APICall) throws(CareProblem) -> String {
        let path = try call.query.required("path")
        guard path.utf8.count <= longestPath else {
            throw CareProblem(.notAcceptable, "it is longer than \(longestPath) bytes", field: "path")
        }
        return path
    }
}

extension HomeFileDesk {
    func mediaDesk() throws(CareProblem) -> HomeMediaDesk {
        guard let media else {
            throw CareProblem(.notFound, "this service has no files of a home: it runs elsewhere")
        }
        return media
    }
}
