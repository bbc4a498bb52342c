import Activities
import Boards
import Care
import Exercises
import FoundationEssentials
import HomeFiles
import Recurrence
import Scanning
import Speech
import Time

/// What the client was given to do: the list, the wait room, the appointment, and the question how it was. `Activity` knows what follows from
/// what; here it is said, offered and sent.
extension KioskSession {
    var activities: KioskActivities {
        get { floor.activities }
        _modify { yield &floor.activities }
    }

    /// The settings of sessions and moods have changed: what is open is made anew with them.
    mutating func takeOver(
        _ guidance: HomeSettings.Guidance, at now: Instant, _ effects: inout Effects
    ) {
        guard guidance != settings.guidance else { return }
        inForce.guide(guidance)
        updates.contentsChanged()
        watchAppointment(isFresh: false, at: now, &effects)
    }

    // MARK: - The list

    /// The lists and the present stage as they are now.
    mutating func renewActivityLevels() {
        levels.maker.assignments = assignmentEntries
        activities.tellOf(
            levels.maker.assignments.filter { $0.access == .locked || $0.access == .open }
                .map(\.assignment).filter(\.isMeeting).compactMap(\.appointment))
        levels.maker.week = agenda.week(at: planTime)
        levels.maker.activity = activities.current.map { level(of: $0) }
        levels.maker.tellsProvider =
            activities.current?.assignment.appointment != nil ? providerName : nil
    }

    /// What is in the list as of now.
    var assignmentEntries: [AssignmentEntry] {
        agenda.assignments(
            daysAhead: settings.opensDaysAhead, of: activities, at: planTime,
            zone: encouragement.means.zone, title: { title(of: $0) })
    }

    /// What the client hears of an appointment to which no exercise leads: "Session with Dr Kim".
    func title(of appointment: Appointment) -> String {
        phrases[.meetingWith, [.caregiver: appointment.providerName]]
    }

    mutating func openAssignments(at now: Instant, _ effects: inout Effects) {
        renewActivityLevels()
        guard !levels.maker.hasNoAssignments else {
            reply(agenda.known == nil ? .planUnknown : .noAssignments, at: now, &effects)
            return
        }
        let steps =
            faults.reach.isServiceAway
            ? [Script.Step.say(whisper([.text(phrases[.assignmentsOld])]))] : []
        runChoice(Script(steps: steps, ending: .open(levels.maker.assignmentList)), at: now, &effects)
    }

    /// What scanning adds to an entry.
    func standing(of choice: ActivityChoice) -> String? {
        guard case .open(let id) = choice, let entry = levels.maker.assignments.first(where: { $0.id == id })
        else { return nil }
        return levels.maker.standing(of: entry, client: settings.client.name, at: planTime)
    }

    /// Whether it is an exercise that choosing it begins, or goes on with.
    ///
    /// - Parameter occurrence: As it stands now.
    func opens(_ occurrence: RoutineOccurrence, at time: Date) -> Bool {
        occurrence.exercise != nil
            && agenda.access(occurrence, settings.opensDaysAhead, activities, at: time).leadsOn
    }

    /// A press has answered a reminder: it is chosen in the list, wherever scanning is, and the scan goes on from there.
    ///
    /// - Parameter id: The occurrence's, or that of an appointment alone.
    mutating func begin(_ id: String, at now: Instant, _ effects: inout Effects) {
        renewActivityLevels()
        // What was chosen before has been acted on: this takes its place.
        guard !scanner.isSelecting, let way = path(toAssignment: id) else {
            act(on: ActivityChoice.open(id), at: now, &effects)
            return
        }
        presses.scans(nil)
        scan(scanner.choose(way, at: presses.chosenAt), at: now, &effects)
    }

    /// The way to it through the list, which is opened; `nil` where it is not in there any more.
    private mutating func path(toAssignment id: String) -> [ScanStep]? {
        var level = levels.maker.assignmentList
        var path: [ScanStep] = []
        if let top = levels[scanner.topLevel] {
            let list = top.scan.items.first { item in
                if case .item(let listed) = top.contents[item.id], case .list(.assignments) = listed.action {
                    true
                } else {
                    false
                }
            }
            // Elsewhere on the boards, the scan comes back to the first item.
            if let item = list ?? top.scan.items.first {
                path.append(ScanStep(level: top.scan, item: item.id))
            }
        }
        while !level.scan.items.contains(where: { $0.id == id }) {
            var more: (item: String, level: KioskLevel)?
            for item in level.scan.items {
                if case .more(let rest) = level.contents[item.id] { more = (item.id, rest) }
            }
            guard let next = more else { return nil }
            levels.add(level)
            path.append(ScanStep(level: level.scan, item: next.item))
            level = next.level
        }
        levels.add(level)
        return path + [ScanStep(level: level.scan, item: id)]
    }

    private mutating func openAssignment(_ id: String, at now: Instant, _ effects: inout Effects) {
        renewActivityLevels()
        guard let entry = levels.maker.assignments.first(where: { $0.id == id }) else {
            reply(.noLongerPlanned, at: now, &effects)
            return
        }
        let assignment = entry.assignment
        switch entry.access {
        case .locked:
            let time = entry.local.map {
                "\(phrases[$0.day.weekday.phrase]), \(phrases.shortClock($0))"
            }
            whisperChoice(
                phrases[.assignmentOpens, [.label: assignment.title, .time: time ?? ""]], at: now, &effects)
        case .past:
            let standing = levels.maker.standing(of: entry, client: settings.client.name, at: planTime)
            whisperChoice("\(assignment.title), \(standing).", at: now, &effects)
        case .owed:
            // "Not now" was said already.
            let isPutOff = entry.occurrence?.mood?.value == .notNow
            open(assignment, from: isPutOff ? .later : .mood, at: now, &effects)
            choose(.opened, at: now, &effects)
        case .open:
            open(assignment, at: now, &effects)
            watchAppointment(isFresh: false, at: now, &effects)
            choose(.opened, at: now, &effects)
        case .present:
            watchAppointment(isFresh: false, at: now, &effects)
            choose(.opened, at: now, &effects)
        }
    }

    /// Whoever is in an appointment leaves it for another assignment.
    mutating func open(
        _ assignment: Assigned, from stage: Activity.Stage = .asked, at now: Instant, _ effects: inout Effects
    ) {
        if activities.current?.isAttending == true { sendLine(.clientLeft, at: now, &effects) }
        activities.open(assignment, at: stage)
    }

    /// As of now: the list may have stood there since yesterday.
    private mutating func tellWeek(at now: Instant, _ effects: inout Effects) {
        renewActivityLevels()
        let week = levels.maker.week
        guard !week.isEmpty else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
        whisperChoice(levels.maker.words(of: week, on: settings.moodScale), at: now, &effects)
    }

    private mutating func whisperChoice(_ text: String, at now: Instant, _ effects: inout Effects) {
        runChoice(Script(steps: [.say(whisper([.text(text)]))]), at: now, &effects)
    }

    // MARK: - Choices

    mutating func act(on choice: ActivityChoice, at now: Instant, _ effects: inout Effects) {
        activities.used(at: now)
        switch choice {
        case .open(let id): openAssignment(id, at: now, &effects)
        case .week: tellWeek(at: now, &effects)
        case .join: choose(.joined, at: now, &effects)
        case .exerciseFirst: choose(.exerciseFirst, at: now, &effects)
        case .breatheAgain: choose(.breatheAgain, at: now, &effects)
        case .leave: choose(.left, at: now, &effects)
        case .wait:
            scan(scanner.restNow(at: now), at: now, &effects)
            let words = phrases[.waitHere, [.caregiver: providerName]]
            announce(Script(steps: [.say(whisper([.text(words)]))]), at: now, &effects)
        case .calm: openExercises(at: now, &effects)
        case .notes:
            finishChoice(.open(levels.maker.notes), at: now, &effects)
        case .feeling:
            let level = levels.maker.feeling(on: settings.moodScale, faces)
            finishChoice(.open(level), at: now, &effects)
        case .spell: openProposing(.spelling, at: now, &effects)
        case .note(let note): send(note, at: now, &effects)
        case .answer(let answer): send(answer, at: now, &effects)
        case .mood(let scale, let value): choose(.logged(scale, value), at: now, &effects)
        case .tell(let scale, let value): tell(scale, value, at: now, &effects)
        }
    }

    private mutating func choose(_ event: Activity.Event, at now: Instant, _ effects: inout Effects) {
        if !activity(event, at: now, &effects) { reply(.noLongerOnBoard, at: now, &effects) }
    }

    /// A press has answered what was asked about an assignment.
    mutating func answered(
        _ event: Activity.Event, about id: String, at now: Instant, _ effects: inout Effects
    ) {
        activities.used(at: now)
        guard activities.current?.assignment.id == id, activity(event, at: now, &effects) else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
    }

    /// A press at rest, while the client is in the wait room or the appointment, leads back there.
    mutating func goOnWithActivity(at now: Instant, _ effects: inout Effects) {
        guard !scanner.isResting, !scanner.isSelecting, activities.leadsBack(at: now),
            let current = activities.current
        else { return }
        activities.used(at: now)
        let level = level(of: current)
        levels.maker.activity = level
        levels.add(level)
        scan(scanner.enter(level.scan, at: now), at: now, &effects)
    }

    // MARK: - What happens

    /// Gives the present activity an event, and does what it wants.
    ///
    /// - Returns: Whether anything came of it.
    @discardableResult
    mutating func activity(
        _ event: Activity.Event, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        guard let before = activities.current else { return false }
        let wanted = activities.handle(event, at: now)
        updates.contentsChanged()
        // What the client goes on to ends the exercise; so does the wait room where whoever was to be joined has gone again.
        var hasEnded = false
        let goesOn =
            activities.current?.stage != before.stage
            || exercises.isRunning && wanted.contains(where: \.offers)
        if goesOn, exercises.play != nil, before.stage == .exercising || exercises.isRunning {
            hasEnded = exercises.isRunning
            exercise(.interrupted, at: now, &effects)
            exercises.play = nil
        }
        for effect in wanted { perform(effect, of: before.assignment, at: now, &effects) }
        // Where nothing is offered, the scan goes on from where the exercise was chosen: nobody else would end that choice.
        if hasEnded, !wanted.contains(where: \.leadsOn) { endExercise(at: now, &effects) }
        return !wanted.isEmpty
    }

    private mutating func perform(
        _ effect: Activity.Effect, of assignment: Assigned, at now: Instant, _ effects: inout Effects
    ) {
        switch effect {
        case .play: play(assignment, at: now, &effects)
        case .offer(let stage): offer(stage, at: now, &effects)
        case .ask:
            let key: PhraseKey =
                activities.current?.stage == .exercising ? .providerJoinOrFinish : .providerJoin
            ask(phrases[key, [.caregiver: providerName]], .join(assignment.id), at: now, &effects)
        case .askMood: ask(phrases[.moodPrompt], .tellMood(assignment.id), at: now, &effects)
        case .tellProvider: tell(providerWords, at: now, &effects)
        case .tellWaiting: tell("\(waitedWords(at: now)) \(providerWords)", at: now, &effects)
        case .tellOver: tell(phrases[.meetingOver, [.caregiver: providerName]], at: now, &effects)
        case .move(let move):
            guard let kind = AppointmentLine.Kind(rawValue: move.rawValue) else { return }
            sendLine(kind, at: now, &effects)
        case .log(let scale, let value): log(scale, value, of: assignment, at: now, &effects)
        }
    }

    private mutating func play(_ assignment: Assigned, at now: Instant, _ effects: inout Effects) {
        guard let id = toDo(for: assignment) else {
            announce(
                Script(steps: [.say(whisper([.text(phrases[.exerciseNotHere])]))]), at: now, &effects)
            activity(.exerciseDone, at: now, &effects)
            return
        }
        let instructions = exercises.isPaused(id) ? nil : activities.takeInstructions()
        act(on: ExerciseChoice.open(id), saying: instructions, at: now, &effects)
    }

    /// The exercise that is done for what was planned: its own, and where it names none the usual one. `nil` where that is not here, and of an
    /// appointment alone.
    func toDo(for assignment: Assigned) -> String? {
        guard !assignment.isMeeting else { return nil }
        let id = assignment.exercise ?? Exercise.usual
        return exercises[id] == nil ? nil : id
    }

    /// Says how things stand, and lets the client choose.
    private mutating func offer(_ stage: Activity.Stage, at now: Instant, _ effects: inout Effects) {
        guard let current = activities.current else { return }
        activities.used(at: now)
        if stage == .waiting { activities.waits(settings.pretendWait, at: now, planTime) }
        let level = level(of: current)
        levels.maker.activity = level
        let words: String =
            switch stage {
            case .asked, .waiting: providerWords
            case .meeting: phrases[.meetingBegins, [.caregiver: providerName]]
            case .mood, .later: phrases[.moodQuestion]
            case .exercising, .over: ""
            }
        runChoice(
            Script(steps: [.say(whisper([.text(words)]))], ending: .enter(level)), at: now, &effects)
    }

    private func level(of activity: Activity) -> KioskLevel {
        levels.maker.level(
            of: activity.stage, canJoin: activity.canJoin, isMeeting: activity.assignment.isMeeting,
            canBreathe: toDo(for: activity.assignment) != nil,
            scale: settings.moodScale, faces: faces)
    }

    /// In the order of this week, by the home's day.
    private var faces: [Int] {
        let day = agenda.known?.day ?? CalendarDay(clamping: Int(planTime.timeIntervalSince1970 / 86_400))
        return MoodQuestion.faces(of: settings.moodScale, on: day)
    }

    mutating func ask(
        _ words: String, _ question: Script.Question, at now: Instant, _ effects: inout Effects
    ) {
        activities.used(at: now)
        announce(
            Script(
                isUrgent: !exercises.isRunning,
                steps: [
                    .say(announcement(.earcon(.answered), .text(words))),
                    .window(question, length: answerWindow),
                ]), at: now, &effects)
    }

    mutating func tell(_ words: String, at now: Instant, _ effects: inout Effects) {
        announce(Script(steps: [.say(announcement(.text(words)))]), at: now, &effects)
    }

    /// Where the client meets the provider by video, while they do.
    var videoLink: Screen.Link? {
        guard let current = activities.current, current.stage == .meeting,
            let appointment = current.assignment.appointment, let link = settings.videoLink
        else { return nil }
        return Screen.Link(
            address: link.address(of: appointment), words: phrases[.openVideo, [.caregiver: providerName]])
    }

    /// Whom the client waits for, all the time that they do.
    var waitingOnScreen: Screen.Waiting? {
        guard let current = activities.current, current.waits else { return nil }
        // Whole seconds: a screen shows minutes. A clock that is wrong says nothing, and the service would refuse it.
        let since = (activities.appointment?.standing.clientSince ?? activities.waitsFrom)
            .map { Date(timeIntervalSince1970: $0.timeIntervalSince1970.rounded(.down)) }
        return Screen.Waiting(
            who: String(providerName.prefix(Cards.longestText)), provider: providerStanding,
            words: String(providerWords.prefix(Cards.longestText)),
            since: since.flatMap { PlannedTimes.contains($0) ? $0 : nil })
    }

    // MARK: - Words

    var providerName: String {
        activities.appointment?.providerName ?? settings.caregiver.name
    }

    /// Where the provider is; `nil` where that cannot be known now.
    private var providerStanding: AppointmentStanding.Provider? {
        let isKnown = activities.isPretending || !faults.reach.isServiceAway
        return isKnown ? activities.current?.meeting?.standing.provider : nil
    }

    private var providerWords: String {
        let key: PhraseKey =
            switch providerStanding {
            case .in: .providerHere
            case .out: .waitNotHere
            case .busy: .waitBusy
            case .away: .waitAway
            case nil: .waitUnknown
            }
        let words = phrases[key, [.caregiver: providerName]]
        return activities.isPretending ? "\(phrases[.waitPretended]) \(words)" : words
    }

    /// How long the client has waited, as the service has it. Where it has not heard that they came, as this kiosk has it.
    private func waitedWords(at now: Instant) -> String {
        let told = activities.appointment?.standing.clientSince.map { planTime.timeIntervalSince($0) }
        guard let waited = told ?? activities.current?.waited(at: now).map({ $0 / .seconds(1) }) else {
            return ""
        }
        let minutes = Int(min(max(waited / 60, 0), 1e6).rounded())
        return minutes < 1 ? "" : phrases[.waitedMinutes, [.minutes: String(minutes)]]
    }
}

extension Activity.Effect {
    /// Whether the client is to choose.
    fileprivate var offers: Bool { if case .offer = self { true } else { false } }

    /// Whether it is something that the client has chosen, or can choose.
    fileprivate var leadsOn: Bool {
        switch self {
        case .play, .offer, .log: true
        case .ask, .tellProvider, .tellWaiting, .tellOver, .askMood, .move: false
        }
    }
}
