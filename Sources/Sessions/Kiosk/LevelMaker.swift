import Boards
import Care
import Encouragement
import Exercises
import FoundationEssentials
import HomeFiles
import Scanning
import Speech

/// Makes levels of boards, groups and questions.
struct LevelMaker: Sendable {
    /// How many items of a group `speak_group_content` names.
    static let namedItems = 3

    /// The boards as their files have them.
    var files: BoardSet {
        didSet { added = AddedNeeds(needs, to: files) }
    }
    /// Needs besides those of the boards.
    var needs: [Need] = [] {
        didSet { added = AddedNeeds(needs, to: files) }
    }
    /// The boards with the needs added to their groups, and the list of other needs.
    private(set) var added: AddedNeeds {
        didSet { readItems() }
    }
    /// The symbols of all items, by their ids.
    private(set) var symbols: [String: String] = [:]
    /// The colours of all items that have one, by their ids.
    private(set) var colors: [String: CardColor] = [:]
    /// Whether any board has the list of the last day's calls.
    private(set) var listsCalls = false
    var phrases: Phrases
    var parameters: ScanParameters
    /// The plan and what is left, by time.
    var plan: [RoutineOccurrence] = []
    /// What the lists of chores, points, rewards and people are made of.
    var household = HouseholdLists()
    /// What the client may do, in the order of the list.
    var exercises: [Exercise] = []
    /// What can encourage the client.
    var encouragement = EncouragementShelf(language: "en")
    /// Whether anything of it is a favourite.
    var hasFavouriteEncouragement = false
    /// What the client was given to do, in the order of the list.
    var assignments: [AssignmentEntry] = []
    /// What providers have written for the client.
    var written: [ProviderNotes] = []
    /// How they were in the last seven days.
    var week: [DayMood] = []
    /// What the client has set themselves to do, in the order of the list.
    var goals: [Goal] = []
    /// Whether any board has the list of goals: then what is spelled can become one.
    private(set) var listsGoals = false
    /// What can be chosen at the present stage of what the client does of it.
    var activity: KioskLevel?
    /// Who gets what the client spells for an appointment; `nil` where there is none.
    var tellsProvider: String?
    /// Whether any request is open: otherwise their list is empty.
    var hasOpenRequests = false
    /// Whether the list of the last day's calls has anything.
    var hasCalls = false
    /// The changes of pace that would have no effect, because a limit is reached or the pace is the usual
    /// one.
    var idlePaceChanges: Set<BoardItem.PaceChange> = [.usual]
    /// The material for proposing.
    var means = ProposalMeans()

    init(boards: BoardSet, phrases: Phrases, parameters: ScanParameters) {
        files = boards
        let added = AddedNeeds([], to: boards)
        self.added = added
        self.phrases = phrases
        self.parameters = parameters
        readItems()
    }

    /// What is looked up by an item's id.
    private mutating func readItems() {
        let items = boards.boards.values.flatMap(\.items) + added.list
        symbols = BoardItem.symbols(of: items)
        colors = BoardItem.colors(of: items)
        func lists(_ list: BoardItem.LiveList, _ items: [BoardItem]) -> Bool {
            items.contains { item in
                switch item.action {
                case .list(let one): one == list
                case .group(let inside): lists(list, inside)
                case .open, .request, .speak, .pace, .propose: false
                }
            }
        }
        listsCalls = lists(.calls, items)
        listsGoals = lists(.goals, items)
    }

    var boards: BoardSet { added.boards }

    /// The level that scanning starts with.
    var top: KioskLevel { board(boards.start, isTop: true) }

    /// The level of an opened board.
    func board(_ path: String) -> KioskLevel { board(path, isTop: false) }

    private func board(_ path: String, isTop: Bool) -> KioskLevel {
        let board = boards.boards[path]
        return level(id: "board \(path)", items: board?.items ?? [], columns: board?.columns, isTop: isTop)
    }

    /// The level inside a group.
    func group(_ item: BoardItem, _ items: [BoardItem]) -> KioskLevel {
        let inside = level(id: "group \(item.id)", items: items, columns: columns(around: item), isTop: false)
        return SuggestionBank.isGroup(item) ? paged(inside) : inside
    }

    /// A group's grid is as wide as that of its board.
    private func columns(around group: BoardItem) -> Int? {
        func contains(_ items: [BoardItem]) -> Bool {
            items.contains { item in
                guard case .group(let inside) = item.action else { return false }
                return item == group || contains(inside)
            }
        }
        return boards.boards.values.first { $0.columns != nil && contains($0.items) }?.columns
    }

    /// The level inside a row.
    ///
    /// - Parameters:
    ///   - id: The row's own id in the level `parent`.
    ///   - items: The scanned items, in order.
    func row(_ id: String, in parent: String, _ items: [BoardItem]) -> KioskLevel {
        level(
            id: Self.rowID(id, in: parent), items: items,
            places: ScanOrder.places(inRow: Array(items.indices), backItem: parameters.backItem))
    }

    /// The id of the level inside a row.
    static func rowID(_ row: String, in parent: String) -> String { "\(row) of \(parent)" }

    /// The level with that id that one of the level's items now opens, if there still is one.
    func child(_ id: String, of parent: KioskLevel) -> KioskLevel? {
        for item in parent.scan.items {
            let child: KioskLevel
            switch parent.contents[item.id] {
            case .row(let items): child = row(item.id, in: parent.scan.id, items)
            case .item(let content):
                switch content.action {
                case .group(let items): child = group(content, items)
                case .propose(.by(let way)):
                    // Levels of spelling are kept as they are.
                    guard let opened = proposing(way) else { continue }
                    child = opened
                case .open(let path): child = board(path)
                case .list(.needs): child = addedNeeds
                case .list(.today): child = today(plan)
                case .list(.chores): child = chores
                case .list(.points): child = points
                case .list(.rewards): child = rewards
                case .list(.people): child = people
                case .list(.exercises): child = exerciseList
                case .list(.assignments): child = assignmentList
                case .list(.goals): child = goalList
                case .list(.encouragement): child = encouragementList
                case .list(.pain): child = pain
                case .list(.body): child = bodyParts
                case .request, .speak, .list(.requests), .list(.calls), .pace, .propose(.suggestion): continue
                }
            case .proposing(.by(let way)):
                guard let opened = proposing(way) else { continue }
                child = opened
            case .household(.rewards): child = rewards
            case .household(.person(let person)):
                guard let housemate = household.housemates.first(where: { $0.person == person }) else {
                    continue
                }
                child = chores(of: housemate)
            case .goal(.new): child = newGoal
            case .encouragement(.categories): child = encouragementCategories
            case .more(let rest): child = rest
            case .proposing, .household, .exercise, .activity, .goal, .encouragement, .confirmed,
                .openRequest, .endedCall, .askAgain, .makeUrgent, .neverMind, .occurrence, .mark, nil:
                continue
            }
            if child.scan.id == id { return child }
        }
        return nil
    }

    func level(id: String, items: [BoardItem], columns: Int?, isTop: Bool) -> KioskLevel {
        let places = ScanOrder.places(
            of: items, pattern: parameters.pattern, backItem: parameters.backItem, columns: columns,
            isTop: isTop)
        var level = level(id: id, items: items, places: places.compactMap { withoutEmpty($0, items) })
        level.isLive = items.contains(where: isAdded)
        level.columns = columns
        // The board check reports a file with more than nine items; added needs must be in reach anyway.
        return level.isLive ? paged(level) : level
    }

    private func isAdded(_ item: BoardItem) -> Bool {
        !needs.isEmpty && !added.taken.contains(item.id) && needs.contains { $0.id == item.id }
    }

    private func level(id: String, items: [BoardItem], places: [ScanOrder.Place]) -> KioskLevel {
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
            case .row(let indices):
                let number = level.scan.items.filter { $0.kind == .choice }.count + 1
                // Named after its items, so that another row in its place is not taken for the one that was
                // heard.
                let rowID = "<row \(indices.map { items[$0].id }.joined(separator: " "))>"
                level.scan.items.append(ScanItem(id: rowID))
                level.contents[rowID] = .row(indices.map { items[$0] })
                level.cues[rowID] = cue(ofRow: number, indices.map { items[$0] })
            }
        }
        return level
    }

    // MARK: - Choices without effect

    /// The level without items that have no effect. On a keypad everything keeps its digit.
    private func withoutEmpty(_ place: ScanOrder.Place, _ items: [BoardItem]) -> ScanOrder.Place? {
        guard parameters.skipEmpty, parameters.mode != .direct else { return place }
        switch place {
        case .goBack: return place
        case .item(let index): return isEmpty(items[index]) ? nil : place
        case .row(let indices):
            let rest = indices.filter { !isEmpty(items[$0]) }
            return rest.count > 1 ? .row(rest) : rest.first.map { .item($0) }
        }
    }

    private func isEmpty(_ item: BoardItem) -> Bool {
        switch item.action {
        case .group(let items): items.allSatisfy(isEmpty)
        case .open(let path): boards.boards[path]?.items.isEmpty ?? true
        case .list(.requests): !hasOpenRequests
        case .list(.calls): !hasCalls
        case .list(.today): plan.isEmpty
        case .list(.needs): added.list.isEmpty
        case .list(.chores): household.chores.all.isEmpty && household.owed.isEmpty
        case .list(.people): household.housemates.isEmpty
        case .list(.points): household.wantsPoints == nil
        case .list(.rewards): household.hasNoRewards
        case .list(.exercises): exercises.isEmpty
        case .list(.assignments): hasNoAssignments
        case .list(.encouragement): encouragement.items.isEmpty
        case .list(.goals), .list(.pain), .list(.body): false
        case .pace(let change): idlePaceChanges.contains(change)
        case .propose(.by(let way)): !means.offers(way)
        case .propose(.suggestion): false
        case .request, .speak: false
        }
    }

    // MARK: - What is said

    func cue(of item: BoardItem) -> [SpeechPart] {
        if let sound = item.cueSound { return [.recording(path: sound.path, text: item.cue)] }
        switch item.action {
        case .group(let items):
            let named = items.filter { !parameters.skipEmpty || !isEmpty($0) }
            var parts = [SpeechPart.text(groupCue(item.cue, count: named.count))]
            if parameters.speakGroupContent { parts.append(.text(Self.list(named))) }
            return parts
        case .open, .request, .speak, .list, .pace, .propose:
            return [.text(item.cue)]
        }
    }

    private func groupCue(_ label: String, count: Int) -> String {
        guard parameters.speakCount else { return label }
        return phrases[.group, [.label: label, .count: String(count)]]
    }

    private func cue(ofRow number: Int, _ items: [BoardItem]) -> [SpeechPart] {
        let label = parameters.speakGroupContent ? Self.list(items) : items.first?.cue ?? ""
        return [.text(phrases[.row, [.position: String(number), .label: label]])]
    }

    private static func list(_ items: [BoardItem]) -> String {
        items.prefix(namedItems).map(\.cue).joined(separator: ", ")
    }
}
