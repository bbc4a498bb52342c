import Boards
import Care
import FoundationEssentials
import HomeFiles
import Scanning
import Speech

extension LevelMaker {
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

    /// The choices for an open request.
    func choices(about request: LedgerEntry) -> KioskLevel {
        var items = [ScanItem(id: "again")]
        // On a keypad each keeps its digit, so that a client who insists does not press "never mind" where
        // "urgent" was.
        if request.new.priority < .urgent || parameters.mode == .direct {
            items.append(ScanItem(id: "urgent"))
        }
        items += [ScanItem(id: "never-mind"), ScanItem(id: ScanLevel.backID, kind: .back)]
        return KioskLevel(
            scan: ScanLevel(id: "request \(request.new.id)", items: items, isQuestion: true),
            contents: [
                "again": .askAgain(request.new), "urgent": .makeUrgent(request.new),
                "never-mind": .neverMind(request.new.id),
            ],
            cues: [
                "again": [.text(phrases[.choiceAskAgain])], "urgent": [.text(phrases[.choiceUrgent])],
                "never-mind": [.text(phrases[.choiceNeverMind])], ScanLevel.backID: [.text(phrases[.goBack])],
            ])
    }

    /// The choices for a call that has ended.
    func choices(aboutEnded call: LedgerEntry) -> KioskLevel {
        var level = choices(about: call)
        level.scan.items.removeAll { $0.id == "never-mind" }
        level.contents["never-mind"] = nil
        level.cues["never-mind"] = nil
        return level
    }

    static let requestsID = "requests"
    static let callsID = "calls"

    /// The list of the last day's calls: first those that are open.
    func calls(open: [LedgerEntry], ended: [LedgerEntry], at now: Date) -> KioskLevel {
        let entries = open + ended
        var level = KioskLevel(
            scan: ScanLevel(
                id: Self.callsID, choices: entries.map { $0.new.id.uuidString }, back: parameters.backItem),
            contents: [:], cues: [ScanLevel.backID: [.text(phrases[.goBack])]], isLive: true)
        for entry in entries {
            let id = entry.new.id.uuidString
            level.contents[id] = entry.state.isOpen ? .openRequest(entry.new.id) : .endedCall(entry)
            level.cues[id] = [.text(entry.new.label), .text(standing(of: entry, at: now))]
        }
        return paged(level)
    }

    /// The list of open requests.
    func requests(_ entries: [LedgerEntry], at now: Date) -> KioskLevel {
        var level = KioskLevel(
            scan: ScanLevel(
                id: Self.requestsID, choices: entries.map { $0.new.id.uuidString }, back: parameters.backItem),
            contents: [:], cues: [ScanLevel.backID: [.text(phrases[.goBack])]], isLive: true)
        for entry in entries {
            level.contents[entry.new.id.uuidString] = .openRequest(entry.new.id)
            level.cues[entry.new.id.uuidString] = [
                .text(entry.new.label), .text(standing(of: entry, at: now)),
            ]
        }
        return paged(level)
    }

    /// "Water: heard."
    func words(for entry: LedgerEntry) -> String {
        phrases[.openRequest, [.label: entry.new.label, .state: state(of: entry)]]
    }

    /// "asked five minutes ago, heard": what scanning adds to an item with an open request.
    func standing(of entry: LedgerEntry, at now: Date) -> String {
        let minutes = Int(now.timeIntervalSince(entry.since) / 60)
        let state = state(of: entry)
        // A clock that was set back makes it negative.
        if minutes < 1 { return phrases[.askedJustNow, [.state: state]] }
        if minutes < 120 { return phrases[.askedMinutesAgo, [.minutes: String(minutes), .state: state]] }
        return phrases[.askedHoursAgo, [.count: String(minutes / 60), .state: state]]
    }

    private func state(of entry: LedgerEntry) -> String {
        switch entry.state {
        case .onTheWay: phrases[.stateOnTheWay]
        case .heard: phrases[.stateHeard]
        case .met: phrases[.stateMet]
        case .declined: phrases[.stateDeclined]
        case .asked, .cancelled: phrases[.stateAsked]
        }
    }
}
