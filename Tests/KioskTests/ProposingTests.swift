import Boards
import Care
import FoundationEssentials
import Kiosk
import Scanning
import Speech
import Spelling
import Testing
import Time

private let swimming = SuggestionBank.Suggestion(
    id: "swimming", label: "Swimming", cue: "Swimming", say: "I would like to swim.", called: "swimming",
    symbol: "🏊")
private let walk = SuggestionBank.Suggestion(
    id: "walk", label: "Walk", cue: "Walk", say: "A walk, please.", called: "a walk", symbol: "🚶")
private let smallBank = SuggestionBank(
    language: "en",
    groups: [
        .init(id: "out", label: "Out", cue: "Out", symbol: nil, suggestions: [swimming, walk]),
        .init(id: "more-drinks", label: "Drinks", cue: "Other drinks", symbol: nil, suggestions: []),
    ])
private let smallAlphabet = SpellingAlphabet(
    language: "en",
    rows: [
        .init(
            cue: "first row",
            keys: [.init(text: " ", name: "space"), .init(text: "e", name: "e"), .init(text: "t", name: "t")]),
        .init(cue: "second row", keys: [.init(text: "a", name: "a"), .init(text: "s", name: "s")]),
    ])
private let smallWords = WordList(language: "en", words: ["tea", "taste"], next: ["tea": ["seat"]])
private let means = ProposalMeans.small

extension ProposalMeans {
    /// Two suggestions, five letters and three words.
    static let small = ProposalMeans(bank: smallBank, alphabet: smallAlphabet, words: smallWords)
}

private func item(_ way: BoardItem.ProposalWay) -> BoardItem {
    BoardItem(
        id: "new", label: "New", cue: "Something new", say: "", called: "", action: .propose(.by(way)))
}

extension Stage {
    fileprivate static func proposing(
        _ way: BoardItem.ProposalWay, means: ProposalMeans = means,
        scanning: (inout ScanParameters) -> Void = { _ in }
    ) -> Stage {
        Stage(items: [Stage.water, item(way)], scanning: scanning, means: means)
    }

    /// Presses when scanning has said this, after waking if it rests.
    fileprivate mutating func choose(_ cues: String...) {
        for cue in cues {
            if session.isResting { press(at: seconds + 1) }
            let start = lines.count
            let end = seconds + 60
            while !lines.dropFirst(start).contains(where: { $0.hasSuffix("cue: \(cue)") }), seconds < end {
                run(to: seconds + 0.1)
            }
            if seconds >= end { Issue.record("never heard: \(cue)\n\(text)") }
            run(to: seconds + 0.2)
            linesBeforeChoice = lines.count
            press(at: seconds)
        }
    }

    /// Presses in the window that opens next.
    fileprivate mutating func answer() {
        let start = lines.count
        let end = seconds + 20
        while !lines.dropFirst(start).contains(where: { $0.hasSuffix("(window)") }), seconds < end {
            run(to: seconds + 0.1)
        }
        if seconds >= end { Issue.record("no window\n\(text)") }
        run(to: seconds + 1)
        linesBeforeChoice = lines.count
        press(at: seconds)
    }

    fileprivate var seconds: Double { Double(now.nanoseconds) / 1e9 }

    fileprivate var proposals: [NewNeedProposal] {
        effects.compactMap { if case .propose(let proposal) = $0 { proposal } else { nil } }
    }

    /// What is heard since the last choice and for some seconds more, without the times.
    fileprivate mutating func hear(for seconds: Double) -> [String] {
        let start = linesBeforeChoice
        run(to: self.seconds + seconds)
        return lines.dropFirst(start).map { String($0.drop { $0 != " " }.dropFirst()) }.filter {
            $0 != "cue: (press)"
        }
    }

    fileprivate mutating func spellTea() { choose("first row", "t", "spelling_words tea, taste", "tea") }
}

@Suite("Proposing something new") struct ProposingSomethingNewTests {
    @Test("A suggestion is said, and a press in the window proposes it")
    func aSuggestionIsSaidAndAPressInThe() throws {
        var stage = Stage.proposing(.anything)
        stage.choose("Something new", "propose_from_list", "group 2 Out", "Swimming")
        #expect(
            stage.hear(for: 3.5) == [
                "main: I would like to swim.", "main: propose_press", "(window)",
            ])
        stage.linesBeforeChoice = stage.lines.count
        stage.press(at: stage.seconds + 0.5)
        #expect(stage.hear(for: 2).prefix(2) == ["PROPOSE Swimming", "main: proposed Swimming"])
        let proposal = try #require(stage.proposals.first)
        #expect(stage.proposals.count == 1)
        #expect(proposal.suggestion == "swimming")
        #expect(proposal.say == "I would like to swim.")
        #expect(proposal.client == "maria")
        #expect(proposal.symbol == "🏊")
    }

    @Test("Without the press nothing is proposed, and scanning goes on in the group")
    func withoutThePressNothingIsProposedAndScanningGoes() {
        var stage = Stage.proposing(.suggestions)
        stage.choose("Something new", "group 2 Out", "Walk")
        #expect(
            stage.hear(for: 12) == [
                "main: A walk, please.", "main: propose_press", "(window)", "cue: Swimming", "cue: Walk",
                "cue: go_back",
            ])
        #expect(stage.proposals == [])
    }

    @Test("A proposal that cannot be stored is not announced as proposed")
    func whatCannotBeStoredIsNotCalledProposed() {
        var stage = Stage.proposing(.suggestions)
        stage.storesAfter = nil
        stage.choose("Something new", "group 2 Out", "Walk")
        stage.answer()
        let heard = stage.hear(for: 15)
        #expect(heard.contains("main: proposal_lost Walk"))
        #expect(!heard.contains { $0.contains("proposed") })
        // And it can be proposed once more.
        stage.storesAfter = .milliseconds(10)
        stage.choose("Something new", "group 2 Out", "Walk")
        stage.answer()
        #expect(stage.hear(for: 2).contains("main: proposed Walk"))
    }

    @Test("What waits for an answer is not proposed twice") func whatWaitsForAnAnswerIsNotProposedTwice() {
        var stage = Stage.proposing(.suggestions)
        for _ in 1...2 {
            stage.choose("Something new", "group 2 Out", "Walk")
            if stage.proposals.isEmpty { stage.answer() }
        }
        #expect(stage.hear(for: 4).prefix(2) == ["main: A walk, please.", "main: proposed_already Walk"])
        #expect(stage.proposals.count == 1)
    }

    private static func decision(
        _ id: UUID, _ label: String, _ state: NeedProposal.State, reason: String? = nil, sequence: Int64
    ) -> JournalEvent {
        var proposal = NeedProposal(
            NewNeedProposal(
                id: id, client: "maria", clientName: "Maria", label: label, say: label,
                proposedAt: Stage.start),
            state: state)
        proposal.decidedBy = "Anna"
        proposal.reason = reason
        return JournalEvent(sequence: sequence, at: Stage.start, content: .proposalDecided(proposal))
    }

    @Test("The answer is told once, and then acknowledged") func theAnswerIsToldOnceAndThenAcknowledged()
        throws
    {
        var stage = Stage.proposing(.suggestions)
        stage.choose("Something new", "group 2 Out", "Walk")
        stage.answer()
        stage.run(to: stage.seconds + 60)
        let id = try #require(stage.proposals.first?.id)
        let yes = Self.decision(id, "Walk", .approved, sequence: 1)
        var before = stage.lines.count
        for _ in 1...2 { stage.send(.care(.journal(yes))) }
        stage.linesBeforeChoice = before
        // No agenda comes that would show it.
        #expect(stage.hear(for: 8) == ["main: proposal_agreed Anna Walk", "ack 1"])
        let no = Self.decision(UUID(), "Wine", .declined, reason: "no", sequence: 2)
        before = stage.lines.count
        stage.send(.care(.journal(no)))
        stage.linesBeforeChoice = before
        #expect(stage.hear(for: 3) == ["main: proposal_declined Anna Wine no", "ack 2"])
    }

    @Test("A proposal that the service refuses is told") func aProposalThatTheServiceRefusesIsTold() throws {
        var stage = Stage.proposing(.suggestions)
        stage.choose("Something new", "group 2 Out", "Walk")
        stage.answer()
        stage.run(to: stage.seconds + 60)
        let id = try #require(stage.proposals.first?.id)
        stage.linesBeforeChoice = stage.lines.count
        stage.send(.care(.rejected(id, detail: "too many", nil)))
        #expect(stage.hear(for: 3) == ["main: proposal_lost Walk"])
    }

    private static let earlier = NewNeedProposal(
        id: UUID(), client: "maria", clientName: "Maria", label: "Walk", say: "A walk, please.",
        suggestion: "walk", proposedAt: Stage.start)

    @Test("What an earlier run has proposed is not proposed twice, and its refusal is told")
    func whatAnEarlierRunHasProposedIsNotProposed() {
        var stage = Stage.proposing(.suggestions)
        stage.send(.care(.restored([], proposals: [Self.earlier])))
        stage.choose("Something new", "group 2 Out", "Walk")
        #expect(stage.hear(for: 4).prefix(2) == ["main: A walk, please.", "main: proposed_already Walk"])
        stage.run(to: stage.seconds + 60)
        stage.linesBeforeChoice = stage.lines.count
        stage.send(.care(.rejected(Self.earlier.id, detail: "no", nil)))
        #expect(stage.hear(for: 3) == ["main: proposal_lost Walk"])
    }

    @Test("What an agenda names as proposed is not proposed twice, until it is decided")
    func whatAnAgendaNamesAsProposedIsNotProposed() {
        var stage = Stage.proposing(.suggestions)
        var agenda = Stage.agenda(5)
        agenda.proposals = [NeedProposal(Self.earlier)]
        stage.agenda(at: 0, agenda)
        stage.choose("Something new", "group 2 Out", "Walk")
        #expect(stage.hear(for: 4).contains("main: proposed_already Walk"))
        stage.agenda(at: stage.seconds, Stage.agenda(6))
        stage.run(to: stage.seconds + 60)
        stage.choose("Something new", "group 2 Out", "Walk")
        #expect(stage.hear(for: 4).contains("main: propose_press"))
    }

    @Test("An agenda that was under way when a proposal was stored does not let it be made twice")
    func anAgendaThatWasUnderWayWhenAProposal()
        throws
    {
        var stage = Stage.proposing(.suggestions)
        stage.choose("Something new", "group 2 Out", "Walk")
        stage.answer()
        stage.run(to: stage.seconds + 60)
        let id = try #require(stage.proposals.first?.id)
        stage.send(.care(.delivered(id)))
        stage.agenda(at: stage.seconds, Stage.agenda(4))
        stage.choose("Something new", "group 2 Out", "Walk")
        #expect(stage.hear(for: 4).contains("main: proposed_already Walk"))
        var named = Stage.agenda(5)
        var proposal = Self.earlier
        proposal.id = id
        named.proposals = [NeedProposal(proposal)]
        stage.agenda(at: stage.seconds, named)
        // Decided: the agendas name it no more.
        stage.agenda(at: stage.seconds, Stage.agenda(6))
        stage.run(to: stage.seconds + 60)
        stage.choose("Something new", "group 2 Out", "Walk")
        #expect(stage.hear(for: 4).contains("main: propose_press"))
    }

    @Test("What a service had that was set up anew can be proposed again")
    func whatAServiceHadThatWasSetUpAnew() throws {
        var stage = Stage.proposing(.suggestions)
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 7)))
        stage.choose("Something new", "group 2 Out", "Walk")
        stage.answer()
        stage.run(to: stage.seconds + 60)
        let id = try #require(stage.proposals.first?.id)
        stage.send(.care(.delivered(id)))
        let yes = Self.decision(UUID(), "Wine", .declined, reason: "no", sequence: 8)
        stage.send(.care(.journal(yes)))
        stage.send(.care(.connected(openRequests: [], openFaults: [], sequence: 1)))
        stage.run(to: stage.seconds + 60)
        stage.choose("Something new", "group 2 Out", "Walk")
        #expect(stage.hear(for: 4).contains("main: propose_press"))
    }

    @Test("A yes does not wait for an agenda that has come before it") func aYesDoesNotWaitForAnAgendaThat()
        throws
    {
        var stage = Stage.proposing(.suggestions)
        stage.agenda(at: 0, Stage.agenda(1))
        let yes = Self.decision(UUID(), "Walk", .approved, sequence: 1)
        stage.linesBeforeChoice = stage.lines.count
        stage.send(.care(.journal(yes)))
        #expect(stage.hear(for: 2) == ["main: proposal_agreed Anna Walk", "ack 1"])
    }

    @Test("Mistakes in the files for proposing are one fault with those of the boards")
    func mistakesInTheFilesForProposingAreOneFault() {
        var stage = Stage.proposing(.suggestions)
        let board = Board(id: "home", name: "Home", language: "en", items: [Stage.yes])
        let good = BoardSet(start: "home.yaml", boards: ["home.yaml": board])
        stage.send(.proposalMeansChanged(.small, refused: "suggestions, line 3."))
        stage.send(.filesRefused("home.yaml, line 7."))
        stage.send(.boardsChanged(good))
        stage.send(.proposalMeansChanged(.small))
        let faults: [String] = stage.effects.compactMap {
            if case .report(let fault) = $0 { fault.isActive ? fault.detail : "over" } else { nil }
        }
        #expect(
            faults == [
                "suggestions, line 3.", "home.yaml, line 7. suggestions, line 3.", "suggestions, line 3.",
                "over",
            ])
    }
}

@Suite("Spelling") struct SpellingTests {
    @Test("Letters and words make a text that can be spoken and goes on")
    func lettersAndWordsMakeATextThatCanBe() {
        var stage = Stage.proposing(.spelling)
        stage.choose("Something new")
        stage.spellTea()
        // "seat" often follows "tea".
        stage.choose("spelling_words seat", "seat", "spelling_finish", "spelling_speak")
        #expect(stage.hear(for: 2).contains("main: tea seat"))
        // The words spoken before are the person's own.
        stage.choose("first row", "t", "spelling_words tea, taste")
        #expect(stage.proposals == [])
    }

    @Test("What was spelled is there after rest, and said first") func whatWasSpelledIsThereAfterRestAndSaid()
    {
        var stage = Stage.proposing(.spelling)
        stage.choose("Something new")
        stage.spellTea()
        stage.run(to: stage.seconds + 600)
        #expect(stage.session.isResting)
        stage.choose("Something new")
        #expect(stage.hear(for: 3).first == "cue: spelling_so_far tea")
    }

    @Test("A spelled need is proposed with a capital, and its text is used up")
    func aSpelledNeedIsProposedWithACapitalAnd() throws {
        var stage = Stage.proposing(.anything)
        stage.choose("Something new", "propose_spell")
        stage.spellTea()
        stage.choose("spelling_finish", "spelling_propose")
        stage.answer()
        #expect(stage.hear(for: 2).contains("main: proposed Tea"))
        let proposal = try #require(stage.proposals.first)
        #expect(proposal.label == "Tea")
        #expect(proposal.suggestion == nil)
        stage.choose("Something new", "propose_spell")
        #expect(stage.hear(for: 1.5) == ["cue: first row"])
    }

    @Test("What could not be stored is not used up") func whatCouldNotBeStoredIsNotUsedUp() {
        var stage = Stage.proposing(.spelling)
        stage.storesAfter = nil
        stage.choose("Something new")
        stage.spellTea()
        stage.choose("spelling_finish", "spelling_propose")
        stage.answer()
        #expect(stage.hear(for: 14).contains("main: proposal_lost Tea"))
        stage.choose("Something new")
        #expect(stage.hear(for: 3).first == "cue: spelling_so_far tea")
    }

    @Test("Letters and words are deleted, and a text that was thrown away can be taken back")
    func lettersAndWordsAreDeletedAndATextThat() {
        var stage = Stage.proposing(.spelling)
        stage.choose("Something new")
        stage.spellTea()
        stage.choose("first row", "t", "spelling_correct", "spelling_delete_letter")
        #expect(stage.hear(for: 1.5).first == "cue: spelling_so_far tea")
        stage.choose("spelling_finish", "spelling_discard")
        stage.answer()
        #expect(stage.hear(for: 2).contains("cue: spelling_so_far tea"))
        stage.choose("spelling_correct", "spelling_delete_word")
        #expect(stage.hear(for: 1.5).first == "cue: spelling_empty")
        stage.spellTea()
        stage.choose("spelling_finish", "spelling_discard")
        stage.run(to: stage.seconds + 20)
        stage.choose("Something new")
        #expect(!stage.hear(for: 3).contains("cue: spelling_so_far tea"))
    }

    @Test("Help and a press while a letter is being repeated do not leave the scan standing")
    func helpWhileALetterIsRepeated() {
        var stage = Stage.proposing(.spelling)
        stage.choose("Something new", "first row", "t")
        stage.run(to: stage.seconds + 0.2)
        stage.press(at: stage.seconds, .help)
        // It wakes the kiosk, whose first cue waits for the end of what is said.
        stage.press(at: stage.seconds + 0.4)
        stage.lines = []
        stage.run(to: stage.seconds + 10)
        #expect(stage.text.contains("main: help_say"), "\(stage.text)")
        #expect(stage.text.contains("main: asked"), "\(stage.text)")
        #expect(stage.text.contains("cue: Water"), "\(stage.text)")
    }

    @Test("Another board does not take the person out of spelling")
    func anotherBoardDoesNotTakeThePersonOutOf() {
        var stage = Stage.proposing(.spelling)
        stage.choose("Something new", "first row", "t", "second row")
        let board = Board(id: "home", name: "Home", language: "en", items: [Stage.yes, item(.spelling)])
        stage.send(.boardsChanged(BoardSet(start: "home.yaml", boards: ["home.yaml": board])))
        #expect(stage.hear(for: 4).contains("cue: s"))
    }

    @Test(
        "Doing nothing leads to rest from everywhere",
        arguments: [
            ["propose_from_list", "group 2 Out"], ["propose_spell"], ["propose_spell", "first row"],
        ])
    func doingNothingLeadsToRestFromEverywhere(way: [String]) {
        var stage = Stage.proposing(.anything)
        stage.choose("Something new")
        for cue in way { stage.choose(cue) }
        #expect(!stage.session.isResting)
        stage.run(to: stage.seconds + 600)
        #expect(stage.session.isResting)
        // The way back is there too.
        stage.choose("Something new")
        for cue in way { stage.choose(cue) }
        for _ in way { stage.choose("go_back") }
        stage.choose("go_back", "Something new")
    }
}

@Suite("What there is to propose from") struct WhatThereIsToProposeFromTests {
    @Test("An item that leads nowhere is not scanned, and comes with its files")
    func anItemThatLeadsNowhereIsNotScannedAnd() {
        var stage = Stage.proposing(.anything, means: ProposalMeans())
        stage.press(at: 1)
        #expect(!stage.hear(for: 9).contains("cue: Something new"))
        stage.run(to: stage.seconds + 300)
        stage.send(.proposalMeansChanged(ProposalMeans(bank: smallBank)))
        // There is only one way, so nobody is asked which.
        stage.choose("Something new", "group 2 Out")
    }

    @Test("On a keypad everything is in reach") func onAKeypadEverythingIsInReach() {
        let letters = "abcdefghijklmnopqrstuvwxyz".map(String.init)
        let rows = letters.map { letter in
            SpellingAlphabet.Row(cue: "row \(letter)", keys: [.init(text: letter, name: letter)])
        }
        let many = SpellingAlphabet(language: "en", rows: rows)
        var stage = Stage.proposing(.spelling, means: ProposalMeans(alphabet: many)) { $0.mode = .direct }
        func key(_ digit: Int) {
            stage.linesBeforeChoice = stage.lines.count
            stage.press(at: stage.seconds + 2, .digit(digit))
        }
        // Something new, then three times "more" on its ninth place: 8 + 8 + 8 rows, and z is the second of the rest.
        for digit in [2, 9, 9, 9, 2, 1] { key(digit) }
        key(9)
        key(9)
        key(9)
        // y, z, "use it".
        key(3)
        #expect(stage.hear(for: 1).contains { $0.contains("spelling_speak") })
        key(1)
        #expect(stage.hear(for: 2).contains("main: z"))
    }
}
