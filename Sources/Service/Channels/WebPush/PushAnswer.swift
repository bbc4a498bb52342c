import Foundation

/// What a push service's answer means (RFC 8030 §5, RFC 8292 §4.2, and what each of them says besides).
enum PushAnswer {
    private static let mostWords = 120

    /// - Parameter service: The service's host, for people.
    static func outcome(_ answer: ChannelHTTP.Answer, from service: String, now: Date) -> ChannelOutcome {
        switch answer.status {
        case 200, 201, 202: .accepted
        case 404, 410: .gone("\(PushTrouble.ended)")
        // Windows' service says 406 where others say 429.
        case 406: .later("\(ChannelTrouble.busy(service))", after: answer.retryAfter(now))
        case 400, 401, 403: .failed(refusal(answer, from: service))
        // It has no trouble with what else is taken; but that is no push.
        default:
            answer.trouble(at: service, now: now)
                ?? .failed("\(ChannelTrouble.refused(service, status: answer.status))")
        }
    }

    private static func refusal(_ answer: ChannelHTTP.Answer, from service: String) -> String {
        let said = String(decoding: answer.body.prefix(4096), as: UTF8.self).lowercased()
        // Apple, Google and Mozilla, each in its own words.
        let another = [
            "vapidpkhashmismatch", "do not correspond to the credentials", "vapid public key mismatch",
        ]
        if another.contains(where: { said.contains($0) }) { return "\(PushTrouble.otherKey)" }
        if said.contains("jwt") || said.contains("vapid") {
            return "\(PushTrouble.signature(service: service))"
        }
        guard let words = words(in: answer.body) else {
            return "\(ChannelTrouble.refused(service, status: answer.status))"
        }
        return "\(PushTrouble.refused(service: service, words: words))"
    }

    /// What an answer says in words: Apple's `reason`, Mozilla's `message`, or a short plain text. `nil` for a page, for none, and where
    /// it repeats what looks like an address or key.
    static func words(in body: Data) -> String? {
        let said: String
        if let answer = ChannelBody.read(Said.self, body) {
            said = answer.reason ?? answer.message ?? ""
        } else {
            said = String(decoding: body.prefix(4096), as: UTF8.self)
            guard !said.contains("<"), !said.contains("{") else { return nil }
        }
        let parts = said.split(whereSeparator: \.isWhitespace)
        let isPlain = parts.allSatisfy { part in
            part.utf8.count < 32 && part.utf8.allSatisfy { (0x21...0x7e).contains($0) }
        }
        let words = parts.joined(separator: " ")
        return isPlain && (1...mostWords).contains(words.count) ? words : nil
    }

    private struct Said: Decodable {
        var reason: String?
        var message: String?
    }
}
