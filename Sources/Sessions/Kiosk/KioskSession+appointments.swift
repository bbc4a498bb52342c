import Activities
import Care
import FoundationEssentials
import HomeFiles
import Speech
import Time

/// What the service tells of the client's appointments, and what that does to the present activity.
extension KioskSession {
    mutating func take(_ all: [Appointment], at now: Instant, _ effects: inout Effects) {
        activities.take(all.filter { $0.content.client == settings.client.id })
        updates.contentsChanged()
        watchAppointment(isFresh: true, at: now, &effects)
    }

    /// - Parameter isLive: Whether it has happened just now: what was said earlier is not said any more.
    mutating func take(
        _ news: AppointmentNews, isLive: Bool, at now: Instant, _ effects: inout Effects
    ) {
        guard news.appointment.content.client == settings.client.id else { return }
        updates.contentsChanged()
        guard activities.take(news.appointment) else { return }
        if news.line.kind == .clientLeft, !activities.hasSent(news.line.id) {
            activity(.leftElsewhere, at: now, &effects)
        }
        watchAppointment(isFresh: false, at: now, &effects)
        guard isLive, news.line.kind == .said, let text = news.line.text else { return }
        switch activities.current?.stage {
        // Said only while the client is in.
        case .asked, .exercising, .waiting, .meeting:
            announce(
                Script(isUrgent: true, steps: [.say(announcement(.earcon(.answered), .text(text)))]), at: now,
                &effects)
        case .mood, .later, .over, nil: break
        }
    }

    /// The time has come for something in it.
    mutating func goOn(withActivityAt now: Instant, _ effects: inout Effects) {
        if activities.takePretended(at: now) { watchAppointment(isFresh: false, at: now, &effects) }
        if let wake = activities.current?.nextWake, wake <= now { activity(.wake, at: now, &effects) }
        activities.noteArrivals()
        guard journal.tellsHere else { return }
        tellArrivals(at: now, &effects)
        for appointment in activities.takeCalls(at: planTime) { call(to: appointment, at: now, &effects) }
    }

    /// "It is time: Session with Dr Kim. Press to begin." Whoever is busy with an exercise or with another appointment is told, and not asked: no
    /// press leads out of that by mistake.
    private mutating func call(to appointment: Appointment, at now: Instant, _ effects: inout Effects) {
        guard agenda.quietEnd(at: planTime, zone: encouragement.means.zone) == nil else { return }
        let words = phrases[.reminderDue, [.label: title(of: appointment)]]
        guard !exercises.isRunning, activities.current?.isAttending != true else {
            announce(Script(steps: [.say(announcement(.text(words)))]), at: now, &effects)
            return
        }
        announce(
            Script(steps: [
                .say(announcement(.text(words), .text(phrases[.reminderBegin]))),
                .window(.meet(appointment.id), length: reminderWindow),
            ]), at: now, &effects)
    }

    /// "Dr Kim is here. Press to join.", where the client has opened nothing yet that watches for it. Whoever is in another appointment is told, and
    /// not asked.
    private mutating func tellArrivals(at now: Instant, _ effects: inout Effects) {
        guard agenda.quietEnd(at: planTime, zone: encouragement.means.zone) == nil else { return }
        for appointment in activities.takeArrivals(at: planTime) {
            guard openEntry(of: appointment.id) != nil else { continue }
            let isElsewhere = activities.current?.isAttending == true
            let key: PhraseKey =
                isElsewhere ? .providerHere : exercises.isRunning ? .providerJoinOrFinish : .providerJoin
            let words = phrases[key, [.caregiver: appointment.providerName]]
            if isElsewhere {
                tell(words, at: now, &effects)
            } else {
                ask(words, .come(appointment.id), at: now, &effects)
            }
        }
    }

    /// A press has answered that: straight to whoever is there. Where that has changed meanwhile, it is as if chosen in the list.
    mutating func come(to appointment: UUID, at now: Instant, _ effects: inout Effects) {
        guard let entry = openEntry(of: appointment),
            activities.appointment(appointment)?.standing.provider == .in
        else {
            begin(way(to: appointment), at: now, &effects)
            return
        }
        open(entry.assignment, at: now, &effects)
        watchAppointment(isFresh: false, at: now, &effects)
        activity(.joined, at: now, &effects)
    }

    /// What of the list is not begun yet, and leads to an appointment.
    private func openEntry(of appointment: UUID) -> AssignmentEntry? {
        assignmentEntries.first { $0.assignment.appointment == appointment && $0.access == .open }
    }

    /// What of the list leads to an appointment now: an exercise may have been given for it since the client was told.
    mutating func way(to appointment: UUID) -> String {
        renewActivityLevels()
        let led = levels.maker.assignments.first {
            $0.assignment.appointment == appointment && $0.access.leadsOn
        }
        return led?.id ?? Assigned.id(ofMeeting: appointment)
    }

    /// Tells the present activity how its appointment stands.
    mutating func watchAppointment(isFresh: Bool, at now: Instant, _ effects: inout Effects) {
        if let standing = activities.pretended(after: settings.pretendWait) {
            activity(.meeting(Activity.Meeting(standing: standing, isNear: true)), at: now, &effects)
            return
        }
        guard let appointment = activities.appointment else { return }
        let meeting = Activity.Meeting(
            standing: appointment.standing, isNear: appointment.isNear(at: planTime), isFresh: isFresh)
        activity(.meeting(meeting), at: now, &effects)
    }
}
