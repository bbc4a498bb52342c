import Care
import Foundation
import Testing
import Wording

@testable import Pages

@Suite("What is answered to a call, and what is noted of it")
struct NowAnswerTests {
    private let browser = FakeBrowser()
    private var service: FakeAPI { browser.service }
    private let id = Samples.number(1).uuidString
    private let message = Samples.number(800).uuidString

    @Test("On the way is sent in the name of whoever is logged in, and said") func onTheWayIsSentInTheNameOf()
        async throws
    {
        try service.home([Samples.request(1)])
        let answer = try await browser.post(
            "/now/\(id)/answers", [("id", message), ("seen", "10"), ("state", "on_the_way")])
        #expect(answer.status == 303 && answer.location == "/now?answered=\(id)")
        let sent: NewResponse = try service.onlySent("requests/\(id)/responses")
        #expect(sent.state == .onTheWay && sent.by == "Anna" && sent.id == Samples.number(800))
        try service.home([Samples.request(1, state: .onTheWay, by: "Anna")])
        let page = try await browser.get("/now?answered=\(id)")
        #expect(page.has("Maria hears that you are on the way: water."))
        #expect(page.has("You are on the way"))
        // Said once more an hour later it would be wrong.
        var later = browser
        later.now += 3600
        #expect(!(try await later.get("/now?answered=\(id)").has("Maria hears that you")))
    }

    @Test("Done asks first, and says that it is final") func doneAsksFirstAndSaysThatItIsFinal() async throws
    {
        try service.home([Samples.request(1)])
        let page = try await browser.get("/now")
        #expect(page.has("Maria hears: “Anna: your water is done.” That cannot be undone"))
        #expect(page.has("Yes, it is done"))
        let answer = try await browser.post(
            "/now/\(id)/answers", [("id", message), ("seen", "10"), ("state", "met")])
        #expect(answer.status == 303)
        #expect(try service.onlySent("requests/\(id)/responses", as: NewResponse.self).state == .met)
    }

    @Test("Not now needs a reason, chosen or typed") func notNowNeedsAReasonChosenOrTyped() async throws {
        try service.home([Samples.request(1)])
        let page = try await browser.get("/now")
        for reason in ChosenReasons.cannotNow { #expect(page.has("value=\"\(try reason.said())\"")) }
        let without = try await browser.post(
            "/now/\(id)/answers", [("id", message), ("state", "declined"), ("reason", "  ")])
        #expect(without.status == 422 && without.has("Please say why: Maria is told."))
        #expect(service.sent.isEmpty)
        _ = try await browser.post(
            "/now/\(id)/answers", [("id", message), ("state", "declined"), ("reason", "the lift is broken")])
        let sent: NewResponse = try service.onlySent("requests/\(id)/responses")
        #expect(sent.state == .declined && sent.reason == "the lift is broken")
    }

    @Test("An answer that was sent twice is sent on once") func anAnswerThatWasSentTwiceIsSentOn()
        async throws
    {
        try service.home([Samples.request(1, state: .met, by: "Anna")])
        let answer = try await browser.post("/now/\(id)/answers", [("id", message), ("state", "met")])
        #expect(answer.status == 303 && service.sent.isEmpty)
    }

    @Test("Whoever answered first is named, and what was typed is kept")
    func whoWasFasterIsNamedAndWhatWasTyped() async throws {
        try service.home([Samples.request(1, state: .onTheWay, by: "Ben")])
        let form = [
            ("id", message), ("seen", "3"), ("state", "declined"), ("reason", "the lift is broken"),
        ]
        let open = try await browser.post("/now/\(id)/answers", form)
        #expect(open.status == 409 && service.sent.isEmpty)
        #expect(open.has("Somebody was faster. Ben is on the way (1 minute ago). Your answer was not sent."))
        #expect(open.has("value=\"the lift is broken\""))
        try service.home([Samples.request(1, state: .met, by: "Ben")])
        let over = try await browser.post("/now/\(id)/answers", form)
        #expect(over.status == 409 && service.sent.isEmpty)
        #expect(over.has("Somebody was faster. Done: Ben, 1 minute ago. Your answer was not sent."))
        #expect(over.has(">the lift is broken</textarea>"))
    }

    @Test("An answer of somebody else at the same moment is told as well")
    func anAnswerOfSomebodyElseAtTheSameMoment() async throws {
        try service.home([Samples.request(1)])
        try service.refuse(
            "POST", "requests/\(id)/responses",
            CareProblem(
                .conflict, "a request that is met cannot become declined", field: "state",
                current: .request(Samples.request(1, state: .met, by: "Ben"))))
        let answer = try await browser.post("/now/\(id)/answers", [("id", message), ("state", "met")])
        #expect(answer.status == 409)
        #expect(answer.has("Done: Ben"))
    }

    @Test("Who saw that another is on the way can go instead") func whoSawThatAnotherIsOnTheWayCan()
        async throws
    {
        try service.home([Samples.request(1, state: .onTheWay, by: "Ben")])
        _ = try await browser.post(
            "/now/\(id)/answers", [("id", message), ("seen", "10"), ("state", "on_the_way")])
        #expect(try service.onlySent("requests/\(id)/responses", as: NewResponse.self).by == "Anna")
    }

    @Test("What the client took back meanwhile is said") func whatTheClientTookBackMeanwhileIsSaid()
        async throws
    {
        try service.home([Samples.request(1, state: .cancelled, by: "Maria", reason: "undo")])
        let answer = try await browser.post("/now/\(id)/answers", [("id", message), ("state", "on_the_way")])
        #expect(answer.status == 409)
        #expect(answer.has("Meanwhile: Maria cancelled it, 1 minute ago. Your answer was not sent."))
    }

    @Test("An invalid answer is refused") func whatIsNoAnswerIsRefused() async throws {
        try service.home([Samples.request(1)])
        for state in ["heard", "cancelled", "asked", "", "nonsense"] {
            let answer = try await browser.post("/now/\(id)/answers", [("id", message), ("state", state)])
            #expect(answer.status == 400)
        }
        #expect(service.sent.isEmpty)
        #expect(try await browser.post("/now/nonsense/answers", [("state", "met")]).status == 404)
    }

    // MARK: - Heard, notes

    @Test("What a page has shown is heard, also where that comes late")
    func whatAPageHasShownIsHeardAlsoWhere() async throws {
        let answer = try await browser.post("/now/\(id)/heard", [("id", message)])
        #expect(answer.status == 303)
        let sent: NewResponse = try service.onlySent("requests/\(id)/responses")
        #expect(sent.state == .heard && sent.by == "Anna")
        try service.refuse("POST", "requests/\(id)/responses", CareProblem(.conflict, "it is met"))
        #expect(try await browser.post("/now/\(id)/heard", [("id", message)]).status == 303)
    }

    @Test("A note is stored, and shown with its call") func aNoteIsKeptAndStandsAtItsCall() async throws {
        try service.home([Samples.request(1)])
        let empty = try await browser.post("/now/\(id)/notes", [("id", message), ("text", "")])
        #expect(empty.status == 422 && empty.has("Please write something first."))
        let answer = try await browser.post("/now/\(id)/notes", [("id", message), ("text", "Only a sip.")])
        #expect(answer.status == 303)
        let sent: RequestNote = try service.onlySent("requests/\(id)/notes")
        #expect(sent.text == "Only a sip." && sent.by == "Anna")
        try service.has("requests/\(id)/notes", NotePage(notes: [sent]))
        let page = try await browser.get("/now?noted=\(id)")
        #expect(page.has("Only a sip. <span class=\"quiet\">– Anna, just now"))
        #expect(page.has("The note is saved."))
    }

    @Test("A note that is too long comes back as it was typed") func aNoteThatIsTooLongComesBackAs()
        async throws
    {
        try service.home([Samples.request(1)])
        try service.refuse(
            "POST", "requests/\(id)/notes", CareProblem(.notAcceptable, "it is too long", field: "text"))
        let answer = try await browser.post("/now/\(id)/notes", [("id", message), ("text", "On and on")])
        #expect(answer.status == 422 && answer.has("it is too long") && answer.has(">On and on</textarea>"))
    }

    @Test("A page that was refused can be read again") func aPageThatWasRefusedCanBeReadAnew() async throws {
        #expect(try await browser.get("/now/\(id)/answers").location == "/now/\(id)")
    }
}
