import Activities
import Care
import FoundationEssentials
import HomeFiles
import Speech
import Spelling
import Time

/// What the client says of themselves: how they are, and what their provider is to know.
extension KioskSession {
    // MARK: - Moods

    /// The one after an assignment, which is done with it.
    ///
    /// - Parameter scale: The one that it was asked on: the settings may have another one by now.
    mutating func log(
        _ scale: MoodScale, _ value: MoodValue, of assignment: Assigned, at now: Instant,
        _ effects: inout Effects
    ) {
        let mood = NewMood(
            id: newID(), client: settings.client.id, scale: scale, value: value,
            routine: assignment.routine, key: assignment.key, appointment: assignment.appointment,
            at: planTime)
        activities.said(mood.id, of: assignment)
        keep(mood, saying: value == .notNow ? .moodLater : .moodThanks, at: now, &effects)
    }

    /// How these were is known, by their occurrences' ids: it is not asked again.
    mutating func askOnce(_ said: [(id: String, value: MoodValue)]) {
        activities.known(Set(said.filter { $0.value != .notNow }.map(\.id)))
    }

    /// Of what belongs to an exercise, the plan tells.
    mutating func take(_ mood: NewMood) {
        guard mood.client == settings.client.id, mood.routine == nil, let appointment = mood.appointment,
            mood.scale.question == .faces, mood.value != .notNow
        else { return }
        activities.saidElsewhere(mood.id, of: appointment)
        updates.contentsChanged()
    }

    /// Without one: how strong a pain is, or where it is.
    mutating func tell(
        _ scale: MoodScale, _ value: MoodValue, at now: Instant, _ effects: inout Effects
    ) {
        keep(
            NewMood(id: newID(), client: settings.client.id, scale: scale, value: value, at: planTime),
            saying: .moodThanks, at: now, &effects)
    }

    private mutating func keep(
        _ mood: NewMood, saying key: PhraseKey, at now: Instant, _ effects: inout Effects
    ) {
        agenda.add(mood)
        updates.contentsChanged()
        asking.willStore(mood.id)
        effects.add(.mood(mood))
        runChoice(
            Script(steps: [.recorded(mood.id), .say(announcement(.earcon(.asked), .text(phrases[key])))]),
            at: now, &effects)
    }

    /// The service refused it for good. Returns whether it was a mood.
    mutating func moodRefused(_ id: UUID, at now: Instant, _ effects: inout Effects) -> Bool {
        guard let title = lostMood(id) else { return false }
        let words = announcement(.earcon(.fault), .text(phrases[.markLost, [.label: title]]), kind: .fault)
        announce(Script(steps: [.say(words)]), at: now, &effects)
        return true
    }

    /// It will not be stored: what was asked is asked again, unless there is an answer.
    ///
    /// - Returns: What it was said after, if it was a mood.
    mutating func lostMood(_ id: UUID) -> String? {
        guard let (mood, title) = agenda.moods.lost(id) else { return nil }
        updates.contentsChanged()
        if let routine = mood.routine, let key = mood.key {
            if let occurrence = agenda.occurrence("\(routine) \(key)", at: planTime) {
                let isAnswered = occurrence.mood.map { $0.value != .notNow } ?? false
                activities.lostMood(id, of: Assigned(occurrence), isAnswered: isAnswered)
            }
        } else if let meeting = activities.unstored(id) ?? self.meeting(mood.appointment) {
            activities.lostMood(id, of: meeting, isAnswered: false)
        }
        return title.isEmpty ? phrases[.moodQuestion] : title
    }

    private func meeting(_ appointment: UUID?) -> Assigned? {
        activities.appointment(appointment).map { Assigned($0, title: title(of: $0)) }
    }

    // MARK: - Lines

    /// What the client says in the appointment: aloud here, and to the provider at once.
    mutating func send(
        _ answer: AppointmentLine.Answer, at now: Instant, _ effects: inout Effects
    ) {
        guard let current = activities.current, current.stage == .meeting else {
            reply(.noLongerOnBoard, at: now, &effects)
            return
        }
        sendLine(.answered, answer: answer, at: now, &effects)
        let words = [Script.Step.say(aloud(phrases[answer.phrase]))]
        // The provider knows by now that something comes, and waits.
        if answer == .wantToSay, levels.maker.means.alphabet != nil {
            renewActivityLevels()
            openSpelling(after: words, at: now, &effects)
        } else {
            runChoice(Script(steps: words, ending: backToActivity), at: now, &effects)
        }
    }

    private var backToActivity: Script.Ending { levels.maker.activity.map { .enter($0) } ?? .goOn }

    mutating func send(_ note: NoteChoice, at now: Instant, _ effects: inout Effects) {
        switch note {
        case .tooHard: sendLine(.tooHard, at: now, &effects)
        case .coordinator: sendLine(.coordinatorPlease, at: now, &effects)
        case .sleep, .pain, .family, .worry:
            sendLine(.talkingPoint, text: phrases[note.phrase], at: now, &effects)
        }
        noted(note == .coordinator ? phrases[.notedCoordinator] : notedWords, at: now, &effects)
    }

    /// What the client has spelled, for the provider: aloud and at once where they are together, and else something to talk about.
    mutating func sendSpelled(at now: Instant, _ effects: inout Effects) {
        let text = proposing.spelled.sentence
        proposing.remember(text)
        let isMeeting = activities.current?.stage == .meeting
        if let appointment = activities.current?.assignment.appointment {
            let new =
                isMeeting
                ? NewAppointmentLine(id: newID(), kind: .answered, text: text, answer: .wantToSay)
                : NewAppointmentLine(id: newID(), kind: .talkingPoint, text: text)
            send(proposing.tells(new, to: appointment), to: appointment, &effects)
        }
        guard isMeeting else {
            noted(notedWords, at: now, &effects)
            return
        }
        runChoice(Script(steps: [.say(aloud(text))], ending: backToActivity), at: now, &effects)
    }

    private var notedWords: String { phrases[.noted, [.caregiver: providerName]] }

    /// Back to the wait room or the appointment.
    private mutating func noted(_ words: String, at now: Instant, _ effects: inout Effects) {
        runChoice(
            Script(steps: [.say(whisper([.text(words)]))], ending: backToActivity), at: now, &effects)
    }

    /// Sends a line of the present activity's appointment at once, if it has one.
    mutating func sendLine(
        _ kind: AppointmentLine.Kind, text: String? = nil, answer: AppointmentLine.Answer? = nil,
        at now: Instant, _ effects: inout Effects
    ) {
        guard let appointment = activities.current?.assignment.appointment else { return }
        send(
            NewAppointmentLine(id: newID(), kind: kind, text: text, answer: answer), to: appointment,
            &effects)
    }

    private mutating func send(
        _ line: NewAppointmentLine, to appointment: UUID, _ effects: inout Effects
    ) {
        activities.sends(line.id)
        effects.add(.tell(appointment: appointment, line))
    }

    /// It could not be sent: whoever has said it must not believe that it was heard.
    mutating func notTold(
        _ line: UUID, _ detail: String, at now: Instant, _ effects: inout Effects
    ) {
        effects.add(.log("an appointment was not told: \(detail)"))
        proposing.notTold(line)
        guard activities.hasSent(line), activities.current != nil else { return }
        let words = announcement(
            .earcon(.fault), .text(phrases[.notTold, [.caregiver: providerName]]), kind: .fault)
        announce(Script(isUrgent: true, steps: [.say(words)]), at: now, &effects)
    }
}
