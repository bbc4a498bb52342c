import Care
import Foundation
import NIOHTTP1

/// What a platform has answered.
struct PlatformAnswer: Sendable {
    var status: Int
    var headers: HTTPHeaders
    /// All of it where the status is one of success; of another answer at most its first 4096 bytes, nothing where it is longer.
    var body: Data

    /// Whether it has done what was asked for.
    var isSuccess: Bool { (200..<300).contains(status) }
    /// Whether it has nothing new.
    var isUnchanged: Bool { status == 304 }

    /// Itself, where it is one of success, or says that nothing is new.
    ///
    /// - Parameters:
    ///   - missing: What it means that nothing is there.
    ///   - forbidden: What it means that whoever asks is known there, and may not do this.
    func checked(
        missing: PlatformProblem, forbidden: PlatformProblem = .refused
    ) throws(PlatformTrouble) -> PlatformAnswer {
        guard !isSuccess, !isUnchanged else { return self }
        throw trouble(missing: missing, forbidden: forbidden)
    }

    /// What is wrong, of an answer that is none of success. Canvas answers 403 both to whoever may not, and to whoever asks too often;
    /// the body tells them apart.
    private func trouble(missing: PlatformProblem, forbidden: PlatformProblem) -> PlatformTrouble {
        let asked = headers.first(name: "Retry-After").flatMap(Double.init)
            .flatMap { $0 > 0 && $0 < 1e6 ? Duration.seconds($0) : nil }
        let isTooOften =
            status == 429
            || status == 403 && String(decoding: body, as: UTF8.self).lowercased().contains("rate limit")
        if isTooOften { return PlatformTrouble(.busy, asked: asked) }
        switch status {
        case 401: return PlatformTrouble(.refused)
        case 403: return PlatformTrouble(forbidden)
        case 404, 410: return PlatformTrouble(missing)
        case 300..<400: return PlatformTrouble(.moved)
        case 500...: return PlatformTrouble(.failing, asked: asked)
        default: return PlatformTrouble(.unreadable)
        }
    }
}

/// Why a platform did not do what was asked for. Nothing secret is in it.
struct PlatformTrouble: Error, Sendable, Equatable {
    var problem: PlatformProblem
    /// How long it asks to be left alone, `Retry-After`.
    var asked: Duration?

    init(_ problem: PlatformProblem, asked: Duration? = nil) {
        self.problem = problem
        self.asked = asked
    }
}
