import Testing
import Wording

@testable import Pages

@Suite("What texts put between backticks is code on a page")
struct CodeMarksTests {
    @Test(
        "In the text of a page it is code, elsewhere only words; where it is typed on, the backticks stay",
        arguments: [
            ("<p>Type `beckon doctor` there.</p>", "<p>Type <code>beckon doctor</code> there.</p>"),
            ("<p>`a` and `b`</p>", "<p><code>a</code> and <code>b</code></p>"),
            (#"<p data-say="use `a > b`">`c`</p>"#, #"<p data-say="use a > b"><code>c</code></p>"#),
            ("<title>`a`</title><p>`b`</p>", "<title>a</title><p><code>b</code></p>"),
            ("<select><option>`a`</option></select>`b`", "<select><option>a</option></select><code>b</code>"),
            ("<textarea>`a`</textarea>`b`", "<textarea>`a`</textarea><code>b</code>"),
            ("one ` alone, and `two`", "one <code> alone, and </code>two`"), ("`", "`"), ("none", "none"),
            // What would hold a part of the page is left out.
            ("<p>`a</p><p>b`</p>", "<p>a</p><p>b</p>"),
        ])
    func drawn(text: String, page: String) {
        #expect(CodeMarks.drawn(CodeMarks.placed(text)) == page)
    }

    @Test("What people have typed is no code, and nothing in it becomes a part of the page")
    func typed() async throws {
        let home = FakeHome()
        let answer = try await home.ask("/welcome/client", post: [("name", "`<b>`")])
        #expect(!answer.text.contains("<code>&lt;b&gt;"))
    }
}
