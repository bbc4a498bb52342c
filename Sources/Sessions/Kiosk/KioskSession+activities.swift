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

    // MARK: - Choices

    mutating func act(on choice: ActivityChoice, at now: Instant, _ effects: inout Effects) {
        activities.used(at: now)
        switch choice {
        case .open(let id): openAssignment(id, at: now, &effects)
        case .written(let provider): hearNotes(by: provider, at: now, &effects)
        case .hear(let note): hearNote(note, at: now, &effects)
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

    mutating func choose(_ event: Activity.Event, at now: Instant, _ effects: inout Effects) {
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

    func level(of activity: Activity) -> KioskLevel {
        levels.maker.level(
            of: activity.stage, canJoin: activity.canJoin, isMeeting: activity.assignment.isMeeting,
            canBreathe: toDo(for: activity.assignment) != nil,
            written: agenda.written.first { $0.provider == activities.appointment?.content.provider },
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
