import Boards
import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

extension KioskSession {
    /// From now on, the client's screens come as effects.
    public mutating func showOnScreen() { display.isOn = true }

    // MARK: - What happens on it

    /// Looks at an event after the session has taken it, before time goes on.
    mutating func watchForScreen(_ event: KioskEvent, at now: Instant) {
        guard display.isOn, case .voice(let voice) = event else { return }
        switch voice {
        case .started(let id, _):
            display.begins(id, at: now)
            if floor.isCue(id), let present = scanner.present {
                display.spot = .init(
                    level: present.level, item: present.item.id,
                    kind: present.isPreview ? .previewed : .scanned)
            }
        case .finished(let id, _), .cut(let id, _): display.ended(id, at: now)
        case .outputLost, .outputRestored, .outputTearing, .outputWhole: break
        }
    }

    /// Looks at what takes the whole screen: what has stood long enough counts as told, and a reward that has not waits again.
    mutating func checkWholeScreen(at now: Instant) {
        let ledger = asking.ledger
        display.whole.check(at: now) { ledger[$0]?.state }
        journal.told(display.whole.takeTold())
        // It has been read: the exercise is seen again.
        if exercises.isRunning, !exercises.isYielding, floor.isFree { display.whole.giveWayIfRead() }
        for script in display.whole.takePostponed() { journal.told(floor.announce(script)) }
    }

    /// Shows what has changed, after everything else.
    mutating func show(at now: Instant, _ effects: inout Effects) {
        guard display.isOn else { return }
        noteSpoken(in: effects)
        display.forget(at: now)
        if isResting || exercises.isRunning && floor.isFree, sharing.turn != .waits {
            display.whole.isFree(at: now)
        }
        if display.number == 0 { display.number = max(0, Int64(wall.timeIntervalSince1970 * 1000)) }
        let next = screen()
        guard next != display.shown else { return }
        display.number += 1
        display.shown = next
        effects.add(.show(next))
    }

    private mutating func noteSpoken(in effects: Effects) {
        for case .voice(.speak(let utterance)) in effects.list where !utterance.isEarcon {
            if let answer = floor.running?.answer, utterance.kind == .announcement,
                utterance.caption.prefix(Cards.longestText) == answer.words
            {
                display.answers[utterance.id] = answer
            }
            if let celebration = floor.running?.celebration, utterance.kind == .announcement,
                utterance.caption.prefix(Cards.longestText) == celebration.words
            {
                display.celebrations[utterance.id] = celebration
            }
            let kind: Screen.Caption.Kind
            switch utterance.kind {
            case .cue: kind = .cue
            case .say: kind = .say
            case .announcement, .alert, .earcon: kind = .announcement
            case .fault: kind = .fault
            }
            let caption = Screen.Caption(
                kind: kind, text: String(utterance.caption.prefix(Cards.longestText)),
                isUrgent: utterance.kind != .cue && floor.running?.isUrgent == true)
            display.live[utterance.id] = caption
            if floor.running?.words != nil, kind == .announcement { display.words = caption }
        }
    }

    // MARK: - What it shows

    private mutating func screen() -> Screen {
        let path = scanner.openLevels.isEmpty ? [scanner.topLevel] : scanner.openLevels
        let (depth, row) = openRow(of: path)
        let grid = levels[path[depth]]
        let next = display.number + 1

        let state = screenState
        // A card that would only wake the kiosk at rest is chosen when it is awake.
        let key = (scanner.isResting ? "rest " : "") + path[...depth].joined(separator: " / ")
        if key != display.levelKey {
            display.levelKey = key
            display.levelSince = next
            display.missed = nil
        }
        // A question that is over must not stay readable.
        if state != .asking, display.askingSince != nil { display.caption = nil }
        display.askingSince = state == .asking ? display.askingSince ?? next : nil

        let offered = offeredID(level: path[depth], open: path.last ?? "")
        let drawn = Self.part(
            of: grid.map { rows(of: $0, openRow: row) } ?? [], with: offered, openRow: row)
        let longest = drawn.map(\.cells.count).max() ?? 1
        var screen = Screen(
            number: display.number, client: settings.client.id, language: phrases.language, state: state,
            look: settings.display.look,
            level: ScreenLevel(
                since: display.levelSince, columns: max(1, min(longest, Cards.mostColumns)),
                rows: drawn.map { ScreenLevel.Row(cells: $0.cells, group: $0.group) }),
            highlight: highlight(in: drawn, level: path[depth], row: row, open: path.last ?? ""),
            caption: display.caption?.shown ?? display.words, askingSince: display.askingSince,
            requests: askedOnScreen, missed: display.missed, hint: hint(for: state),
            answer: display.whole.answer?.content,
            celebration: display.whole.celebration?.content, exercise: exerciseOnScreen,
            waiting: waitingOnScreen, saying: sayingOnScreen,
            link: videoLink, notWorking: phrases[.screenNotWorking])
        if let shown = display.shown {
            screen.number = shown.number
            if screen != shown { screen.number = next }
        } else {
            screen.number = next
        }
        return screen
    }

    private func hint(for state: Screen.State) -> String? {
        if display.missed != nil { return phrases[.screenMissed] }
        return state == .rest ? phrases[.screenTouch] : nil
    }

    private var screenState: Screen.State {
        switch floor.waiting {
        case .window, .countdown(_, _, _?, _): return .asking
        case .utterance, .recorded, .opening, .countdown, nil: break
        }
        if !floor.isFree { return .speaking }
        return scanner.isResting ? .rest : .scanning
    }

    /// The open level that is drawn, and its open row: a row is scanned as a separate level, but is drawn
    /// where it was.
    private func openRow(of path: [String]) -> (depth: Int, row: String?) {
        guard path.count > 1, let parent = levels[path[path.count - 2]] else { return (path.count - 1, nil) }
        for item in parent.scan.items {
            guard case .row = parent.contents[item.id],
                LevelMaker.rowID(item.id, in: parent.scan.id) == path[path.count - 1]
            else { continue }
            return (path.count - 2, item.id)
        }
        if path.count == 2, isStrips(parent) {
            for item in parent.scan.items where inside(item, of: parent)?.scan.id == path[1] {
                return (0, item.id)
            }
        }
        return (path.count - 1, nil)
    }

    /// The id of the offered card or row in the drawn level.
    private func offeredID(level: String, open: String) -> String? {
        guard let spot = display.spot, spot.level == open || spot.level == level else { return nil }
        return spot.item == ScanLevel.backID && spot.level != level ? Cards.rowBack : spot.item
    }

    private mutating func highlight(
        in rows: [DrawnRow], level: String, row: String?, open: String
    ) -> Screen.Highlight? {
        // An opened row is highlighted before its first item is heard.
        let opened = rows.firstIndex { row != nil && $0.item == row }
            .map { Screen.Highlight(kind: .scanned, row: $0) }
        guard let spot = display.spot else { return opened }
        let isChosen = scanner.isSelecting || floor.running?.isChoice == true
        guard let id = offeredID(level: level, open: open), !scanner.isResting,
            spot.kind != .chosen || isChosen,
            spot.kind == .chosen || !scanner.isStandingStill
        else {
            display.spot = nil
            return opened
        }
        for (index, cells) in rows.enumerated() {
            if let cell = cells.cells.firstIndex(where: { $0.id == id }) {
                return Screen.Highlight(kind: spot.kind, row: index, cell: cell)
            }
        }
        return rows.firstIndex { $0.item == id }.map { Screen.Highlight(kind: spot.kind, row: $0) }
    }

    // MARK: - Touches

    /// Whether what was touched is still open on the session's screen.
    func takes(_ tap: ScreenTap) -> Bool { display.isOn && display.shown?.takes(tap) == true }

    /// A touch: its card is chosen as with a keypad's key, if it is still there.
    mutating func take(_ tap: ScreenTap, at now: Instant, _ effects: inout Effects) {
        // The same finger, twice: as with a switch.
        if let last = display.lastTap, last.duration(to: now) < scanning.ignoreRepeat { return }
        if holdsBack(tap, at: now, &effects) { return }
        guard takes(tap) else {
            display.missed = tap.screen
            return
        }
        display.lastTap = now
        isUsed(at: now, &effects)
        display.missed = nil
        display.words = nil
        sound(.press, &effects)
        let press = SwitchPress(role: .select, began: now)
        if tap.cell == Screen.answerCell {
            _ = answersWindow(press, at: now, &effects)
        } else if takeForEncouragement(press, at: now, &effects) {
            // It takes the whole screen, too.
        } else if takeForExercise(press, at: now, &effects) {
            // It takes the whole screen.
        } else if floor.isCountdown {
            // While help is being called nothing else begins.
        } else if scanner.isResting {
            walk(.press(press), at: now, &effects)
        } else if let path = path(to: tap.cell) {
            closeOpenQuestion(at: now, &effects)
            presses.scans(nil)
            scan(scanner.choose(path, at: now), at: now, &effects)
        } else {
            display.missed = tap.screen
        }
    }

    /// Touching a card does not answer an open question.
    private mutating func closeOpenQuestion(at now: Instant, _ effects: inout Effects) {
        guard case .window = floor.waiting else { return }
        step(at: now, &effects)
    }

    /// The path to a card in a strip of the first level.
    private mutating func stripSteps(to cell: String, in grid: KioskLevel, openRow: String?) -> [ScanStep]? {
        for item in grid.scan.items {
            guard let inside = inside(item, of: grid) else { continue }
            let isBack = cell == Cards.rowBack && item.id == openRow
            guard isBack || inside.scan.items.contains(where: { $0.id == cell }) else { continue }
            levels.add(inside)
            return [
                ScanStep(level: grid.scan, item: item.id),
                ScanStep(level: inside.scan, item: isBack ? ScanLevel.backID : cell),
            ]
        }
        return nil
    }

    /// The path to a card of the drawn level.
    private mutating func path(to cell: String) -> [ScanStep]? {
        let open = scanner.openLevels
        guard !open.isEmpty else { return nil }
        let (depth, row) = openRow(of: open)
        guard let grid = levels[open[depth]] else { return nil }
        var steps: [ScanStep] = []
        for index in 0..<depth {
            guard let level = levels[open[index]], let item = scanner.item(inLevel: index) else { return nil }
            steps.append(ScanStep(level: level.scan, item: item))
        }
        if grid.scan.items.contains(where: { $0.id == cell }) {
            if case .row = grid.contents[cell] { return nil }
            return steps + [ScanStep(level: grid.scan, item: cell)]
        }
        if isStrips(grid) { return stripSteps(to: cell, in: grid, openRow: row) }
        for item in grid.scan.items {
            guard case .row(let items) = grid.contents[item.id] else { continue }
            let isBack = cell == Cards.rowBack && item.id == row
            guard isBack || items.contains(where: { $0.id == cell }) else { continue }
            let inside = levels.maker.row(item.id, in: grid.scan.id, items)
            levels.add(inside)
            return steps + [
                ScanStep(level: grid.scan, item: item.id),
                ScanStep(level: inside.scan, item: isBack ? ScanLevel.backID : cell),
            ]
        }
        return nil
    }
}
