import Foundation
import Testing

@testable import Channels

@Suite("How long the other side asks to wait")
struct RetryAfterTests {
    /// Sunday, 6 November 1994, 08:49:00 GMT.
    private static let now = Date(timeIntervalSince1970: 784_111_740)

    @Test(
        "Seconds and dates are read, within a second and an hour",
        arguments: [
            ("120", 120), (" 5 ", 5), ("0", 1), ("86400", 3600),
            (String(repeating: "9", count: 400), 3600),
            ("Sun, 06 Nov 1994 08:49:37 GMT", 37), ("Sun, 06 Nov 1994 08:00:00 GMT", 1),
            ("Mon, 07 Nov 1994 08:49:37 GMT", 3600),
        ] as [(String, Double)])
    func read(written: String, seconds: Double) {
        let answer = ChannelHTTP.Answer(status: 429, headers: [("retry-after", written)])
        #expect(answer.retryAfter(Self.now) == .seconds(seconds))
    }

    @Test(
        "What is neither says nothing",
        arguments: [
            "", "soon", "-5", "+5", "1.5", "1e3", "٣", "Sunday, 06-Nov-94 08:49:37 GMT",
            "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49 GMT", "Sun, 99 Nov 1994 08:49:37 GMT",
            "Sun, 06 Nov 1994 24:49:37 GMT", "Sun, 06 Nov 99999 08:49:37 GMT",
        ])
    func unread(written: String) {
        let answer = ChannelHTTP.Answer(status: 429, headers: [("Retry-After", written)])
        #expect(answer.retryAfter(Self.now) == nil)
    }

    @Test("Without the header nothing is asked")
    func missing() {
        #expect(ChannelHTTP.Answer(status: 429).retryAfter(Self.now) == nil)
    }
}
