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

    /// One whose names lead to what `found` says, each time that they are looked up.
    private static func tried(
        _ issuer: String, _ found: @escaping NameLookup.Resolver
    ) async throws(ProviderTrouble) -> LoginProviderDesk.Trial {
        let folder = NSTemporaryDirectory() + UUID().uuidString
        let configuration = CareServiceConfiguration(
            storePath: folder + "/care.sqlite", tokens: RunningService.tokens)
        var access = PlatformAccess(version: "test")
        access.resolver = found
        return try await LoginProviderDesk(configuration, access: access, uptime: { .zero }).tried(issuer)
    }

    @Test("One whose name leads both inside and outside is not asked, and does not pass for one inside")
    func both() async throws {
        try await FakeProvider.with { server in
            let issuer = "http://localhost:\(server.port)"
            for found in [["127.0.0.1", "93.184.216.34"], ["93.184.216.34", "127.0.0.1"]] {
                await #expect(throws: ProviderTrouble.away(.insideHome), "\(found)") {
                    try await Self.tried(issuer) { _ in found }
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
            let trial = try await Self.tried(issuer) { _ in
                names.asked.withLock { $0 += 1 }
                return ["127.0.0.1"]
            }
            #expect(trial.said.isInside)
            // Once for that, and once for its keys.
            #expect(names.asked.withLock(\.self) == 2)
        }
    }
}
