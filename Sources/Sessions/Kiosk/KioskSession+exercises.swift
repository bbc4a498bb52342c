import Activities
import Care
import Exercises
import FoundationEssentials
import HomeFiles
import Scanning
import Speech
import Time

/// Exercises: while one runs, it is what the client has chosen and what is still acted on, so the scanner rests in that choice and goes on
/// when the exercise is over. Presses are the exercise's, except those that answer a question or call for help.
extension KioskSession {
    var exercises: KioskExercises {
        get { floor.exercises }
        _modify { yield &floor.exercises }
    }

    /// Loads where the client was in an exercise; call before the first event.
    public mutating func recall(_ kept: KeptExercise) {
        exercises.recall(kept, of: settings.client.id, pace: pace, seed: generator.next())
        guard kept.client == settings.client.id else { return }
        activities.recall(kept.activity)
        agenda.heardNotes = kept.heard
    }

    /// How quickly the client plays.
    private var pace: GamePlay.Pace {
        GamePlay.Pace(gap: scanning.scanTime, latePress: scanning.latePressWindow)
    }

    mutating func takeOver(_ changed: [Exercise], at now: Instant, _ effects: inout Effects) {
        let (wasRunning, ends) = (exercises.isRunning, exercises.takeOver(changed))
        updates.contentsChanged()
        guard ends else { return }
        if wasRunning {
            effects.add(.log("the open exercise ends: the client may not do it any more"))
            exercise(.interrupted, at: now, &effects)
        }
        exercises.play = nil
        if wasRunning { exerciseEnded(.exerciseStopped, at: now, &effects) }
    }

    // MARK: - The list

    mutating func openExercises(at now: Instant, _ effects: inout Effects) {
        levels.maker.exercises = exercises.all
        if exercises.all.isEmpty {
            reply(.noExercises, at: now, &effects)
        } else {
            finishChoice(.open(levels.maker.exerciseList), at: now, &effects)
        }
    }

    /// - Parameter instructions: Somebody's for this time, said before the exercise's own; a press ends them.
    mutating func act(
        on choice: ExerciseChoice, saying instructions: String? = nil, at now: Instant,
        _ effects: inout Effects
    ) {
        switch choice {
        case .open(let id) where exercises.isPaused(id): offerExerciseChoices(at: now, &effects)
        case .open(let id):
            guard let chosen = exercises[id] else {
                reply(.noLongerOnBoard, at: now, &effects)
                return
            }
            exercises.play = ExercisePlay(chosen, pace: pace, seed: generator.next())
            // Once nothing else is being said: its own words would hide a question, and the press that begins it would answer that.
            runChoice(beginning(saying: instructions), at: now, &effects)
        case .paused(let choice):
            guard exercises.play != nil else {
                reply(.noLongerOnBoard, at: now, &effects)
                return
            }
            runChoice(Script(steps: [], ending: .exercise(.chose(choice))), at: now, &effects)
        }
    }

    /// For the client's ear, and on their screen: one after the other where they are long.
    private func beginning(saying instructions: String?) -> Script {
        let parts = instructions?.closed.parts(upTo: Cards.longestText) ?? []
        var script = Script(
            steps: parts.map { .say(whisper([.text($0)])) }, ending: .exercise(.begin))
        script.endsByPress = !parts.isEmpty
        if parts.count == 1 { script.saying = Screen.Saying(words: parts[0]) }
        return script
    }

    /// Whether they are said now.
    var saysInstructions: Bool {
        guard let running = floor.running, running.endsByPress, case .exercise(.begin) = running.ending else {
            return false
        }
        return true
    }

    /// The scan is ended while they are said: chosen again, it begins anew.
    mutating func leaveInstructions(_ effects: inout Effects) {
        guard saysInstructions else { return }
        cut(floor.drop(), &effects)
        exercises.play = nil
        activities.instructionsWereLost()
    }

    // MARK: - What happens

    /// Gives the open exercise an event, and does what it wants.
    mutating func exercise(_ event: ExercisePlay.Event, at now: Instant, _ effects: inout Effects) {
        guard var play = exercises.play else { return }
        let wanted = play.handle(event, at: now)
        exercises.play = play.isOver ? nil : play
        for effect in wanted { perform(effect, of: play.exercise, at: now, &effects) }
    }

    /// The time has come for something in it, or somebody has something to tell.
    mutating func goOnWithExercise(at now: Instant, _ effects: inout Effects) {
        if let wake = exercises.nextWake, wake <= now { exercise(.wake, at: now, &effects) }
        guard exercises.isRunning, !exercises.isYielding, floor.isFree, sharing.turn != .waits,
            floor.queue.hasNext(isMute: faults.voices.isMute, isCalm: false)
        else { return }
        exercise(.news(isUrgent: floor.queue.hasUrgent), at: now, &effects)
    }

    /// The kiosk is needed for something else: nothing of the exercise sounds any more.
    mutating func interruptExercise(at now: Instant, _ effects: inout Effects) {
        if exercises.isRunning { exercise(.interrupted, at: now, &effects) }
    }

    private mutating func perform(
        _ effect: ExercisePlay.Effect, of exercise: Exercise, at now: Instant, _ effects: inout Effects
    ) {
        switch effect {
        case .say(let words):
            let part: SpeechPart =
                if let path = words.recording { .recording(path: path, text: words.text) } else {
                    .text(words.text)
                }
            exercises.sound = speak([part], in: exercise.language, &effects)
        case .sound(let tones): exercises.sound = sound(tones.map(SpeechPart.tone), &effects)
        case .listen(let calm): exercises.sound = sound([.calm(calm)], &effects)
        case .tell(let parts):
            let spoken = parts.flatMap { levels.maker.speech(of: $0) }
            exercises.sound =
                spoken.allSatisfy(\.isSound)
                ? sound(spoken, &effects) : speak(spoken, in: phrases.language, &effects)
        case .guide(let kind):
            _ = speak([.text(phrases[kind.phrase])], in: phrases.language, &effects)
        case .cut:
            cut(exercises.sound, &effects)
            exercises.sound = nil
        case .yield: runNext(at: now, &effects)
        case .offer: offerExerciseChoices(at: now, &effects)
        case .finished: exerciseEnded(.exerciseDone, exercise.id, at: now, &effects)
        case .stopped:
            exerciseEnded(.exerciseStopped, exercise.id, saying: .exerciseStopped, at: now, &effects)
        }
    }

    private mutating func sound(_ parts: [SpeechPart], _ effects: inout Effects) -> UtteranceID {
        let utterance = Utterance(
            id: utterances.next(), voice: faults.voices.audible(.main), kind: .earcon, precedence: .cue,
            parts: parts)
        effects.add(.voice(.speak(utterance)))
        return utterance.id
    }

    private mutating func speak(
        _ parts: [SpeechPart], in language: String, _ effects: inout Effects
    ) -> UtteranceID {
        let utterance = Utterance(
            id: utterances.next(), voice: faults.voices.audible(.main), kind: .announcement,
            precedence: .announcement, parts: parts, language: language)
        effects.add(.voice(.speak(utterance)))
        return utterance.id
    }

    mutating func offerExerciseChoices(at now: Instant, _ effects: inout Effects) {
        runChoice(
            Script(
                steps: [.say(whisper([.text(phrases[.exercisePaused])]))],
                ending: .reopen(levels.maker.pausedExercise)),
            at: now, &effects)
    }

    /// What comes after it, where it was the client's to do; else the scan goes on in the list.
    private mutating func exerciseEnded(
        _ event: Activity.Event, _ id: String? = nil, saying key: PhraseKey? = nil, at now: Instant,
        _ effects: inout Effects
    ) {
        if let current = activities.current, current.stage == .exercising,
            id == nil || toDo(for: current.assignment) == id
        {
            // Its time may have come near meanwhile.
            watchAppointment(isFresh: false, at: now, &effects)
            activity(event, at: now, &effects)
            if activities.current != nil { return }
        }
        endExercise(saying: key, at: now, &effects)
    }

    /// The scan goes on in the list.
    mutating func endExercise(
        saying key: PhraseKey? = nil, at now: Instant, _ effects: inout Effects
    ) {
        updates.contentsChanged()
        let steps = key.map { [Script.Step.say(whisper([.text(phrases[$0])]))] } ?? []
        runChoice(Script(steps: steps), at: now, &effects)
    }

    // MARK: - Voices and presses

    /// Whether it told of what the exercise says or sounds.
    mutating func takeForExercise(
        _ event: VoiceEvent, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        guard let sound = exercises.sound else { return false }
        switch event {
        case .started(sound, let instant): exercise(.heard(at: instant), at: now, &effects)
        case .finished(sound, _):
            exercises.sound = nil
            floor.voiceWasHeard()
            exercise(.ended, at: now, &effects)
        case .cut(sound, _):
            exercises.sound = nil
            exercise(.lost, at: now, &effects)
        case .started, .finished, .cut, .outputLost, .outputRestored, .outputTearing, .outputWhole:
            return false
        }
        return true
    }

    /// Whether the press was the exercise's.
    mutating func takeForExercise(
        _ press: SwitchPress, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        // While help is being called nothing else is done.
        guard exercises.isRunning, !floor.isCountdown else { return false }
        presses.recorder.note(.other)
        exercise(.press(began: press.began), at: now, &effects)
        return true
    }

    /// Whether the long press was the exercise's: `cancel` and `back` stop it, `repeat` does the step again.
    mutating func takeLongForExercise(
        _ press: SwitchPress, at now: Instant, _ effects: inout Effects
    ) -> Bool {
        guard exercises.isRunning else { return false }
        guard floor.isFree else {
            // What is being said is said to its end; a question that is open has the press.
            guard exercises.isYielding, !isQuestionOpen, scanning.longPressAction != .help else {
                return false
            }
            exercise(.press(began: press.began), at: now, &effects)
            return true
        }
        let choice: ExercisePlay.Choice
        switch scanning.longPressAction {
        case .help: return false
        case .cancel:
            // The scan's rest leaves it paused.
            scan(scanner.restNow(at: now), at: now, &effects)
            return true
        case .back: choice = .stop
        case .repeat: choice = .again
        }
        interruptExercise(at: now, &effects)
        exercise(.chose(choice), at: now, &effects)
        return true
    }

    private var isQuestionOpen: Bool {
        switch floor.waiting {
        case .window, .countdown: true
        case .utterance, .recorded, .opening, nil: false
        }
    }

    // MARK: - The screen

    /// What the screen shows of it while it runs; what it yields to is shown instead.
    var exerciseOnScreen: Screen.Exercise? {
        guard let play = exercises.play, play.isRunning, !play.isYielding, floor.isFree else { return nil }
        let view = play.view
        return Screen.Exercise(
            label: String(play.exercise.name.prefix(Cards.longestText)),
            symbol: play.exercise.symbol.flatMap(drawn), picture: view.picture.flatMap(drawn),
            things: view.game.map { $0.things.map { .text($0) } },
            breath: view.phase.map { phase in
                Screen.Exercise.Breath(
                    phase: phase.kind.shown, words: phrases[phase.kind.phrase],
                    milliseconds: Int(phase.length / .milliseconds(1)))
            })
    }
}

extension String {
    /// In parts of so many characters at most, parted after a sentence where there is one, else between words.
    func parts(upTo limit: Int) -> [String] {
        var parts: [String] = []
        var rest = drop(while: \.isWhitespace)
        while rest.count > limit {
            let head = rest.prefix(limit)
            let gaps = head.indices.dropFirst().filter { head[$0].isWhitespace }
            let sentence = gaps.last { ".!?…".contains(head[head.index(before: $0)]) }
            let end = sentence ?? gaps.last ?? head.endIndex
            parts.append(String(rest[..<end]))
            rest = rest[end...].drop(while: \.isWhitespace)
        }
        if !rest.isEmpty { parts.append(String(rest)) }
        return parts
    }
}

extension Breathing.Phase.Kind {
    fileprivate var phrase: PhraseKey {
        switch self {
        case .in: .breatheIn
        case .hold: .breatheHold
        case .out: .breatheOut
        }
    }

    fileprivate var shown: Screen.Exercise.Phase {
        switch self {
        case .in: .in
        case .hold: .hold
        case .out: .out
        }
    }
}
