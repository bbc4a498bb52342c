import Care
import FoundationEssentials

/// What waits to be said to the client.
///
/// | what waits | comes, or happens | becomes |
/// |---|---|---|
/// | a passing state of a request ("heard", "on the way") | something newer of the same request is announced | dropped; an answer only by the next answer |
/// | what holds in some states of its request only | the request is in another one when the queue is looked at | dropped |
/// | reminders of an occurrence | another reminder of it | one script; urgent, it is told anew |
/// | a script that must be heard | no voice can be heard, or it was cut three times in a row | waits on |
/// | anything | its turn: acts on choices first, then what is urgent, then the oldest | taken out |
struct AnnouncementQueue: Sendable {
    /// So often in a row are words begun that must be heard and are cut each time: a sound card may go just then. Then they wait
    /// until a voice has been heard again.
    static let attemptLimit = 3

    /// What became of a reminder that joins the queue.
    enum Joining {
        /// Nothing of its occurrence waits.
        case alone
        /// It is told together with others.
        case together
        /// Together with others; this script was taken out, to be announced anew as urgent.
        case moreUrgent(Script)
    }

    private var scripts: [Script] = []

    var isEmpty: Bool { scripts.isEmpty }
    var hasUrgent: Bool { scripts.contains(where: \.isUrgent) }

    /// While no voice of the client's can be heard, what must be heard waits.
    static func canBeTold(_ script: Script, isMute: Bool) -> Bool {
        !script.mustBeHeard || (!isMute && script.attempts < attemptLimit)
    }

    /// - Returns: The journal's numbers of what it has overtaken: they need not be told any more.
    mutating func add(_ script: Script) -> [Int64] {
        defer { scripts.append(script) }
        guard let request = script.request else { return [] }
        // What is overtaken is not worth the client's time: "heard" after "on the way".
        func isOvertaken(_ earlier: Script) -> Bool {
            earlier.isPassing && earlier.request == request && (script.isAnswer || !earlier.isAnswer)
        }
        let overtaken = scripts.filter(isOvertaken).compactMap(\.sequence)
        scripts.removeAll(where: isOvertaken)
        return overtaken
    }

    /// Acts on a choice when what has the floor is over.
    mutating func add(choice script: Script) { scripts.append(script) }

    /// What had the floor and is to have it again, before everything else of its kind.
    mutating func putBack(_ script: Script) { scripts.insert(script, at: 0) }

    /// Takes out what is to be said next; `nil` if nothing can be said now.
    mutating func takeNext(isMute: Bool) -> Script? {
        func canBeTold(_ script: Script) -> Bool { Self.canBeTold(script, isMute: isMute) }
        guard scripts.contains(where: canBeTold) else { return nil }
        let first =
            scripts.firstIndex(where: \.isChoice) ?? scripts.firstIndex { $0.isUrgent && canBeTold($0) }
            ?? scripts.firstIndex(where: canBeTold)
        return first.map { scripts.remove(at: $0) }
    }

    /// Forgets questions and states that have come true otherwise meanwhile.
    ///
    /// - Parameter state: In which state a request is; `nil` if it is not open.
    /// - Returns: The journal's numbers of what was forgotten.
    mutating func dropOutdated(_ state: (UUID) -> RequestState?) -> [Int64] {
        let outdated = scripts.filter { script in
            guard let request = script.request, !script.holdsIn.isEmpty else { return false }
            return !(state(request).map(script.holdsIn.contains) ?? false)
        }.compactMap(\.sequence)
        scripts.removeAll { $0.sequence.map(outdated.contains) ?? false }
        return outdated
    }

    /// Forgets what acts on a choice that was not meant.
    mutating func dropChoices(of request: UUID) { scripts.removeAll { $0.isChoice && $0.request == request } }

    /// Takes out a passing state of a request, which is true already: its steps.
    mutating func takePassing(of request: UUID) -> [Script.Step]? {
        scripts.firstIndex { $0.request == request && $0.isPassing }.map { scripts.remove(at: $0).steps }
    }

    /// A voice was heard to its end: whatever was cut may be tried again.
    mutating func voiceWasHeard() { for index in scripts.indices { scripts[index].attempts = 0 } }

    // MARK: - Reminders

    func contains(reminder: UUID) -> Bool { scripts.contains { $0.tells(reminder) } }

    /// Several of one occurrence that wait together are told by one sentence.
    mutating func join(_ known: KnownReminder) -> Joining {
        let occurrence = known.reminder.occurrence?.id
        let together = scripts.firstIndex { $0.isReminder && $0.occurrence == occurrence }
        guard let together else { return .alone }
        scripts[together].reminders.append(known)
        guard known.reminder.priority == .urgent, !scripts[together].isUrgent else { return .together }
        var script = scripts.remove(at: together)
        script.isUrgent = true
        return .moreUrgent(script)
    }

    /// Takes out what is not to be told now; a question that was told and waits to be put again stays.
    mutating func drop(reminders isOut: (KnownReminder) -> Bool) {
        scripts = scripts.compactMap { script in
            guard script.reminders.contains(where: isOut) else { return script }
            var rest = script
            rest.reminders.removeAll(where: isOut)
            return rest.reminders.isEmpty ? nil : rest
        }
    }

    /// Takes out all scripts of an occurrence.
    mutating func takeAll(of occurrence: String) -> [Script] {
        defer { scripts.removeAll { $0.occurrence == occurrence } }
        return scripts.filter { $0.occurrence == occurrence }
    }
}

extension Script {
    func tells(_ reminder: UUID) -> Bool { reminders.contains { $0.reminder.id == reminder } }

    /// Of which occurrence it reminds, and has not told yet.
    var occurrence: String? { reminders.last?.reminder.occurrence?.id }
}
