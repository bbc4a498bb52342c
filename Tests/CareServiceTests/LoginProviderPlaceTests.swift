import Care
import Foundation
import Networking
import Synchronization
import Testing

@testable import CareService

@Suite("Where a login provider is, and where it may lead")
struct LoginProviderPlaceTests {
    /// How often a name was looked up.
    private final class Names: Sendable {
        let asked = Mutex(0)
    }

    /// One for which names lead to what `found` says, each time that they are looked up.
    private static func desk(_ found: @escaping NameLookup.Resolver) -> LoginProviderDesk {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        let configuration = CareServiceConfiguration(
            storePath: folder + "/care.sqlite", tokens: RunningService.tokens)
        var access = PlatformAccess(version: "test")
        access.resolver = found
        return LoginProviderDesk(configuration, access: access, uptime: { .zero })
    }

    @Test("One whose name leads both inside and outside is not asked, and does not pass for one inside")
    func both() async throws {
        try await FakeProvider.with { server in
            let issuer = "http://localhost:\(server.port)"
            for found in [["127.0.0.1", "93.184.216.34"], ["93.184.216.34", "127.0.0.1"]] {
                await #expect(throws: ProviderTrouble.away(.insideHome), "\(found)") {
                    _ = try await Self.desk { _ in found }.tried(issuer)
                }
            }
            #expect(server.asked("/.well-known/openid-configuration") == 0)
        }
        #expect(PlatformHost.isInside(["127.0.0.1", "192.168.1.2"]))
        #expect(!PlatformHost.isInside(["93.184.216.34"]) && !PlatformHost.isInside([]))
    }

    @Test(
        "Its name is looked up once for what it says of itself: what it leads to a moment later counts for nothing"
    )
    func once() async throws {
        try await FakeProvider.with { server in
            let issuer = server.address
            let names = Names()
            let desk = Self.desk { _ in
                names.asked.withLock { $0 += 1 }
                return ["127.0.0.1"]
            }
            let trial = try await desk.tried(issuer)
            #expect(trial.said.isInside)
            // Once for that, and once for its keys.
            #expect(names.asked.withLock(\.self) == 2)
        }
    }

    @Test("A picture in the home's network is asked for at the provider's own address alone")
    func picture() async throws {
        try await FakeProvider.with { server in
            try await FakeProvider.with { other in
                for one in [server, other] {
                    one.state.withLock { $0.replies["/me"] = .init(body: PictureTests.png) }
                }
                let desk = Self.desk { _ in ["127.0.0.1"] }
                let said = try await desk.tried(server.address).said
                let own = try #require(URL(string: server.address + "/me"))
                #expect(try await desk.picture(at: own, said) == PictureTests.png)
                let elsewhere = try #require(URL(string: other.address + "/me"))
                await #expect(throws: ProviderTrouble.away(.insideHome)) {
                    _ = try await desk.picture(at: elsewhere, said)
                }
                #expect(other.asked("/me") == 0)
            }
        }
    }
}
