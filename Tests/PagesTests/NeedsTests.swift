import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

struct NeedsTests {
    private static let proposalID = UUID(uuidString: "00000000-0000-7000-8000-0000000000aa") ?? UUID()

    private func walk(_ change: (inout Need) -> Void = { _ in }) -> Need {
        var need = Need(
            id: "walk", client: "maria", label: "A walk", say: "I would like to go for a walk.",
            called: "a walk", symbol: "🚶", priority: .soon, uses: [.asked, .scheduled], group: "Outside",
            changedAt: .init(timeIntervalSince1970: 0), changedBy: "Ben", sequence: 5)
        change(&need)
        return need
    }

    private func proposal() -> NeedProposal {
        NeedProposal(
            NewNeedProposal(
                id: Self.proposalID, client: "maria", clientName: "Maria", label: "Swimming",
                say: "I would like to go swimming.", symbol: "🏊",
                proposedAt: PlanHome.berlin.instant(of: WallTime("2026-11-24T09:55") ?? .first)))
    }

    private func browser(needs: [Need] = [], proposals: [NeedProposal] = []) throws -> FakeBrowser {
        let browser = try PlanHome.browser()
        try browser.service.has("needs", NeedPage(needs: needs))
        try browser.service.has("proposals", ProposalPage(proposals: proposals))
        return browser
    }

    @Test("The list says what each need is for, and what waits for an answer")
    func theListSaysWhatEachNeedIsForAnd() async throws {
        let warm = walk {
            ($0.id, $0.label, $0.client, $0.uses, $0.group) = ("warm", "Warm milk", nil, [.asked], nil)
        }
        let page = try await browser(needs: [walk(), warm], proposals: [proposal()]).get("/needs")
        #expect(page.has("For Maria · can be asked for and scheduled · in the group Outside"))
        #expect(page.has("For every client · can be asked for"))
        #expect(page.has("Maria would like to be able to ask for it: “I would like to go swimming.”"))
        #expect(page.has("5 minutes ago"))
        #expect(page.has("/needs/proposals/\(Self.proposalID)"))
    }

    @Test("Needs are counted by their kind, and one kind is shown alone") func kinds() async throws {
        let warm = walk { ($0.id, $0.label, $0.kind) = ("warm", "Warm milk", .physical) }
        let mass = walk { ($0.id, $0.label, $0.kind) = ("mass", "Mass", .own("Faith <3")) }
        let browser = try browser(needs: [walk(), warm, mass])
        let page = try await browser.get("/needs")
        for words in [
            "All <span class=\"count\">3</span>", "Physical <span class=\"count\">1</span>",
            "Faith &lt;3 <span class=\"count\">1</span>", "No kind <span class=\"count\">1</span>",
            "href=\"/needs?kind=Faith%20%3C3\"", "Physical · For Maria",
        ] { #expect(page.has(words), "\(words)") }
        let one = try await browser.get("/needs?kind=physical")
        #expect(one.has("Warm milk") && !one.has("A walk") && !one.has(">Mass<"))
        let none = try await browser.get("/needs?kind=none")
        #expect(none.has("A walk") && !none.has("Warm milk"))
        #expect(!(try await self.browser(needs: [walk()]).get("/needs").has("class=\"count\"")))
    }

    @Test(
        "A kind is chosen, or typed: the language's own word for a known one is that one",
        arguments: [
            ("en", ["kind": "social"], NeedKind.social),
            ("en", ["kind": "", "ownKind": "Faith"], .own("Faith")),
            ("de", ["kind": "social", "ownKind": "körperlich"], .physical), ("en", ["kind": ""], nil),
        ] as [(String, [String: String], NeedKind?)])
    func kindIsSent(language: String, typed: [String: String], kind: NeedKind?) async throws {
        var browser = try browser()
        browser.languages = [language]
        let form = try await browser.get("/needs/new").filled(
            typed.merging(["label": "Mass"]) { $1 })
        _ = try await browser.post("/needs/new", form)
        let sent: NeedChange = try browser.service.onlySent("needs/mass")
        #expect(sent.kind == kind)
    }

    @Test("What can be scheduled is planned from its page, which says when it is due next")
    func planned() async throws {
        let browser = try browser(needs: [walk()])
        try browser.service.has(
            "occurrences", OccurrencePage(occurrences: [try PlanHome.item("2026-11-25T08:00")]))
        let page = try await browser.get("/needs/walk")
        #expect(page.has("href=\"/plan/new?need=walk&amp;client=maria\"") && page.has(">tomorrow 08:00</a>"))
        #expect(
            browser.service.asked.contains { $0.hasPrefix("GET occurrences?") && $0.contains("need=walk") })
        #expect(try await browser.get("/needs").has("Next: tomorrow 08:00"))
        let asked = try self.browser(needs: [walk { $0.uses = [.asked] }])
        #expect(!(try await asked.get("/needs/walk").has("/plan/new")))
    }

    @Test("An empty list says what to do") func anEmptyListSaysWhatToDo() async throws {
        #expect(try await browser().get("/needs").has("There are no needs yet"))
    }

    @Test("Its sentence has the client's present name, and its group is one of those that there are")
    func groups() async throws {
        let browser = try browser(needs: [walk()])
        let page = try await browser.get("/needs/new")
        #expect(page.has("In a call: “Maria asks for …”"))
        #expect(page.has(#"<option value="Outside">Outside (in the list of what was added)</option>"#))
        let board = BoardDrawing(
            name: "Home", language: "en", mode: "automatic", pattern: "group_item",
            items: [
                .init(number: "1", label: "Outside", does: "opens 1 item", action: "group"),
                .init(number: "1.1", label: "Garden", does: "asks", action: "request:normal"),
                .init(number: "2", label: "Feelings", does: "opens", action: "open", opens: "feelings.yaml"),
            ])
        try browser.service.has(
            "files",
            HomeFilePage(files: [
                .init(
                    name: "home.yaml", kind: .board, version: "a", errors: 0, warnings: 0, isStart: true,
                    usesLastGood: false)
            ]))
        try browser.service.has(
            "files/home.yaml",
            HomeFile(
                name: "home.yaml", kind: .board, text: "", version: "a", findings: [], drawing: board))
        let form = try await browser.get("/needs/new")
        for group in ["Outside", "Feelings"] {
            #expect(form.has("<option value=\"\(group)\">\(group) (on the board Home)</option>"), "\(group)")
        }
        #expect(!form.has("Garden"))
        #expect(try await browser.get("/needs").has("in the group Outside of the board Home"))
    }

    @Test("A new need gets a word for programs that nothing else has") func aNewNeedGetsAWordForProgramsThat()
        async throws
    {
        let browser = try browser(needs: [walk { $0.id = "warm-milk" }])
        let form = try await browser.get("/needs/new").filled(["label": "Warm milk!", "called": "warm milk"])
        let answer = try await browser.post("/needs/new", form)
        #expect(answer.location == "/needs?said=made&need=warm-milk-2")
        let sent: NeedChange = try browser.service.onlySent("needs/warm-milk-2")
        #expect(
            sent
                == NeedChange(
                    label: "Warm milk!", called: "warm milk", uses: [.asked], replaces: 0, by: "Anna"))
        #expect(try await browser.get(try #require(answer.location)).has("/needs/warm-milk-2/off"))
    }

    @Test("A word that something taken off has is passed over, and sent twice it is made once")
    func aWordThatSomethingTakenOffHasIsPassed()
        async throws
    {
        let browser = try browser()
        try browser.service.refuse(
            "PUT", "needs/tea",
            CareProblem(.conflict, "changed", current: .need(walk { $0.isActive = false })))
        let form = try await browser.get("/needs/new").filled(["label": "Tea"])
        #expect(try await browser.post("/needs/new", form).location == "/needs?said=made&need=tea-2")
        let made = Need(
            id: "tea-2", label: "Tea", say: "Tea", called: "Tea", changedAt: .init(timeIntervalSince1970: 0))
        try browser.service.has("needs", NeedPage(needs: [made]))
        let sent = browser.service.sent.count
        #expect(try await browser.post("/needs/new", form).location == "/needs?said=made&need=tea-2")
        #expect(browser.service.sent.count == sent)
    }

    @Test("A form that is opened and saved changes nothing") func aFormThatIsOpenedAndSavedChangesNothing()
        async throws
    {
        let browser = try browser(needs: [walk()])
        let answer = try await browser.post("/needs/walk", try await browser.get("/needs/walk").filled([:]))
        #expect(answer.location == "/needs?said=changed&need=walk")
        let sent: NeedChange = try browser.service.onlySent("needs/walk")
        #expect(walk().isSame(as: sent) && sent.replaces == 5)
    }

    @Test(
        "Mistakes are shown beside their fields, and what was typed is kept",
        arguments: [
            (["label": ""], "label", "Write a label"),
            (["uses": "x"], "uses", "A need is asked"),
            (["label": String(repeating: "x", count: 501)], "label", "longer than"),
        ])
    func whatIsWrongIsSaidBesideItsFieldAnd(
        other: [String: String], field: String, words: String
    ) async throws {
        let browser = try browser()
        let form = try await browser.get("/needs/new").filled(
            ["label": "Tea", "say": "I would like \"tea\""].merging(other) { $1 })
        let page = try await browser.post("/needs/new", form)
        #expect(page.status == 422 && browser.service.sent.isEmpty)
        #expect(page.has("id=\"f-\(field)-fault\">") && page.has(words))
        #expect(page.has("I would like &quot;tea&quot;"))
    }

    @Test("Taking off can be taken back, though the list does not have it any more")
    func takingOffCanBeTakenBackThoughTheList() async throws {
        let browser = try browser(needs: [walk()])
        let off = try await browser.post("/needs/walk/off")
        #expect(off.location == "/needs?said=off&need=walk")
        let sent: NeedChange = try browser.service.onlySent("needs/walk")
        #expect(!sent.isActive && sent.replaces == 5 && sent.label == "A walk")

        let other = try self.browser()
        #expect(try await other.get(try #require(off.location)).has("/needs/walk/on"))
        try other.service.refuse(
            "PUT", "needs/walk",
            CareProblem(
                .conflict, "changed", current: .need(walk { ($0.isActive, $0.sequence) = (false, 9) })))
        _ = try await other.post("/needs/walk/on")
        let last = try #require(other.service.sent.last?.body)
        let change = try CareJSON.decoder().decode(NeedChange.self, from: last)
        #expect(change.isActive && change.replaces == 9 && change.say == walk().say)
    }

    @Test("Where somebody else was faster, it is told, and can be saved over it")
    func whereSomebodyElseWasFasterItIsToldAnd() async throws {
        let browser = try browser(needs: [walk()])
        let form = try await browser.get("/needs/walk").filled(["label": "A stroll"])
        try browser.service.refuse(
            "PUT", "needs/walk", CareProblem(.conflict, "changed", current: .need(walk { $0.sequence = 8 })))
        let page = try await browser.post("/needs/walk", form)
        #expect(page.status == 409 && page.has("Ben has changed it meanwhile"))
        #expect(page.fields().contains { $0 == ("replaces", "8") })
        #expect(page.fields().contains { $0 == ("label", "A stroll") })
    }

    @Test("A proposal is approved with other words") func aProposalIsApprovedWithOtherWords() async throws {
        let browser = try browser(proposals: [proposal()])
        let path = "/needs/proposals/\(Self.proposalID)"
        let page = try await browser.get(path)
        #expect(page.has("Maria proposes"))
        let answer = try await browser.post(
            path + "/approve", page.filled(["label": "The pool", "group": "Outside"]))
        #expect(answer.location == "/needs?said=approved")
        let sent: ProposalDecision = try browser.service.onlySent("proposals/\(Self.proposalID)/decisions")
        #expect(sent.isApproved && sent.needID == "the-pool" && sent.by == "Anna" && sent.reason == nil)
        #expect(
            sent.need
                == NeedChange(
                    client: "maria", label: "The pool", say: "I would like to go swimming.", symbol: "🏊",
                    uses: [.asked], group: "Outside", by: "Anna"))
    }

    @Test("A no needs a reason, which can be one tap") func aNoNeedsAReasonWhichCanBeOne() async throws {
        let browser = try browser(proposals: [proposal()])
        let path = "/needs/proposals/\(Self.proposalID)"
        let asked = try await browser.get(path)
        #expect(asked.has("<details class=\"act\" data-key=\"decline\"><summary>Decline …</summary>"))
        #expect(asked.has("That cannot be undone"))
        let form = asked.filled(["reason": ""])
        let page = try await browser.post(path + "/decline", form)
        #expect(page.status == 422 && page.has("Say why: the client is told it."))
        #expect(page.has("data-key=\"decline\" open>"))
        let answer = try await browser.post(path + "/decline", form + [("usual", "We cannot do that here.")])
        #expect(answer.location == "/needs?said=declined")
        let sent: ProposalDecision = try browser.service.onlySent("proposals/\(Self.proposalID)/decisions")
        #expect(
            !sent.isApproved && sent.reason == "We cannot do that here." && sent.needID == nil
                && sent.need == nil)
    }

    @Test("The usual reasons are in the language of whoever gives them") func usualReasonsInTheirLanguage()
        async throws
    {
        var browser = try browser(proposals: [proposal()])
        browser.languages = ["fr"]
        let page = try await browser.get("/needs/proposals/\(Self.proposalID)")
        #expect(page.has("<h1>Maria propose</h1>"))
        #expect(page.has("value=\"Parlons-en ensemble.\">Parlons-en ensemble.</button>"))
    }

    @Test("What another has decided meanwhile is said") func whatAnotherHasDecidedMeanwhileIsSaid()
        async throws
    {
        let browser = try browser(proposals: [proposal()])
        let path = "/needs/proposals/\(Self.proposalID)"
        let form = try await browser.get(path).filled(["reason": "Not today"])
        var decided = proposal()
        (decided.state, decided.decidedBy) = (.approved, "Ben")
        try browser.service.has("proposals", ProposalPage(proposals: [decided]))
        try browser.service.refuse(
            "POST", "proposals/\(Self.proposalID)/decisions",
            CareProblem(.conflict, "decided", current: .proposal(decided)))
        let page = try await browser.post(path + "/decline", form)
        #expect(page.status == 409 && page.has("Ben has already approved it."))
        #expect(!page.has("name=\"usual\""))
    }

    @Test("No text that somebody has stored becomes a part of a page")
    func noTextThatSomebodyHasStoredBecomesAPart() async throws {
        let script = "<script>alert(1)</script>"
        let need = walk {
            ($0.label, $0.say, $0.called, $0.symbol, $0.group) = (script, script, script, script, script)
        }
        var proposal = proposal()
        (proposal.label, proposal.say, proposal.clientName, proposal.symbol) = (
            script, script, script, script
        )
        let browser = try browser(needs: [need], proposals: [proposal])
        for path in ["/needs", "/needs/walk", "/needs/new", "/needs/proposals/\(Self.proposalID)"] {
            let page = try await browser.get(path)
            #expect(page.status == 200 && page.has("&lt;script&gt;") && !page.has("<script>alert"), "\(path)")
        }
    }

    @Test(
        "A label becomes a word for programs",
        arguments: [
            ("Wärme für die Füße", "waerme-fuer-die-fuesse"), ("  ***", "need"),
            ("Tea, 2 cups", "tea-2-cups"),
        ])
    func aLabelBecomesAWordForPrograms(label: String, id: String) {
        #expect(NeedForm.id(for: label, taken: []) == id)
    }

    @Test("A provider has no page of needs") func aProviderHasNoPageOfNeeds() async throws {
        var browser = try browser()
        browser.viewer = .dora
        #expect(try await browser.get("/needs").status == 403)
    }
}
