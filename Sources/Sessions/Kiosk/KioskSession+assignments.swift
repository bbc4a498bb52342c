import Activities
import Boards
import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Scanning
import Speech
import Time

/// The list of what the client was given to do, and the way to each entry of it.
extension KioskSession {
    /// The lists and the present stage as they are now.
    mutating func renewActivityLevels() {
        levels.maker.assignments = assignmentEntries
        activities.tellOf(
            levels.maker.assignments.filter { $0.access == .locked || $0.access == .open }
                .map(\.assignment).filter(\.isMeeting).compactMap(\.appointment))
        levels.maker.written = agenda.written
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
        switch choice {
        case .open(let id):
            levels.maker.assignments.first { $0.id == id }
                .map { levels.maker.standing(of: $0, client: settings.client.name, at: planTime) }
        case .written(let provider):
            agenda.written.contains { $0.provider == provider && $0.hasNew } ? phrases[.writtenNew] : nil
        case .hear(let id):
            agenda.known?.notes.first { $0.id == id }.flatMap {
                agenda.isNew($0) ? phrases[.writtenNew] : nil
            }
        case .week, .join, .exerciseFirst, .wait, .breatheAgain, .leave, .calm, .notes, .note, .feeling,
            .spell, .answer, .mood, .tell:
            nil
        }
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

    mutating func openAssignment(_ id: String, at now: Instant, _ effects: inout Effects) {
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
    mutating func tellWeek(at now: Instant, _ effects: inout Effects) {
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
}
