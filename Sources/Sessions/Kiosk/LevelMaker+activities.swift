import Activities
import Care
import FoundationEssentials
import HomeFiles
import Recurrence
import Scanning
import Speech

/// The choices in the list of assignments, and in what follows from one.
enum ActivityChoice: Sendable {
    /// An assignment, by its occurrence's id.
    case open(String)
    /// What a provider, by their id, has written for the client.
    case written(String)
    /// One of those, after another one or once more.
    case hear(UUID)
    /// How the client was in the last seven days.
    case week
    case join, exerciseFirst, wait, breatheAgain, leave
    /// The exercises, among which are games and calm sounds.
    case calm
    /// What can be noted for the appointment.
    case notes
    case note(NoteChoice)
    /// How the client feels now, and words of their own.
    case feeling, spell
    case answer(AppointmentLine.Answer)
    case mood(MoodScale, MoodValue)
    /// How the client is, without an assignment.
    case tell(MoodScale, MoodValue)

    /// Whether it only opens another level.
    var leadsOn: Bool {
        switch self {
        case .open, .written, .hear, .notes, .join, .feeling, .spell, .calm: true
        case .week, .exerciseFirst, .wait, .breatheAgain, .leave, .note, .answer, .mood, .tell: false
        }
    }
}

/// What a client can note for the next time they meet, without spelling it.
enum NoteChoice: String, CaseIterable, Sendable {
    case sleep, pain, family, worry
    case tooHard = "too_hard"
    case coordinator
}

extension LevelMaker {
    static let assignmentsID = "assignments"
    static let painID = "pain"
    static let bodyID = "body"
    private static let writtenID = "written"
    private static let weekID = "week"
    private static let activityID = "activity "
    /// Every second level of pain: eleven words one by one take longer than anybody in pain listens.
    private static let painSteps = [0, 2, 4, 6, 8, 10]

    /// Whether a level's id is that of a stage of an activity.
    static func isOfActivity(_ id: String) -> Bool { firstPage(id).hasPrefix(activityID) }

    /// What the client was given to do; how each stands is said when it is scanned. Then comes what providers have written, and last how the week was, where
    /// there is anything of it.
    var assignmentList: KioskLevel {
        var items: [(id: String, choice: ActivityChoice, cue: String)] = assignments.map {
            ($0.id, .open($0.id), $0.assignment.title)
        }
        items += written.map(choice)
        if !week.isEmpty { items.append((Self.weekID, .week, phrases[.choiceMoodWeek])) }
        return activities(Self.assignmentsID, items, isLive: true)
    }

    /// Whether that list has nothing in it.
    var hasNoAssignments: Bool { assignments.isEmpty && written.isEmpty && week.isEmpty }

    /// "What Dr Kim wrote".
    private func choice(_ written: ProviderNotes) -> (id: String, choice: ActivityChoice, cue: String) {
        (
            "written \(written.provider)", .written(written.provider),
            phrases[.choiceWritten, [.caregiver: written.name]]
        )
    }

    /// What can be done after something that a provider wrote was heard.
    ///
    /// - Parameter earlier: What the same provider wrote before it.
    func heard(_ note: AppointmentNote, before earlier: AppointmentNote?) -> KioskLevel {
        var items: [(id: String, choice: ActivityChoice, cue: String)] = []
        if let earlier {
            items.append(("earlier", .hear(earlier.id), phrases[.choiceWrittenEarlier]))
        }
        items.append(("again", .hear(note.id), phrases[.choiceWrittenAgain]))
        return activities(Self.writtenID, items, isQuestion: true)
    }

    /// "New. From Monday: Breathe out longer."
    ///
    /// - Parameters:
    ///   - daysAgo: How many local days before today it was written; less than 1 is today, because a clock may have been set.
    ///   - weekday: That of the day.
    func words(of note: AppointmentNote, daysAgo: Int, on weekday: Weekday, isNew: Bool) -> String {
        let day =
            switch daysAgo {
            case ..<1: phrases[.writtenToday]
            case ..<7: phrases[.writtenOn, [.label: phrases[weekday.phrase]]]
            default: phrases[.writtenDaysAgo, [.count: String(daysAgo)]]
            }
        return [
            isNew ? phrases[.writtenNew].closed : nil, day,
            note.isToTalkAbout ? phrases[.writtenToTalk] : nil,
            note.text,
        ].compactMap(\.self).joined(separator: " ")
    }

    /// "Your week. Monday: Good. Tuesday: So-so. Mostly: Good."
    func words(of week: [DayMood], on scale: MoodScale) -> String {
        func mood(_ face: Int) -> String { words(for: .level(scale.level(near: face)), on: scale) }
        let days = week.map { one in
            phrases[.moodWeekDay, [.label: phrases[one.day.weekday.phrase], .state: mood(one.face)]]
        }
        var sentences = [phrases[.moodWeek]] + days
        // Of one day that would be the same twice.
        if week.count > 1, let usual = MoodWeek.usual(week) {
            sentences.append(phrases[.moodWeekMostly, [.state: mood(usual)]])
        }
        return sentences.joined(separator: " ")
    }

    // MARK: - Stages

    /// - Parameters:
    ///   - canJoin: Whether the provider is there.
    ///   - isMeeting: Whether it is an appointment alone, which has no exercise to be done first.
    ///   - canBreathe: Whether the exercise is there.
    ///   - written: What the provider has written for the client.
    ///   - faces: The faces in their order.
    func level(
        of stage: Activity.Stage, canJoin: Bool, isMeeting: Bool, canBreathe: Bool, written: ProviderNotes?,
        scale: MoodScale, faces: [Int]
    ) -> KioskLevel {
        let id = Self.activityID + stage.rawValue
        var items: [(String, ActivityChoice, String)] = []
        switch stage {
        case .asked:
            items = [("join", .join, phrases[.choiceJoin])]
            if !isMeeting { items.append(("first", .exerciseFirst, phrases[.choiceExerciseFirst])) }
        case .waiting:
            if canJoin { items.append(("join", .join, phrases[.choiceJoin])) }
            items.append(("wait", .wait, phrases[.choiceWait]))
            if canBreathe { items.append(("breathe", .breatheAgain, phrases[.choiceBreatheAgain])) }
            if !exercises.isEmpty { items.append(("calm", .calm, phrases[.choiceCalm])) }
            if let written { items.append(choice(written)) }
            items += [
                ("note", .notes, phrases[.choiceNote]), ("leave", .leave, phrases[.choiceLeave]),
            ]
        case .meeting:
            items =
                AppointmentLine.Answer.allCases.map { ($0.rawValue, .answer($0), phrases[$0.phrase]) }
                + [("leave", .leave, phrases[.choiceLeave])]
        case .mood, .later:
            items =
                faces.map { ("face \($0)", .mood(scale, .level($0)), words(for: .level($0), on: scale)) }
                + [
                    ("unknown", .mood(scale, .unknown), phrases[.moodUnknown]),
                    ("not-now", .mood(scale, .notNow), phrases[.moodNotNow]),
                ]
        case .exercising, .over: break
        }
        return activities(id, items, isQuestion: true)
    }

    /// What can be noted for the appointment.
    var notes: KioskLevel {
        activities(
            "notes",
            [("feeling", .feeling, phrases[.choiceFeeling])]
                + NoteChoice.allCases.map { ($0.rawValue, .note($0), phrases[$0.phrase]) }
                + (means.alphabet == nil ? [] : [("spell", .spell, phrases[.proposeSpell])]),
            isQuestion: true)
    }

    /// How the client feels while they wait: it belongs to no assignment.
    func feeling(on scale: MoodScale, _ faces: [Int]) -> KioskLevel {
        activities(
            "feeling",
            faces.map { ("face \($0)", .tell(scale, .level($0)), words(for: .level($0), on: scale)) }
                + [("unknown", .tell(scale, .unknown), phrases[.moodUnknown])], isQuestion: true)
    }

    // MARK: - Scales

    /// How strong a pain is.
    var pain: KioskLevel {
        activities(
            Self.painID,
            Self.painSteps.map {
                ("pain \($0)", .tell(.pain10, .level($0)), words(for: .level($0), on: .pain10))
            })
    }

    /// Where something hurts.
    var bodyParts: KioskLevel {
        activities(
            Self.bodyID,
            BodyPart.allCases.map {
                ($0.rawValue, .tell(.bodyPart, .word($0.rawValue)), phrases[$0.phrase])
            })
    }

    // MARK: - What is said

    /// What was chosen on a scale.
    func words(for value: MoodValue, on scale: MoodScale) -> String {
        switch value {
        case .unknown: return phrases[.moodUnknown]
        case .notNow: return phrases[.moodNotNow]
        case .word(let word): return BodyPart(rawValue: word).map { phrases[$0.phrase] } ?? word
        case .level(let level):
            let key: PhraseKey =
                switch (scale, level) {
                case (.faces5, 1): .moodVeryBad
                case (.faces5, 2), (.faces3, 1), (.faces2, 1): .moodBad
                case (.faces5, 3), (.faces3, 2): .moodMiddle
                case (.faces5, 4), (.faces3, 3), (.faces2, 2): .moodGood
                case (.faces5, 5): .moodVeryGood
                case (.pain10, 0): .painNone
                case (.pain10, 1...2): .painLittle
                case (.pain10, 3...4): .painSome
                case (.pain10, 5...6): .painStrong
                case (.pain10, 7...8): .painVeryStrong
                default: .painWorst
                }
            return phrases[key]
        }
    }

    /// What scanning adds to an assignment's title.
    func standing(of entry: AssignmentEntry, client: String, at now: Date) -> String {
        guard let occurrence = entry.occurrence else { return standing(ofMeeting: entry) }
        let day = occurrence.days(before: now) == 0 ? nil : phrases[occurrence.local.day.weekday.phrase]
        let state: String =
            switch entry.access {
            case .locked: phrases[.assignmentLocked]
            case .open: standing(of: occurrence, client: client, at: now)
            case .present(.waiting): phrases[.assignmentWaits]
            case .present(.meeting): phrases[.assignmentMeets]
            case .present(.mood), .present(.later), .owed: phrases[.moodQuestion]
            case .present(.exercising): phrases[.exerciseIsPaused]
            case .present(.asked), .present(.over): standing(of: occurrence, client: client, at: now)
            case .past:
                if let mood = occurrence.mood, occurrence.state == .done {
                    words(for: mood.value, on: mood.scale)
                } else {
                    switch occurrence.state {
                    case .done: phrases[.planDone]
                    case .skipped: phrases[.planSkipped]
                    case .upcoming, .due, .missed: phrases[.planNotDone]
                    }
                }
            }
        return [day, state].compactMap { $0 }.joined(separator: ", ")
    }

    /// "Thursday, 4 o'clock, not yet".
    private func standing(ofMeeting entry: AssignmentEntry) -> String {
        let state: String? =
            switch entry.access {
            case .locked: phrases[.assignmentLocked]
            case .open, .present(.asked), .present(.over), .present(.exercising): nil
            case .present(.waiting): phrases[.assignmentWaits]
            case .present(.meeting): phrases[.assignmentMeets]
            case .present(.mood), .present(.later), .owed: phrases[.moodQuestion]
            case .past: phrases[.planDone]
            }
        let day = entry.isToday ? nil : entry.local.map { phrases[$0.day.weekday.phrase] }
        return [day, entry.local.map { phrases.shortClock($0) }, state].compactMap { $0 }
            .joined(separator: ", ")
    }

    // MARK: - Levels

    private func activities(
        _ id: String, _ items: [(id: String, choice: ActivityChoice, cue: String)],
        isQuestion: Bool = false, isLive: Bool = false
    ) -> KioskLevel {
        let back = ScanItem(id: ScanLevel.backID, kind: .back)
        var level = KioskLevel(
            scan: isQuestion
                ? ScanLevel(id: id, items: items.map { ScanItem(id: $0.id) } + [back], isQuestion: true)
                : ScanLevel(id: id, choices: items.map(\.id), back: parameters.backItem),
            contents: [:], cues: [ScanLevel.backID: [.text(phrases[.goBack])]], isLive: isLive)
        for item in items {
            level.contents[item.id] = .activity(item.choice)
            level.cues[item.id] = [.text(item.cue)]
        }
        return paged(level)
    }
}
