import Activities
import Boards
import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Spelling
import Time

extension KioskSession {
    // MARK: - Finding something new

    mutating func takeOver(_ means: ProposalMeans) {
        guard means != levels.maker.means else { return }
        levels.maker.means = means
        proposing.take(means)
        updates.contentsChanged()
    }

    mutating func openProposing(_ way: BoardItem.ProposalWay, at now: Instant, _ effects: inout Effects) {
        if let level = levels.maker.proposing(way) {
            finishChoice(.open(level), at: now, &effects)
        } else if levels.maker.means.alphabet != nil {
            openSpelling(at: now, &effects)
        } else {
            let words = announcement(.text(phrases[.emptyList]))
            runChoice(Script(steps: [.say(words)]), at: now, &effects)
        }
    }

    /// The earlier text is still there: the client hears it first.
    ///
    /// - Parameter steps: What is said before it.
    mutating func openSpelling(
        after steps: [Script.Step] = [], at now: Instant, _ effects: inout Effects
    ) {
        proposing.opens(in: presentAppointment)
        let level = levels.maker.spelling(proposing)
        let all = steps + (proposing.spelled.isEmpty ? [] : [.say(soFar)])
        guard !all.isEmpty else {
            finishChoice(.open(level), at: now, &effects)
            return
        }
        runChoice(Script(steps: all, ending: .open(level)), at: now, &effects)
    }

    mutating func act(on choice: ProposingChoice, at now: Instant, _ effects: inout Effects) {
        switch choice {
        case .by(let way): openProposing(way, at: now, &effects)
        case .words(let words): finishChoice(.open(levels.maker.words(words)), at: now, &effects)
        case .row(let row, let index):
            finishChoice(.open(levels.maker.row(row, index: index)), at: now, &effects)
        case .finish: finishChoice(.open(levels.maker.finishing), at: now, &effects)
        case .correct: finishChoice(.open(levels.maker.correcting), at: now, &effects)
        case .key(let key):
            write(key.name, at: now, &effects) { $0.write(key.text) }
        case .word(let word):
            write(word, at: now, &effects) { $0.take(word: word) }
        case .deleteLetter:
            proposing.spelled.deleteLetter()
            goOnSpelling(saying: soFar, at: now, &effects)
        case .deleteWord:
            proposing.spelled.deleteWord()
            goOnSpelling(saying: soFar, at: now, &effects)
        case .speak where proposing.spelled.isEmpty: goOnSpelling(saying: soFar, at: now, &effects)
        case .speak:
            let text = proposing.spelled.sentence
            proposing.remember(text)
            goOnSpelling(saying: aloud(text), at: now, &effects)
        case .tell where proposing.spelled.isEmpty || activities.current == nil:
            goOnSpelling(saying: soFar, at: now, &effects)
        case .tell: sendSpelled(at: now, &effects)
        case .goal where proposing.spelled.isEmpty: goOnSpelling(saying: soFar, at: now, &effects)
        case .goal:
            finishChoice(.open(levels.maker.goalEnds(proposing.spelled.label)), at: now, &effects)
        case .propose where proposing.spelled.isEmpty: goOnSpelling(saying: soFar, at: now, &effects)
        case .propose:
            let label = proposing.spelled.label
            let draft = ProposalDraft(label: label, say: label, symbol: nil, suggestion: nil)
            offer(draft, otherwise: levels.maker.spelling(proposing), at: now, &effects)
        case .discard: discardSpelling(at: now, &effects)
        }
    }

    // MARK: - Spelling

    /// For which the client may be writing.
    private var presentAppointment: UUID? { activities.current?.assignment.appointment }

    /// Repeats the text; a word that did not fit is not announced as written.
    private mutating func write(
        _ name: String, at now: Instant, _ effects: inout Effects, _ change: (inout SpelledText) -> Void
    ) {
        let before = proposing.spelled
        change(&proposing.spelled)
        proposing.wrote(in: presentAppointment)
        let words = proposing.spelled == before ? soFar : whisper(name)
        goOnSpelling(saying: words, at: now, &effects)
    }

    private mutating func goOnSpelling(
        saying words: Script.Words, at now: Instant, _ effects: inout Effects
    ) {
        let ending = Script.Ending.reopen(levels.maker.spelling(proposing))
        runChoice(Script(steps: [.say(words)], ending: ending), at: now, &effects)
    }

    /// A slip here would delete the whole text, so it can be undone.
    private mutating func discardSpelling(at now: Instant, _ effects: inout Effects) {
        let text = proposing.spelled
        proposing.spelled = SpelledText()
        let steps: [Script.Step] = [
            .say(announcement(.text(phrases[.spellingDiscarded]))),
            .say(announcement(.text(phrases[.takeBack]))),
            .window(.restoreSpelling(text), length: answerWindow),
        ]
        runChoice(
            Script(steps: steps, ending: .reopen(levels.maker.spelling(proposing))), at: now, &effects)
    }

    mutating func restoreSpelling(_ text: SpelledText, at now: Instant, _ effects: inout Effects) {
        proposing.spelled = text
        goOnSpelling(saying: soFar, at: now, &effects)
    }

    /// The text so far, in the ear of the client.
    private var soFar: Script.Words {
        let text = proposing.spelled.sentence
        var words = announcement(
            .text(text.isEmpty ? phrases[.spellingEmpty] : phrases[.spellingSoFar, [.label: text]]))
        words.voice = .cue
        return words
    }

    /// The choice, in the language of the board, and only for the client's ear.
    private func whisper(_ text: String) -> Script.Words {
        Script.Words(voice: .cue, kind: .say, precedence: .announcement, parts: [.text(text)])
    }

    func aloud(_ text: String) -> Script.Words {
        Script.Words(voice: .main, kind: .say, precedence: .main, parts: [.text(text)])
    }

    // MARK: - Proposing

    /// Says a suggestion of the bank as a board would say it, and waits for the press that proposes it.
    mutating func offer(
        _ suggestion: SuggestionBank.Suggestion, chosenIn level: String, at now: Instant,
        _ effects: inout Effects
    ) {
        let draft = ProposalDraft(
            label: suggestion.label, say: suggestion.say, symbol: suggestion.symbol,
            suggestion: suggestion.id)
        offer(draft, otherwise: levels[level], at: now, &effects)
    }

    /// - Parameter otherwise: where scanning goes on without the press.
    private mutating func offer(
        _ draft: ProposalDraft, otherwise level: KioskLevel?, at now: Instant, _ effects: inout Effects
    ) {
        var steps: [Script.Step] = [.say(aloud(draft.say))]
        if proposing.isWaiting(draft) || agenda.isProposed(draft) {
            steps.append(.say(announcement(.text(phrases[.proposedAlready, [.need: draft.label]]))))
        } else {
            steps += [
                .say(announcement(.text(phrases[.proposePress]))),
                .window(.propose(draft), length: answerWindow),
            ]
        }
        runChoice(Script(steps: steps, ending: level.map { .reopen($0) } ?? .goOn), at: now, &effects)
    }

    /// It goes to the disk at the press; "proposed" is said only then.
    mutating func propose(_ draft: ProposalDraft, at now: Instant, _ effects: inout Effects) {
        let proposal = NewNeedProposal(
            id: newID(), client: settings.client.id, clientName: settings.client.name, label: draft.label,
            say: draft.say, symbol: draft.symbol, suggestion: draft.suggestion, proposedAt: wall)
        proposing.waits(draft, as: proposal.id)
        asking.willStore(proposal.id)
        effects.add(.propose(proposal))
        let proposed = announcement(.earcon(.asked), .text(phrases[.proposed, [.need: draft.label]]))
        runChoice(
            Script(steps: [.recorded(proposal.id), .proposalKept(draft), .say(proposed)]), at: now,
            &effects)
    }

    /// It is on disk, so the text spelled for it is no longer needed.
    mutating func proposalKept(_ draft: ProposalDraft) {
        guard draft.suggestion == nil else { return }
        proposing.remember(draft.say)
        guard proposing.spelled.label == draft.label else { return }
        proposing.spelled = SpelledText()
        if scanning.resumeAfterSelect == .same {
            let spelling = levels.maker.spelling(proposing)
            floor.change { $0.ending = .reopen(spelling) }
        }
    }

    /// Whether the id was that of a proposal that the service refused for good: the client must know.
    mutating func proposalRefused(_ id: UUID, at now: Instant, _ effects: inout Effects) -> Bool {
        guard let draft = proposing.lost(id) else { return false }
        let words = announcement(
            .earcon(.fault), .text(phrases[.proposalLost, [.need: draft.label]]), kind: .fault)
        announce(Script(steps: [.say(words)]), at: now, &effects)
        return true
    }
}
