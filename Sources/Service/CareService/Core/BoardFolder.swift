import Care
import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// The pictures and recordings of cards: those in the folder of the boards, and nothing else on this disk.
enum BoardFolder {
    /// Files of one sort.
    struct Sort: Sendable {
        /// In bytes; larger files are none of a card.
        let limit: Int
        /// Media types by the ending of a name.
        let types: [String: String]
        /// Where there is no such file.
        let missing: String
    }

    static let pictures = Sort(
        limit: 4 << 20,
        types: [
            "png": "image/png", "jpg": "image/jpeg", "jpeg": "image/jpeg", "gif": "image/gif",
            "webp": "image/webp",
            "svg": "image/svg+xml",
        ], missing: "there is no such picture in the folder of the boards")
    /// As long as what can be played: two minutes of 48 kHz.
    static let sounds = Sort(
        limit: 12 << 20,
        types: [
            "wav": "audio/wav", "flac": "audio/flac", "ogg": "audio/ogg", "oga": "audio/ogg",
            "opus": "audio/ogg",
        ], missing: "there is no such recording in the folder of the boards")

    /// There is no such file, as far as whoever asks may know.
    static func none(of sort: Sort) -> CareProblem { CareProblem(.notFound, sort.missing, field: "path") }

    static func response(_ path: String, of sort: Sort, in folder: String?) async throws -> Response {
        let none = Self.none(of: sort)
        guard let folder, let type = type(of: path, sort) else { throw none }
        let data = await withCheckedContinuation { continuation in
            // Reading blocks; Swift's own threads are too few for that.
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: read(path, upTo: sort.limit, in: folder))
            }
        }
        guard let data else { throw none }
        var headers: HTTPFields = [.contentType: type, .cacheControl: "private, max-age=300"]
        // An SVG that is opened directly is a page: it must not run scripts.
        headers[.named("Content-Security-Policy")] =
            "default-src 'none'; style-src 'unsafe-inline'; sandbox"
        headers[.named("X-Content-Type-Options")] = "nosniff"
        return Response(
            status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(data: data)))
    }

    /// `nil` if the path is not that of such a file, or would lead out of the folder.
    private static func type(of path: String, _ sort: Sort) -> String? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }),
            path.unicodeScalars.allSatisfy({ $0.value >= 0x20 }),
            let dot = path.lastIndex(of: ".")
        else { return nil }
        return sort.types[path[path.index(after: dot)...].lowercased()]
    }

    private static func read(_ path: String, upTo limit: Int, in folder: String) -> Data? {
        // Links that lead out of the folder are refused.
        let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().path + "/"
        let file = URL(fileURLWithPath: root + path).resolvingSymlinksInPath().path
        guard file.hasPrefix(root), let found = try? FileManager.default.attributesOfItem(atPath: file),
            found[.type] as? FileAttributeType == .typeRegular, let size = found[.size] as? Int, size <= limit
        else { return nil }
        return FileManager.default.contents(atPath: file)
    }
}
