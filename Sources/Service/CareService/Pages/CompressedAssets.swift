import Compression
import Foundation
import Pages
import Synchronization

/// Styles, scripts and icons as gzip, each compressed when it is asked for first.
final class CompressedAssets: Sendable {
    /// By their addresses, which name the version: as many as a release has, in a few languages.
    private let known = Mutex<[String: [UInt8]]>([:])
    private static let most = 100

    /// - Parameter path: With its query.
    /// - Parameter accepted: What the browser takes, `Accept-Encoding`.
    func compressed(_ answer: PageResponse, at path: String, accepted: String?) -> PageResponse {
        guard path.hasPrefix("/assets/"), answer.status == 200, let type = answer.header("content-type"),
            type.hasPrefix("text/") || type.hasPrefix("image/svg")
        else { return answer }
        var answer = answer
        answer.headers.append(.init(name: "vary", value: "accept-encoding"))
        // What has no version may be another one tomorrow.
        guard Self.takesGzip(accepted), answer.header("cache-control")?.contains("immutable") ?? false,
            let packed = packed(answer.body, path)
        else { return answer }
        answer.body = packed
        answer.headers.append(.init(name: "content-encoding", value: "gzip"))
        return answer
    }

    private func packed(_ bytes: [UInt8], _ path: String) -> [UInt8]? {
        if let known = known.withLock({ $0[path] }) { return known }
        guard let packed = Gzip.compressed(bytes) else { return nil }
        known.withLock { if $0.count < Self.most { $0[path] = packed } }
        return packed
    }

    /// RFC 9110, 12.5.3: named, itself or else as any other, and not with a weight of 0.
    static func takesGzip(_ accepted: String?) -> Bool {
        var weights: [String: Double] = [:]
        for part in (accepted ?? "").lowercased().split(separator: ",") {
            let fields = part.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
            let weight = fields.dropFirst().first { $0.hasPrefix("q=") }.flatMap { Double($0.dropFirst(2)) }
            if let name = fields.first { weights[name] = weight ?? 1 }
        }
        return (weights["gzip"] ?? weights["*"] ?? 0) != 0
    }
}

extension PageResponse {
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
