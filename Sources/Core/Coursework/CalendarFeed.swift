import Calendars
public import FoundationEssentials
public import Recurrence

/// The tasks of a calendar (RFC 5545) as Canvas writes them.
///
/// Of its odd cases: the id of an override's event is the override's, and the assignment's stands at the end of its address; a
/// deadline has no end, or ends when it begins; one at the end of a day is written as that day.
public enum CalendarFeed {
    /// - Parameters:
    ///   - home: For times without a zone, and for days.
    ///   - zones: The rules of a zone by its IANA name.
    public static func reading(
        _ bytes: Data, home: ZoneRules, zones: (String) -> ZoneRules?
    ) throws(CourseworkReadError) -> CourseReading {
        var (events, isWhole, depth) = (0, false, 0)
        var (own, overriding): ([CourseTask], [CourseTask]) = ([], [])
        var (unreadable, others) = (0, 0)
        var event: [String: CalendarLine]?
        var isCalendar = false
        for text in CalendarLines(bytes) {
            guard let line = CalendarLine(text.text) else {
                if event != nil, depth == 0 { unreadable += 1 }
                continue
            }
            // Nothing else is compared with words, and a calendar is long.
            let isMark = line.name == "BEGIN" || line.name == "END"
            switch (line.name, isMark ? line.value.uppercased() : "") {
            case ("BEGIN", "VCALENDAR"): isCalendar = true
            case ("END", "VCALENDAR"): isWhole = true
            case ("BEGIN", "VEVENT") where event == nil:
                (event, depth) = ([:], 0)
            case ("END", "VEVENT") where event != nil && depth == 0:
                events += 1
                switch task(event ?? [:], home: home, zones: zones) {
                case .task(let task, let isOverride):
                    if isOverride { overriding.append(task) } else { own.append(task) }
                case .none: others += 1
                case .unreadable: unreadable += 1
                }
                event = nil
            // An alarm within an event has lines of its own.
            case ("BEGIN", _) where event != nil: depth += 1
            case ("END", _) where event != nil: depth = max(0, depth - 1)
            default:
                if depth == 0, event != nil, event?[line.name] == nil { event?[line.name] = line }
            }
        }
        guard isCalendar else { throw .notACalendar }
        // What holds for this person alone goes before what holds for everybody.
        return CourseReading(
            tasks: CourseTask.once(overriding + own),
            isComplete: isWhole && event == nil && unreadable == 0 && events < CourseLimits.mostEvents,
            others: others, unreadable: unreadable)
    }

    private enum Found {
        case task(CourseTask, isOverride: Bool)
        /// No task.
        case none
        case unreadable
    }

    private static func task(
        _ event: [String: CalendarLine], home: ZoneRules, zones: (String) -> ZoneRules?
    ) -> Found {
        guard let uid = event["UID"]?.value else { return .unreadable }
        guard let (kind, number) = identity(uid) else { return .none }
        let id: String
        switch kind {
        case "assignment": id = "assignment_\(number)"
        case "assignment-override":
            // Its number is the override's.
            guard let named = event["URL"].flatMap({ assignment(in: $0.value) }) else { return .unreadable }
            id = named
        case "sub-assignment": id = "sub_assignment_\(number)"
        default: return .none
        }
        if event["STATUS"]?.value.uppercased() == "CANCELLED" { return .none }
        guard let start = event["DTSTART"], let due = start.due(home: home, zones: zones) else {
            return .unreadable
        }
        let isOverride = kind == "assignment-override"
        var (title, course) = parts(of: CourseTask.words(event["SUMMARY"]?.text ?? ""))
        if isOverride { title = withoutNote(title) }
        guard !title.isEmpty else { return .unreadable }
        return .task(
            CourseTask(id: id, title: title, course: course, dueAt: due),
            isOverride: isOverride)
    }

    /// `event-assignment-12`: what it is, and its number.
    private static func identity(_ uid: String) -> (kind: String, number: String)? {
        let name = uid.prefix { $0 != "@" }
        guard name.hasPrefix("event-"), let dash = name.lastIndex(of: "-") else { return nil }
        let (kind, number) = (name[..<dash].dropFirst("event-".count), name[name.index(after: dash)...])
        guard (1...19).contains(number.count), number.allSatisfy({ $0.isASCII && $0.isNumber }) else {
            return nil
        }
        return (String(kind), String(number))
    }

    /// What an override is of: `…#assignment_12`, or `…#sub_assignment_12` for a checkpoint of a discussion.
    private static func assignment(in address: String) -> String? {
        for kind in ["assignment", "sub_assignment"] {
            guard let mark = address.firstRange(of: "#\(kind)_") else { continue }
            let digits = address[mark.upperBound...].prefix { $0.isASCII && $0.isNumber }
            return (1...19).contains(digits.count) ? "\(kind)_\(digits)" : nil
        }
        return nil
    }

    /// Canvas writes behind an override's title for whom it is: `Essay (Section 2)`.
    private static func withoutNote(_ title: String) -> String {
        guard title.hasSuffix(")") else { return title }
        var depth = 0
        for index in title.indices.reversed() {
            if title[index] == ")" { depth += 1 }
            if title[index] == "(" { depth -= 1 }
            guard depth == 0 else { continue }
            let kept = title[..<index].trimmingSuffix(while: \.isWhitespace)
            return kept.isEmpty ? title : String(kept)
        }
        return title
    }

    /// `Essay [History 1]` is the essay of History 1.
    private static func parts(of summary: String) -> (title: String, course: String?) {
        guard summary.hasSuffix("]"), let open = summary.lastIndex(of: "[") else { return (summary, nil) }
        let title = summary[..<open].trimmingSuffix(while: \.isWhitespace)
        let course = summary[summary.index(after: open)...].dropLast()
        guard !title.isEmpty, !course.isEmpty else { return (summary, nil) }
        return (String(title), String(course))
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> Substring {
        var kept = self
        while let last = kept.last, isLeftOut(last) { kept = kept.dropLast() }
        return kept
    }
}
