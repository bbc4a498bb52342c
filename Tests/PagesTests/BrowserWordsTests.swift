import Roles
import Testing
import Wording

@testable import Pages

struct BrowserWordsTests {
    @Test(
        "Browsers are called as people call them",
        arguments: [
            (
                "Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Mobile Safari/537.36",
                "Chrome on Android"
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1",
                "Safari on an iPhone"
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36 Edg/126.0.0.0",
                "Edge on Windows"
            ),
            ("Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0", "Firefox on Linux"),
            ("curl/8.5.0", "curl/8.5.0"), ("", "A browser"),
        ])
    func browsersAreCalledAsPeopleCallThem(agent: String, words: String) throws {
        let english = try #require(SharedFiles.find().translations().first)
        #expect(english(BrowserWords.words(agent)) == words)
    }
}
