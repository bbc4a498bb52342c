import PlanSentences
import Recurrence
import Testing

struct PartsTests {
    private func parts(_ text: String, _ language: String = "en") throws -> [String: [PlanMeaning]] {
        let read = try PlanHome.reader(language).read(
            text, now: PlanHome.now(), zone: PlanHome.zone, people: PlanHome.people)
        return Dictionary(uniqueKeysWithValues: read.parts.map { (read.words($0.range), $0.meanings) })
    }

    @Test("Each part of a sentence says which words mean what")
    func meanings() throws {
        let found = try parts(
            "Please remind me to walk with Anna every Monday and Thursday at 8 am for half an hour until 1 May, remind 10 minutes before"
        )
        #expect(
            found == [
                "Please remind me to": [.intro], "walk": [.title], "with Anna": [.assignees(["anna"])],
                "every Monday and Thursday": [.weekdays([.monday, .thursday], everyWeeks: 1)],
                "at 8 am": [.times([PlanTime(hour: 8)])], "for half an hour": [.duration(minutes: 30)],
                "until 1 May": [.lastDay(try #require(CalendarDay("2026-05-01")))],
                "remind 10 minutes before": [.remindBefore([10])],
            ])
    }

    @Test(
        "A name that only says for whom belongs to the title too, and who does it does not; points are their own part"
    )
    func namesAndPoints() throws {
        #expect(
            try parts("Tom sets the table every day at 18, 5 points") == [
                "Tom": [.client("tom"), .assignees(["tom"])], "sets the table": [.title],
                "every day": [.every(1, .day)], "at 18": [.times([PlanTime(hour: 18)])],
                "5 points": [.points(5)],
            ])
        #expect(
            try parts("Tom medicine every day at 18") == [
                "Tom": [.title, .client("tom")], "medicine": [.title], "every day": [.every(1, .day)],
                "at 18": [.times([PlanTime(hour: 18)])],
            ])
    }

    @Test("A phrase can say two things")
    func several() throws {
        #expect(
            try parts("bath every evening") == [
                "bath": [.title], "every evening": [.dayPart(.evening), .every(1, .day)],
            ])
        #expect(
            try parts("montagabends Kino", "de") == [
                "montagabends": [.dayPart(.evening), .weekdays([.monday], everyWeeks: 1)], "Kino": [.title],
            ])
    }

    @Test(
        "What is in quotation marks is the title, whatever it says",
        arguments: ["“%”", "\"%\"", "«%»", "„%“"])
    func quoted(marks: String) throws {
        let read = try PlanHome.reader("en").read(
            "every Tuesday at 9 am " + marks.replacing("%", with: "Monday at 8"), now: PlanHome.now(),
            zone: PlanHome.zone)
        #expect(read.title == "Monday at 8")
        #expect(read.times == [PlanTime(hour: 9)])
        #expect(read.notUnderstood.isEmpty)
    }

    @Test("A shared name is whose the words before it ask for, and an unclear one is told")
    func names() throws {
        let people = [
            PlanPerson(id: "anna-c", name: "Anna", kind: .client),
            PlanPerson(id: "anna-g", name: "Anna", kind: .caregiver),
            PlanPerson(id: "b1", name: "Ben Ost", kind: .caregiver),
            PlanPerson(id: "b2", name: "Ben West", kind: .caregiver),
        ]
        func read(_ text: String) throws -> PlanSentence {
            try PlanHome.reader("en").read(text, now: PlanHome.now(), zone: PlanHome.zone, people: people)
        }
        let walk = try read("walk for Anna with Anna daily at 9 am")
        #expect(walk.client == "anna-c")
        #expect(walk.assignees == ["anna-g"])
        #expect(walk.assumptions.count == 2)
        #expect(try read("walk with Ben West daily at 9 am").assignees == ["b2"])
        let unclear = try read("walk with Ben daily at 9 am")
        #expect(unclear.assignees.isEmpty)
        #expect(unclear.problems.map(\.kind) == [.unclearPerson(["b1", "b2"])])
    }

    @Test(
        "“I” is whoever writes it, and somebody else where it is their name",
        arguments: [
            ("en", "Ben and I cook in turn on weekdays at 17:30", "Cook"),
            ("de", "Ben und ich kochen abwechselnd jeden Tag um 17:30", "Kochen"),
            ("fr", "Ben et moi cuisinons à tour de rôle tous les jours à 17 h 30", "Cuisinons"),
        ])
    func me(language: String, text: String, title: String) throws {
        let reader = try PlanHome.reader(language)
        func read(_ writer: String?) throws -> PlanSentence {
            try reader.read(
                text, now: PlanHome.now(), zone: PlanHome.zone, people: PlanHome.people, writer: writer)
        }
        let mine = try read("anna")
        #expect(mine.title == title && mine.assignees == ["ben", "anna"] && mine.isInTurn)
        #expect(mine.notUnderstood.isEmpty && mine.problems.isEmpty)
        #expect(try read(nil).assignees == ["ben"])
    }

    @Test(
        "The sentences of several plans are as long as one may be, at most",
        arguments: [
            "Ben % on Saturday,Anna on Sunday at 10:00,5 points",
            "every week Ben % on Saturday\nAnna at 9:00",
            "Every Saturday until June Ben % at 10:00 and Anna cooks at 12:00",
            "dentist on Friday at 10:00,% at 9:15",
        ])
    func longest(text: String) throws {
        let rest = PlanSentenceReader.longest - text.count + 1
        let long = text.replacing("%", with: "v" + String(repeating: "x", count: rest - 1))
        #expect(long.count == PlanSentenceReader.longest)
        let plans = try PlanHome.reader("en").plans(in: long, people: PlanHome.people)
        #expect(plans.count == 2 && plans.allSatisfy { $0.count <= PlanSentenceReader.longest }, "\(plans)")
    }

    @Test("Marks of direction and control characters are not in the title")
    func invisible() throws {
        let read = try PlanHome.reader("en").read(
            "w\u{202E}alk\u{7}  the\u{200F} dog Mon\u{200E}days at 9 am", now: PlanHome.now(),
            zone: PlanHome.zone)
        #expect(read.title == "Walk the dog")
        #expect(read.problems.isEmpty && read.notUnderstood.isEmpty)
    }
}
