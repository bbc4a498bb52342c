import Care
import CareStore
import Foundation
import Identity
import Testing

@testable import CareService

@Suite("Logins with providers that are under way")
struct LoginStartsTests {
    private static let provider = StoredLoginProvider(
        id: UUID(), name: "Example", home: "https://home.example", issuer: "https://login.example",
        clientID: "beckon")

    private static func start(from address: String, at now: Duration = .zero) -> LoginStarts.Start {
        LoginStarts.Start(
            provider: provider, request: AuthorizationRequest { UInt8.random(in: .min ... .max) },
            purpose: .logIn(next: nil), cookie: Secrets.hash("cookie"), sender: .address(address),
            expiresAt: now + LoginStarts.life)
    }

    @Test("Of one address there are so many, and of all together: the oldest ends")
    func bounded() {
        var starts = LoginStarts(most: 5, mostOfOne: 2)
        let own = (0..<3).map { Self.start(from: "10.0.0.1", at: .seconds($0)) }
        for start in own { starts.begin(start, at: .seconds(3)) }
        #expect(starts.count == 2)
        for number in 2..<8 {
            starts.begin(Self.start(from: "10.0.0.\(number)", at: .seconds(4)), at: .seconds(4))
        }
        #expect(starts.count == 5)
        let first = starts.take(own[0].request.state, cookie: "cookie", of: Self.provider.id, at: .seconds(4))
        #expect(first == nil)
    }

    @Test("Where all places are taken, those who have begun the most give way, and not who came first")
    func fair() {
        var starts = LoginStarts(most: 5, mostOfOne: 3)
        let first = Self.start(from: "10.0.0.1")
        starts.begin(first, at: .zero)
        for address in ["10.0.0.2", "10.0.0.3"] {
            for second in 1...20 {
                starts.begin(Self.start(from: address, at: .seconds(second)), at: .seconds(second))
            }
        }
        #expect(starts.count == 5)
        let taken = starts.take(first.request.state, cookie: "cookie", of: Self.provider.id, at: .seconds(21))
        #expect(taken?.request == first.request)
    }

    @Test("What is over is forgotten with the next one")
    func forgets() {
        var starts = LoginStarts()
        starts.begin(Self.start(from: "10.0.0.1"), at: .zero)
        let late = Self.start(from: "10.0.0.1", at: .seconds(600))
        starts.begin(late, at: .seconds(600))
        #expect(starts.count == 1)
        let taken = starts.take(late.request.state, cookie: "cookie", of: Self.provider.id, at: .seconds(601))
        #expect(taken?.request == late.request)
        #expect(starts.count == 0)
    }

    @Test(
        "Where somebody was going is a path of this site, or nothing",
        arguments: [
            ("/plan", "/plan"), ("/people/ben?tab=2", "/people/ben?tab=2"), ("//evil.example", nil),
            ("https://evil.example", nil), ("/\\evil.example", nil), ("/a b", nil), ("", nil), (nil, nil),
            ("/login", nil), ("/login?next=/plan", nil), ("/login/with/1", nil), ("/logout", nil),
            ("/" + String(repeating: "x", count: 500), nil),
        ] as [(String?, String?)])
    func next(path: String?, kept: String?) {
        #expect(AccessRules.next(path) == kept)
    }
}
