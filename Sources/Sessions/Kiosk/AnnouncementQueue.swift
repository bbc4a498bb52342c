import Care
import Encouragement
import FoundationEssentials

/// What waits to be said to the client.
///
/// | what waits | comes, or happens | becomes |
/// |---|---|---|
/// | a passing state of a request ("heard", "on the way") | something newer of the same request is announced | dropped; an answer only by the next answer |
/// | what holds in some states of its request only | the request is in another one when the queue is looked at | dropped |
/// | reminders of an occurrence | another reminder of it | one script; urgent, it is told anew |
/// | a script that must be heard | no voice can be heard, or it was cut three times in a row | waits on |
/// | a reward that is celebrated, whether a chore counts, or the sentence of the day | anything else waits, or it is no calm moment | waits on |
/// | what somebody says to the client | likewise, or the client is in the middle of something | waits on, for half an hour at most |
/// | anything | its turn: acts on choices first, then what is urgent, then the oldest | taken out |
struct AnnouncementQueue: Sendable {
    /// How often in a row words that must be heard are begun and cut: the sound card may be failing. After
    /// that they wait until a voice has been heard again.
    static let attemptLimit = 3

    /// What happened to a reminder that joins the queue.
    enum Joining {
        /// Nothing of its occurrence waits.
        case alone
        /// It will be told together with others.
        case together
        /// Together with others; this script was removed, to be announced again as urgent.
        case moreUrgent(Script)
    }

    private var scripts: [Script] = []

    /// Whether nothing waits for the end of a step or a choice.
    var isEmpty: Bool { scripts.allSatisfy(\.waitsForCalm) }
    /// Whether anything waits for a calm moment.
    var hasCelebration: Bool { scripts.contains(where: \.waitsForCalm) }
    /// The same, but for what somebody says to the client.
    var hasCelebrationBesidesWords: Bool { scripts.contains { $0.waitsForCalm && $0.words == nil } }
    var hasDaily: Bool { scripts.contains(where: \.isDaily) }
    var hasUrgent: Bool { scripts.contains(where: \.isUrgent) }

    /// While none of the client's voices can be heard, scripts that must be heard wait.
    static func canBeTold(_ script: Script, isMute: Bool) -> Bool {
        !script.mustBeHeard || (!isMute && script.attempts < attemptLimit)
    }

    /// - Returns: The journal numbers of the announcements that it replaces: they need not be told any more.
    mutating func add(_ script: Script) -> [Int64] {
        defer { scripts.append(script) }
        guard let request = script.request else { return [] }
        // A replaced announcement is not worth the client's time: "heard" after "on the way".
        func isOvertaken(_ earlier: Script) -> Bool {
            earlier.isPassing && earlier.request == request && (script.isAnswer || !earlier.isAnswer)
        }
        let overtaken = scripts.filter(isOvertaken).compactMap(\.sequence)
        scripts.removeAll(where: isOvertaken)
        return overtaken
    }

    /// Queues a script that acts on a choice, until the one that has the floor is over.
    mutating func add(choice script: Script) { scripts.append(script) }

    /// Puts back a script that had the floor, before all others of its kind.
    mutating func putBack(_ script: Script) { scripts.insert(script, at: 0) }

    /// Whether there is a next script that can be said now.
    ///
    /// - Parameters:
    ///   - isCalm: Whether something can be celebrated now.
    ///   - takesWords: Whether the client can be told now what somebody says to them.
    func hasNext(isMute: Bool, isCalm: Bool, takesWords: Bool = false) -> Bool {
        scripts.contains { Self.canBeTold($0, isMute: isMute, isCalm: isCalm, takesWords: takesWords) }
    }

    private static func canBeTold(
        _ script: Script, isMute: Bool, isCalm: Bool, takesWords: Bool
    ) -> Bool {
        (isCalm || !script.waitsForCalm) && (takesWords || script.words == nil)
            && canBeTold(script, isMute: isMute)
    }

    /// Removes and returns the next script; `nil` if nothing can be said now.
    ///
    /// - Parameters:
    ///   - isCalm: Whether something can be celebrated now.
    ///   - takesWords: Whether the client can be told now what somebody says to them.
    mutating func takeNext(isMute: Bool, isCalm: Bool, takesWords: Bool = false) -> Script? {
        func canBeTold(_ script: Script) -> Bool {
            Self.canBeTold(script, isMute: isMute, isCalm: isCalm, takesWords: takesWords)
        }
        guard scripts.contains(where: canBeTold) else { return nil }
        let first =
            scripts.firstIndex(where: \.isChoice) ?? scripts.firstIndex { $0.isUrgent && canBeTold($0) }
            ?? scripts.firstIndex { !$0.waitsForCalm && canBeTold($0) }
            ?? scripts.firstIndex(where: canBeTold)
        return first.map { scripts.remove(at: $0) }
    }

    /// Drops questions and states that no longer hold.
    ///
    /// - Parameter state: A request's state; `nil` if it is not open.
    /// - Returns: The journal numbers of the dropped announcements.
    mutating func dropOutdated(_ state: (UUID) -> RequestState?) -> [Int64] {
        let outdated = scripts.filter { script in
            guard let request = script.request, !script.holdsIn.isEmpty else { return false }
            return !(state(request).map(script.holdsIn.contains) ?? false)
        }.compactMap(\.sequence)
        scripts.removeAll { $0.sequence.map(outdated.contains) ?? false }
        return outdated
    }

    /// Drops scripts that act on a choice that was not meant.
    mutating func dropChoices(of request: UUID) { scripts.removeAll { $0.isChoice && $0.request == request } }

    /// Removes a passing state of a request that already holds, and returns it.
    mutating func takePassing(of request: UUID) -> Script? {
        scripts.firstIndex { $0.request == request && $0.isPassing }.map { scripts.remove(at: $0) }
    }

    /// The sentence of the day.
    var daily: Encouragement? {
        for case .saysDaily(let item, _) in scripts.flatMap(\.steps) { return item }
        return nil
    }

    mutating func dropDaily() { scripts.removeAll(where: \.isDaily) }

    func celebrates(_ grant: UUID) -> Bool { scripts.contains { $0.celebrates == grant } }

    /// - Parameter grant: Whose celebration is dropped; all if `nil`.
    /// - Returns: The journal's numbers of what was dropped.
    mutating func drop(celebrationOf grant: UUID?) -> [Int64] {
        func isOut(_ script: Script) -> Bool {
            script.celebrates != nil && (grant == nil || script.celebrates == grant)
        }
        defer { scripts.removeAll(where: isOut) }
        return scripts.filter(isOut).compactMap(\.sequence)
    }

    /// What somebody says to the client and still waits, the oldest first.
    var words: [ClientWords] { scripts.compactMap(\.words) }

    /// Drops what somebody says to the client where it is not to be said any more.
    ///
    /// - Returns: The journal's numbers of what was dropped.
    mutating func drop(words isOut: (ClientWords) -> Bool) -> [Int64] {
        let out = scripts.filter { $0.words.map(isOut) ?? false }.compactMap(\.sequence)
        scripts.removeAll { $0.words.map(isOut) ?? false }
        return out
    }

    /// - Parameters:
    ///   - chore: The occurrence's id: what was said of it no longer holds.
    ///   - occurrence: In which some of it may still hold.
    /// - Returns: The journal's numbers of what was dropped.
    mutating func drop(answersTo chore: String, unlessIn occurrence: RoutineOccurrence?) -> [Int64] {
        func isOut(_ script: Script) -> Bool {
            guard let answer = script.answersChore, answer.occurrence == chore else { return false }
            return !(occurrence.map(answer.verdict.stands) ?? false)
        }
        defer { scripts.removeAll(where: isOut) }
        return scripts.filter(isOut).compactMap(\.sequence)
    }

    /// A voice was heard to its end: scripts that were cut may be tried again.
    mutating func voiceWasHeard() { for index in scripts.indices { scripts[index].attempts = 0 } }

    // MARK: - Reminders

    /// All that wait to be told.
    var reminders: [KnownReminder] { scripts.flatMap(\.reminders) }

    /// The exercises of which it is asked again whether they are to be begun; their reminders were told.
    var toBegin: [RoutineOccurrence] { scripts.filter(\.reminders.isEmpty).compactMap(\.toBegin) }

    /// Drops that question about these, by their ids.
    mutating func drop(toBegin begun: Set<String>) {
        scripts.removeAll { script in
            script.reminders.isEmpty && script.toBegin.map { begun.contains($0.id) } ?? false
        }
    }

    func contains(reminder: UUID) -> Bool { scripts.contains { $0.tells(reminder) } }

    /// Several waiting reminders of one occurrence are told in one sentence.
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

    /// Removes reminders that are not to be told now; a question that was told and waits to be asked again
    /// stays.
    mutating func drop(reminders isOut: (KnownReminder) -> Bool) {
        scripts = scripts.compactMap { script in
            guard script.reminders.contains(where: isOut) else { return script }
            var rest = script
            rest.reminders.removeAll(where: isOut)
            return rest.reminders.isEmpty ? nil : rest
        }
    }

    /// Removes all scripts of an occurrence.
    mutating func takeAll(of occurrence: String) -> [Script] {
        defer { scripts.removeAll { $0.occurrence == occurrence } }
        return scripts.filter { $0.occurrence == occurrence }
    }
}

extension Script {
    func tells(_ reminder: UUID) -> Bool { reminders.contains { $0.reminder.id == reminder } }

    /// The occurrence that it reminds of and has not told yet.
    var occurrence: String? { reminders.last?.reminder.occurrence?.id }
}
