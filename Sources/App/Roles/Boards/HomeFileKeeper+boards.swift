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
        return try board(place, try bytes(of: place))
    }

    /// Changes a board in its file, whose comments and order stay.
    ///
    /// - Parameter author: Who does it, as the history names them.
    /// - Returns: The board as it is then.
    public func change(
        _ name: String, _ revision: BoardRevision, by author: String?
    ) throws(CareProblem) -> HomeBoard {
        let place = try boardPlace(name)
        let old = try bytes(of: place)
        try check(revision.version, place, old)
        guard !revision.changes.isEmpty else {
            throw CareProblem(.badRequest, "it holds no change", field: "changes")
        }
        guard revision.changes.count <= Self.mostChanges else {
            throw CareProblem(
                .tooLarge, "at most \(Self.mostChanges) changes can be made at once", field: "changes")
        }
        let edited = try edited(place, old, revision.changes)
        try write(edited.bytes, to: place, before: old, by: author, change: edited.summary)
        return try board(place, edited.bytes, changed: edited.path)
    }

    /// Takes the last step back, or makes it again.
    public func step(
        _ name: String, _ stepping: BoardStepping, by author: String?
    ) throws(CareProblem) -> HomeBoard {
        let place = try boardPlace(name)
        let old = try bytes(of: place)
        try check(stepping.version, place, old)
        let folder = historyFolder(place)
        var history = folder.history(of: old, now: Date())
        let version: BoardHistory.Version
        do throws(BoardHistory.Problem) {
            switch stepping.step {
            case .undo: version = try history.undo(from: old)
            case .redo: version = try history.redo(from: old)
            }
        } catch { throw CareProblem(.conflict, error.description, field: "step") }
        try judgeForSaving(version.bytes, place, old)
        try save(version.bytes, to: place, before: old)
        try keep(history, of: place)
        return try board(place, version.bytes)
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

    /// More at once is no hand's work.
    private static let mostChanges = 200

    func boardPlace(_ name: String) throws(CareProblem) -> HomeFilePlace {
        let place = try HomeFilePlace(name, in: home)
        guard place.exists, place.kind == .board else {
            throw CareProblem(.notFound, "there is no board \(name) in this home", field: "name")
        }
        return place
    }

    private func check(_ version: String, _ place: HomeFilePlace, _ bytes: [UInt8]) throws(CareProblem) {
        guard version != Self.version(of: bytes) else { return }
        throw changedMeanwhile(place, bytes)
    }

    private func changedMeanwhile(_ place: HomeFilePlace, _ bytes: [UInt8]) -> CareProblem {
        CareProblem(
            .conflict, "\(place.name) was changed by somebody else meanwhile", field: "version",
            current: (try? read(place.name)).map(CareProblem.Current.file))
    }

    private func edited(
        _ place: HomeFilePlace, _ old: [UInt8], _ changes: [CardChange]
    ) throws(CareProblem) -> (bytes: [UInt8], path: ItemPath?, summary: BoardChange.Summary) {
        do throws(BoardEdit.Problem) {
            let items = try BoardEdit.items(in: old, file: place.path)
            let wanted = try changes.map { change throws(BoardEdit.Problem) -> BoardChange in
                try change.boardChange(among: items)
            }
            let edit = BoardEdit(
                file: place.path, root: home.boardsFolder, loader: loader,
                parameters: settings.scanning)
            let edited = try edit.applying(wanted, to: old, taken: idsOfOthers(place))
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

    /// For the files that a board names. Findings quote them: only boards are read whole.
    private var loader: BoardLoader {
        BoardLoader { wanted, limit in
            guard wanted.hasSuffix(".yaml") || limit <= BoardLoader.headLength else {
                return .failure(BoardLoader.Failure("is not a .yaml file"))
            }
            return HomeFolder.read(wanted, limit: limit)
        }
    }

    /// Refuses a text that would have mistakes. One that has fewer than the text before is taken: so they can be mended one by one.
    private func judgeForSaving(
        _ bytes: [UInt8], _ place: HomeFilePlace, _ old: [UInt8]
    ) throws(CareProblem) {
        let (check, isGood) = judge(place, bytes)
        guard !isGood else { return }
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
    }

    private func write(
        _ bytes: [UInt8], to place: HomeFilePlace, before old: [UInt8], by author: String?,
        change: BoardChange.Summary
    ) throws(CareProblem) {
        guard bytes != old else { return }
        try judgeForSaving(bytes, place, old)
        let folder = historyFolder(place)
        var history = folder.history(of: old, now: Date())
        try save(bytes, to: place, before: old)
        history.record(.init(bytes, by: author, at: Date(), change: change))
        try keep(history, of: place)
    }

    private func keep(_ history: BoardHistory, of place: HomeFilePlace) throws(CareProblem) {
        do throws(WholeFileError) { try historyFolder(place).keep(history) } catch {
            throw CareProblem(
                .storeFailed, "it is saved, but cannot be undone later: \(error.description)")
        }
    }

    func historyFolder(_ place: HomeFilePlace) -> BoardHistoryFolder {
        BoardHistoryFolder("\(home.path)/previous/steps/\(place.name)")
    }

    /// The ids that other boards of the home use already.
    private func idsOfOthers(_ place: HomeFilePlace) -> Set<String> {
        Set(
            otherBoards(place).flatMap { other, bytes in
                ((try? BoardEdit.items(in: bytes, file: other)) ?? []).flatMap(\.flattened).map(\.id)
            })
    }

    /// The other boards' files with what is in them.
    func otherBoards(_ place: HomeFilePlace?) -> [(name: String, bytes: [UInt8])] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: home.boardsFolder)) ?? []
        return names.sorted().compactMap { name in
            guard name != place?.name, let other = try? boardPlace(name), let bytes = try? bytes(of: other)
            else { return nil }
            return (name, bytes)
        }
    }
}

extension CardChange {
    /// As the file is changed by it.
    ///
    /// - Parameter items: What the file has.
    func boardChange(among items: [WrittenItem]) throws(BoardEdit.Problem) -> BoardChange {
        let emptied: BoardChange.EmptiedGroup = removesEmptied == true ? .removed : .refused
        switch kind {
        case .set: return .set(try fields(ItemField.self), of: try address(card))
        case .board: return .setBoard(try fields(BoardField.self))
        case .move: return .move(try address(card), to: try place(among: items), emptied: emptied)
        case .up: return .moveUp(try address(card))
        case .down: return .moveDown(try address(card))
        case .copy: return .copy(try address(card))
        case .remove: return .remove(try address(card), emptied: emptied)
        case .add:
            var values: [String: String] = [:]
            for case (let key, let value?) in fields ?? [:] { values[key] = value }
            return .add(
                try CardFields(values).item(holding: try inside()),
                at: try place(among: items))
        }
    }

    private func inside() throws(BoardEdit.Problem) -> [NewItem]? {
        guard let group else { return nil }
        return try group.map { card throws(BoardEdit.Problem) -> NewItem in try card.item() }
    }

    private func fields<Field: RawRepresentable<String> & Hashable>(
        _ type: Field.Type
    ) throws(BoardEdit.Problem) -> [Field: String?] {
        var named: [Field: String?] = [:]
        for (key, value) in fields ?? [:] { named.updateValue(value, forKey: try Self.field(key)) }
        return named
    }

    fileprivate static func field<Field: RawRepresentable<String>>(
        _ key: String
    ) throws(BoardEdit.Problem) -> Field {
        guard let field = Field(rawValue: key) else { throw .unfit("There is no key `\(key)` here.") }
        return field
    }

    private func address(_ card: CardAddress?) throws(BoardEdit.Problem) -> ItemAddress {
        guard let card, let path = ItemPath(card.path) else {
            throw .unfit("`card` names no card: its path is like `2.0`.")
        }
        return ItemAddress(path, id: card.id, label: card.label)
    }

    private func place(among items: [WrittenItem]) throws(BoardEdit.Problem) -> ItemPlace {
        var group: ItemAddress?
        if let wanted = to?.group { group = try address(wanted) }
        if let index = to?.index { return ItemPlace(in: group, at: index) }
        let siblings = group.map { WrittenItem.at($0.path, in: items)?.items ?? [] } ?? items
        // What moves within its level is not counted.
        let moved = card.flatMap { ItemPath($0.path) }
        let isHere = moved.map { $0.group == (group?.path ?? .board) } ?? false
        return ItemPlace(in: group, at: siblings.count - (kind == .move && isHere ? 1 : 0))
    }
}

extension CardFields {
    func item(holding items: [NewItem]? = nil) throws(BoardEdit.Problem) -> NewItem {
        var named: [ItemField: String] = [:]
        for (key, value) in fields { named[try CardChange.field(key)] = value }
        return NewItem(named, items: items)
    }
}
