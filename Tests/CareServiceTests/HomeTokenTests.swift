import Foundation
import Testing

@testable import CareService

@Suite("Tokens of secret addresses")
struct HomeTokenTests {
    @Test(
        "A token is known again by the home that has made it, for what it was made, and by no other",
        arguments: HomeToken.Purpose.allCases)
    func tokens(_ purpose: HomeToken.Purpose) {
        let id = UUID()
        func read(_ token: String, key: String = "a key", for purpose: HomeToken.Purpose) -> UUID? {
            HomeToken.id(of: token, for: purpose, key: key)
        }
        let token = HomeToken.make(of: id, for: purpose, key: "a key")
        #expect(token.utf8.count == HomeToken.length)
        #expect(read(token, for: purpose) == id)
        #expect(read(token, key: "another key", for: purpose) == nil)
        #expect(read(HomeToken.make(of: UUID(), for: purpose, key: "a key"), for: purpose) != id)
        for other in HomeToken.Purpose.allCases where other != purpose {
            #expect(read(token, for: other) == nil)
        }
        for place in token.indices {
            var changed = token
            changed.replaceSubrange(place...place, with: token[place] == "A" ? "B" : "A")
            #expect(read(changed, for: purpose) == nil)
        }
        for wrong in ["", "x", String(token.dropLast()), token + "A", token + "="] {
            #expect(read(wrong, for: purpose) == nil)
        }
    }
}
