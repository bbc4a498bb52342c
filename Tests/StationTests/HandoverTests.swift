import Care
import Foundation
import HomeFiles
import Recurrence
import Station
import Testing

/// What a shift is told by the one before.
@Suite struct HandoverTests {
    private let until = Date(timeIntervalSince1970: 1_800_014_400)

    private func request(
        _ label: String, _ state: RequestState, minutesAgo: Double, by: String? = nil, reason: String? = nil,
        client: String = "Maria", priority: Priority = .normal
    ) -> Request {
        let asked = until.addingTimeInterval(-minutesAgo * 60)
        return Request(
            id: UUID(), client: client.lowercased(), clientName: client, need: label.lowercased(),
            label: label,
            called: label.lowercased(), say: label, priority: priority, state: state, askedAt: asked,
            receivedAt: asked, changedAt: asked, changedBy: by, reason: reason, sequence: 1)
    }

    private func entry(
        _ request: Request, after seconds: Double? = nil, notes: [RequestNote] = []
    ) -> HandoverRequest {
        HandoverRequest(
            request: request, answeredAt: seconds.map { request.askedAt.addingTimeInterval($0) }, notes: notes
        )
    }

    private func occurrence(
        _ title: String, _ state: OccurrenceState, at start: String = "2027-01-15T10:30",
        client: String = "Maria", priority: Priority = .normal, doneAfter minutes: Double? = nil
    ) throws -> RoutineOccurrence {
        let local = try #require(WallTime(start))
        let at = ZoneRules.utc.instant(of: local)
        return RoutineOccurrence(
            routine: UUID(), key: OccurrenceKey(local, zone: "UTC"), title: title,
            client: client.lowercased(),
            clientName: client, priority: priority, at: at, local: local,
            missedAt: at.addingTimeInterval(3600), state: state,
            assignment: Assignment(person: "anna", name: "Anna", reason: "Anna does it."),
            isClientsOwn: false,
            changedAt: minutes.map { at.addingTimeInterval($0 * 60) }, changedBy: minutes.map { _ in "Ben" })
    }

    private func handover() throws -> Handover {
        let note = RequestNote(id: UUID(), text: "half a\nglass", by: "Ben", at: until)
        let reason = OccurrenceEntry(
            id: UUID(), routine: UUID(), key: try occurrence("Walk", .skipped).key, kind: .skipped,
            by: "Anna", text: "it rains", at: until)
        return Handover(
            since: until.addingTimeInterval(-8 * 3600), until: until, zone: "UTC",
            requests: [
                entry(request("Tea", .met, minutesAgo: 400, by: "Anna"), after: 40),
                entry(
                    request("Nose", .declined, minutesAgo: 300, by: "Anna", reason: "dinner comes"), after: 90
                ),
                entry(request("Light", .met, minutesAgo: 200, by: "Ben"), after: 600),
                entry(request("Water", .heard, minutesAgo: 20), notes: [note]),
                entry(request("Scarf", .cancelled, minutesAgo: 10, by: "Maria", reason: "undo")),
            ],
            occurrences: [
                HandoverOccurrence(occurrence: try occurrence("Medicine", .missed)),
                HandoverOccurrence(occurrence: try occurrence("Walk", .skipped), entries: [reason]),
            ])
    }

    private func report(
        _ handover: Handover, language: String = "en", heard now: Date? = nil
    ) throws -> HandoverReport {
        let file = "phrases.\(language).yaml"
        let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../boards/\(file)")
        let (phrases, _) = PhrasesReader.read(Array(try Data(contentsOf: path)), file: file)
        return HandoverReport(
            handover, phrases: try #require(phrases), zone: .utc,
            now: now ?? handover.until)
    }

    /// A ward's night: two people, something urgent, something left for days, something to decide.
    private func ward() throws -> Handover {
        let undone = OccurrenceEntry(
            id: UUID(), routine: UUID(), key: try occurrence("Eye drops", .done).key, kind: .skipped,
            by: "Ben",
            text: "she sleeps", at: until)
        let undo = OccurrenceEntry(
            id: UUID(), routine: undone.routine, key: undone.key, kind: .undone, by: "Ben", undoes: undone.id,
            at: until)
        let walks = try (1...3).map { day in
            HandoverOccurrence(occurrence: try occurrence("Walk", .missed, at: "2027-01-1\(day)T09:00"))
        }
        return Handover(
            since: until.addingTimeInterval(-12 * 3600), until: until, zone: "UTC",
            requests: [
                entry(request("Water", .onTheWay, minutesAgo: 30, by: "Ben"), after: 20),
                entry(request("Pain", .heard, minutesAgo: 10, client: "Tom", priority: .urgent)),
            ],
            occurrences: walks + [
                HandoverOccurrence(
                    occurrence: try occurrence("Bath", .missed, at: "2027-01-14T18:00", client: "Tom")),
                HandoverOccurrence(
                    occurrence: try occurrence("Eye drops", .done, at: "2027-01-15T06:00", doneAfter: 25),
                    entries: [undone, undo]),
                HandoverOccurrence(occurrence: try occurrence("Turning", .due, at: "2027-01-15T11:30")),
                HandoverOccurrence(
                    occurrence: try occurrence(
                        "Insulin", .due, at: "2027-01-15T11:45", client: "Tom", priority: .urgent)),
            ],
            proposals: [
                NeedProposal(
                    NewNeedProposal(
                        id: UUID(), client: "tom", clientName: "Tom", label: "swimming", say: "Swim!",
                        proposedAt: until.addingTimeInterval(-2 * 86_400)))
            ], isComplete: false)
    }

    @Test("A ward's night: what is urgent first, what is left from before as one thing, with who and when")
    func aWardsNightWhatIsUrgentFirstWhatIs()
        throws
    {
        #expect(
            try report(ward()).written(.text) == """
                Handover, 2027-01-15 0:00 to 12:00

                Open calls: 2
                  11:50 Tom: Pain, urgent, nobody has answered
                  11:30 Maria: Water, Ben on the way (11:30)

                Still to do: 2
                  11:45 Tom: Insulin, urgent, Anna
                  11:30 Maria: Turning, Anna

                Still open from before: 4
                  Maria: Walk, 3 times, first 2027-01-11 9:00, last 2027-01-13 9:00
                  18:00 Tom: Bath, Anna

                Waiting for a decision: 1
                  2027-01-13 12:00 Tom: swimming

                Planned and done: 1
                  6:00 Maria: Eye drops, Ben (6:25)

                Calls answered: 1, after 20 seconds.

                Not everything is listed here.
                """)
    }

    @Test("Heard, it says who, since when, and that it is not all") func heardItSaysWhoSinceWhenAndThatIt()
        throws
    {
        let heard = try report(ward()).spoken
        #expect(
            heard.joined(separator: "\n") == """
                Handover. The last 12 hours:
                Open calls: 2. Tom: pain, urgent, nobody has answered; Maria: water, Ben on the way.
                Still to do: 2. Tom: Insulin, urgent, at 11:45 in the morning; Maria: Turning, at 11:30 in the morning.
                Still open from before: 4. Maria: Walk, 3 times, first 4 days ago at 9 o'clock in the morning, last 2 days ago at 9 o'clock in the morning; Tom: Bath, yesterday at 6 o'clock in the evening.
                Waiting for a decision: 1. Tom: swimming.
                Planned and done: 1.
                Calls answered: 1, after 20 seconds.
                Not everything is listed here.
                """)
    }

    @Test("In German no word is left in English") func inGermanNoWordIsLeftInEnglish() throws {
        let german = try report(ward(), language: "de")
        #expect(
            german.spoken[1]
                == "Offene Rufe: 2. Tom: pain, dringend, niemand hat geantwortet; Maria: water, Ben unterwegs."
        )
        #expect(
            german.written(.text).contains(
                "Maria: Walk, 3 Mal, zuerst 2027-01-11 9:00, zuletzt 2027-01-13 9:00"))
    }

    @Test("A shift that has ended before is not the last hours, and yesterday is seen from today")
    func aShiftThatHasEndedBeforeIsNotThe()
        throws
    {
        let heard = try report(ward(), heard: until.addingTimeInterval(86_400)).spoken
        #expect(
            heard.first == "Handover. Beginning: yesterday at midnight. End: yesterday at noon.")
        #expect(heard[2].contains("Tom: Insulin, urgent, yesterday at 11:45 in the morning"))
    }

    @Test(
        "How long somebody waited is said in the unit that people use",
        arguments: [
            (1, "1 second"), (119, "119 seconds"), (120, "2 minutes"), (7199, "119 minutes"),
            (7200, "2 hours"),
        ])
    func howLongSomebodyWaitedIsSaidInTheUnit(seconds: Double, words: String) throws {
        var handover = try handover()
        handover.requests = [entry(request("Tea", .met, minutesAgo: 400, by: "Anna"), after: seconds)]
        #expect(try report(handover).spoken.last == "Calls answered: 1, after \(words).")
    }

    @Test("It reads as a list, what is open first") func itReadsAsAListWhatIsOpenFirst() throws {
        let text = try report(handover()).written(.text)
        #expect(
            text == """
                Handover, 2027-01-15 4:00 to 12:00

                Open calls: 1
                  11:40 Maria: Water, nobody has answered
                    12:00 Ben: half a glass

                Not done: 1
                  10:30 Maria: Medicine, Anna

                Can't now: 1
                  7:00 Maria: Nose, Anna: dinner comes (90 seconds)

                Calls done: 2
                  5:20 Maria: Tea, Anna (40 seconds)
                  8:40 Maria: Light, Ben (10 minutes)

                Skipped: 1
                  10:30 Maria: Walk, Anna
                    12:00 Anna: it rains

                Cancelled: 1
                  11:50 Maria: Scarf

                Calls answered: 3. Half of them within 90 seconds, the slowest after 10 minutes.
                """)
    }

    @Test("In Markdown, what people wrote is not treated as markup")
    func asMarkdownWhatPeopleWroteIsNoMarkup() throws {
        var handover = try handover()
        handover.requests = [entry(request("*Tea* [1]", .heard, minutesAgo: 20))]
        handover.occurrences = []
        let text = try report(handover).written(.markdown)
        #expect(
            text == """
                # Handover, 2027-01-15 4:00 to 12:00

                ## Open calls: 1

                - 11:40 Maria: \\*Tea\\* \\[1\\], nobody has answered
                """)
    }

    @Test("It is heard in a few sentences, and only what has to be done is named")
    func itIsHeardInAFewSentencesAndOnly() throws {
        let text = try report(handover()).spoken.joined(separator: "\n")
        #expect(
            text == """
                Handover. The last 8 hours:
                Open calls: 1. water, nobody has answered.
                Not done: 1. Medicine, at 10:30 in the morning.
                Can't now: 1. nose: dinner comes.
                Calls done: 2.
                Skipped: 1.
                Cancelled: 1.
                Calls answered: 3. Half of them within 90 seconds, the slowest after 10 minutes.
                """)
    }

    @Test("Of many open calls five are named") func ofManyOpenCallsFiveAreNamed() throws {
        var handover = try handover()
        handover.requests = (1...7).map {
            entry(request("Tea \($0)", .onTheWay, minutesAgo: Double($0), by: "Ben"))
        }
        handover.occurrences = []
        #expect(
            try report(handover).spoken[1]
                == "Open calls: 7. tea 1, Ben on the way; tea 2, Ben on the way; tea 3, Ben on the way; tea 4, Ben on the way; tea 5, Ben on the way. And 2 more."
        )
    }

    @Test("A quiet shift says so") func aQuietShiftSaysSo() throws {
        let quiet = Handover(
            since: until.addingTimeInterval(-3600), until: until, zone: "UTC", requests: [], occurrences: [])
        #expect(
            try report(quiet).spoken
                == ["Handover. The last hour:", "Nothing was asked, and nothing was planned."])
    }

    @Test("Response times count the first answer of a person, and a clock that is wrong makes none negative")
    func responseTimesCountTheFirstAnswerOfAPerson()
        throws
    {
        var handover = try handover()
        #expect(handover.responseTimes?.count == 3)
        #expect(handover.responseTimes?.median == .seconds(90))
        #expect(handover.responseTimes?.longest == .seconds(600))
        handover.requests = [entry(request("Tea", .met, minutesAgo: 5), after: -30)]
        #expect(handover.responseTimes?.longest == .zero)
        handover.requests = []
        #expect(handover.responseTimes == nil)
    }

    @Test("Who is on duty is read and heard; in a home without duties nothing is said of it")
    func onDuty() throws {
        var handover = try handover()
        #expect(try !report(handover).written(.text).contains("On duty"))
        handover.onDuty = [
            OnDuty(person: "anna", name: "Anna", zone: "East"), OnDuty(person: "ben", name: "Ben"),
            OnDuty(person: "cleo", name: "Cleo", client: "Maria"),
        ]
        let line = "On duty now: Anna (East), Ben."
        #expect(try report(handover).written(.text).contains(line))
        #expect(try report(handover).spoken.contains(line))
    }
}
