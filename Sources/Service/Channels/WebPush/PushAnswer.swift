import Foundation

/// What a push service's answer means (RFC 8030 §5, RFC 8292 §4.2, and what each of them says besides).
enum PushAnswer {
    /// Longest time that a service may ask for: a call that waits longer has gone other ways.
    private static let longestPause = 3600
    private static let mostWords = 120

    /// - Parameter service: The service's host, for people.
    static func outcome(_ reply: PushTransport.Reply, from service: String, now: Date) -> ChannelOutcome {
        switch reply.status {
        case 200, 201, 202: .accepted
        case 404, 410: .gone(PushTrouble.ended.description)
        case 413: .failed(PushTrouble.tooLarge(service: service).description)
        // Windows' service says 406 where others say 429.
        case 406, 429:
            .later(
                PushTrouble.busy(service: service).description,
                after: reply.retryAfter.flatMap { pause($0, now: now) })
        case 400..<500: .failed(refusal(reply, from: service).description)
        case 500..<600: .failed(PushTrouble.failing(service: service, status: reply.status).description)
        default: .failed(PushTrouble.unexpected(service: service, status: reply.status).description)
        }
    }

    /// `Retry-After`: seconds, or a time as HTTP writes it (RFC 9110 §10.2.3).
    static func pause(_ header: String, now: Date) -> Duration? {
        if let seconds = Int(header) { return seconds < 0 ? nil : .seconds(min(seconds, longestPause)) }
        // Digits alone that are no Int are more than anybody waits.
        if !header.isEmpty, header.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
            return .seconds(longestPause)
        }
        let reader = DateFormatter()
        reader.locale = Locale(identifier: "en_US_POSIX")
        reader.timeZone = TimeZone(secondsFromGMT: 0)
        reader.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        guard let time = reader.date(from: header) else { return nil }
        let seconds = time.timeIntervalSince(now).rounded(.up)
        return .seconds(Int(min(max(seconds, 0), Double(longestPause))))
    }

    private static func refusal(_ reply: PushTransport.Reply, from service: String) -> PushTrouble {
        let said = String(decoding: reply.body.prefix(4096), as: UTF8.self)
        let lower = said.lowercased()
        // Apple, Google and Mozilla, each in its own words.
        if ["vapidpkhashmismatch", "do not correspond to the credentials", "vapid public key mismatch"]
            .contains(where: { lower.contains($0) })
        {
            return .otherKey
        }
        if lower.contains("jwt") || lower.contains("vapid") { return .signature(service: service) }
        guard let words = words(in: reply.body) else {
            return .refused(service: service, status: reply.status)
        }
        return .refusedSaying(service: service, status: reply.status, words: words)
    }

    /// What an answer says in words: Apple's `reason`, Mozilla's `message`, or a short plain text. `nil` for a page, for none, and where
    /// it repeats what looks like an address or key.
    static func words(in body: Data) -> String? {
        let said: String
        if let answer = try? JSONDecoder().decode(Said.self, from: body) {
            said = answer.reason ?? answer.message ?? ""
        } else {
            said = String(decoding: body.prefix(4096), as: UTF8.self)
            guard !said.contains("<"), !said.contains("{") else { return nil }
        }
        let parts = said.split(whereSeparator: \.isWhitespace)
        let isPlain = parts.allSatisfy { part in
            part.utf8.count < 32 && part.unicodeScalars.allSatisfy { (0x21...0x7e).contains($0.value) }
        }
        let words = parts.joined(separator: " ")
        return isPlain && (1...mostWords).contains(words.count) ? words : nil
    }

    private struct Said: Decodable {
        var reason: String?
        var message: String?
    }
}
