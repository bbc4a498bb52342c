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

    /// - Parameter session: Of whoever is to be linked; `nil`: somebody logs in.
    private static func start(
        from address: String, linking session: UUID? = nil, cookie: String = "cookie",
        at now: Duration = .zero
    ) -> LoginStarts.Start {
        let purpose: LoginStarts.Purpose =
            if let session { .link(person: "ben", session: session) } else { .logIn(next: nil) }
        return LoginStarts.Start(
            provider: provider, request: AuthorizationRequest { UInt8.random(in: .min ... .max) },
            purpose: purpose, cookie: Secrets.hash(cookie), sender: .init(purpose, from: address),
            expiresAt: now + LoginStarts.life)
    }

    /// What belongs to the browser that shows the cookie.
    private static func own(
        _ start: LoginStarts.Start, in starts: inout LoginStarts, cookie: String? = "cookie",
        at now: Duration
    ) -> AuthorizationRequest? {
        let taken = starts.take(start.request.state, cookie: cookie, of: provider.id, at: now)
        return if case .own(let start) = taken { start.request } else { nil }
    }

    @Test(
        "Of one address there are so many: whoever comes then waits, and what the others have begun goes on")
    func bounded() {
        var starts = LoginStarts(most: 5, mostOfOne: 2)
        let own = (0..<3).map { Self.start(from: "10.0.0.1", at: .seconds($0)) }
        let waits = own.map { starts.begin($0, replacing: nil, at: .seconds(3)) }
        #expect(waits == [nil, nil, .seconds(597)])
        #expect(starts.count == 2)
        let first = Self.own(own[0], in: &starts, at: .seconds(4))
        #expect(first == own[0].request)
        // There is room again.
        let next = starts.begin(own[2], replacing: nil, at: .seconds(4))
        #expect(next == nil)
        for number in 2..<8 {
            let other = Self.start(from: "10.0.0.\(number)", at: .seconds(4))
            let wait = starts.begin(other, replacing: nil, at: .seconds(4))
            #expect(wait == nil)
        }
        #expect(starts.count == 5)
        let pushedOut = Self.own(own[1], in: &starts, at: .seconds(4))
        #expect(pushedOut == nil)
    }

    @Test("Who presses the button again and again has one place, and what they began before is over")
    func again() {
        var starts = LoginStarts(most: 5, mostOfOne: 2)
        let begun = (0..<30).map { Self.start(from: "10.0.0.1", cookie: "cookie \($0)") }
        for (number, start) in begun.enumerated() {
            let wait = starts.begin(start, replacing: "cookie \(number - 1)", at: .zero)
            #expect(wait == nil)
        }
        #expect(starts.count == 1)
        let older = Self.own(begun[28], in: &starts, cookie: "cookie 28", at: .zero)
        #expect(older == nil)
        let last = Self.own(begun[29], in: &starts, cookie: "cookie 29", at: .zero)
        #expect(last == begun[29].request)
    }

    @Test("Who is logged in counts by their session, and gives way to nobody who logs in")
    func links() {
        var starts = LoginStarts(most: 5, mostOfOne: 2)
        for _ in 0..<3 { _ = starts.begin(Self.start(from: "10.0.0.1"), replacing: nil, at: .zero) }
        let (ben, kim) = (UUID(), UUID())
        let link = Self.start(from: "10.0.0.1", linking: ben, at: .seconds(1))
        let wait = starts.begin(link, replacing: nil, at: .seconds(1))
        #expect(wait == nil)
        #expect(starts.count == 3)
        for number in 2..<30 {
            let other = Self.start(from: "10.0.0.\(number)", at: .seconds(2))
            _ = starts.begin(other, replacing: nil, at: .seconds(2))
        }
        // Of one session, its own oldest ends.
        let more = (3..<6).map { Self.start(from: "10.0.0.1", linking: kim, at: .seconds($0)) }
        for start in more { _ = starts.begin(start, replacing: nil, at: .seconds(6)) }
        #expect(starts.count == 5)
        let oldest = Self.own(more[0], in: &starts, at: .seconds(6))
        #expect(oldest == nil)
        for start in [link, more[1], more[2]] {
            let taken = Self.own(start, in: &starts, at: .seconds(6))
            #expect(taken == start.request)
        }
    }

    @Test("Where links have all places, who logs in waits, and a link takes the place of another")
    func linksAlone() {
        var starts = LoginStarts(most: 3, mostOfOne: 2)
        for second in 0..<3 {
            let link = Self.start(from: "10.0.0.1", linking: UUID(), at: .seconds(second))
            _ = starts.begin(link, replacing: nil, at: .seconds(2))
        }
        let refused = starts.begin(
            Self.start(from: "10.0.0.2", at: .seconds(2)), replacing: nil, at: .seconds(2))
        #expect(refused == .seconds(598))
        let link = Self.start(from: "10.0.0.1", linking: UUID(), at: .seconds(3))
        let wait = starts.begin(link, replacing: nil, at: .seconds(3))
        #expect(wait == nil)
        #expect(starts.count == 3)
    }

    @Test(
        "What another browser shows, or at another provider, is another's, and is over", arguments: [0, 1, 2])
    func foreign(what: Int) {
        var starts = LoginStarts()
        let start = Self.start(from: "10.0.0.1")
        _ = starts.begin(start, replacing: nil, at: .zero)
        let taken = starts.take(
            start.request.state, cookie: [nil, "another", "cookie"][what],
            of: what == 2 ? UUID() : Self.provider.id, at: .zero)
        let found: AuthorizationRequest? = if case .foreign(let start) = taken { start.request } else { nil }
        #expect(found == start.request)
        let again = Self.own(start, in: &starts, at: .zero)
        #expect(again == nil)
    }

    @Test("Where all places are taken, those who have begun the most give way, and not who came first")
    func fair() {
        var starts = LoginStarts(most: 5, mostOfOne: 3)
        let first = Self.start(from: "10.0.0.1")
        _ = starts.begin(first, replacing: nil, at: .zero)
        for address in ["10.0.0.2", "10.0.0.3"] {
            for second in 1...20 {
                let start = Self.start(from: address, at: .seconds(second))
                _ = starts.begin(start, replacing: nil, at: .seconds(second))
            }
        }
        #expect(starts.count == 5)
        let taken = Self.own(first, in: &starts, at: .seconds(21))
        #expect(taken == first.request)
    }

    @Test("What is over is forgotten with the next one")
    func forgets() {
        var starts = LoginStarts()
        _ = starts.begin(Self.start(from: "10.0.0.1"), replacing: nil, at: .zero)
        let late = Self.start(from: "10.0.0.1", at: .seconds(600))
        _ = starts.begin(late, replacing: nil, at: .seconds(600))
        #expect(starts.count == 1)
        let taken = Self.own(late, in: &starts, at: .seconds(601))
        #expect(taken == late.request)
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
