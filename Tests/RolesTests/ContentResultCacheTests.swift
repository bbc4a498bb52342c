import Testing

@testable import Roles

@Suite("Results that follow from contents alone")
struct ContentResultCacheTests {
    private let cache = ContentResultCache<[UInt8], Int>(most: 2)

    @Test("The same contents under the same name are worked out once, any other anew")
    func once() {
        var works = 0
        func value(_ contents: [[UInt8]], _ name: String = "home.yaml") -> Int {
            cache.value(of: contents, named: name) {
                works += 1
                return works
            }
        }
        #expect(value([[1], [2]]) == 1 && value([[1], [2]]) == 1)
        #expect(value([[1, 2]]) == 2)
        #expect(value([[1], [2]], "other.yaml") == 3)
        #expect(works == 3)
        // A third has made all begin anew.
        #expect(value([[1], [2]]) == 4 && value([[1], [2]], "other.yaml") == 3)
    }
}
