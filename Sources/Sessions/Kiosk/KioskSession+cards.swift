import Activities
import Boards
import Care
import Exercises
import FoundationEssentials
import HomeFiles
import Scanning
import Speech

/// How the cards of a level are named and drawn.
enum Cards {
    /// The way out of an open row: the level's own "Go back" may be on another card.
    static let rowBack = "<row back>"
    /// Longer texts do not help on a screen.
    static let longestText = 500
    /// Larger levels are shown in parts; the service takes no larger screen.
    static let mostCells = 400
    /// Longer rows are split, because the service does not accept them.
    static let mostColumns = 100

    /// The content of cards that are not a board's.
    enum Symbol {
        static let back = "↩️"
        static let yes = "✅"
        static let no = "✖️"
        static let again = "🔁"
        static let urgent = "❗"
        static let more = "➡️"
        static let skip = "⏭️"
        static let first = "⏮️"
    }
}

/// A row as it is drawn.
struct DrawnRow {
    var cells: [ScreenLevel.Cell]
    /// The item as which the whole row is scanned; `nil` if its cards are scanned one by one.
    var item: String?
    /// The group whose strip it is.
    var group: ScreenLevel.Cell?
}

extension KioskSession {
    /// The rows of a level as they are drawn: its own if it is scanned by rows, otherwise as many cards side
    /// by side as fit.
    ///
    /// - Parameter openRow: The row whose items are scanned now.
    func rows(of level: KioskLevel, openRow: String?) -> [DrawnRow] {
        let items = level.scan.items
        if isStrips(level) { return items.map { strip($0, in: level, isOpen: $0.id == openRow) } }
        let isGrid = items.contains { if case .row = level.contents[$0.id] { true } else { false } }
        guard isGrid else {
            let cells = items.map { card($0, in: level) }
            let columns = settings.display.columns ?? level.columns ?? ScanOrder.squareColumns(cells.count)
            return stride(from: 0, to: cells.count, by: max(1, columns)).map { start in
                DrawnRow(cells: Array(cells[start..<min(start + max(1, columns), cells.count)]))
            }
        }
        return items.map { item in
            guard case .row(let inside) = level.contents[item.id] else {
                return DrawnRow(cells: [card(item, in: level)])
            }
            var cells = inside.map(card)
            if item.id == openRow, scanning.backItem != .none {
                let back = backCard(id: Cards.rowBack)
                cells.insert(back, at: scanning.backItem == .start ? 0 : cells.count)
            }
            return DrawnRow(cells: cells, item: item.id)
        }
    }

    // MARK: - Strips

    /// Whether a level is drawn as strips: the first one, if its rows are not scanned as such. On a keypad a digit
    /// means a card of the open level, so that the others would be in the way.
    func isStrips(_ level: KioskLevel) -> Bool {
        settings.display.look.layout == .strips && scanning.mode != .direct
            && level.scan.id == scanner.topLevel
            && !level.scan.items.contains { if case .row = level.contents[$0.id] { true } else { false } }
            && level.scan.items.contains { inside($0, of: level) != nil }
    }

    /// The level inside a group, whose cards are in the group's strip.
    func inside(_ item: ScanItem, of level: KioskLevel) -> KioskLevel? {
        guard case .item(let content) = level.contents[item.id], case .group(let items) = content.action
        else { return nil }
        let group = levels.maker.group(content, items)
        return levels[group.scan.id] ?? group
    }

    /// A group's strip; what is no group is a strip of one card.
    private func strip(_ item: ScanItem, in level: KioskLevel, isOpen: Bool) -> DrawnRow {
        guard let inside = inside(item, of: level) else { return DrawnRow(cells: [card(item, in: level)]) }
        // The way back is there while it is scanned.
        let cells = inside.scan.items.compactMap { one -> ScreenLevel.Cell? in
            guard one.kind == .back else { return card(one, in: inside) }
            return isOpen ? backCard(id: Cards.rowBack) : nil
        }
        return DrawnRow(cells: cells, item: item.id, group: card(item, in: level))
    }

    /// The part of a large level that contains the offered item. Its limits are fixed for the level and do
    /// not move with the scan, so that cards stay where they are.
    ///
    /// - Parameters:
    ///   - id: What is offered: a card, or a whole row.
    ///   - openRow: The row whose items are scanned now.
    static func part(of rows: [DrawnRow], with id: String?, openRow: String?) -> [DrawnRow] {
        var parts: [[DrawnRow]] = []
        var count = 0
        for row in rows {
            for start in stride(from: 0, to: row.cells.count, by: Cards.mostCells) {
                let end = min(start + Cards.mostCells, row.cells.count)
                if parts.isEmpty || count + end - start > Cards.mostCells {
                    parts.append([])
                    count = 0
                }
                parts[parts.count - 1].append(
                    DrawnRow(cells: Array(row.cells[start..<end]), item: row.item, group: row.group))
                count += end - start
            }
        }
        func first(_ isIt: (DrawnRow) -> Bool) -> [DrawnRow]? { parts.first { $0.contains(where: isIt) } }
        return id.flatMap { id in first { $0.cells.contains { $0.id == id } } ?? first { $0.item == id } }
            ?? openRow.flatMap { open in first { $0.item == open } } ?? parts.first ?? []
    }

    private func backCard(id: String) -> ScreenLevel.Cell {
        ScreenLevel.Cell(
            id: id, label: phrases[.goBack], symbol: .text(Cards.Symbol.back), kind: .back)
    }

    private func card(_ item: ScanItem, in level: KioskLevel) -> ScreenLevel.Cell {
        var cell = content(of: item, in: level)
        cell.label = String(cell.label.prefix(Cards.longestText))
        return cell
    }

    private func content(of item: ScanItem, in level: KioskLevel) -> ScreenLevel.Cell {
        let said = level.cues[item.id].map(Self.words) ?? item.id
        func plain(_ kind: ScreenLevel.Cell.Kind, _ symbol: String? = nil, label: String? = nil)
            -> ScreenLevel.Cell
        {
            ScreenLevel.Cell(
                id: item.id, label: label ?? said, symbol: symbol.map { .text($0) }, kind: kind)
        }
        if item.kind == .back {
            // "No, do not ask" is a way back, too.
            var back = backCard(id: item.id)
            back.label = said
            if level.scan.isQuestion, said != phrases[.goBack] { back.symbol = .text(Cards.Symbol.no) }
            return back
        }
        switch level.contents[item.id] {
        case .item(let item): return card(item)
        case .confirmed(let asked):
            var cell = card(asked)
            cell.id = item.id
            cell.label = "\(asked.label): \(phrases[.confirmYes])"
            return cell
        case .openRequest(let id):
            guard let entry = asking.ledger[id] else { return plain(.group) }
            var cell = plain(.group, label: entry.new.label)
            cell.symbol = symbol(ofNeed: entry.new.need)
            cell.color = levels.maker.colors[entry.new.need]
            cell.state = entry.state
            cell.note = levels.maker.standing(of: entry, at: wall)
            return cell
        case .endedCall(let entry):
            var cell = plain(.group, label: entry.new.label)
            cell.symbol = symbol(ofNeed: entry.new.need)
            cell.color = levels.maker.colors[entry.new.need]
            cell.state = entry.state
            cell.note = levels.maker.standing(of: entry, at: wall)
            return cell
        case .occurrence(let id):
            var cell = plain(.plan)
            if let occurrence = agenda.occurrence(id, at: planTime) {
                cell.note = levels.maker.standing(of: occurrence, client: settings.client.name, at: planTime)
            }
            return cell
        case .askAgain: return plain(.action, Cards.Symbol.again)
        case .makeUrgent: return plain(.action, Cards.Symbol.urgent)
        case .neverMind: return plain(.action, Cards.Symbol.no)
        case .household(let choice):
            var cell = plain(choice.leadsOn ? .plan : .action)
            cell.note = standing(of: choice)
            return cell
        case .exercise(.open(let id)):
            var cell = plain(.plan)
            cell.symbol = exercises[id]?.symbol.flatMap(drawn)
            if exercises.isPaused(id) { cell.note = phrases[.exerciseIsPaused] }
            return cell
        case .exercise(.paused(.stop)): return plain(.action, Cards.Symbol.no)
        case .exercise(.paused(.again)): return plain(.action, Cards.Symbol.again)
        case .exercise(.paused(.goOn)): return plain(.action, Cards.Symbol.more)
        case .exercise(.paused(.fromBeginning)): return plain(.action, Cards.Symbol.first)
        case .activity(let choice):
            var cell = plain(choice.leadsOn ? .plan : .action)
            cell.symbol = symbol(of: choice)
            cell.note = standing(of: choice)
            return cell
        case .goal(let choice):
            var cell = plain(choice.leadsOn ? .plan : .action, symbol(of: choice))
            cell.note = standing(of: choice)
            return cell
        case .encouragement(.hear), .encouragement(.categories): return plain(.group)
        case .encouragement(.another): return plain(.action, Cards.Symbol.more)
        case .encouragement(.keep(true)): return plain(.action, "⭐")
        case .encouragement(.keep(false)): return plain(.action, Cards.Symbol.no)
        case .mark(_, .done), .mark(_, .partDone), .mark(_, .claimed), .mark(_, .accepted):
            return plain(.action, Cards.Symbol.yes)
        case .mark(_, .skipped): return plain(.action, Cards.Symbol.skip)
        case .mark(_, .refused): return plain(.action, Cards.Symbol.no)
        case .mark(_, .undone), .mark(_, .offerUndone): return plain(.action, Cards.Symbol.again)
        case .mark(_, .offered): return plain(.action)
        case .more: return plain(.group, Cards.Symbol.more)
        case .proposing(let choice): return plain(choice.leadsOn ? .group : .action)
        case .row, nil: return plain(.group)
        }
    }

    private func symbol(of choice: ActivityChoice) -> ScreenSymbol? {
        switch choice {
        case .open(let id):
            guard let entry = levels.maker.assignments.first(where: { $0.id == id }) else { return nil }
            guard let occurrence = entry.occurrence else { return .text("👥") }
            let exercise = occurrence.exercise.flatMap { exercises[$0]?.symbol }
            return (occurrence.symbol ?? exercise).flatMap(drawn)
        case .mood(let scale, let value), .tell(let scale, let value):
            if let face = MoodFace(value, on: scale) { return .face(face) }
            switch value {
            case .unknown: return .text("❓")
            case .notNow: return .text(Cards.Symbol.skip)
            case .level, .word: return nil
            }
        case .written, .hear: return .text("📨")
        case .week: return .text("📈")
        case .join: return .text(Cards.Symbol.yes)
        case .exerciseFirst: return .text(Cards.Symbol.first)
        case .wait: return .text("⏳")
        case .breatheAgain: return .text(Cards.Symbol.again)
        case .calm: return .text("🌊")
        case .leave: return .text(Cards.Symbol.no)
        case .notes, .note: return .text("📝")
        case .feeling: return MoodFace(number: 4).map { .face($0) }
        case .spell: return .text("🔤")
        case .answer(let answer):
            switch answer {
            case .yes: return .text("👍")
            case .no: return .text("👎")
            case .stop: return .text("✋")
            case .again: return .text(Cards.Symbol.again)
            case .louder: return .text("🔊")
            case .wantToSay: return .text("💬")
            }
        }
    }

    private func symbol(of choice: GoalChoice) -> String? {
        switch choice {
        case .open: "🎯"
        case .new: "➕"
        case .spell: "🔤"
        case .title, .end: nil
        case .make(_, _, let reminding): reminding == .quiet ? "🔕" : "🔔"
        case .delete: "🗑️"
        case .deleted: Cards.Symbol.yes
        }
    }

    /// The card of a board's item.
    private func card(_ item: BoardItem) -> ScreenLevel.Cell {
        var cell = ScreenLevel.Cell(
            id: item.id, label: item.label, symbol: item.symbol.flatMap(drawn), kind: item.cardKind,
            color: levels.maker.colors[item.id])
        if case .request = item.action, let entry = asking.ledger.open(need: item.id) {
            cell.state = entry.state
            cell.note = levels.maker.standing(of: entry, at: wall)
        }
        return cell
    }

    static func words(_ parts: [SpeechPart]) -> String {
        parts.compactMap { part in
            switch part {
            case .text(let text), .recording(_, let text): text
            case .earcon, .tone, .calm: nil
            }
        }.joined(separator: ", ")
    }

    // MARK: - What was asked

    /// The oldest first; finished requests stay a while after the open ones.
    var askedOnScreen: [Screen.AskedRequest] {
        let open = asking.ledger.all
        let answered = display.answered.map(\.entry).filter { ended in
            !open.contains { $0.new.need == ended.new.need }
        }
        return (open + answered).suffix(Screen.mostShown).map { entry in
            Screen.AskedRequest(
                id: entry.new.id.uuidString, label: String(entry.new.label.prefix(Cards.longestText)),
                symbol: symbol(ofNeed: entry.new.need), state: entry.state, words: words(for: entry.state),
                isUrgent: entry.new.priority == .urgent)
        }
    }

    private func words(for state: RequestState) -> String {
        switch state {
        case .asked: phrases[.stateAsked]
        case .heard: phrases[.stateHeard]
        case .onTheWay: phrases[.stateOnTheWay]
        case .met: phrases[.stateMet]
        case .declined, .cancelled: phrases[.stateDeclined]
        }
    }

    // MARK: - Symbols

    func symbol(ofNeed need: String) -> ScreenSymbol? { levels.maker.symbols[need].flatMap(drawn) }

    /// A picture outside the folder of the first board cannot be shown.
    func drawn(_ text: String) -> ScreenSymbol? {
        guard BoardItem.isPicture(text) else { return .text(text) }
        guard let end = levels.maker.boards.start.lastIndex(of: "/") else { return .picture(text) }
        let folder = levels.maker.boards.start[...end]
        return text.hasPrefix(folder) ? .picture(String(text.dropFirst(folder.count))) : nil
    }
}

extension Screen {
    /// How many requests are shown.
    static let mostShown = 20
}

extension BoardItem {
    fileprivate var cardKind: ScreenLevel.Cell.Kind {
        switch action {
        case .group, .open, .list: .group
        case .request: .request
        case .speak: .speech
        case .pace: .action
        case .propose(.by): .group
        case .propose(.suggestion): .action
        }
    }
}
