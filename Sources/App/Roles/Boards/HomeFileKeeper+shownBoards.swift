import Boards
public import Care
import Foundation
import HomeFiles
import StaffFiles

extension HomeFileKeeper {
    /// As many steps are told of: enough to say what others have done meanwhile.
    private static let mostRecent = 20
    /// Files beside the boards that are offered on a page; more could be typed.
    private static let mostFiles = 500

    /// - Parameters:
    ///   - check: Of this text.
    ///   - changed: Where the card is that was changed.
    func board(
        _ place: HomeFilePlace, _ bytes: [UInt8], _ check: HomeFileCheck, changed: ItemPath? = nil
    ) throws(CareProblem) -> HomeBoard {
        // A file that is no YAML can only be edited as a text.
        let read =
            checked.outlines.value(of: [bytes], named: place.path) {
                try? BoardEdit.outline(of: bytes, file: place.path)
            } ?? BoardOutline()
        let costs = check.boards.map { rows($0, check) } ?? [:]
        let own = told(check.findings, in: place, bytes)
        let steps = madeSteps(place, bytes)
        let files = filesBeside()
        return HomeBoard(
            name: place.name, title: read.name ?? place.name, language: read.language ?? settings.language,
            columns: read.columns, version: Self.version(of: bytes),
            cards: read.items.flatMap(\.flattened).map { BoardCard($0, costs[$0.id]) },
            findings: own, drawing: check.boards.map { drawing($0, check) },
            usesLastGood: own.contains { $0.severity == .error && $0.file == place.name }
                && lastGood(place) != nil,
            undo: steps.undo, redo: steps.redo, recent: steps.recent,
            pictures: files.pictures, sounds: files.sounds,
            others: otherBoards(place).map { BoardName(name: $0.name, title: title(of: $0)) },
            changed: changed?.description)
    }

    private func rows(_ boards: BoardSet, _ check: HomeFileCheck) -> [String: BoardCost.Row] {
        let rows = BoardCost(of: boards, parameters: check.parameters).rows
        let own = boards.boards[boards.start]?.id
        var costs: [String: BoardCost.Row] = [:]
        for row in rows where row.board == own {
            guard case .item(let item) = row.subject, costs[item.id] == nil else { continue }
            costs[item.id] = row
        }
        return costs
    }

    /// What can be undone and redone, and what was done last. What somebody has written since is a step that is not in the list yet.
    private func madeSteps(
        _ place: HomeFilePlace, _ bytes: [UInt8]
    ) -> (undo: BoardStep?, redo: BoardStep?, recent: [BoardStep]) {
        guard let list = historyFolder(place).list() else { return (nil, nil, []) }
        func step(_ entry: BoardHistoryFolder.Entry) -> BoardStep {
            let change = entry.change ?? .init(.text)
            return BoardStep(
                kind: BoardStep.Kind(change.kind), label: change.label, by: entry.by, at: entry.at,
                version: entry.version)
        }
        let version = Self.version(of: bytes)
        let done = list.entries[...list.position]
        // What it began with is no step.
        let made = done.dropFirst().suffix(Self.mostRecent).map(step)
        guard done.last?.version == version else {
            let noticed = BoardStep(kind: .text, at: Self.changeTime(of: place) ?? Date(), version: version)
            return (noticed, nil, made.suffix(Self.mostRecent - 1) + [noticed])
        }
        let next = list.entries.dropFirst(list.position + 1).first
        return (made.last, next.map(step), made)
    }

    private static func changeTime(of place: HomeFilePlace) -> Date? {
        (try? FileManager.default.attributesOfItem(atPath: place.target))?[.modificationDate] as? Date
    }

    /// Emoji that were found by words, with the pictures beside the boards that have them in their name.
    public func symbols(_ words: String, _ emoji: SymbolPage) -> SymbolPage {
        var found = emoji
        // As names of files are made from what people call things: "Gärten 2" finds `garten-2.jpg`.
        let wanted = BoardEdit.id(for: words).split(separator: "-")
        found.pictures = filesBeside().pictures.filter { picture in
            let name = BoardEdit.id(for: picture)
            return words.isEmpty || !wanted.isEmpty && wanted.allSatisfy { name.contains($0) }
        }
        return found
    }

    /// The files beside the boards, and in folders there, as a card names them; by name.
    private func filesBeside() -> (pictures: [String], sounds: [String]) {
        guard let all = FileManager.default.enumerator(atPath: home.boardsFolder) else { return ([], []) }
        var (pictures, sounds): ([String], [String]) = ([], [])
        for case let path as String in all {
            if all.level > 3 { all.skipDescendants() }
            guard let dot = path.lastIndex(of: ".") else { continue }
            let ending = path[path.index(after: dot)...].lowercased()
            let isPicture = BoardItem.pictureEndings.contains(ending)
            guard isPicture || Self.soundEndings.contains(ending),
                (isPicture ? pictures : sounds).count < Self.mostFiles,
                !path.split(separator: "/").contains(where: { $0.hasPrefix(".") }),
                all.fileAttributes?[.type] as? FileAttributeType == .typeRegular
            else { continue }
            if isPicture { pictures.append(path) } else { sounds.append(path) }
        }
        return (pictures.sorted(), sounds.sorted())
    }

    private static let soundEndings = ["wav", "flac", "ogg", "oga", "opus"]
}

extension BoardCard {
    fileprivate init(_ item: WrittenItem, _ row: BoardCost.Row?) {
        self.init(
            path: item.path.description, id: item.id, label: item.label,
            fields: Dictionary(uniqueKeysWithValues: item.fields.map { ($0.key.rawValue, $0.value) }),
            isGroup: item.items != nil,
            number: row?.number.map(String.init).joined(separator: "."), steps: row?.cost?.steps,
            presses: row?.cost?.presses, seconds: row?.cost.map { ($0.seconds * 10).rounded() / 10 })
    }
}

extension BoardStep.Kind {
    init(_ kind: BoardChange.Summary.Kind) {
        self =
            switch kind {
            case .set: .set
            case .board: .board
            case .move: .move
            case .copy: .copy
            case .remove: .remove
            case .add: .add
            case .several: .several
            case .text: .text
            }
    }
}
