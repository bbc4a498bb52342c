import Care
import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// A short video, whole or the part of it that is asked for: browsers of some phones play only what comes in parts (RFC 9110, section 14).
enum VideoFile {
    /// In bytes, as much as a kiosk elsewhere fetches; a larger one is shown nowhere.
    static let limit = ClientContents.mostFileBytes

    /// - Parameters:
    ///   - path: `nil` where there is none.
    ///   - range: What the browser asks for: `bytes=0-99`. What cannot be understood, or lies beyond the end, gets the whole.
    static func response(_ path: String?, range: String?) async throws -> Response {
        let data = await withCheckedContinuation { (continuation: CheckedContinuation<Data?, Never>) in
            // Reading blocks; Swift's own threads are too few for that.
            DispatchQueue.global(qos: .utility).async { continuation.resume(returning: path.flatMap(read)) }
        }
        guard let data else {
            throw CareProblem(.notFound, "there is no video of this sentence or tip", field: "key")
        }
        let isWebM = data.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
        var headers: HTTPFields = [
            .contentType: isWebM ? "video/webm" : "video/mp4", .cacheControl: "private, max-age=300",
            .acceptRanges: "bytes",
        ]
        headers[.named("X-Content-Type-Options")] = "nosniff"
        guard let part = range.flatMap({ Self.part($0, of: data.count) }) else {
            return Response(
                status: .ok, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(data: data)))
        }
        headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound)/\(data.count)"
        let bytes = data[data.startIndex + part.lowerBound...data.startIndex + part.upperBound]
        return Response(
            status: .partialContent, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(data: Data(bytes))))
    }

    private static func read(_ path: String) -> Data? {
        guard let found = try? FileManager.default.attributesOfItem(atPath: path),
            found[.type] as? FileAttributeType == .typeRegular, let size = found[.size] as? Int, size <= limit
        else { return nil }
        return FileManager.default.contents(atPath: path)
    }

    /// One range of bytes; `nil` for several, and where there is none.
    static func part(_ range: String, of size: Int) -> ClosedRange<Int>? {
        guard range.hasPrefix("bytes="), size > 0 else { return nil }
        let ends = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where first >= 0 && first <= last && first < size:
            return first...min(last, size - 1)
        case (let first?, nil) where first >= 0 && first < size && ends[1].isEmpty: return first...size - 1
        // The last so many.
        case (nil, let count?) where count > 0 && ends[0].isEmpty: return max(0, size - count)...size - 1
        case (_, _): return nil
        }
    }
}
