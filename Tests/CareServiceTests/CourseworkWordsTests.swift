import Logging
import Synchronization
import Testing
import Wording

@testable import CareService

@Suite("What goals of school tasks are called")
struct CourseworkWordsTests {
    private struct NotNow: Error {}

    @Test("Texts that could not be read are read again the next time; once read, no more")
    func failure() async throws {
        let reads = Mutex(0)
        let pattern = try TextPattern("Look through: {title}")
        let words = CourseworkWords(
            {
                let number = reads.withLock { reads in
                    reads += 1
                    return reads
                }
                guard number > 1 else { throw NotNow() }
                return [Translation(language: "en", texts: ["school.review": pattern])]
            }, logger: Logger(label: "test"))
        // The platform's own title meanwhile.
        #expect(await words.review(in: "en")("Essay") == "Essay")
        for _ in 1...2 { #expect(await words.review(in: "en")("Essay") == "Look through: Essay") }
        #expect(reads.withLock { $0 } == 2)
    }
}
