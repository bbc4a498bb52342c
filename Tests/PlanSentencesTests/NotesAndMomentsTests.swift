import PlanSentences
import Recurrence
import Testing

struct NotesAndMomentsTests {
    private func read(
        _ text: String, _ language: String = "en", home: [PlanEvent: PlanEventTime] = [:]
    ) throws -> PlanSentence {
        try PlanHome.reader(language).read(
            text, now: PlanHome.now(), zone: PlanHome.zone, people: PlanHome.people, home: home)
    }

    @Test("A note is what was said beside the plan, wherever it stands, and nothing of the plan is in it")
    func notes() throws {
        for text in [
            "feed the cat (half a tin) every day at 7 am, 5 points",
            "(half a tin) feed the cat every day at 7 am, 5 points",
            "feed the cat every day at 7 am – half a tin, 5 points",
            "5 points, feed the cat every day at 7 am, note: half a tin",
        ] {
            let read = try read(text)
            #expect(read.note == "half a tin" && read.title == "Feed the cat" && read.points == 5, "\(text)")
            #expect(read.times == [PlanTime(hour: 7)] && read.notUnderstood.isEmpty, "\(text)")
        }
        let several = try read("feed the cat (the grey one) every day at 7 am – half a tin")
        #expect(several.note == "the grey one\nhalf a tin")
        #expect(several.parts.count { $0.meanings == [.note] } == 2)
    }

    @Test(
        "Brackets that say when or who, dashes of a span, and what is quoted are no notes",
        arguments: [
            "feed the cat (every day at 7 am)", "feed the cat (Ben) every day at 7 am",
            "visit every day 10:00 – 11:30", "every day at 7 am – feed the cat",
            "“feed the cat (half a tin)” every day at 7 am", "feed the cat – every day at 7 am",
            "walk Monday – Friday at 7 am",
        ])
    func noNotes(text: String) throws {
        let read = try read(text)
        #expect(read.note == nil && read.schedule?.repetition != .once, "\(text)")
    }

    @Test("Of several plans each keeps its note")
    func plans() throws {
        let plans = try PlanHome.reader("en").plans(
            in: "Ben vacuums on Saturday at 10 (under the bed) and Anna on Sunday at 11 – the stairs",
            people: PlanHome.people)
        #expect(try plans.map { try read($0).note } == ["under the bed", "the stairs"], "\(plans)")
    }

    @Test("A moment is half an hour before, at, or at the end of what the home does then")
    func moments() throws {
        let home = [PlanEvent.dinner: PlanEventTime(start: PlanTime(hour: 18, minute: 15), minutes: 45)]
        for (place, minute) in [("before", 17 * 60 + 45), ("at", 18 * 60 + 15), ("after", 19 * 60)] {
            let read = try read("wash up \(place) dinner every day", home: home)
            let time = PlanTime(minuteOfDay: minute)
            #expect(read.times == [time] && read.title == "Wash up")
            #expect(read.assumptions.map(\.kind) == [.momentTaken(time, isOfHome: true)])
        }
        let open = try read("wash up after dinner every day")
        #expect(open.assumptions.map(\.kind) == [.momentOpen(PlanMoment(event: .dinner, place: .after))])
        // Where a time was said it counts, and nothing is lost.
        let timed = try read("wash up after dinner every day at 19:30", home: home)
        #expect(timed.times == [PlanTime(hour: 19, minute: 30)] && timed.note == "after dinner")
    }

    @Test("A plan is called like what a time is said by", arguments: PlanHome.languages)
    func events(language: String) throws {
        let reader = try PlanHome.reader(language)
        let dinner = ["en": "Dinner", "de": "Abendessen", "fr": "Dîner", "es": "Cena", "tr": "Akşam yemeği"]
        #expect(reader.event(dinner[language] ?? "") == .dinner)
        #expect(reader.event("\(dinner[language] ?? "") Zorbel") == nil && reader.event("") == nil)
    }
}
