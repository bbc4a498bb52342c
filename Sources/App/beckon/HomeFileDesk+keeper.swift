import Care
import CareService
import Encouragement
import Roles

extension HomeFileDesk {
    /// The files of a home, as staff have them on the disk.
    init(_ keeper: HomeFileKeeper, contents desk: ContentsDesk? = nil, finder: SymbolFinder = SymbolFinder())
    {
        self.init(
            list: { keeper.list() }, read: keeper.read, check: keeper.check, write: keeper.write,
            options: keeper.options(withChoices:of:), setOptions: keeper.setOptions(_:of:),
            phrases: keeper.phrases,
            setPhrases: keeper.setPhrases,
            rename: { id, name throws(CareProblem) in try keeper.rename(id, to: name) },
            checkRename: { id, name throws(CareProblem) in
                try keeper.rename(id, to: name, isTrial: true)
            },
            boards: HomeBoardDesk(
                board: keeper.board,
                change: { name, revision, author throws(CareProblem) in
                    try keeper.change(name, revision, by: author)
                },
                step: { name, stepping, author throws(CareProblem) in
                    try keeper.step(name, stepping, by: author)
                },
                make: { new, author throws(CareProblem) in try keeper.makeBoard(new, by: author) },
                addPicture: { board, bytes, kind, name throws(CareProblem) in
                    try keeper.addPicture(bytes, kind: kind, named: name, beside: board)
                },
                tidySound: { bytes throws(CareProblem) in try HomeFileKeeper.tidySound(bytes) },
                addSound: { board, bytes, name throws(CareProblem) in
                    try keeper.addSound(bytes, named: name, beside: board)
                },
                note: { name, author in keeper.note(name, by: author) },
                symbols: { text, language in
                    keeper.symbols(text, finder.search(text, language: language))
                }))
        media = HomeMediaDesk(
            list: { name throws(CareProblem) in try keeper.media(of: name) },
            tidySound: { bytes throws(CareProblem) in
                try HomeFileKeeper.tidySound(bytes, longestSeconds: AddedMedium.longestSeconds)
            },
            add: { name, sent throws(CareProblem) in
                try keeper.addMedium(
                    sent.bytes, sent.kind, ending: sent.ending, named: sent.name, ofStep: sent.step, to: name)
            },
            remove: { name, medium throws(CareProblem) in try keeper.removeMedium(medium, from: name) },
            recording: { name, medium throws(CareProblem) in try keeper.recording(medium, of: name) })
        facts = { keeper.facts }
        cardKinds = { keeper.cardKinds() }
        cardWords = { keeper.cardWords() }
        if let desk {
            contents = { kiosk throws(CareProblem) in try desk.contents(for: kiosk) }
            contentFile = { digest, kiosk throws(CareProblem) in try desk.file(digest, for: kiosk) }
        }
        callCards = { keeper.callCards(of: $0, in: $1) }
        remove = { name, version throws(CareProblem) in try keeper.remove(name, version: version) }
        exercises = { keeper.exercises(of: $0) }
        faces = { keeper.faces(of: $0) }
        encouragementStores = { keeper.encouragementStores() }
        changeEncouragement = { name, change throws(CareProblem) in
            try keeper.changeEncouragement(name, change)
        }
        encouragement = { keeper.encouragement(of: $0) }
        setBreathing = { client, change throws(CareProblem) in
            try keeper.setBreathing(change, of: client)
        }
    }
}
