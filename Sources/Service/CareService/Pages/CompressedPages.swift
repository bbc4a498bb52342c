import Compression
import Pages

/// Pages as gzip, for their own readers.
///
/// A page holds words that others may have written beside words that are nobody else's business. Whoever can make a browser ask for it
/// again and again, and sees how long the answers are, could find these letter by letter (the attack BREACH). So a page goes as gzip only
/// where a page of this home, or the person, has asked for it; and without TLS, where whoever sees lengths sees every word
/// (decision 0248).
enum CompressedPages {
    /// What fits into one packet gains nothing, in bytes.
    private static let least = 1400
    /// A page of 100 KiB takes a millisecond; a higher level would gain a twentieth, and take several.
    private static let level = 3

    /// - Parameters:
    ///   - accepted: What the browser takes, `Accept-Encoding`.
    ///   - isSecure: Whether it goes through TLS.
    ///   - site: Who asks for it, as the browser says: `Sec-Fetch-Site`.
    static func compressed(
        _ answer: PageResponse, accepted: String?, isSecure: Bool, site: String?
    ) -> PageResponse {
        guard answer.body.count > least, answer.header("content-type")?.hasPrefix("text/html") ?? false,
            CompressedAssets.takesGzip(accepted),
            !isSecure || site == "same-origin" || site == "none",
            let packed = Gzip.compressed(answer.body, level: level)
        else { return answer }
        var answer = answer
        answer.body = packed
        answer.headers.append(.init(name: "content-encoding", value: "gzip"))
        return answer
    }
}
