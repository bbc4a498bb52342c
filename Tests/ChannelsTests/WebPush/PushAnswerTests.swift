import Foundation
import Testing

@testable import Channels

@Suite("What a push service's answer means")
struct PushAnswerTests {
    private static let now = Date(timeIntervalSince1970: 1_800_000_000)

    private static func outcome(
        _ status: Int, _ body: String = "", headers: [(String, String)] = []
    ) -> ChannelOutcome {
        PushAnswer.outcome(
            ChannelHTTP.Answer(status: status, headers: headers, body: Data(body.utf8)),
            from: "web.push.apple.com", now: now)
    }

    private static func words(_ outcome: ChannelOutcome) -> String? {
        if case .failed(let words) = outcome { words } else { nil }
    }

    @Test("Taken is not seen", arguments: [200, 201, 202])
    func taken(status: Int) { #expect(Self.outcome(status) == .accepted) }

    @Test("A subscription that has ended is gone", arguments: [404, 410])
    func gone(status: Int) {
        guard case .gone(let words) = Self.outcome(status, #"{"reason":"Unregistered"}"#) else {
            Issue.record("it still exists")
            return
        }
        #expect(words.hasPrefix("the browser of this device has ended"))
    }

    @Test("A service that asks for time gets it", arguments: [406, 429])
    func busy(status: Int) {
        func later(_ after: Duration?) -> ChannelOutcome {
            .later("\(ChannelTrouble.busy("web.push.apple.com"))", after: after)
        }
        #expect(Self.outcome(status) == later(nil))
        for (header, pause) in [
            ("30", Duration.seconds(30)), ("999999999999999999999", .seconds(3600)),
            ("Fri, 15 Jan 2027 08:01:00 GMT", .seconds(60)),
        ] {
            #expect(Self.outcome(status, headers: [("retry-after", header)]) == later(pause), "\(header)")
        }
        #expect(Self.outcome(status, headers: [("Retry-After", "soon")]) == later(nil))
    }

    @Test(
        "Why it refuses is said in words that help",
        arguments: [
            (403, #"{"reason":"BadJwtToken"}"#, "does not accept this home’s signature"),
            (403, #"{"reason":"ExpiredJwtToken"}"#, "does not accept this home’s signature"),
            (
                401, #"{"code":401,"errno":109,"error":"Unauthorized","message":"Invalid VAPID header"}"#,
                "signature"
            ),
            (400, #"{"reason":"VapidPkHashMismatch"}"#, "with another key"),
            (
                403,
                "the VAPID credentials in the authorization header do not correspond to the credentials used to create the subscriptions.\n",
                "with another key"
            ),
            (400, #"{"reason":"BadWebPushTopic"}"#, "and says: BadWebPushTopic"),
            (403, "permission denied", "and says: permission denied"),
        ])
    func refused(status: Int, body: String, part: String) {
        #expect(Self.words(Self.outcome(status, body))?.contains(part) == true)
    }

    @Test(
        "What it says is left out where it is no sentence, or could hold a key or an address",
        arguments: [
            "", "<html><body>403 Forbidden</body></html>", #"{"error":{"code":403}}"#, "\u{1b}[2Jx",
            "nein, äh",
            "unknown https://web.push.apple.com/QGa0123456789abcdef", String(repeating: "word ", count: 40),
            String(repeating: "k", count: 43), String(repeating: "x", count: 100_000),
        ])
    func silent(body: String) {
        let words = Self.words(Self.outcome(403, body))
        #expect(words == Self.words(Self.outcome(403)) && words?.contains("403") == true)
    }

    @Test("Bytes that are no text are no sentence")
    func noText() {
        #expect(PushAnswer.words(in: Data([0xff, 0xfe, 0x00, 0x41])) == nil)
    }

    @Test(
        "Everything else has failed, and says so",
        arguments: [100, 204, 206, 301, 302, 307, 402, 405, 411, 413, 418, 451, 500, 502, 503, 504, 599])
    func failed(status: Int) {
        #expect(Self.words(Self.outcome(status))?.contains("web.push.apple.com") == true)
    }
}
