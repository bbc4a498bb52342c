import Care
import Encouragement
import FoundationEssentials
import Scanning
import Speech
import Time

/// Who may speak now: the scanner, a script that acts on a choice or announces something, or the countdown to a call for help.
///
/// | the floor has | a script begins | its next step | what it waits for comes | it is interrupted or dropped |
/// |---|---|---|---|---|
/// | the scanner | → the script | – | – | – |
/// | a script, between two steps | waits in the queue | begun; after the last one → the scanner | – | → the scanner |
/// | a script that waits | waits in the queue | – | → between two steps | → the scanner; interrupted, it is put back |
/// | the countdown | waits in the queue | calls for help → a script | → between two steps | → the scanner |
///
/// A script waits for its words to be heard, for something to be on disk, for a window's sound, or for a
/// press in the window. The table of what comes while it waits is `ScriptWait`'s. The scanner's cue may be
/// heard at the same time.
struct Floor: Sendable {
    private enum Phase {
        case scanner
        /// `waiting` is `nil` only while its next step is being begun.
        case script(Script, waiting: ScriptWait?)
        /// The countdown, which calls for help when it ends: nothing else begins meanwhile.
        case countdown(Script, waiting: ScriptWait?)
    }

    /// What to do with the script that has the floor.
    enum Turn {
        case begin(Script.Step)
        /// The scanner has the floor again.
        case ended(Script.Ending)
        /// It had it already.
        case none
    }

    /// The result of words heard to their end, or of a deadline.
    enum Action {
        case nothing
        /// The script's next step.
        case goOn
        case cueStarted(CueToken)
        case cueEnded(CueToken)
        /// The cue was not heard, so the client does not know what a press would choose: say it again.
        case cueLost
        /// Words that must be heard were not: cut them and put the script back into the queue.
        case notHeard(UtteranceID, isGivenUp: Bool)
        /// It was not on disk in time.
        case notStored(UUID)
    }

    /// The session's part in a kiosk that several clients share.
    var sharing = Sharing()
    /// The exercise that the client does, which goes on while the scanner has the floor.
    var exercises = KioskExercises([])
    /// What the client does of what they were given to do, and the appointments that belong to it.
    var activities = KioskActivities()
    /// What encourages the client.
    var encouragement = KioskEncouragement()
    private var phase = Phase.scanner
    private(set) var queue = AnnouncementQueue()
    /// The words that the running script is saying, which are said again if a call for help interrupts them.
    private var saying: Script.Words?
    /// The last words for the client, for "again".
    private(set) var lastSaid: Script.Words?
    /// The cue that is spoken for the scanner.
    private var cue: (id: UtteranceID, token: CueToken)?
    /// How many cues in a row the voices have cut.
    private var cuesCut = 0
    private var faults: [String] = []

    /// Whether the scanner has it.
    var isFree: Bool { if case .scanner = phase { true } else { false } }
    var isCountdown: Bool { if case .countdown = phase { true } else { false } }
    /// Whether one of the scanner's cues was requested and has not ended.
    var hasCue: Bool { cue != nil }
    func isCue(_ id: UtteranceID) -> Bool { cue?.id == id }

    /// The script that has the floor, with what is left of it.
    var running: Script? {
        switch phase {
        case .scanner: nil
        case .script(let script, _), .countdown(let script, _): script
        }
    }

    /// What that script waits for.
    var waiting: ScriptWait? {
        switch phase {
        case .scanner: nil
        case .script(_, let wait), .countdown(_, let wait): wait
        }
    }

    /// Impossible events, described for the log; reported once.
    mutating func takeFaults() -> [String] {
        defer { faults = [] }
        return faults
    }

    // MARK: - Beginning

    /// Puts an announcement in the queue.
    ///
    /// - Returns: The journal numbers of the announcements that it replaces.
    mutating func announce(_ script: Script) -> [Int64] { queue.add(script) }

    /// Drops announcements that no longer hold.
    ///
    /// - Parameter state: In which state a request is; `nil` if it is not open.
    /// - Returns: The journal's numbers of what was forgotten.
    mutating func dropOutdated(_ state: (UUID) -> RequestState?) -> [Int64] { queue.dropOutdated(state) }

    /// Runs a script for a choice: at once, or when the script that has the floor is over.
    ///
    /// - Returns: Whether it has the floor now.
    mutating func act(on choice: Script) -> Bool {
        var script = choice
        script.isChoice = true
        guard isFree else {
            queue.add(choice: script)
            return false
        }
        phase = .script(script, waiting: nil)
        return true
    }

    /// Puts a script for a choice in the queue, where it may not have the floor yet.
    mutating func queue(choice: Script) {
        var script = choice
        script.isChoice = true
        queue.add(choice: script)
    }

    /// Takes the floor for a countdown; its previous owner has been interrupted.
    mutating func countDown(_ script: Script) {
        var script = script
        script.isChoice = true
        if !isFree { faults.append("a countdown began while a script had the floor") }
        phase = .countdown(script, waiting: nil)
    }

    /// Gives the floor to the next waiting script, if it can be said now.
    ///
    /// - Parameters:
    ///   - isCalm: Whether something can be celebrated now.
    ///   - takesWords: Whether the client can be told now what somebody says to them.
    mutating func beginNext(isMute: Bool, isCalm: Bool, takesWords: Bool = false) -> Bool {
        guard isFree, let script = queue.takeNext(isMute: isMute, isCalm: isCalm, takesWords: takesWords)
        else { return false }
        phase = .script(script, waiting: nil)
        return true
    }

    // MARK: - Going on

    /// Goes on to the script's next step.
    mutating func next() -> Turn {
        guard var script = running else { return .none }
        guard !script.steps.isEmpty else {
            phase = .scanner
            return .ended(script.ending)
        }
        let step = script.steps.removeFirst()
        switch (phase, step) {
        // From here on it is a call like any other.
        case (.countdown, .callHelp), (.script, _): phase = .script(script, waiting: nil)
        case (.countdown, _): phase = .countdown(script, waiting: nil)
        case (.scanner, _): break
        }
        return .begin(step)
    }

    /// What ends the current step.
    mutating func wait(for wait: ScriptWait) {
        switch phase {
        case .scanner: faults.append("something is waited for while the scanner has the floor: \(wait)")
        case .script(let script, _):
            if case .countdown = wait { faults.append("a script waits as if it were the countdown") }
            phase = .script(script, waiting: wait)
        case .countdown(let script, _): phase = .countdown(script, waiting: wait)
        }
    }

    /// These words are said for the script.
    ///
    /// - Parameter isForAgain: Whether "again" repeats them.
    mutating func says(_ words: Script.Words, isForAgain: Bool) {
        saying = words
        if isForAgain { lastSaid = words }
    }

    /// Changes what is left of the script that has the floor.
    mutating func change(_ change: (inout Script) -> Void) {
        switch phase {
        case .scanner: faults.append("a script is changed that has not the floor")
        case .script(var script, let wait):
            change(&script)
            phase = .script(script, waiting: wait)
        case .countdown(var script, let wait):
            change(&script)
            phase = .countdown(script, waiting: wait)
        }
    }

    /// "Heard" and the like, if it holds already, is said as part of the script of the request.
    mutating func sayPassing(of request: UUID) {
        guard let passing = queue.takePassing(of: request) else { return }
        change { script in
            script.steps.insert(contentsOf: passing.steps, at: 0)
            // The screen shows what is said, in whichever script.
            script.answer = passing.answer
        }
    }

    /// Storing something has ended: it is on disk, or not stored.
    ///
    /// - Returns: Whether the script waited for it and must check again.
    mutating func settled(_ id: UUID) -> Bool {
        guard case .recorded(id, _) = waiting else { return false }
        change { $0.steps.insert(.recorded(id), at: 0) }
        return true
    }

    // MARK: - Ending

    /// A press has answered: the rest of the script is dropped.
    ///
    /// - Returns: The journal's numbers that it would have acknowledged.
    mutating func answered() -> [Int64] {
        defer { phase = .scanner }
        return toAcknowledge
    }

    /// The journal's numbers that the running script would still acknowledge.
    private var toAcknowledge: [Int64] {
        (running?.steps ?? []).compactMap { if case .acknowledge(let number) = $0 { number } else { nil } }
    }

    /// Drops a reward that waits to be celebrated.
    ///
    /// - Parameter grant: Which one; all if `nil`.
    /// - Returns: The journal's numbers of what was dropped.
    mutating func drop(celebrationOf grant: UUID?) -> [Int64] { queue.drop(celebrationOf: grant) }

    /// Drops what waits to be told of whether a chore counts, or of whether somebody else does it.
    ///
    /// - Parameter occurrence: The chore as it is now: an answer that still stands in it goes on waiting.
    /// - Returns: The journal's numbers of what was dropped.
    mutating func drop(answersTo chore: String, unlessIn occurrence: RoutineOccurrence? = nil) -> [Int64] {
        queue.drop(answersTo: chore, unlessIn: occurrence)
    }

    /// Drops what somebody says to the client where it still waits and is not to be said any more.
    ///
    /// - Returns: The journal's numbers of what was dropped.
    mutating func drop(words isOut: (ClientWords) -> Bool) -> [Int64] { queue.drop(words: isOut) }

    /// Whether a reward waits to be celebrated, or is.
    func celebrates(_ grant: UUID) -> Bool {
        running?.celebrates == grant || queue.celebrates(grant)
    }

    /// Whether the sentence of the day waits or is said.
    var hasDaily: Bool { queue.hasDaily || running?.isDaily == true }

    /// The sentence of the day that still waits.
    var waitingDaily: Encouragement? { queue.daily }

    /// Drops the sentence of the day, where it still waits.
    mutating func dropDaily() { queue.dropDaily() }

    /// A press ends a celebration, the answer to a chore, or the sentence of the day.
    ///
    /// - Returns: What is to be cut, and the journal's numbers that it has told by that; `nil` if nothing is celebrated.
    mutating func endCelebration() -> (cut: UtteranceID?, told: [Int64])? {
        guard running?.waitsForCalm == true else { return nil }
        let told = toAcknowledge
        return (drop(), told)
    }

    /// Ends the script at once: the rest of it no longer holds.
    ///
    /// - Returns: What is to be cut.
    mutating func drop() -> UtteranceID? {
        defer { phase = .scanner }
        return utterance
    }

    /// Ends and drops all scripts that act on a choice that was not meant.
    ///
    /// - Returns: The utterance to cut, and the journal numbers that it would still have told, because an
    ///   answer can be part of it already.
    mutating func dropChoice(of request: UUID) -> (cut: UtteranceID?, told: [Int64]) {
        queue.dropChoices(of: request)
        guard running?.request == request else { return (nil, []) }
        let told = toAcknowledge
        return (drop(), told)
    }

    /// Interrupts the script; it continues afterwards, from the words that were cut.
    ///
    /// - Returns: What is to be cut.
    mutating func interrupt() -> UtteranceID? {
        guard var script = running else { return nil }
        if script.isForTheMoment { return drop() }
        let words = saying.map { Script.Step.say($0) }
        switch waiting {
        case .utterance: script = anew(script)
        case .recorded(let id, _): script.steps.insert(.recorded(id), at: 0)
        // A question is asked again, with its words and its full time.
        case .opening(_, let question, let length, _):
            script.steps.insert(
                contentsOf: [words, .window(question, length: length)].compactMap { $0 }, at: 0)
        case .window(let question, let opened, let until):
            let again = Script.Step.window(question, length: opened.duration(to: until))
            script.steps.insert(contentsOf: [words, again].compactMap { $0 }, at: 0)
        case .countdown, nil: break
        }
        let utterance = drop()
        queue.putBack(script)
        return utterance
    }

    /// What the script says now.
    private var utterance: UtteranceID? {
        switch waiting {
        case .utterance(let id, _), .opening(let id, _, _, _), .countdown(let id, _, _, _): id
        case .recorded, .window, nil: nil
        }
    }

    /// Restarts a script whose words were cut. A reminder is told in the words that are true then, together
    /// with later reminders of the same occurrence.
    private mutating func anew(_ script: Script) -> Script {
        var script = script
        guard let occurrence = script.occurrence else {
            if let saying { script.steps.insert(.say(saying), at: 0) }
            return script
        }
        script.steps = [.remind]
        for later in queue.takeAll(of: occurrence) {
            script.reminders += later.reminders
            script.isUrgent = script.isUrgent || later.isUrgent
        }
        return script
    }

    // MARK: - Reminders

    /// Whether a reminder waits to be told, or is being told.
    func tells(_ reminder: UUID) -> Bool {
        running?.tells(reminder) == true || queue.contains(reminder: reminder)
    }

    mutating func join(_ known: KnownReminder) -> AnnouncementQueue.Joining { queue.join(known) }

    mutating func drop(reminders isOut: (KnownReminder) -> Bool) { queue.drop(reminders: isOut) }

    /// Drops the question whether these exercises are to be begun, by their occurrences' ids.
    mutating func drop(toBegin begun: Set<String>) { queue.drop(toBegin: begun) }

    // MARK: - Voices

    /// A cue was requested.
    mutating func cues(_ id: UtteranceID, _ token: CueToken) { cue = (id, token) }

    /// The scanner has cancelled its cue.
    ///
    /// - Returns: The utterance to cut, if it is still the cue.
    mutating func endCue(_ token: CueToken) -> UtteranceID? {
        guard let cue, cue.token == token else { return nil }
        self.cue = nil
        return cue.id
    }

    mutating func started(_ id: UtteranceID, at instant: Instant) -> Action {
        if let cue, cue.id == id { return .cueStarted(cue.token) }
        switch waiting {
        case .opening(id, let question, let length, _):
            wait(for: .window(question, opened: instant, until: instant.advanced(by: length)))
        case .countdown(id, let question, _, let limit):
            wait(for: .countdown(id, question, opened: instant, limit: limit))
        case .utterance, .recorded, .opening, .window, .countdown, nil: break
        }
        return .nothing
    }

    /// Words of the kiosk were heard to their end: what was cut too often may be tried again.
    mutating func voiceWasHeard() { queue.voiceWasHeard() }

    /// - Parameter isAnswering: Whether a press that may still count as an answer began this long after the
    ///   countdown opened.
    mutating func finished(_ id: UtteranceID, at instant: Instant, isAnswering: (Instant) -> Bool) -> Action {
        voiceWasHeard()
        cuesCut = 0
        return ended(id, at: instant, isAnswering: isAnswering)
    }

    mutating func cut(_ id: UtteranceID, at instant: Instant, isAnswering: (Instant) -> Bool) -> Action {
        if isCue(id), cuesCut < AnnouncementQueue.attemptLimit {
            // An urgent alert replaced it.
            cuesCut += 1
            return .cueLost
        }
        return notHeard(id, isLast: false) ?? ended(id, at: instant, isAnswering: isAnswering)
    }

    private mutating func ended(_ id: UtteranceID, at instant: Instant, isAnswering: (Instant) -> Bool)
        -> Action
    {
        if let cue, cue.id == id {
            self.cue = nil
            return .cueEnded(cue.token)
        }
        switch waiting {
        case .utterance(id, _): return .goOn
        case .countdown(id, let question, let opened, _):
            guard let opened, isAnswering(opened) else { return .goOn }
            // A press has begun in time: it counts if it is held long enough.
            wait(for: .window(question, opened: opened, until: instant))
            return .nothing
        case .utterance, .recorded, .opening, .window, .countdown, nil: return .nothing
        }
    }

    /// The wait has timed out, or a window has closed.
    mutating func expire(at now: Instant) -> Action {
        switch waiting {
        case .utterance(let id, _): return notHeard(id, isLast: true) ?? .goOn
        case .countdown, .window: return .goOn
        case .opening(_, let question, let length, _):
            wait(for: .window(question, opened: now, until: now.advanced(by: length)))
            return .nothing
        case .recorded(let id, _): return .notStored(id)
        case nil: return .nothing
        }
    }

    /// Words about a caregiver's action that were cut, or that no voice could say, do not count: they are
    /// begun again.
    ///
    /// - Parameter isLast: Whether to wait until a voice was heard before trying again.
    private mutating func notHeard(_ id: UtteranceID, isLast: Bool) -> Action? {
        guard case .utterance(id, _) = waiting, let cut = running, cut.mustBeHeard else { return nil }
        let limit = AnnouncementQueue.attemptLimit
        phase = .scanner
        var script = anew(cut)
        script.attempts = isLast ? limit : script.attempts + 1
        queue.putBack(script)
        return .notHeard(id, isGivenUp: script.attempts >= limit)
    }
}
