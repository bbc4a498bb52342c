import Care
import FoundationEssentials
import Recurrence
import Wording

/// A handover in its reader's language, ordered by what matters at the beginning of a shift.
struct HandoverWords {
    /// One thing, with what was written down about it.
    struct Line {
        let text: Text
        let notes: [Text]
        /// Where it is shown with all that is known of it.
        let path: String?
    }

    /// Things of one kind.
    struct Section {
        /// Its name and how many there are.
        let title: Text
        let lines: [Line]
        /// What somebody has to do or to know is said aloud; the rest is only counted.
        var isSaid = false
    }

    let handover: Handover
    private let zone: ZoneRules
    private let today: CalendarDay

    init(_ handover: Handover, _ call: PageCall) {
        self.handover = handover
        zone = call.request.zone
        today = zone.local(of: call.request.now).day
    }

    /// "Tuesday 24 November 06:00 – 14:00".
    var span: Text {
        let (begin, end) = (zone.local(of: handover.since), zone.local(of: handover.until))
        return Text(
            "handover.span",
            [
                "begin": .text(moment(begin)),
                "end": .text(begin.day == end.day ? TimeText.time(end) : moment(end)),
            ])
    }

    /// "On duty now: Anna (East), Ben"; `nil` where nobody is, as in a home without duties.
    var onDuty: Text? {
        let there = handover.onDuty.filter { $0.client == nil }
        return there.isEmpty ? nil : Text("duties.on_duty_now", ["people": .text(OnDuty.line(there))])
    }

    /// Kinds of which there is nothing are left out.
    var sections: [Section] {
        let open = Handover.foremost(
            handover.requests(in: [.asked, .heard, .onTheWay]), by: \.request.priority)
        let todo = Handover.foremost(handover.occurrences(in: [.due]), by: \.occurrence.priority)
        let late = handover.occurrences(in: [.missed])
        let missed = Handover.foremost(
            late.filter { $0.occurrence.at >= handover.since }, by: \.occurrence.priority)
        let left = late.filter { $0.occurrence.at < handover.since }
        return [
            section("handover.open", open.map(line), isSaid: true),
            section("handover.wishes", handover.wishes.map(line), isSaid: true),
            section("handover.faults", handover.faults.filter(\.isOpen).map(line), isSaid: true),
            section("handover.to_do", todo.map(line), isSaid: true),
            section("handover.missed", missed.map(line), isSaid: true),
            section(
                "handover.left", Handover.groups(of: left).map(line), count: left.count, isSaid: true),
            section("handover.proposals", handover.proposals.map(line), isSaid: true),
            section("handover.declined", handover.requests(in: [.declined]).map(line), isSaid: true),
            section("handover.faults_over", handover.faults.filter { !$0.isOpen }.map(line)),
            section("handover.met", handover.requests(in: [.met]).map(line)),
            section("handover.done", handover.occurrences(in: [.done]).map(line)),
            section("handover.skipped", handover.occurrences(in: [.skipped]).map(line)),
            section("handover.cancelled", handover.requests(in: [.cancelled]).map(line)),
            section("handover.upcoming", handover.occurrences(in: [.upcoming]).map(line)),
        ].filter { !$0.lines.isEmpty }
    }

    /// How long people waited, and whether something is left out.
    var remarks: [Text] {
        let times = handover.responseTimes.map { times in
            Text(
                "handover.times", count: times.count,
                [
                    "median": .text(HistoryWords.duration(times.median)),
                    "longest": .text(HistoryWords.duration(times.longest)),
                ])
        }
        return [times, handover.isComplete ? nil : Text("handover.incomplete")].compactMap(\.self)
    }

    /// - Parameters:
    ///   - name: Of its title.
    ///   - count: How many there are; as many as lines where it is `nil`.
    private func section(
        _ name: String, _ lines: [Line], count: Int? = nil, isSaid: Bool = false
    ) -> Section {
        Section(title: Text(name, ["number": .number(count ?? lines.count)]), lines: lines, isSaid: isSaid)
    }

    // MARK: - Lines

    private func line(_ entry: HandoverRequest) -> Line {
        let request = entry.request
        let heading = Text(
            "handover.at", ["time": time(request.askedAt), "what": .text(HistoryWords.heading(request))])
        let isOpen = [.asked, .heard, .onTheWay].contains(request.state)
        let isAnswered = [.onTheWay, .met, .declined].contains(request.state)
        let wait = entry.responseTime.map {
            Text("history.answered_after", ["span": .text(HistoryWords.duration($0))])
        }
        let parts = [
            heading, HistoryWords.urgency(request.priority), isOpen ? HistoryWords.state(request).word : nil,
            isAnswered ? request.changedBy.map { Text("history.by", ["name": .verbatim($0)]) } : nil,
            request.state == .declined ? request.reason.map(Text.quoted) : nil, isOpen ? nil : wait,
        ]
        return Line(
            text: joined(parts), notes: entry.notes.map { note($0.at, $0.by, $0.text) },
            path: "/history/requests/\(request.id.uuidString.lowercased())")
    }

    private func line(_ entry: HandoverOccurrence) -> Line {
        let occurrence = entry.occurrence
        let heading = Text("handover.at", ["time": time(occurrence.at), "what": .text(name(occurrence))])
        let isOpen = occurrence.state.isOpen
        let who = occurrence.changedBy ?? occurrence.assignment.name
        let parts = [
            heading, isOpen ? HistoryWords.urgency(occurrence.priority) : nil,
            who.map { Text("history.by", ["name": .verbatim($0)]) },
            // For a medicine, when it was given matters more than when it was due.
            isOpen ? nil : occurrence.changedAt.map { Text("handover.marked_at", ["time": time($0)]) },
        ]
        return Line(
            text: joined(parts), notes: notes(entry), path: OccurrencePath(occurrence, from: .it).page)
    }

    /// The same thing, missed once or many times.
    private func line(_ group: [HandoverOccurrence]) -> Line {
        guard group.count > 1, let first = group.first?.occurrence, let last = group.last?.occurrence else {
            return group.first.map(line) ?? Line(text: .empty, notes: [], path: nil)
        }
        let text = Text(
            "handover.several", count: group.count,
            ["what": .text(name(first)), "first": time(first.at), "last": time(last.at)])
        return Line(text: text, notes: group.flatMap(notes), path: OccurrencePath(last, from: .it).page)
    }

    private func line(_ wish: AppointmentNews) -> Line {
        let what = Text(
            "sessions.wish_of", ["name": .verbatim(wish.line.by ?? wish.appointment.clientName)])
        let text = Text("handover.at", ["time": time(wish.line.at), "what": .text(what)])
        return Line(
            text: joined([text, wish.line.text.map(Text.quoted)]), notes: [], path: "/sessions#wishes")
    }

    private func line(_ proposal: NeedProposal) -> Line {
        let what = Text(
            "history.heading",
            ["client": .verbatim(proposal.clientName), "label": .verbatim(proposal.label)])
        return Line(
            text: Text("handover.at", ["time": time(proposal.proposedAt), "what": .text(what)]), notes: [],
            path: "/needs/proposals/\(proposal.id)")
    }

    private func line(_ entry: HandoverFault) -> Line {
        Line(
            text: Text(
                "handover.at",
                ["time": time(entry.fault.at), "what": .text(FaultWords(entry.fault).sentence)]),
            notes: [], path: nil)
    }

    private func name(_ occurrence: RoutineOccurrence) -> Text {
        Text(
            "history.heading",
            ["client": .text(WhoseText.of(occurrence)), "label": .verbatim(occurrence.title)])
    }

    private func notes(_ entry: HandoverOccurrence) -> [Text] {
        entry.notes.map { note($0.at, $0.by, $0.text ?? "") }
    }

    private func note(_ at: Date, _ by: String?, _ text: String) -> Text {
        let text = text.split(whereSeparator: \.isNewline).joined(separator: " ")
        guard let by else { return Text("handover.note", ["time": time(at), "text": .verbatim(text)]) }
        return Text("handover.note_by", ["time": time(at), "who": .verbatim(by), "text": .verbatim(text)])
    }

    private func joined(_ parts: [Text?]) -> Text { .joined(parts.compactMap(\.self), separator: " · ") }

    // MARK: - Times

    /// "06:40"; with its day where that is not plain: more than a day before the end, or on another day after it.
    private func time(_ date: Date) -> Text.Value {
        let local = zone.local(of: date)
        let isNear =
            date <= handover.until
            ? handover.until.timeIntervalSince(date) < 86_400
            : local.day == zone.local(of: handover.until).day
        return isNear ? .time(local) : .text(moment(local))
    }

    private func moment(_ local: WallTime) -> Text { PlanText.dayAndTime(local, today: today) }
}
