import Care
import Foundation
import PlanSentences
import Recurrence
import Testing
import Wording

@testable import Pages

@Suite("Who does what a sentence plans")
struct PlanSentenceDoerTests {
    @Test("A housemate who does something does it for everybody, and nothing is asked")
    func housemate() async throws {
        let (_, page) = try await PlanSentencePageTests.ask("Cleo vacuums every Saturday at 10:00")
        #expect(page.fields().contains { $0 == ("client", RoutineForm.ofHousehold) })
        #expect(page.fields().contains { $0 == ("person", "cleo") } && page.has("card preview"))
        #expect(page.fields().contains { $0 == ("title", "Vacuum") } && !page.has("id=\"asked\""))
    }

    @Test(
        "A client who surely does something does it, with points or without", arguments: ["", ", 5 points"])
    func clientDoes(points: String) async throws {
        let (_, page) = try await PlanSentencePageTests.ask("Maria feeds the cat every day at 18:00" + points)
        #expect(page.fields().contains { $0 == ("person", "maria") } && page.has("by Maria"))
        #expect(page.fields().contains { $0 == ("title", "Feed the cat") })
    }

    @Test(
        "A client who may be the one who does something is asked about, with points or without",
        arguments: ["", ", 5 points"])
    func clientMayDo(points: String) async throws {
        let (browser, page) = try await PlanSentencePageTests.ask("Maria walks every day at 18:00" + points)
        #expect(page.has("Who does it: Maria, or somebody for Maria?"))
        #expect(page.text.matches(of: /<select[^>]* name="person"/).count == 1)
        for who in ["anna", "maria"] {
            let shown = try await browser.post("/plan/new", page.filled(["person": who], "look"))
            #expect(shown.status == 200 && shown.has("card preview"), "\(who)")
        }
        let (_, medicine) = try await PlanSentencePageTests.ask("Maria medicine every day at 18:00")
        #expect(!medicine.has("id=\"asked\"") && medicine.has("for Maria"))
    }

    @Test("Points and a name are filled in: whoever gets the points does it")
    func pointsAndName() async throws {
        let browser = try PlanHome.browser()
        let say = PageText.escaped("set the table every day at 18, 5 points, Maria")
        let page = try await browser.get("/plan/new?client=&say=\(say)")
        let fields = Dictionary(page.fields()) { first, _ in first }
        #expect(fields["points"] == "5" && fields["client"] == "maria" && fields["person"] == "maria")
        #expect(
            page.has("<p class=\"points\">5 points</p>") && page.has("by Maria") && !page.has("for Maria"))
        #expect(page.has("Every day at 18:00.") && !page.has("05:00"))
    }

    @Test("\"In turn\" is filled in wherever it stands, and asked about where nobody is named")
    func inTurn() async throws {
        let browser = try PlanHome.browser()
        func read(_ say: String) async throws -> FakeBrowser.Answer {
            try await browser.get("/plan/new?client=maria&say=\(PageText.escaped(say))")
        }
        let named = try await read("Anna and Cleo set the table in turn every day at 18:00")
        let fields = Dictionary(named.fields()) { first, _ in first }
        #expect(fields["who"] == "turn" && fields["turn-anna"] == "1" && fields["turn-cleo"] == "2")
        #expect(fields["title"] == "Set the table")
        #expect(fields["client"] == "maria")
        let asked = try await browser.get(
            "/plan/new?say=\(PageText.escaped("Anna and Cleo set the table in turn every day at 18:00"))")
        #expect(!asked.has("id=\"asked\"") && asked.has("<section class=\"card preview\""))
        #expect(asked.fields().contains { $0 == ("client", RoutineForm.ofHousehold) })
        let claimed = try await read("take the rubbish out every Tuesday at 18:00, whoever takes it first")
        #expect(claimed.fields().contains { $0 == ("who", "claim") })
        #expect(claimed.fields().contains { $0 == ("client", RoutineForm.ofHousehold) })
        #expect(claimed.has("<section class=\"card preview\""))
        // One who does it, and nobody is said for whom: it is asked.
        let open = try await browser.get(
            "/plan/new?client=&say=\(PageText.escaped("Cleo: water the plants today at 20:00"))")
        #expect(open.has("id=\"asked\"") && !open.has("<section class=\"card preview\""))
        let unnamed = try await read("set the table in turn every day at 18:00")
        #expect(unnamed.fields().contains { $0 == ("who", "turn") })
        // Nothing is kept of who the last sentence was about: what is sent along is whose plan was looked at.
        let other = try await browser.get("/plan/new?say=\(PageText.escaped("Maria: walk at 9:00"))")
        #expect(
            other.text.firstMatch(of: /<form[^>]*class="sentence"[\s\S]*?<\/form>/)
                .map { !$0.output.contains("name=\"client\"") } ?? false)
        #expect(
            named.text.firstMatch(of: /<form[^>]*class="sentence"[\s\S]*?<\/form>/)
                .map { $0.output.contains("name=\"client\" value=\"maria\"") } ?? false)
    }
}
