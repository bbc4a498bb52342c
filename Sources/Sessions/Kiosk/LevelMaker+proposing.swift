import Boards
import HomeFiles
import Scanning
import Speech
import Spelling

/// The choices on the way to a proposal.
enum ProposingChoice: Sendable {
    /// "From the list" or "Spell it".
    case by(BoardItem.ProposalWay)
    /// The words that fit what is written.
    case words([String])
    case word(String)
    /// A row of the alphabet.
    case row(SpellingAlphabet.Row, index: Int)
    case key(SpellingAlphabet.Key)
    /// The actions on the text, including deletion.
    case finish, correct
    case deleteLetter, deleteWord
    case speak, propose, discard
    /// Tells the provider of the appointment that the client is at.
    case tell
    /// Makes a goal of it.
    case goal

    /// Whether it only opens another level.
    var leadsOn: Bool {
        switch self {
        case .by, .words, .row, .finish, .correct, .goal: true
        case .word, .key, .deleteLetter, .deleteWord, .speak, .propose, .discard, .tell: false
        }
    }
}

extension LevelMaker {
    static let spellingID = "spelling"

    /// Whether a level's id is that of spelling, or of a level inside it.
    static func isOfSpelling(_ id: String) -> Bool {
        let first = firstPage(id)
        return first == spellingID || first.hasPrefix(spellingID + " ")
    }

    /// The level that a way of proposing opens; `nil` for spelling, or if there is nothing to open.
    func proposing(_ way: BoardItem.ProposalWay) -> KioskLevel? {
        switch way {
        case .anything:
            guard means.bank != nil else { return nil }
            guard means.alphabet != nil else { return proposing(.suggestions) }
            return level(
                "propose",
                [
                    ("list", .by(.suggestions), phrases[.proposeFromList]),
                    ("spell", .by(.spelling), phrases[.proposeSpell]),
                ])
        case .suggestions:
            return means.bank.map {
                paged(level(id: "suggestions", items: $0.items, columns: nil, isTop: false))
            }
        case .spelling: return nil
        }
    }

    /// The first level of spelling: the matching words, the rows, and the actions on the text.
    func spelling(_ proposing: Proposing) -> KioskLevel {
        guard let alphabet = proposing.alphabet else { return level(Self.spellingID, []) }
        let words = proposing.suggestedWords
        let places = SpellingOrder.places(
            in: alphabet, hasWords: !words.isEmpty, hasText: !proposing.spelled.isEmpty)
        return level(
            Self.spellingID,
            places.map { place in
                switch place {
                case .words:
                    let named = words.joined(separator: ", ")
                    return ("words", .words(words), phrases[.spellingWords, [.label: named]])
                case .row(let index):
                    let row = alphabet.rows[index]
                    return ("row \(index + 1)", .row(row, index: index), row.cue)
                case .correct: return ("correct", .correct, phrases[.spellingCorrect])
                case .finish: return ("finish", .finish, phrases[.spellingFinish])
                }
            })
    }

    func words(_ words: [String]) -> KioskLevel {
        level("\(Self.spellingID) words", words.map { ("word \($0)", .word($0), $0) })
    }

    func row(_ row: SpellingAlphabet.Row, index: Int) -> KioskLevel {
        level(
            "\(Self.spellingID) row \(index + 1)", row.keys.map { ("key \($0.text)", .key($0), $0.name) })
    }

    var finishing: KioskLevel {
        level(
            "\(Self.spellingID) finish",
            (tellsProvider.map { [("tell", .tell, phrases[.spellingTell, [.caregiver: $0]])] } ?? [])
                + (listsGoals ? [("goal", .goal, phrases[.spellingGoal])] : [])
                + [
                    ("speak", .speak, phrases[.spellingSpeak]),
                    ("propose", .propose, phrases[.spellingPropose]),
                    ("discard", .discard, phrases[.spellingDiscard]),
                ])
    }

    var correcting: KioskLevel {
        level(
            "\(Self.spellingID) correct",
            [
                ("letter", .deleteLetter, phrases[.spellingDeleteLetter]),
                ("word", .deleteWord, phrases[.spellingDeleteWord]),
            ])
    }

    private func level(_ id: String, _ items: [(id: String, choice: ProposingChoice, cue: String)])
        -> KioskLevel
    {
        var level = KioskLevel(
            scan: ScanLevel(id: id, choices: items.map(\.id), back: parameters.backItem), contents: [:],
            cues: [ScanLevel.backID: [.text(phrases[.goBack])]])
        for item in items {
            level.contents[item.id] = .proposing(item.choice)
            level.cues[item.id] = [.text(item.cue)]
        }
        return paged(level)
    }
}
