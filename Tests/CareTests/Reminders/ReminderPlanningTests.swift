import Care
import Foundation
import PlainRecurrences
import Recurrence
import Testing

@Suite("Who is reminded, how, and when")
struct ReminderPlanningTests {
    /// Due at 08:00 in Berlin on 10 March 2026, an hour and ten minutes ahead, missed after half an hour.
    static func content(isClientsOwn: Bool = false, priority: Priority = .normal) throws -> RoutineContent {
        var content = try Planned.content(
            "FREQ=DAILY", from: "2026-03-01T08:00", before: [60, 10], grace: 30, priority: priority)
        content.isClientsOwn = isClientsOwn
        return content
    }

    static func person(
        _ id: String, _ role: Person.Role = .caregiver, channels: Set<ReminderChannel> = [],
        off: Set<MessageKind> = [], quietUntil: String? = nil
    ) throws -> Person {
        Person(
            id: id, name: id.capitalized, role: role,
            reminders: ReminderPreferences(
                off: off,
                quiet: try quietUntil.map { QuietHours(from: 1320, until: try QuietHoursTests.minutes($0)) },
                channels: channels))
    }

    /// One day's reminders as lines: kind, channel, recipient, UTC time; in brackets what is over from the start.
    static func lines(
        _ content: RoutineContent, _ people: [Person], assigned: String? = "anna"
    ) throws -> [String] {
        let zone = try Routines.zone(Routines.berlin)
        let moments = try Planned.plan(content).moments(
            after: Routines.instant("2026-03-10T00:00"), through: Routines.instant("2026-03-10T20:00"))
        return moments.flatMap { moment in
            ReminderPlanning.reminders(
                for: moment, of: content,
                assignment: Assignment(person: assigned, name: assigned?.capitalized, reason: "test"),
                people: people, zone: zone)
        }.map { draft in
            let time = ZoneRules.utc.local(of: draft.at).description.dropFirst(11).dropLast(3)
            let line =
                "\(draft.kind)\(draft.minutesBefore.map(String.init) ?? "") \(draft.channel) \(draft.recipient) \(time)"
            return draft.isOver ? "(\(line))" : line
        }
    }

    @Test("The one whose turn it is hears it at the stations, once")
    func assigned() throws {
        let people = try [
            Self.person("anna"), Self.person("ben", channels: [.command]), Self.person("maria", .client),
        ]
        #expect(
            try Self.lines(Self.content(), people)
                == [
                    "before60 station anna 06:00", "before10 station anna 06:50", "due station anna 07:00",
                    "missed station anna 07:30",
                ])
    }

    @Test("With the home's program among the channels, by that too; the client's own at the kiosk")
    func channels() throws {
        let people = try [
            Self.person("anna", channels: [.command, .station]), Self.person("ben", channels: [.command]),
            Self.person("maria", .client, off: [.before, .missed]),
        ]
        #expect(
            try Self.lines(Self.content(isClientsOwn: true), people)
                == [
                    "before60 station anna 06:00", "before60 command anna 06:00",
                    "before10 station anna 06:50",
                    "before10 command anna 06:50", "due station anna 07:00", "due command anna 07:00",
                    "due kiosk maria 07:00", "missed station anna 07:30", "missed command anna 07:30",
                ])
    }

    @Test("What a client does is told at their kiosk, whoever it is for; once where it is their own as well")
    func byAClient() throws {
        let people = try [
            Self.person("anna"), Self.person("maria", .client), Self.person("tom", .client),
        ]
        var content = try Self.content()
        content.reminders = ReminderPlan(tellsMissed: false)
        content.assignment = .fixed(person: "maria")
        func told(_ assigned: String) throws -> [String] {
            try Self.lines(content, people, assigned: assigned)
        }
        #expect(try told("maria") == ["due station maria 07:00", "due kiosk maria 07:00"])
        #expect(try told("tom") == ["due station tom 07:00", "due kiosk tom 07:00"])
        #expect(try told("anna") == ["due station anna 07:00"])
        content.isClientsOwn = true
        #expect(try told("maria") == ["due station maria 07:00", "due kiosk maria 07:00"])
        (content.isClientsOwn, content.audience, content.client) = (false, .household, nil)
        #expect(try told("maria") == ["due station maria 07:00", "due kiosk maria 07:00"])
    }

    @Test("A silent channel says none of somebody's; with all switched off, only what is urgent is told")
    func silent() throws {
        var (anna, maria) = (try Self.person("anna", channels: [.command]), try Self.person("maria", .client))
        anna.reminders.silent = [.station]
        maria.reminders.allOff = true
        var content = try Self.content(isClientsOwn: true)
        content.reminders = ReminderPlan(tellsMissed: false)
        #expect(try Self.lines(content, [anna, maria]) == ["due command anna 07:00"])
        anna.reminders.silent = []
        anna.reminders.allOff = true
        #expect(try Self.lines(content, [anna, maria]).isEmpty)
        content.priority = .urgent
        #expect(
            try Self.lines(content, [anna, maria])
                == ["due station anna 07:00", "due command anna 07:00", "due kiosk maria 07:00"])
        // Calls are no reminders.
        let told = try ReminderPlanning.reminders(
            forRequest: .normal, at: Routines.instant("2026-03-10T07:00"), people: [anna], zone: .utc)
        #expect(told.map(\.recipient) == ["anna"])
        // A kind that is off by itself is told as well where it is urgent, and by nothing else.
        anna.reminders = ReminderPreferences(off: [.due], channels: [.command])
        #expect(
            try Self.lines(content, [anna, maria])
                == ["due station anna 07:00", "due command anna 07:00", "due kiosk maria 07:00"])
        content.priority = .normal
        #expect(try Self.lines(content, [anna, maria]).isEmpty)
    }

    @Test("A kind that is muted at one place comes at the others, and everywhere where it is urgent")
    func muted() throws {
        var (anna, maria) = (try Self.person("anna", channels: [.command]), try Self.person("maria", .client))
        anna.reminders.muted = [
            ReminderCell(.due, .command), ReminderCell(.missed, .station), ReminderCell(.request, .command),
        ]
        maria.reminders.muted = [ReminderCell(.due, .kiosk)]
        var content = try Self.content(isClientsOwn: true)
        content.reminders = ReminderPlan()
        #expect(
            try Self.lines(content, [anna, maria])
                == ["due station anna 07:00", "missed command anna 07:30", "missed kiosk maria 07:30"])
        content.priority = .urgent
        #expect(try Self.lines(content, [anna, maria]).count == 6)
        let at = try Routines.instant("2026-03-10T07:00")
        func told(_ priority: Priority) -> [String] {
            ReminderPlanning.reminders(forRequest: priority, at: at, people: [anna], zone: .utc)
                .map(\.recipient)
        }
        #expect(told(.soon).isEmpty && told(.urgent) == ["anna"])
        // The page finds out by itself.
        #expect(anna.reminders.tells(ReminderCell(.due, .page)))
        #expect(!ReminderPreferences(allOff: true).tells(ReminderCell(.due, .page)))
        for role in [Person.Role.caregiver, .coordinator, .client] {
            #expect(ReminderCell(.charge, .page).exists(for: role))
        }
        #expect(ReminderPreferences(allOff: true).tells(ReminderCell(.request, .page)))
    }

    @Test("Amounts, and what somebody else reminds of, are told by their own kinds, whatever they come as")
    func ownKinds() throws {
        let at = try Routines.instant("2026-03-10T07:00")
        func charges(_ preferences: ReminderPreferences, _ role: Person.Role = .caregiver) throws -> [String]
        {
            var person = try Self.person("anna", role)
            person.reminders = preferences
            return [ReminderKind.before, .due, .missed].flatMap {
                ReminderPlanning.reminders(ofCharge: $0, for: person, at: at, zone: .utc)
            }.map { "\($0.kind.rawValue) \($0.channel.rawValue)" }
        }
        let all = ["before station", "due station", "missed station"]
        #expect(try charges(ReminderPreferences(off: [.before, .due, .missed])) == all)
        #expect(try charges(ReminderPreferences(off: [.charge])).isEmpty)
        #expect(try charges(ReminderPreferences(off: [.charge]), .client).isEmpty)
        #expect(try charges(ReminderPreferences(allOff: true)).isEmpty)
        #expect(try charges(ReminderPreferences(muted: [ReminderCell(.charge, .station)])).isEmpty)
        let content = try Self.content()
        let plan = try Planned.plan(content).moments(
            after: Routines.instant("2026-03-10T00:00"), through: Routines.instant("2026-03-10T20:00"))
        func asked(_ preferences: ReminderPreferences) throws -> [MessageKind] {
            var person = try Self.person("anna")
            person.reminders = preferences
            return plan.flatMap { moment in
                var moment = moment
                (moment.isTold, moment.isAskedFor) = (true, true)
                return ReminderPlanning.reminders(
                    for: moment, of: content,
                    assignment: Assignment(person: "anna", name: "Anna", reason: "test"), people: [person],
                    zone: .utc)
            }.map(\.message)
        }
        let off = try asked(ReminderPreferences(off: [.before, .due, .missed]))
        #expect(!off.isEmpty && off.allSatisfy { $0 == .housemate })
        #expect(try asked(ReminderPreferences(off: [.housemate])).isEmpty)
    }

    @Test(
        "Each stored reminder is told by one kind of its recipient's settings, which are stored by these names"
    )
    func kinds() {
        #expect(
            ReminderKind.allCases.map { MessageKind($0) } == [.before, .due, .missed, .request, .housemate])
        #expect(
            MessageKind.allCases.map(\.rawValue) == [
                "before", "due", "missed", "request", "charge", "housemate",
            ])
    }

    @Test("With all of a client's off, answers alone are left, unless they are off too")
    func news() {
        var wanted = ReminderPreferences()
        #expect(wanted.says(.answers) && wanted.says(.rewards))
        wanted.allOff = true
        #expect(wanted.says(.answers) && !wanted.says(.rewards))
        wanted.unsaid = [.answers]
        #expect(!wanted.says(.answers))
    }

    @Test("What was stored before there were places is read, and nothing more is written of it")
    func stored() throws {
        let old = #"{"channels":["command"],"off":["before"],"silent":["station"]}"#
        let read = try CareJSON.decoder().decode(ReminderPreferences.self, from: Data(old.utf8))
        #expect(read == ReminderPreferences(off: [.before], silent: [.station], channels: [.command]))
        #expect(String(decoding: try CareJSON.encoder().encode(read), as: UTF8.self) == old)
        let new = ReminderPreferences(muted: [ReminderCell(.due, .page)], unsaid: [.answers])
        #expect(
            try CareJSON.decoder().decode(ReminderPreferences.self, from: CareJSON.encoder().encode(new))
                == new)
    }

    @Test(
        "What nobody of a role can be told anywhere is refused, and says where",
        arguments: [
            (Person.Role.caregiver, ReminderCell(.due, .kiosk)),
            (.caregiver, ReminderCell(.request, .station)),
            (.caregiver, ReminderCell(.before, .page)), (.client, ReminderCell(.due, .station)),
            (.client, ReminderCell(.request, .kiosk)), (.client, ReminderCell(.before, .page)),
            (.client, ReminderCell(.request, .page)), (.provider, ReminderCell(.request, .command)),
            (.provider, ReminderCell(.due, .page)), (.client, ReminderCell(.charge, .kiosk)),
            (.provider, ReminderCell(.charge, .page)), (.provider, ReminderCell(.charge, .station)),
            (.caregiver, ReminderCell(.housemate, .kiosk)), (.client, ReminderCell(.housemate, .station)),
            (.provider, ReminderCell(.housemate, .command)),
        ])
    func noSuchCell(role: Person.Role, cell: ReminderCell) {
        let error = #expect(throws: FieldProblem.self) {
            try ReminderPreferences(muted: [cell]).check(role: role)
        }
        #expect(error?.field == "muted")
        let unsaid = #expect(throws: FieldProblem.self) {
            try ReminderPreferences(unsaid: [.rewards]).check(role: .caregiver)
        }
        #expect(unsaid?.field == "unsaid")
        #expect(throws: Never.self) { try ReminderPreferences(unsaid: [.rewards]).check(role: .client) }
    }

    @Test("Nobody's turn: once at the stations for everyone, and each one's own program who can be called")
    func everyone() throws {
        var cleo = try Self.person("cleo", channels: [.command])
        cleo.absences = [Absence(from: .distantPast)]
        var dan = try Self.person("dan", channels: [.command])
        dan.isActive = false
        let people = try [
            Self.person("anna", off: [.before]),
            Self.person("ben", channels: [.command], off: [.before, .missed]),
            cleo, dan, Self.person("eve", .provider, channels: [.command]), Self.person("maria", .client),
            Self.person("olga", .coordinator, channels: [.command], off: [.before, .due]),
            Self.person("pat", .coordinator),
        ]
        for assigned in [nil, "nobody-known"] {
            #expect(
                try Self.lines(Self.content(), people, assigned: assigned)
                    == [
                        "due station everyone 07:00", "due command ben 07:00",
                        "missed station everyone 07:30", "missed command olga 07:30",
                    ])
        }
    }

    @Test("All are away: then all are told. A home without people is told, too")
    func nobodyThere() throws {
        var anna = try Self.person("anna", channels: [.command])
        anna.absences = [Absence(from: .distantPast)]
        var content = try Self.content()
        content.reminders = ReminderPlan(tellsMissed: false)
        #expect(
            try Self.lines(content, [anna], assigned: nil)
                == ["due station everyone 07:00", "due command anna 07:00"])
        #expect(try Self.lines(content, [], assigned: nil) == ["due station everyone 07:00"])
    }

    /// Until when it is quiet in Berlin, and what comes when in UTC.
    @Test(
        "Quiet hours hold up what is not urgent; of several that then come together, only the last is told",
        arguments: [
            ("07:00", ["before60 06:00", "before10 06:50", "due 07:00", "missed 07:30"]),
            ("07:30", ["before60 06:30", "before10 06:50", "due 07:00", "missed 07:30"]),
            ("07:50", ["(before60 06:50)", "before10 06:50", "due 07:00", "missed 07:30"]),
            ("07:55", ["(before60 06:55)", "before10 06:55", "due 07:00", "missed 07:30"]),
            ("08:00", ["(before60 07:00)", "(before10 07:00)", "due 07:00", "missed 07:30"]),
            ("08:20", ["(before60 07:20)", "(before10 07:20)", "due 07:20", "missed 07:30"]),
            ("09:00", ["(before60 08:00)", "(before10 08:00)", "(due 08:00)", "missed 08:00"]),
        ])
    func quiet(until: String, expected: [String]) throws {
        let people = [try Self.person("anna", quietUntil: until)]
        #expect(
            try Self.lines(Self.content(), people).map { $0.replacing(" station anna", with: "") } == expected
        )
        #expect(
            try Self.lines(Self.content(priority: .urgent), people).map {
                $0.replacing(" station anna", with: "")
            }
                == ["before60 06:00", "before10 06:50", "due 07:00", "missed 07:30"])
    }

    @Test("What would be replaced by something that this person does not get is told")
    func replacedByNothing() throws {
        let people = [try Self.person("anna", off: [.due, .missed], quietUntil: "09:00")]
        #expect(
            try Self.lines(Self.content(), people)
                == ["(before60 station anna 08:00)", "before10 station anna 08:00"])
        var content = try Self.content()
        content.reminders = ReminderPlan(minutesBefore: [60], tellsDue: false, tellsMissed: false)
        #expect(
            try Self.lines(content, [try Self.person("anna", quietUntil: "09:00")]) == [
                "before60 station anna 08:00"
            ])
    }

    @Test("For everyone, it comes as soon as one of them may be told")
    func everyonesQuiet() throws {
        let people = try [Self.person("anna", quietUntil: "09:00"), Self.person("ben", quietUntil: "07:30")]
        #expect(
            try Self.lines(Self.content(), people, assigned: nil)
                == [
                    "before60 station everyone 06:30", "before10 station everyone 06:50",
                    "due station everyone 07:00", "missed station everyone 07:30",
                ])
    }

    @Test(
        "A request reaches by the home's program those who can be called and want that; an urgent one in quiet hours, too"
    )
    func requests() throws {
        let zone = try Routines.zone(Routines.berlin)
        let people = try [
            Self.person("anna", channels: [.command], quietUntil: "06:00"),
            Self.person("ben", channels: [.command]),
            Self.person("cleo"), Self.person("dan", channels: [.command], off: [.request]),
            Self.person("maria", .client, channels: [.command]),
            Self.person("olga", .coordinator, channels: [.command]),
            Self.person("eve", .provider, channels: [.command]),
        ]
        let night = try Routines.instant("2026-03-10T02:00")
        func told(_ priority: Priority) -> [String: Date] {
            let drafts = ReminderPlanning.reminders(
                forRequest: priority, at: night, people: people, zone: zone)
            #expect(
                drafts.allSatisfy { $0.kind == .request && $0.channel == .command && $0.priority == priority }
            )
            return Dictionary(drafts.map { ($0.recipient, $0.at) }) { first, _ in first }
        }
        #expect(
            try told(.soon) == ["anna": Routines.instant("2026-03-10T05:00"), "ben": night, "olga": night])
        #expect(told(.urgent) == ["anna": night, "ben": night, "dan": night, "olga": night])
    }
}
