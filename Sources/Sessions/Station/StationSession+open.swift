import Care
import Foundation
import HomeFiles
import Speech
import Time

/// Looking round: one due thing, or all that is open.
extension StationSession {
    /// Tells one due occurrence because somebody has chosen it: the next key means it, however soon.
    mutating func choose(_ occurrence: RoutineOccurrence, at now: Instant, _ effects: inout Effects) {
        cutSounding(at: now, &effects)
        speech.dropQuestions()
        let newest = plan.newest(occurrence)
        let known = plan.aim?.item.occurrence.itemID == newest.itemID ? plan.aim?.item : nil
        let alarm = board.routine(newest.itemID)
        let reminders = alarm.map { $0.waiting.isEmpty ? $0.told : $0.waiting } ?? known?.reminders ?? []
        let kind: ReminderKind = newest.state == .missed ? .missed : known?.kind ?? .due
        aim(
            at: StationItem(occurrence: newest, reminders: reminders, kind: kind), at: now, window: .zero,
            isChosen: true)
        keys.choose()
        reply(words(.itemLine, for: newest, [.time: words(forTimeOf: newest)]))
    }

    /// Reads aloud what is open, the most urgent first.
    mutating func readOpen(at now: Instant, _ effects: inout Effects) {
        let lines = openLines
        guard !lines.isEmpty else {
            reply(phrases[.openNothing])
            return
        }
        let count = lines.count + plan.leftOut
        var words = [phrases[.openCount, [.count: "\(count)"]]] + lines.prefix(Self.mostRead)
        let read = min(lines.count, Self.mostRead)
        if count > read { words.append(phrases[.openMore, [.count: "\(count - read)"]]) }
        let reading = utterance(.announcement, .urgentAlert, [.text(words.joined(separator: " "))])
        speech.add(.init(utterance: reading, purpose: .reading, rank: 0))
    }

    /// Any key ends the reading, and does nothing else, because its target would be unclear. A reading that
    /// has not begun is dropped, and the key acts as usual: it answers what sounds instead.
    mutating func endReading(at now: Instant, _ effects: inout Effects) -> Bool {
        speech.dropReading()
        guard speech.sounding?.purpose == .reading else { return false }
        cutSounding(at: now, &effects)
        return true
    }

    private var openLines: [String] {
        var lines: [(order: Int, text: String)] = []
        for request in ranked {
            guard let alarm = board[.request(request.id)] else { continue }
            if request.state.isAnswered {
                lines.append((7, words(forAnswered: request)))
            } else {
                lines.append((Self.order(of: request.priority), words(for: request, alarm)))
            }
        }
        for alarm in board.all {
            switch alarm.subject {
            case .fault(let fault): lines.append((Self.order(of: alarm), words(for: fault, isOver: false)))
            case .serviceLost: lines.append((2, phrases[.serviceLost]))
            case .request, .routine, .proposals, .charges: break
            }
        }
        for item in plan.openItems {
            let order = item.priority == .urgent ? 1 : item.state == .due ? 5 : 6
            lines.append((order, words(.itemLine, for: item, [.time: words(forTimeOf: item)])))
        }
        for proposal in plan.agenda?.proposals ?? [] where proposal.state == .waiting {
            lines.append((9, words(for: proposal)))
        }
        return lines.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }
            .map(\.element.text)
    }

    private static func order(of priority: Priority) -> Int {
        switch priority {
        case .urgent: 0
        case .soon: 3
        case .normal: 4
        }
    }

    /// A fault that needs somebody now comes before what is not urgent.
    private static func order(of fault: Alarm) -> Int {
        fault.rank == Alarm.urgentRank ? 0 : fault.rank > 1 ? 2 : 8
    }
}
