import Boards
public import Care
import Foundation
import HomeFiles
import StaffFiles
import WholeFiles

extension HomeFileKeeper {
    /// A home has at most so many boards: a set of them cannot hold more.
    private static let mostBoards = 100

    /// Makes a board with a file of its own and, where that is wanted, a card at the end of another board that opens it.
    ///
    /// - Parameter author: Who does it, as the histories of both name them.
    public func makeBoard(_ new: NewBoard, by author: String?) throws(CareProblem) -> WrittenBoard {
        guard otherBoards(nil).count < Self.mostBoards else {
            throw CareProblem(.conflict, "a home has at most \(Self.mostBoards) boards", field: "title")
        }
        let title = new.title.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !title.isEmpty else { throw CareProblem(.notAcceptable, "it is empty", field: "title") }
        let id = freeName(like: title)
        let place = try HomeFilePlace("\(id).yaml", in: home)
        let language = new.language ?? startLanguage ?? settings.language
        let bytes: [UInt8]
        do throws(BoardEdit.Problem) {
            bytes = try BoardEdit.newBoard(
                id: id, name: title, language: language,
                items: try new.cards.map { card throws(BoardEdit.Problem) -> NewItem in try card.item() },
                taken: ids(besides: nil))
        } catch { throw CareProblem(.notAcceptable, error.description, field: "cards") }
        var opening: Opening?
        if let name = new.openedFrom {
            opening = try self.opening(of: place, bytes, titled: title, from: name, new.version ?? "")
        }
        let check = try judgeNew(place, bytes, besides: opening?.drafts ?? [:])
        try save(bytes, to: place, before: nil)
        if let opening {
            do throws(CareProblem) {
                try save(opening.bytes, to: opening.place, before: opening.old)
            } catch {
                // Nothing opens it, and the next try would need another name.
                try? FileManager.default.removeItem(atPath: place.target)
                throw error
            }
            var history = opening.history
            history.record(.init(opening.bytes, by: author, at: Date(), change: opening.summary))
            // The board that it opens is the one that is asked for: what cannot be undone there is seen there.
            _ = keep(history, of: opening.place)
        }
        var made = try written(place, bytes, check, BoardHistory(.init(bytes, by: author, at: Date())))
        made.files = [.init(name: place.name, bytes: bytes, isNew: true)]
        if let opening { made.files.append(.init(name: opening.place.name, bytes: opening.bytes)) }
        return made
    }

    /// A board that gets a card which opens another one.
    private struct Opening {
        let place: HomeFilePlace
        let old: [UInt8]
        let bytes: [UInt8]
        let summary: BoardChange.Summary
        let history: BoardHistory

        var drafts: [String: [UInt8]] { [place.path: bytes] }
    }

    /// Looks whether a board can have such a card; nothing is written.
    private func opening(
        of new: HomeFilePlace, _ newBytes: [UInt8], titled title: String, from name: String, _ version: String
    ) throws(CareProblem) -> Opening {
        let place = try boardPlace(name)
        let old = try bytes(of: place)
        try check(version, place, old)
        let card = CardChange(.add, fields: ["label": title, "open": new.name], to: CardPlace())
        let edited = try edited(place, old, [card])
        _ = try judgeForSaving(edited.bytes, place, old, besides: [new.path: newBytes])
        return Opening(
            place: place, old: old, bytes: edited.bytes, summary: edited.summary,
            history: historyFolder(place).history(of: old, now: Date()))
    }

    /// Refuses a board that would have mistakes.
    private func judgeNew(
        _ place: HomeFilePlace, _ bytes: [UInt8], besides others: [String: [UInt8]]
    ) throws(CareProblem) -> HomeFileCheck {
        try checkIsAlikeNone(place)
        let (check, isGood) = judge(place, bytes, besides: others)
        guard !isGood else { return check }
        let found = told(check.findings, in: place, bytes)
        let first = found.first { $0.severity == .error }
        throw CareProblem(
            .notAcceptable, first.map(\.message) ?? "it would have mistakes", field: "cards",
            current: .findings(found))
    }

    /// The language of the board that scanning begins with.
    private var startLanguage: String? {
        let path = settings.startBoard(in: home)
        let bytes = (try? WholeFile.read(path, limit: StaffFileLimits.bytes)) ?? nil
        return bytes.flatMap { try? BoardEdit.outline(of: $0, file: path) }?.language
    }

    /// A name for a file that is not there yet, made from what people call it: `garden`, `garden-2`.
    private func freeName(like title: String) -> String {
        let base = Self.fileName(for: title, orElse: "board")
        func isFree(_ name: String) -> Bool {
            name != "beckon" && !FileManager.default.fileExists(atPath: "\(home.boardsFolder)/\(name).yaml")
        }
        return isFree(base) ? base : (2...).lazy.map { "\(base)-\($0)" }.first(where: isFree) ?? base
    }
}
