import Care
import Dispatch
import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import NIOFoundationCompat

/// A recording or a short video of a sentence that encourages, whole or the part of it that is asked for: browsers of some phones play
/// only what comes in parts (RFC 9110, section 14).
enum MediumFile {
    enum Kind: String, CaseIterable, Sendable {
        case sound, video

        /// Its media type by its first four bytes. What it is was looked at when its name was read.
        func type(of head: Data) -> String {
            switch self {
            case .video: head == Data([0x1A, 0x45, 0xDF, 0xA3]) ? "video/webm" : "video/mp4"
            case .sound:
                switch head {
                case Data("fLaC".utf8): "audio/flac"
                case Data("OggS".utf8): "audio/ogg"
                default: "audio/wav"
                }
            }
        }

        fileprivate var missing: CareProblem {
            switch self {
            case .sound:
                CareProblem(.notFound, "there is no recording of this sentence or tip", field: "key")
            case .video: CareProblem(.notFound, "there is no video of this sentence or tip", field: "key")
            }
        }
    }

    /// In bytes, as much as a kiosk elsewhere fetches; a larger one is shown nowhere.
    static let limit = ClientContents.mostFileBytes
    /// In bytes, the most of one part: a browser asks for the next one (RFC 9110, section 15.3.7).
    static let longestPart = 1 << 20

    /// - Parameters:
    ///   - path: `nil` where there is none.
    ///   - range: What the browser asks for: `bytes=0-99`. What cannot be understood, or lies beyond the end, gets the whole.
    static func response(_ path: String?, as kind: Kind, range: String?) async throws -> Response {
        let found = await withCheckedContinuation { (continuation: CheckedContinuation<Found?, Never>) in
            // Reading blocks; Swift's own threads are too few for that.
            DispatchQueue.global(qos: .utility).async {
                continuation.resume(returning: path.flatMap { try? read($0, range) })
            }
        }
        guard let found else { throw kind.missing }
        var headers: HTTPFields = [
            .contentType: kind.type(of: found.head), .cacheControl: "private, max-age=300",
            .acceptRanges: "bytes",
        ]
        headers[.named("X-Content-Type-Options")] = "nosniff"
        let body = ResponseBody(byteBuffer: ByteBuffer(data: found.bytes))
        guard let part = found.part else { return Response(status: .ok, headers: headers, body: body) }
        headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound)/\(found.size)"
        return Response(status: .partialContent, headers: headers, body: body)
    }

    /// What was read of a file.
    private struct Found {
        /// Its first four bytes, or as many as it has.
        var head: Data
        /// Of the whole file, in bytes.
        var size: Int
        /// Which bytes of it these are; `nil`: all.
        var part: ClosedRange<Int>?
        var bytes: Data
    }

    private static func read(_ path: String, _ range: String?) throws -> Found? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        guard attributes[.type] as? FileAttributeType == .typeRegular,
            let size = attributes[.size] as? Int, size <= limit
        else { return nil }
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        defer { try? file.close() }
        let first = try file.read(upToCount: 4) ?? Data()
        let part = range.flatMap { self.part($0, of: size) }
        try file.seek(toOffset: UInt64(part?.lowerBound ?? 0))
        let bytes = try file.read(upToCount: part?.count ?? size) ?? Data()
        // It became shorter meanwhile.
        guard bytes.count == part?.count ?? size else { return nil }
        return Found(head: first, size: size, part: part, bytes: bytes)
    }

    /// One range of bytes, at most `longestPart` of it; `nil` for several, and where there is none.
    static func part(_ range: String, of size: Int) -> ClosedRange<Int>? {
        guard range.hasPrefix("bytes="), size > 0 else { return nil }
        let ends = range.dropFirst("bytes=".count).split(separator: "-", omittingEmptySubsequences: false)
        guard ends.count == 2 else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last?) where first >= 0 && first <= last && first < size:
            return first...min(last, size - 1, first + (longestPart - 1))
        case (let first?, nil) where first >= 0 && first < size && ends[1].isEmpty:
            return first...min(size - 1, first + (longestPart - 1))
        // The last so many.
        case (nil, let count?) where count > 0 && ends[0].isEmpty:
            return max(0, size - min(count, longestPart))...size - 1
        case (_, _): return nil
        }
    }
}
