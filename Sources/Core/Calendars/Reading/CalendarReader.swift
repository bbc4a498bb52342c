import Care
public import FoundationEssentials
public import Recurrence

/// Reads what is to be planned out of a calendar (RFC 5545), as the programs of the world write them.
///
/// | of an event | then |
/// |---|---|
/// | another one has its UID, too | the one with the higher `SEQUENCE` counts, of two alike the later one |
/// | it is cancelled | it is not there |
/// | it is over | it is counted |
/// | its UID ends in `@beckon` | it is this program's own, and not there |
/// | it changes all that follow (`RANGE=THISANDFUTURE`), or has an `EXRULE` | it is left out: `rule` |
/// | it has only single times of a series, as somebody has who was invited to these | these are its times |
public enum CalendarReader {
    /// Longer than any UID, bytes.
    static let longestUID = 1000
    /// So many single changes of a kind one series has at most.
    static let mostChanges = 1000
    /// So many all that is taken has together: each is written and read again with its routine, while calls wait for the store.
    static let mostChangesTogether = 10_000
    /// So many series with rules are worked out at most: each may take thousands of steps.
    static let mostSeries = 2000
    /// What the UIDs that this program writes end with.
    static let ownUIDs = "@beckon"

    /// - Parameters:
    ///   - home: For times without a zone, and for what lasts whole days.
    ///   - zones: The rules of a zone by its IANA name.
    ///   - allDayAt: At which minute of the day what lasts whole days is due, 0–1439.
    public static func reading(
        _ bytes: Data, home: ZoneRules, zones: (String) -> ZoneRules?, allDayAt: Int, now: Date
    ) throws(CalendarReadError) -> CalendarReading {
        let scan = try CalendarScan(bytes)
        var series = ReadSeries(
            zones: CalendarZones(of: scan, home: home, now: now), home: home, allDayAt: allDayAt, now: now)
        var reading = CalendarReading(name: name(scan.name), isWhole: scan.isWhole)
        func leaveOut(_ reason: LeftOutEvent.Reason, _ event: CalendarScan.Event, _ uid: String) {
            reading.leftOut.append(
                LeftOutEvent(reason: reason, title: title(event).nonEmpty, line: event.line))
            if isUsable(uid) { reading.leftOutUIDs.insert(uid) }
        }
        for event in scan.unfinished { leaveOut(.unreadable, event, event.uid) }
        var (coming, ended): ([Found], [Found]) = ([], [])
        for (uid, events) in byUID(scan.events) {
            guard !uid.hasSuffix(ownUIDs), let first = events.first else { continue }
            guard isUsable(uid) else {
                for event in events { leaveOut(.unreadable, event, uid) }
                continue
            }
            do throws(ReadSeries.Trouble) {
                switch try series.found(uid, events, zones: zones) {
                case .coming(let event, let next):
                    coming.append(Found(event: event, line: first.line, at: next))
                case .over(let event, let last):
                    reading.over += 1
                    if let event { ended.append(Found(event: event, line: first.line, at: last)) }
                case .cancelled: break
                }
            } catch {
                leaveOut(error.reason, error.event, uid)
            }
        }
        // What comes first is taken.
        coming.sort { ($0.at, $0.line) < ($1.at, $1.line) }
        var room = mostChangesTogether
        for found in coming {
            let reason: LeftOutEvent.Reason
            if reading.events.count >= CalendarLink.mostEvents {
                reason = .full
            } else if found.event.changeCount > room {
                reason = .tooMany
            } else {
                room -= found.event.changeCount
                reading.events.append(found.event)
                continue
            }
            reading.leftOut.append(
                LeftOutEvent(reason: reason, title: found.event.title.nonEmpty, line: found.line))
            reading.leftOutUIDs.insert(found.event.uid)
        }
        ended.sort { ($0.at, $0.line) > ($1.at, $1.line) }
        reading.ended = ended.prefix(CalendarLink.mostEvents).map(\.event)
        reading.leftOut.sort { ($0.line ?? 0) < ($1.line ?? 0) }
        return reading
    }

    /// An event with the line on which it begins, and when it is next, or was last.
    private struct Found {
        var event: CalendarEvent
        var line: Int
        var at: Date
    }

    /// The events by UID, in the order in which the UIDs are first there.
    private static func byUID(_ events: [CalendarScan.Event]) -> [(uid: String, events: [CalendarScan.Event])]
    {
        var (places, found): ([String: Int], [(uid: String, events: [CalendarScan.Event])]) = ([:], [])
        for event in events {
            let uid = event.uid
            if let place = places[uid] {
                found[place].events.append(event)
            } else {
                places[uid] = found.count
                found.append((uid, [event]))
            }
        }
        return found
    }

    private static func isUsable(_ uid: String) -> Bool {
        (1...longestUID).contains(uid.utf8.count)
            && uid.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private static func name(_ text: String?) -> String? {
        text.flatMap { spoken($0).nonEmpty }
    }

    /// An event's title, empty where it has none that can be spoken.
    static func title(_ event: CalendarScan.Event) -> String { spoken(event.first["SUMMARY"]?.text ?? "") }

    private static func spoken(_ text: String) -> String {
        let line = OutsideWords.line(text, limit: FieldChecks.shortText)
        do {
            try FieldChecks.name(line, "title")
            return line
        } catch {
            // It has only what nobody can see.
            return ""
        }
    }

    /// Where it is, and what is written about it.
    static func details(_ event: CalendarScan.Event) -> String? {
        let lines = [event.first["LOCATION"], event.first["DESCRIPTION"]].compactMap { $0?.text }
            .joined(separator: "\n")
        guard let details = OutsideWords.lines(lines, limit: FieldChecks.longText) else { return nil }
        do {
            try FieldChecks.text(details, "details", limit: FieldChecks.longText)
            return details
        } catch {
            // As above.
            return nil
        }
    }
}

extension CalendarEvent {
    /// How many single dates something is said of.
    fileprivate var changeCount: Int {
        schedule.also.count + schedule.except.count + schedule.changes.count + edits.count
    }
}

extension String {
    /// `nil` where it is empty.
    var nonEmpty: String? { isEmpty ? nil : self }
}
