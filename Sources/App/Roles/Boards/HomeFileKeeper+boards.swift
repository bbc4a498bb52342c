import Boards
public import Care
import Foundation
import HomeFiles
import StaffFiles
import WholeFiles

extension HomeFileKeeper {
    /// A board with all that its page shows.
    public func board(_ name: String) throws(CareProblem) -> HomeBoard {
        let place = try boardPlace(name)
        return try board(place, try bytes(of: place), check(place, nil, settings))
    }

    /// Changes a board in its file, whose comments and order stay.
    ///
    /// - Parameter author: Who does it, as the history names them.
    /// - Returns: The board as it is then. Where its history could not be kept, it has nothing to undo, and a finding says so.
    public func change(
        _ name: String, _ revision: BoardRevision, by author: String?
    ) throws(CareProblem) -> WrittenBoard {
        let place = try boardPlace(name)
        let old = try bytes(of: place)
        try check(revision.version, place, old)
        guard !revision.changes.isEmpty else {
            throw CareProblem(.badRequest, "it holds no change", field: "changes")
        }
        guard revision.changes.count <= BoardRevision.mostChanges else {
            throw CareProblem(
                .tooLarge,
                "at most \(BoardRevision.mostChanges) changes can be made at once: save some of them first",
                field: "changes")
        }
        let edited = try edited(place, old, revision.changes)
        guard edited.bytes != old else {
            return WrittenBoard(
                try board(place, old, check(place, nil, settings), changed: edited.path), files: [])
        }
        let check = try judgeForSaving(edited.bytes, place, old)
        var history = historyFolder(place).history(of: old, now: Date())
        try save(edited.bytes, to: place, before: old)
        history.record(.init(edited.bytes, by: author, at: Date(), change: edited.summary))
        return try written(place, edited.bytes, check, history, changed: edited.path)
    }

    /// Takes the last step back, or makes it again.
    public func step(
        _ name: String, _ stepping: BoardStepping, by author: String?
    ) throws(CareProblem) -> WrittenBoard {
        let place = try boardPlace(name)
        let old = try bytes(of: place)
        try check(stepping.version, place, old)
        var history = historyFolder(place).history(of: old, now: Date())
        let version: BoardHistory.Version
        do throws(BoardHistory.Problem) {
            switch stepping.step {
            case .undo: version = try history.undo(from: old)
            case .redo: version = try history.redo(from: old)
            }
        } catch { throw CareProblem(.conflict, error.description, field: "step") }
        let check = try judgeForSaving(version.bytes, place, old)
        try save(version.bytes, to: place, before: old)
        return try written(place, version.bytes, check, history)
    }

    /// Notes what a file of a board is, so that what was written as a text can be undone step by step too. Other files have no steps.
    ///
    /// - Parameter author: Who has written it; `nil` for somebody with a text editor.
    public func note(_ name: String, by author: String?) {
        guard let place = try? boardPlace(name), let bytes = try? bytes(of: place) else { return }
        let folder = historyFolder(place)
        var history: BoardHistory
        if author == nil {
            history = folder.history(of: bytes, now: Date())
        } else {
            guard let list = folder.list(), list.entries[list.position].version != Self.version(of: bytes)
            else { return }
            history = folder.history(of: bytes, now: Date())
            history.sign(by: author)
        }
        // A step that cannot be kept cannot be undone; the file itself is written.
        try? folder.keep(history)
    }

    // MARK: - Parts

    func boardPlace(_ name: String) throws(CareProblem) -> HomeFilePlace {
        let place = try HomeFilePlace(name, in: home)
        guard place.exists, place.kind == .board else {
            throw CareProblem(.notFound, "there is no board \(name) in this home", field: "name")
        }
        return place
    }

    func check(_ version: String, _ place: HomeFilePlace, _ bytes: [UInt8]) throws(CareProblem) {
        guard version != Self.version(of: bytes) else { return }
        throw changedMeanwhile(place, bytes)
    }

    private func changedMeanwhile(_ place: HomeFilePlace, _ bytes: [UInt8]) -> CareProblem {
        CareProblem(
            .conflict, "\(place.name) was changed by somebody else meanwhile", field: "version",
            current: (try? read(place.name)).map(CareProblem.Current.file))
    }

    func edited(
        _ place: HomeFilePlace, _ old: [UInt8], _ changes: [CardChange]
    ) throws(CareProblem) -> (bytes: [UInt8], path: ItemPath?, summary: BoardChange.Summary) {
        do throws(BoardEdit.Problem) {
            let wanted = try changes.map { change throws(BoardEdit.Problem) -> BoardChange in
                try change.boardChange()
            }
            let edited = try BoardEdit.applying(wanted, to: old, file: place.path) { ids(besides: place) }
            guard edited.bytes.count <= StaffFileLimits.bytes else {
                throw .unfit("The file would have more than \(StaffFileLimits.bytes) bytes.")
            }
            return (
                edited.bytes, edited.path, BoardChange.summary(of: wanted, in: old, file: place.path)
            )
        } catch {
            switch error {
            case .changed:
                throw CareProblem(
                    .conflict, "this card is not there any more, or is another one by now", field: "card",
                    current: (try? read(place.name)).map(CareProblem.Current.file))
            case .lastInGroup(let label):
                throw CareProblem(
                    .conflict,
                    "this is the last card in “\(label)”, and a group cannot be empty: remove the group too, or put something else into it first",
                    field: "removes_emptied")
            case .unfit(let reason):
                throw CareProblem(.notAcceptable, Self.phrase(reason), field: "changes")
            case .unreadable, .asText:
                throw CareProblem(
                    .notAcceptable,
                    Self.phrase(error.description.replacing(home.boardsFolder + "/", with: "")),
                    field: "text")
            }
        }
    }

    /// A sentence as the detail of a problem, which other words may surround.
    private static func phrase(_ sentence: String) -> String {
        sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    }

    /// Refuses a text that would have mistakes. One that has fewer than the text before is taken: so they can be mended one by one.
    ///
    /// - Parameter others: What other files would be, by their paths.
    func judgeForSaving(
        _ bytes: [UInt8], _ place: HomeFilePlace, _ old: [UInt8], besides others: [String: [UInt8]] = [:]
    ) throws(CareProblem) -> HomeFileCheck {
        let (check, isGood) = judge(place, bytes, besides: others)
        guard !isGood else { return check }
        func own(_ findings: [Finding]) -> Int {
            findings.count { $0.severity == .error && $0.file == place.path }
        }
        let (before, after) = (own(self.check(place, nil, settings).findings), own(check.findings))
        guard after > 0, after < before else {
            let found = told(check.findings, in: place, bytes)
            let first = found.first { $0.severity == .error }
            throw CareProblem(
                .notAcceptable, first.map(\.message) ?? "it would have mistakes", field: first?.key,
                current: .findings(found))
        }
        return check
    }

    /// A board that was just written, with its history kept.
    ///
    /// - Parameter check: Of the text that was written.
    func written(
        _ place: HomeFilePlace, _ bytes: [UInt8], _ check: HomeFileCheck, _ history: BoardHistory,
        changed: ItemPath? = nil
    ) throws(CareProblem) -> WrittenBoard {
        let problem = keep(history, of: place)
        var board = try board(place, bytes, check, changed: changed)
        if let problem {
            (board.undo, board.redo) = (nil, nil)
            board.findings.insert(
                FileFinding(
                    file: place.name, line: 1, column: 1, severity: .warning, message: problem.detail),
                at: 0)
        }
        return WrittenBoard(board, files: [.init(name: place.name, bytes: bytes)])
    }

    /// - Returns: Why it is not kept. The file itself is written: that is no reason to say that it is not.
    func keep(_ history: BoardHistory, of place: HomeFilePlace) -> CareProblem? {
        do throws(WholeFileError) {
            try historyFolder(place).keep(history)
            return nil
        } catch {
            return CareProblem(
                .storeFailed, "it is saved, but cannot be undone later: \(error.description)")
        }
    }

    func historyFolder(_ place: HomeFilePlace) -> BoardHistoryFolder {
        BoardHistoryFolder("\(home.path)/previous/steps/\(place.name)")
    }

    /// The ids that other boards of the home use already.
    func ids(besides place: HomeFilePlace?) -> Set<String> {
        Set(
            otherBoards(place).flatMap { other in
                guard let bytes = try? bytes(of: other) else { return [String]() }
                return ((try? BoardEdit.items(in: bytes, file: other.name)) ?? []).flatMap(\.flattened)
                    .map(\.id)
            })
    }

    /// The other boards' files, by name.
    func otherBoards(_ place: HomeFilePlace?) -> [HomeFilePlace] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home.boardsFolder)) ?? []
        return names.sorted().compactMap { name in
            name == place?.name ? nil : try? boardPlace(name)
        }
    }

    /// The kinds of need of all boards' cards, by their ids; of two with one id, that of the board that scanning begins with, or else of
    /// the first by name. A board with mistakes has those that it had last without.
    public func cardKinds() -> [String: NeedKind] {
        let settings = settings
        let start = settings.startBoard(in: home)
        let boards = otherBoards(nil)
        return (boards.filter { $0.path == start } + boards.filter { $0.path != start }).reduce(into: [:]) {
            kinds, place in
            guard let board = goodBoards(place, settings)?.boards[place.path] else { return }
            kinds.merge(BoardItem.kinds(of: board.items)) { first, _ in first }
        }
    }

    /// A board with those that it opens; one with mistakes as it was last without.
    func goodBoards(_ place: HomeFilePlace, _ settings: HomeSettings) -> BoardSet? {
        check(place, nil, settings).boards
            ?? lastGood(place).flatMap {
                check(place, DirectionMarks.removed(fromUTF8: $0), settings).boards
            }
    }

    /// The paths of boards with which somebody's scanning begins in this home, and of those that it comes to from there.
    func boardsInUse() -> Set<String> {
        let boards = otherBoards(nil)
        return ([settings] + clientsSettings).reduce(into: []) { used, settings in
            let start = settings.startBoard(in: home)
            guard let place = boards.first(where: { $0.path == start }) else { return }
            used.insert(start)
            if let set = goodBoards(place, settings) { used.formUnion(set.boards.keys) }
        }
    }

    /// What a board is called; its file's name where that says nothing of it.
    func title(of board: HomeFilePlace) -> String {
        checked.titles.value(for: board.path) { reads in
            reads.note(board.path)
            return (try? bytes(of: board)).flatMap {
                (try? BoardEdit.outline(of: $0, file: board.name))?.name
            }
        } ?? board.name
    }
}
