import Care
import Scanning
import StaffFiles

/// The checks after all boards have been read: how they sound, what a pass costs, and ways back.
struct BoardChecks {
    /// A longer level gets a warning: a pass over it takes too long.
    static let comfortableItems = 10
    /// The keys 1–9 of a keypad; 0 goes back.
    static let keypadItems = 9

    let boards: [ReadBoard]
    let parameters: ScanParameters
    let voices: BoardVoices

    func run() {
        for board in boards {
            var lines: [String: Int] = [:]
            checkIDs(board.items, board, &lines)
            checkLevel(board.items, board, at: board.items.first?.range ?? .start)
        }
        checkRequestIDs()
        checkNames()
        WayBack(boards: boards, parameters: parameters).check()
    }

    private func checkIDs(_ items: [ReadItem], _ board: ReadBoard, _ lines: inout [String: Int]) {
        for item in items {
            if let first = lines[item.item.id], !item.item.id.isEmpty {
                let isWritten = item.places[.id] != nil
                board.log.error(
                    "the id `\(item.item.id)` is taken by the item in line \(first): "
                        + (isWritten
                            ? "write another" : "it was made from the label, so write another `id: `"),
                    at: item.place(of: isWritten ? .id : .label))
            }
            lines[item.item.id] = lines[item.item.id] ?? item.range.line
            checkIDs(item.children, board, &lines)
        }
    }

    /// A request's id names what is asked for, to the service and in the log: one id, one need.
    private func checkRequestIDs() {
        var places: [String: (path: String, line: Int)] = [:]
        for board in boards {
            for item in Self.flattened(board.items) where item.item.isRequest {
                if let first = places[item.item.id], first.path != board.path {
                    board.log.error(
                        "the id `\(item.item.id)` asks for something already in \(first.path), line \(first.line): write another `id: `",
                        at: item.place(of: item.places[.id] != nil ? .id : .label))
                }
                places[item.item.id] = places[item.item.id] ?? (board.path, item.range.line)
            }
        }
    }

    /// Boards whose names are written with other characters, and look alike.
    private func checkNames() {
        var first: [String: ReadBoard] = [:]
        for board in boards {
            let (name, shape) = (board.board.name, NameSkeleton(board.board.name).shape)
            if let first = first[shape], NameSkeleton.areAlike(first.board.name, name),
                NameSkeleton.typed(first.board.name) != NameSkeleton.typed(name)
            {
                board.log.warning(
                    "this name looks like that of \(first.path), but is written with other characters: type it again, or write another",
                    at: board.namePlace)
            }
            first[shape] = first[shape] ?? board
        }
    }

    static func flattened(_ items: [ReadItem]) -> [ReadItem] {
        items.flatMap { [$0] + flattened($0.children) }
    }

    private func checkLevel(_ items: [ReadItem], _ board: ReadBoard, at range: SourceRange) {
        SoundCheck(board: board, voices: voices, maxCueTime: parameters.maxCueTime).check(items)
        checkLooks(items, board)
        checkCount(items, board, at: range)
        for item in items where !item.children.isEmpty {
            checkLevel(item.children, board, at: item.place(of: .group))
        }
    }

    /// Two cards whose labels look alike: people who read along, and every caregiver, would confuse them.
    /// What is written the same way may well be told apart by its cue, which is said, or its symbol.
    private func checkLooks(_ items: [ReadItem], _ board: ReadBoard) {
        var byLetters: [String: ReadItem] = [:]
        var byShape: [String: ReadItem] = [:]
        for item in items {
            let skeleton = NameSkeleton(item.item.label)
            let first = byLetters[skeleton.letters] ?? byShape[skeleton.shape]
            if let first, NameSkeleton.areAlike(first.item.label, item.item.label),
                NameSkeleton.typed(first.item.label) != NameSkeleton.typed(item.item.label)
            {
                board.log.warning(
                    "this label looks like that of line \(first.place(of: .label).line), but is written with other characters: type it again, or write another",
                    at: item.place(of: .label))
            }
            byLetters[skeleton.letters] = first ?? item
            byShape[skeleton.shape] = first ?? item
        }
    }

    private func checkCount(_ items: [ReadItem], _ board: ReadBoard, at range: SourceRange) {
        switch parameters.mode {
        case .direct:
            guard items.count > Self.keypadItems, let first = items.dropFirst(Self.keypadItems).first else {
                return
            }
            board.log.warning(
                "\(items.count) items in one level: a keypad reaches \(Self.keypadItems), so nobody can choose from this one on",
                at: first.range)
        case .automatic, .inverse, .stepDwell, .step:
            guard items.count > Self.comfortableItems else { return }
            let cues = items.reduce(Duration.zero) {
                $0 + voices.cueDuration($1.item.cue, board.board.language)
            }
            let pass = cues + parameters.scanTime * items.count + parameters.firstItemExtra
            board.log.warning(
                "\(items.count) items in one level: a pass over them takes \(pass.components.seconds) s, so put what belongs together into groups",
                at: range)
        }
    }
}

extension BoardItem {
    /// Whether choosing it asks the caregivers.
    var isRequest: Bool {
        if case .request = action { true } else { false }
    }

    /// Whether a voice says anything of it when it is scanned or chosen: not all is recorded.
    var isReadAloud: Bool {
        switch action {
        case .request, .speak: cueSound == nil || saySound == nil
        case .group, .open, .list, .pace, .propose: cueSound == nil
        }
    }
}
