import Care
import Wording

/// Words for calendars outside: what they are, how they are, and what became of what is in them.
enum CalendarWords {
    static func kind(_ kind: CalendarLink.Kind) -> Text {
        switch kind {
        case .link: Text("calendars.by_link")
        case .file: Text("calendars.by_file")
        case .dav: Text("calendars.by_dav")
        case .davOut: Text("calendars.by_dav_out")
        }
    }

    /// Whose plan it is.
    static func whose(_ client: String?, among people: [Person]) -> Text {
        guard let client else { return Text("calendars.household") }
        return people.first { $0.id == client }.map { .nameOf($0) }
            ?? .capitalized(Text("plan.somebody_else"))
    }

    /// What is wrong, and what to do.
    static func problem(_ problem: PlatformProblem, _ kind: CalendarLink.Kind) -> Text {
        switch problem {
        case .refused: Text(kind.isDAV ? "calendars.problem_password" : "calendars.problem_address")
        case .busy: Text("calendars.problem_busy")
        case .unreachable: Text("calendars.problem_unreachable")
        case .failing: Text("calendars.problem_failing")
        case .moved: Text("calendars.problem_moved")
        case .unreadable: Text("calendars.problem_unreadable")
        case .tooLarge: Text("calendars.problem_too_large")
        case .insideHome: Text("calendars.problem_inside_home")
        case .secretLost: Text("calendars.problem_secret_lost")
        case .readOnly: Text("calendars.problem_read_only")
        case .gone: Text("calendars.problem_gone")
        }
    }

    static func reason(_ reason: LeftOutEvent.Reason) -> Text {
        switch reason {
        case .unreadable: Text("calendars.left_unreadable")
        case .unknownZone: Text("calendars.left_unknown_zone")
        case .rule: Text("calendars.left_rule")
        case .tooMany: Text("calendars.left_too_many")
        case .full: Text("calendars.left_full", ["most": .number(CalendarLink.mostEvents)])
        }
    }

    /// How it is, and its tone: a class of styles.
    static func state(_ calendar: CalendarLink) -> (words: Text, tone: String) {
        guard calendar.isActive else { return (Text("calendars.is_off"), "") }
        if let problem = calendar.problem { return (Self.problem(problem, calendar.kind), "urgent") }
        guard calendar.doneAt != nil else { return (Text("calendars.not_yet"), "soon") }
        if !calendar.vanished.isEmpty {
            return (Text("calendars.to_decide", count: calendar.vanished.count), "soon")
        }
        return (
            Text(
                calendar.kind.isRead ? "calendars.events" : "calendars.written",
                count: calendar.tally?.present ?? 0), "good"
        )
    }

    /// When it was read or written last, and who has added it.
    static func facts(_ calendar: CalendarLink, _ call: PageCall) -> [Text] {
        var facts: [Text] = []
        // What came while the page was being made was a moment ago, and not in a moment.
        let when = { Text.Value.text(call.when(min($0, call.request.now))) }
        if let done = calendar.doneAt {
            facts.append(
                Text(
                    calendar.kind.isRead ? "calendars.read_at" : "calendars.written_at", ["when": when(done)])
            )
        }
        if let since = calendar.failingSince {
            facts.append(Text("calendars.failing_since", ["when": when(since)]))
        }
        if let by = calendar.addedBy { facts.append(Text("calendars.added_by", ["who": .verbatim(by)])) }
        return facts
    }
}

extension CalendarTally {
    /// What the last reading or writing came to, without what there was none of.
    func now(of kind: CalendarLink.Kind) -> [Text] {
        [Text(kind.isRead ? "calendars.events" : "calendars.written", count: present)]
            + Self.words([
                ("calendars.tally_over", over), ("calendars.tally_declined", declined),
                (Self.leftOut(of: kind), leftOut),
            ])
    }

    /// What is said of those that could not be read, or written.
    static func leftOut(of kind: CalendarLink.Kind) -> String {
        kind.isRead ? "calendars.tally_left_out" : "calendars.tally_not_written"
    }

    /// What has come since it was added, likewise.
    func since(of kind: CalendarLink.Kind) -> [Text] {
        Self.words(
            kind.isRead
                ? [
                    ("calendars.tally_made", made), ("calendars.tally_changed", changed),
                    ("calendars.tally_ended", ended),
                ]
                : [
                    ("calendars.tally_put", made), ("calendars.tally_put_again", changed),
                    ("calendars.tally_taken_away", ended),
                ])
    }

    private static func words(_ counts: [(name: String, count: Int)]) -> [Text] {
        counts.filter { $0.count > 0 }.map { Text($0.name, count: $0.count) }
    }
}
