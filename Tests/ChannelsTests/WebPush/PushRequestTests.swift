import Care
import Foundation
import Testing

@testable import Channels

@Suite("A push as it is posted")
struct PushRequestTests {
    private let reader = PushReader()
    private let key = VAPIDKey()

    private func request(
        _ message: ChannelMessage, _ endpoint: String = "https://web.push.apple.com/QGa"
    ) throws -> PushRequest {
        try PushRequest(
            message,
            to: PushSubscription(reader.destination(endpoint), allowed: PushServices(allowing: "")),
            signedBy: key, subject: "mailto:ben@example.org", now: Date(timeIntervalSince1970: 1_800_000_000))
    }

    private func header(_ name: String, _ request: PushRequest) -> String? {
        request.headers.first { $0.0 == name }?.1
    }

    @Test("Its headers, and a body that the device alone reads")
    func whole() throws {
        let message = ChannelMessage.call()
        let request = try request(message)
        #expect(request.url == "https://web.push.apple.com/QGa")
        #expect(
            request.headers.map(\.0)
                == ["Authorization", "Content-Encoding", "Content-Type", "TTL", "Urgency", "Topic"])
        #expect(header("Content-Encoding", request) == "aes128gcm")
        #expect(header("TTL", request) == "900" && header("Urgency", request) == "high")
        #expect(header("Topic", request) == message.thread)
        #expect(header("Authorization", request)?.hasSuffix(", k=\(key.publicKey)") == true)
        let read = try reader.open(request.body)
        let content = PushPayload.bytes(message)
        #expect(read.content == content && read.paddedCount == 2800)
    }

    @Test("Two pushes of one message have nothing in common that another could compare")
    func fresh() throws {
        let message = ChannelMessage.call()
        let (one, other) = (try request(message).body, try request(message).body)
        #expect(one.count == other.count && one.prefix(16) != other.prefix(16))
        #expect(one[21..<86] != other[21..<86], "the sender's key is made anew")
    }

    @Test("A service keeps it no longer than it holds, and no longer than four weeks")
    func lifetime() {
        let cases: [(Duration, Int64)] = [
            (.zero, 0), (.milliseconds(999), 0), (.milliseconds(1999), 1), (.seconds(900), 900),
            (.seconds(-5), 0),
            (.seconds(28 * 86_400), 2_419_200), (.seconds(400 * 86_400), 2_419_200),
        ]
        for (lifetime, seconds) in cases { #expect(PushRequest.seconds(lifetime) == seconds) }
    }

    @Test("What somebody is needed for wakes a phone, what has become of it does not")
    func urgency() throws {
        #expect(try header("Urgency", request(.call(kind: .proof))) == "high")
        #expect(try header("Urgency", request(.call(kind: .update))) == "normal")
    }

    @Test("Threads that are topics", arguments: ["a", "A-z_09", "0198f6a2b3c47d5e8f90a1b2c3d4e5f6"])
    func topics(thread: String) throws {
        #expect(try header("Topic", request(.call(thread: thread))) == thread)
    }

    @Test(
        "A thread that is no topic is left out, and the push is sent",
        arguments: [
            "", "0198f6a2-b3c4-7d5e-8f90-a1b2c3d4e5f6", "a b", "a.b", "ä", "a=", "a/b", "a+b", "a\r\nTTL: 0",
            "a\u{301}", "ａ",
        ])
    func noTopics(thread: String) throws {
        let request = try request(.call(thread: thread))
        #expect(header("Topic", request) == nil && request.headers.count == 5)
    }
}
