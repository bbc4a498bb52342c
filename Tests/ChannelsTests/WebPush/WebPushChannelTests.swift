import Care
import Foundation
import Testing

@testable import Channels

@Suite("Web Push as a channel")
struct WebPushChannelTests {
    /// What was asked of the network.
    private actor Asked {
        private(set) var posts: [(url: String, headers: [(String, String)], body: Data)] = []
        private(set) var gets: [String] = []

        func post(_ url: String, _ headers: [(String, String)], _ body: Data) {
            posts.append((url, headers, body))
        }

        func get(_ url: String) { gets.append(url) }
    }

    private let reader = PushReader()
    private let asked = Asked()

    private func channel(_ result: Result<ChannelHTTP.Answer, ChannelHTTP.Failure>) -> Channel {
        let asked = self.asked
        return WebPushChannel.channel(
            PushTransport(
                post: { (url, headers, body) async throws(ChannelHTTP.Failure) in
                    await asked.post(url, headers, body)
                    return try result.get()
                },
                get: { (url) async throws(ChannelHTTP.Failure) in
                    await asked.get(url)
                    return try result.get()
                }),
            now: { Date(timeIntervalSince1970: 1_800_000_000) })
    }

    @Test("A message is posted to where the browser said, and read by it alone")
    func send() async throws {
        let key = VAPIDKey()
        let channel = channel(.success(.init(status: 201)))
        let outcome = await channel.send(.call(), reader.destination(key: key))
        #expect(outcome == .accepted)
        let posts = await asked.posts
        try #require(posts.count == 1)
        #expect(posts[0].url == "https://fcm.googleapis.com/fcm/send/abc")
        #expect(posts[0].headers.contains { $0.0 == "Authorization" && $0.1.hasSuffix(key.publicKey) })
        let text = String(decoding: try reader.open(posts[0].body).content, as: UTF8.self)
        #expect(text.contains("Maria is calling"))
    }

    @Test("Nothing is sent, and nobody asked, where something for it is missing or wrong")
    func notReady() async throws {
        let channel = channel(.success(.init(status: 201)))
        let elsewhere = reader.destination("https://evil.example/x")
        var (noKey, noContact, noAuth) = (reader.destination(), reader.destination(), reader.destination())
        noKey.settingSecrets = [:]
        noContact.settings = [:]
        noAuth.secrets["auth"] = "AAAA"
        for destination in [noKey, noContact, elsewhere, noAuth] {
            for outcome in [await channel.send(.call(), destination), await channel.prove(destination)] {
                guard case .failed(let words) = outcome else {
                    Issue.record("it was taken")
                    continue
                }
                #expect(words.contains(" ") && !words.contains("/x"))
            }
        }
        let (posts, gets) = (await asked.posts.count, await asked.gets.count)
        #expect(posts == 0 && gets == 0)
    }

    @Test(
        "A proof pushes nothing: it asks whether the service is there, whatever that answers",
        arguments: [200, 404, 405])
    func prove(status: Int) async throws {
        let outcome = await channel(.success(.init(status: status))).prove(
            reader.destination("https://updates.push.services.mozilla.com:443/wpush/v2/secret-path"))
        #expect(outcome == .accepted)
        let (posts, gets) = (await asked.posts.count, await asked.gets)
        #expect(posts == 0 && gets == ["https://updates.push.services.mozilla.com/"])
    }

    @Test("Where there is no connection, its words are told")
    func noConnection() async throws {
        let channel = channel(.failure(.noConnection("fcm.googleapis.com")))
        let words = "\(ChannelHTTP.Failure.noConnection("fcm.googleapis.com"))"
        let (sent, proved) = (
            await channel.send(.call(), reader.destination()), await channel.prove(reader.destination())
        )
        #expect(sent == .failed(words) && proved == .failed(words))
    }

    @Test("Settings are checked alone, too, and each field by its name")
    func check() throws {
        let channel = channel(.success(.init(status: 201)))
        func field(_ change: (inout Destination) -> Void) -> String? {
            var destination = reader.destination()
            change(&destination)
            return channel.refusedField(of: destination)
        }
        let changes: [(String?, (inout Destination) -> Void)] = [
            (nil, { _ in }),
            (
                nil,
                { destination in
                    destination.address = [:]
                    destination.secrets = [:]
                }
            ),
            // The service makes it: whoever saves settings has none yet.
            (nil, { $0.settingSecrets = [:] }),
            ("settings.contact", { $0.settings["contact"] = nil }),
            ("settings.services", { $0.settings["services"] = "a b@c" }),
            ("address.endpoint", { $0.address["endpoint"] = nil }),
            ("address.p256dh", { $0.address["p256dh"] = "AAAA" }),
            ("address.p256dh", { $0.secrets = [:] }),
        ]
        for (name, change) in changes {
            let found = field(change)
            #expect(found == name)
        }
    }
}
