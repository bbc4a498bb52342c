import Boards
import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech

/// A level of the scan together with what its items mean.
struct KioskLevel: Sendable {
    enum Content: Sendable {
        case item(BoardItem)
        /// "Yes" to an item that asks for confirmation.
        case confirmed(BoardItem)
        /// An entry in the list of open requests.
        case openRequest(UUID)
        case askAgain(UUID)
        case makeUrgent(UUID)
        case neverMind(UUID)
    }

    var scan: ScanLevel
    var contents: [String: Content]
    /// What scanning says, by the item's id.
    var cues: [String: [SpeechPart]]
}

/// Makes levels of boards, groups and questions.
struct LevelMaker: Sendable {
    var boards: BoardSet
    var phrases: Phrases
    var parameters: ScanParameters

    /// The level that scanning starts with.
    var top: KioskLevel { board(boards.start, isTop: true) }

    /// The level of an opened board.
    func board(_ path: String) -> KioskLevel { board(path, isTop: false) }

    private func board(_ path: String, isTop: Bool) -> KioskLevel {
        level(id: "board \(path)", items: boards.boards[path]?.items ?? [], isTop: isTop)
    }

    /// The level inside a group.
    func group(_ item: BoardItem, _ items: [BoardItem]) -> KioskLevel {
        level(id: "group \(item.id)", items: items, isTop: false)
    }

    private func level(id: String, items: [BoardItem], isTop: Bool) -> KioskLevel {
        let places = ScanOrder.places(
            of: items, pattern: parameters.pattern, backItem: parameters.backItem, isTop: isTop)
        var level = KioskLevel(
            scan: ScanLevel(id: id, items: []), contents: [:],
            cues: [ScanLevel.backID: [.text(phrases[.goBack])]])
        for place in places {
            switch place {
            case .goBack: level.scan.items.append(ScanItem(id: ScanLevel.backID, kind: .back))
            case .item(let index):
                let item = items[index]
                level.scan.items.append(ScanItem(id: item.id))
                level.contents[item.id] = .item(item)
                level.cues[item.id] = cue(of: item)
            case .row: break
            }
        }
        return level
    }

    private func cue(of item: BoardItem) -> [SpeechPart] {
        if let sound = item.cueSound { return [.recording(path: sound.path, text: item.cue)] }
        switch item.action {
        case .group(let items) where items.count == 1:
            return [.text(phrases[.groupOfOne, [.label: item.cue]])]
        case .group(let items):
            return [.text(phrases[.group, [.label: item.cue, .count: String(items.count)]])]
        case .open, .request, .speak, .list, .pace:
            return [.text(item.cue)]
        }
    }

    /// "Are you sure?" for an item with `confirm`.
    func confirmation(of item: BoardItem) -> KioskLevel {
        KioskLevel(
            scan: ScanLevel(
                id: "confirm \(item.id)",
                items: [ScanItem(id: "yes"), ScanItem(id: ScanLevel.backID, kind: .back)], isQuestion: true),
            contents: ["yes": .confirmed(item)],
            cues: [
                "yes": cue(of: item) + [.text(phrases[.confirmYes])],
                ScanLevel.backID: [.text(phrases[.confirmNo])],
            ])
    }

    /// What can be done about a request that is open.
    func choices(about request: LedgerEntry) -> KioskLevel {
        var items = [ScanItem(id: "again")]
        if request.new.priority < .urgent { items.append(ScanItem(id: "urgent")) }
        items += [ScanItem(id: "never-mind"), ScanItem(id: ScanLevel.backID, kind: .back)]
        return KioskLevel(
            scan: ScanLevel(id: "request \(request.new.id)", items: items, isQuestion: true),
            contents: [
                "again": .askAgain(request.new.id), "urgent": .makeUrgent(request.new.id),
                "never-mind": .neverMind(request.new.id),
            ],
            cues: [
                "again": [.text(phrases[.choiceAskAgain])], "urgent": [.text(phrases[.choiceUrgent])],
                "never-mind": [.text(phrases[.choiceNeverMind])], ScanLevel.backID: [.text(phrases[.goBack])],
            ])
    }

    /// The list of what is asked and open.
    func requests(_ entries: [LedgerEntry]) -> KioskLevel {
        var level = KioskLevel(
            scan: ScanLevel(
                id: "requests", choices: entries.map { $0.new.id.uuidString }, back: parameters.backItem),
            contents: [:], cues: [ScanLevel.backID: [.text(phrases[.goBack])]])
        for entry in entries {
            level.contents[entry.new.id.uuidString] = .openRequest(entry.new.id)
            level.cues[entry.new.id.uuidString] = [.text(words(for: entry))]
        }
        return level
    }

    /// "Water: heard."
    func words(for entry: LedgerEntry) -> String {
        let state =
            switch entry.state {
            case .onTheWay: phrases[.stateOnTheWay]
            case .heard: phrases[.stateHeard]
            case .asked, .met, .declined, .cancelled: phrases[.stateAsked]
            }
        return phrases[.openRequest, [.label: entry.new.label, .state: state]]
    }
}
