import Care
import FoundationEssentials
import Recurrence
import Wording

/// What makes a sound on a page, by its reader's own reminders and quiet hours.
///
/// What is urgent always sounds, and so does a call that nobody has answered when it was called out again: that somebody does
/// not want to be disturbed must not mean that nobody comes.
struct Ringing {
    private let reader: String
    /// Pages tell a client what of theirs is due or was missed; those who work here have *Now* and *Today* for that.
    private let isClient: Bool
    private let wanted: ReminderPreferences
    /// When the quiet hours end; `nil` where it is none of them now.
    let quietUntil: Date?

    init(_ viewer: Viewer, _ request: PageRequest) {
        reader = viewer.person.id
        isClient = viewer.person.role == .client
        wanted = viewer.person.reminders
        quietUntil = wanted.quiet?.end(at: request.now, zone: request.zone)
    }

    /// Not before its way has reached the reader.
    func rings(_ request: Request) -> Bool {
        guard request.reaches?.contains(reader) ?? true else { return false }
        return request.priority == .urgent || request.escalation > 0
            || isTold && quietUntil == nil
    }

    func rings(_ item: RoutineOccurrence) -> Bool {
        item.priority == .urgent
            || wanted.tells(ReminderCell(item.state == .missed ? .missed : .due, .page)) && quietUntil == nil
    }

    /// Whether it makes a sound that somebody else has reminded of a chore, or asks the reader to do theirs.
    func rings(reminded item: RoutineOccurrence) -> Bool {
        item.priority == .urgent || wanted.tells(ReminderCell(.housemate, .page)) && quietUntil == nil
    }

    /// Whether it is said above pages that the reader was reminded of an amount: not to whoever has switched the kind off everywhere.
    var saysAmounts: Bool { !wanted.allOff && !wanted.off.contains(.charge) }

    /// Whether that makes a sound.
    var ringsAmounts: Bool { wanted.tells(ReminderCell(.charge, .page)) && quietUntil == nil }

    /// Whether what is new of a chore makes a sound: to a client that its time has come, to everybody that somebody else has reminded of it.
    func rings(newsOf item: RoutineOccurrence) -> Bool {
        if item.openOffer?.to == reader { return rings(reminded: item) }
        let isTime = item.state == .due || item.state == .missed
        return isClient && isTime && rings(item) || item.chore?.remindedAt != nil && rings(reminded: item)
    }

    /// Names what is new of a chore: a page that is open makes one sound for each name. A kind that the reader has switched off gives no other
    /// name, or it would be heard by the sound of those that are on.
    func name(ofNewsOf item: RoutineOccurrence) -> String {
        func tells(_ kind: MessageKind) -> Bool {
            wanted.tells(ReminderCell(kind, .page), isUrgent: item.priority == .urgent)
        }
        let isMissed = item.state == .missed
        let state: OccurrenceState =
            isMissed && tells(.missed)
            ? .missed : (isMissed || item.state == .due) && tells(.due) ? .due : .upcoming
        let reminded = tells(.housemate) ? item.chore?.remindedAt : nil
        return (["\(state.rawValue)-\(item.id)"] + (reminded.map { ["\($0.timeIntervalSince1970)"] } ?? []))
            .joined(separator: "-")
    }

    /// Whether calls make a sound for this reader.
    private var isTold: Bool { wanted.tells(ReminderCell(.request, .page)) }

    /// What makes no sound for this reader; `nil` where everything does.
    func words(_ zone: ZoneRules) -> Text? {
        if let quietUntil { return Text("now.quiet_hours", ["time": .time(zone.local(of: quietUntil))]) }
        return isTold ? nil : Text("now.switched_off")
    }

    /// The same in a few words.
    func shortly(_ zone: ZoneRules) -> Text? {
        if let quietUntil { return Text("now.quiet_until", ["time": .time(zone.local(of: quietUntil))]) }
        return isTold ? nil : Text("now.calls_silent")
    }
}
