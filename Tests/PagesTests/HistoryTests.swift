import Care
import FoundationEssentials
import Recurrence
import Testing

@testable import Pages

struct HistoryTests {
    private let now = Date(timeIntervalSince1970: 1_774_699_200)
    private let viewer = Viewer(
        person: Person(id: "anna", name: "Anna", role: .caregiver), csrfToken: "token-of-anna")

    private func request(
        _ label: String = "Water", say: String = "I would like some water, please.", asksAgain: UUID? = nil
    ) -> Request {
        Request(
            id: UUID(), client: "maria", clientName: "Maria", need: "water", label: label, called: "water",
            say: say, priority: .urgent, state: .met, askedAt: now, receivedAt: now,
            changedAt: now.addingTimeInterval(130), changedBy: "Anna", asksAgain: asksAgain, sequence: 2)
    }

    private func story(_ request: Request) -> RequestStory {
        RequestStory(
            request: request,
            moves: [
                .init(kind: .asked, at: now), .init(kind: .escalated, at: now.addingTimeInterval(60)),
                .init(kind: .met, at: now.addingTimeInterval(130), by: "Anna"),
            ], notes: [RequestNote(id: UUID(), text: "Only a sip.", by: "Ben", at: now)])
    }

    private func entry(_ title: String, text: String? = nil) -> EntryStory {
        EntryStory(
            entry: OccurrenceEntry(
                id: UUID(), routine: UUID(),
                key: OccurrenceKey(WallTime(clamping: 1_774_600_000), zone: "UTC"),
                kind: .done, by: "Ben", text: text, at: now),
            receivedAt: now.addingTimeInterval(-86_400), title: title, client: "maria", clientName: "Maria",
            dueAt: now.addingTimeInterval(-86_460))
    }

    /// Answers the pages' questions, and keeps what was asked.
    private func draw(
        _ path: String, method: PageRequest.Method = .get, query: String = "", form: [(String, String)] = [],
        page: HistoryPage? = nil, story: RequestStory? = nil, noteStatus: Int = 201,
        kept: [RequestNote] = [], kinds: HistoryKinds = HistoryKinds(kinds: [])
    ) async throws -> (response: PageResponse, text: String, asked: [String]) {
        let asked = Asked()
        let api = PageAPI { message in
            await asked.add(
                "\(message.method) \(message.path) \(message.body.map { String(decoding: $0, as: UTF8.self) } ?? "")"
            )
            func answer(_ value: some Encodable, _ status: Int = 200) -> PageAPI.Answer {
                do { return .init(status: status, body: try CareJSON.encoder().encode(value)) } catch {
                    return .init(status: 500, body: Data())
                }
            }
            switch message.path.prefix(while: { $0 != "?" }) {
            case "people":
                return answer(
                    PeoplePage(people: [
                        Person(id: "maria", name: "Maria", role: .client),
                        Person(id: "ben", name: "Ben", role: .caregiver),
                    ]))
            case "history": if let page { return answer(page) }
            case "history/kinds": return answer(kinds)
            case let path where path.hasPrefix("history/requests/"): if let story { return answer(story) }
            case let path where path.hasSuffix("/notes"):
                if message.method == "GET" { return answer(NotePage(notes: kept)) }
                if noteStatus == 409 {
                    return answer(CareProblem(.conflict, "another note has this id"), 409)
                }
                guard noteStatus < 300 else {
                    return answer(CareProblem(.storeFailed, "the disk is full"), noteStatus)
                }
                return .init(status: 201, body: message.body ?? Data())
            default: break
            }
            return answer(CareProblem(.notFound, "there is nothing"), 404)
        }
        let request = PageRequest(
            method: method, path: path, query: PageFields(encoded: query),
            form: PageFields(form.map { (name: $0.0, value: $0.1) }), viewer: viewer, now: now, zone: .utc)
        let response = await (try PageSite.shipped()).respond(request, api: api)
        return (response, String(decoding: response.body, as: UTF8.self), await asked.lines)
    }

    @Test("Lines say the kind of their need; kinds are counted, and one is shown alone")
    func kinds() async throws {
        var one = story(request())
        one.needKind = .physical
        let counted = HistoryKinds(kinds: [
            .init(kind: .physical, requests: 3, entries: 2),
            .init(kind: .own("Faith"), requests: 1, entries: 0),
            .init(kind: nil, requests: 4, entries: 0),
        ])
        let page = HistoryPage(items: [.request(one)], zone: "UTC")
        let drawn = try await draw(
            "/history", query: "need_kind=physical&client=maria", page: page, kinds: counted)
        for words in [
            "All <span class=\"count\">10</span>", "Faith <span class=\"count\">1</span>",
            "need_kind=Faith&amp;client=maria", "need_kind=none", " · Physical · by Anna",
        ] { #expect(drawn.text.contains(words), "\(words)") }
        #expect(drawn.asked.contains { $0.hasPrefix("GET history?") && $0.contains("need_kind=physical") })
        #expect(drawn.asked.contains { $0.hasPrefix("GET history/kinds?") && !$0.contains("need_kind") })
        let sheet = try await draw("/history.csv", query: "need_kind=physical", page: page)
        #expect(sheet.text.contains("Kind of need\r\n") && sheet.text.contains(",physical\r\n"))
    }

    private actor Asked {
        var lines: [String] = []
        func add(_ line: String) { lines.append(line) }
    }

    @Test("Each day has its heading, each line who did it and how long it took")
    func eachDayHasItsHeadingEachLineWhoDid() async throws {
        let page = HistoryPage(
            items: [.request(story(request())), .entry(entry("Medicine"))], next: "5-r-3",
            zone: "Europe/Berlin")
        let (response, text, _) = try await draw("/history", page: page)
        #expect(response.status == 200)
        for part in [
            "<h2>today</h2>", "<h2>yesterday</h2>", "Maria: Water", "by Anna · answered after 2 minutes",
            "“Only a sip.”", "Medicine, Maria", "due 11:59", "Times are those of Europe/Berlin",
            "/history?after=5-r-3",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test("The filter goes on to the service as instants of the home's days, and into the links")
    func theFilterGoesOnToTheServiceAsInstants()
        async throws
    {
        let page = HistoryPage(items: [.entry(entry("Walk"))], next: "1-e-1", zone: "UTC")
        let (_, text, asked) = try await draw(
            "/history", query: "from=2026-03-01&until=2026-03-02&by=Ben&text=a%26b&kind=routines", page: page)
        #expect(
            asked.contains {
                $0.contains(
                    "from=2026-03-01T00%3A00%3A00.000Z&until=2026-03-03T00%3A00%3A00.000Z&by=Ben&text=a%26b&kind=routines"
                )
            }, "\(asked)")
        #expect(
            text.contains(
                "/history.csv?text=a%26b&amp;kind=routines&amp;by=Ben&amp;from=2026-03-01&amp;until=2026-03-02"
            ))
        #expect(text.contains(#"<option value="Ben" selected>"#) && text.contains("<details open>"))
    }

    @Test(
        "An invalid day is reported, and what was typed stays",
        arguments: ["from=1.3.2026", "until=soon", "from=2026-03-02&until=2026-03-01"])
    func aDayThatIsNoneIsSaidAndWhat(query: String) async throws {
        let (response, text, asked) = try await draw("/history", query: query)
        #expect(response.status == 200)
        #expect(text.contains("notice problem"))
        #expect(!asked.contains { $0.hasPrefix("GET history") })
    }

    @Test("Nothing found says what to do") func nothingFoundSaysWhatToDo() async throws {
        let empty = HistoryPage(items: [], zone: "UTC")
        #expect(try await draw("/history", page: empty).text.contains("Nothing has happened yet"))
        #expect(try await draw("/history", query: "text=x", page: empty).text.contains("Nothing was found."))
    }

    @Test("Stored script is shown as what was written") func storedScriptIsShownAsWhatWasWritten()
        async throws
    {
        let bad = "<script>alert(1)</script>"
        var story = story(request(bad, say: bad))
        story.notes[0].text = bad
        let page = HistoryPage(items: [.request(story), .entry(entry(bad, text: bad))], zone: "UTC")
        let list = try await draw("/history", query: "text=%3Cscript%3Ealert(1)%3C/script%3E", page: page)
        #expect(!list.text.contains(bad))
        let one = try await draw("/history/requests/x", story: story)
        #expect(!one.text.contains(bad) && one.text.contains("&lt;script&gt;"))
    }

    @Test("A request's story tells each move with its time") func aRequestsStoryTellsEachMoveWithItsTime()
        async throws
    {
        var story = story(request(asksAgain: UUID()))
        story.askedAgain = UUID()
        let (_, text, _) = try await draw("/history/requests/\(story.request.id)", story: story)
        for part in [
            "Maria asked: “I would like some water, please.”",
            "Nobody had answered: called out again, louder",
            "Done by Anna", "(2 minutes after the press)", "First answered after 2 minutes.",
            "It asks again for this earlier call", "It was asked again later", "Ben, 12:00",
        ] { #expect(text.contains(part), "\(part)") }
    }

    @Test("A note is kept once in the name of who has logged in") func aNoteIsKeptOnceInTheNameOf()
        async throws
    {
        let id = UUID()
        let story = story(request())
        let (response, _, asked) = try await draw(
            "/history/requests/abc/notes", method: .post,
            form: [("id", id.uuidString), ("text", " Only a sip. ")],
            story: story)
        #expect(response.status == 303)
        let sent = try #require(asked.first { $0.hasPrefix("POST requests/abc/notes") })
        #expect(
            sent.contains(#""by":"Anna""#) && sent.contains(id.uuidString)
                && sent.contains(#""text":"Only a sip.""#))
    }

    @Test("A note that was sent twice is said to be kept") func aNoteThatWasSentTwiceIsSaidTo() async throws {
        let id = UUID()
        let kept = RequestNote(id: id, text: "Only a sip.", by: "Anna", at: now)
        let (response, _, asked) = try await draw(
            "/history/requests/abc/notes", method: .post,
            form: [("id", id.uuidString), ("text", "Only a sip.")], story: story(request()), noteStatus: 409,
            kept: [kept])
        #expect(response.status == 303)
        #expect(response.headers.contains { $0.value == "/history/requests/abc?noted=again" })
        #expect(asked.count { $0.hasPrefix("POST") } == 1)
        let read = try await draw("/history/requests/abc/notes")
        #expect(read.response.status == 303)
    }

    @Test("A note that is not kept is still in its field") func aNoteThatIsNotKeptIsStillIn() async throws {
        let (response, text, _) = try await draw(
            "/history/requests/abc/notes", method: .post, form: [("text", "Only <a> sip.")],
            story: story(request()),
            noteStatus: 503)
        #expect(response.status == 503)
        #expect(text.contains(">Only &lt;a&gt; sip.</textarea>") && text.contains("the disk is full"))
    }

    @Test("The table is UTF-8 with its mark, and no cell is a formula") func theTableIsUTF8WithItsMarkAnd()
        async throws
    {
        var story = story(request("=cmd|'/c calc'!A0", say: "He said \"no\",\nthen yes."))
        story.notes[0].text = "+1"
        story.notes[0].by = nil
        let (response, text, asked) = try await draw(
            "/history.csv", page: HistoryPage(items: [.request(story), .entry(entry("Ä walk"))], zone: "UTC"))
        #expect(Array(response.body.prefix(3)) == [0xEF, 0xBB, 0xBF])
        #expect(
            response.headers.contains { $0.name == "content-disposition" && $0.value.contains("history.csv") }
        )
        #expect(asked.contains { $0.contains("limit=200") })
        // By code points: a CR LF is one character.
        let lines = text.components(separated: "\r\n")
        #expect(
            lines[1].hasPrefix(
                "2026-03-28,12:00,request,Maria,'=cmd|'/c calc'!A0,\"He said \"\"no\"\",\nthen yes.\",urgent,met,Anna,130,,'+1"
            ))
        #expect(lines[2].contains("plan,Maria,Ä walk"))
    }

    @Test(
        "Cells are escaped",
        arguments: [
            ("@x", "'@x"), ("-1", "'-1"), ("＝x", "'＝x"), ("＋1", "'＋1"), ("－1", "'－1"), ("＠x", "'＠x"),
            ("x＝1", "x＝1"), ("\t=1", "'\t=1"), ("a,b", "\"a,b\""), ("Ä", "Ä"), ("", ""),
        ])
    func cells(text: String, cell: String) {
        #expect(HistoryTable.cell(text) == cell)
    }
}

extension String {
    fileprivate func components(separated by: String) -> [String] {
        var parts: [String] = [""]
        for character in self {
            if String(character) == by { parts.append("") } else { parts[parts.count - 1].append(character) }
        }
        return parts
    }
}
