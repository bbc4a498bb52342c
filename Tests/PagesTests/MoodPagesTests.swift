import Care
import Foundation
import Recurrence
import Testing

@testable import Pages

@Suite("Pages of moods")
struct MoodPagesTests {
    private static let now = FakeBrowser().now

    static func mood(
        _ number: Int64, _ scale: MoodScale, _ value: MoodValue, client: String = "maria", days: Double = 1,
        by: String? = nil, words: String? = nil, correctedBy: UUID? = nil
    ) -> Mood {
        let at = now.addingTimeInterval(-days * 86_400)
        return Mood(
            number: number,
            mood: NewMood(id: UUID(), client: client, scale: scale, value: value, by: by, at: at),
            words: words, correctedBy: correctedBy, receivedAt: at, countsAt: at)
    }

    private func browser(_ moods: [Mood] = [], signs: [SignList.Sign] = []) throws -> FakeBrowser {
        let browser = FakeBrowser()
        try browser.service.has("people", PlanHome.people)
        try browser.service.has("moods", MoodPage(moods: moods))
        try browser.service.has("people/maria/signs", SignList(signs: signs, version: 3))
        try browser.service.answer("POST", "moods", Self.mood(9, .faces5, .level(4)))
        return browser
    }

    private static let maria = Viewer(
        person: Person(id: "maria", name: "Maria", role: .client), csrfToken: "token-of-maria")

    @Test("Each client has a line with what was logged last; clients have no way there")
    func overview() async throws {
        var browser = try browser([
            Self.mood(5, .pain10, .level(3), correctedBy: UUID()), Self.mood(4, .faces5, .level(4)),
        ])
        let page = try await browser.get("/moods")
        #expect(page.status == 200 && page.has("How it was: good, 4 of 5") && !page.has("Pain: 3 of 10"))
        #expect(page.has("icons.svg?v=") && page.has("#face-4"))
        #expect(try await browser.get("/more").has(#"href="/moods""#))
        browser.viewer = .dora
        #expect(try await browser.get("/moods").status == 200)
        browser.viewer = Self.maria
        #expect(try await browser.get("/moods").status == 403)
    }

    @Test("The last seven days stand there day by day, and can be heard, by the client too")
    func week() async throws {
        let moods = [
            Self.mood(5, .faces5, .level(4), days: 1), Self.mood(4, .faces5, .level(2), days: 1.01),
            Self.mood(3, .faces5, .level(3), days: 3), Self.mood(2, .faces5, .level(1), days: 9),
            Self.mood(1, .pain10, .level(7), days: 2),
        ]
        var browser = try browser(moods)
        func days(_ page: FakeBrowser.Answer) -> Int { page.text.matches(of: /day: so-so\./).count }
        let page = try await browser.get("/moods/maria")
        #expect(page.has("The last seven days") && days(page) >= 2 && page.has("Mostly: so-so."))
        #expect(
            page.text.contains(/data-say="[A-Z][a-z]+day: so-so\. [A-Z][a-z]+day: so-so\. Mostly: so-so\."/))
        #expect(page.has("listen.js"))
        browser.viewer = Self.maria
        #expect(try await browser.get("/mine/moods").has("Mostly: so-so."))
        // Nothing in seven days is nothing to tell.
        let old = try self.browser([Self.mood(2, .faces5, .level(1), days: 9)])
        #expect(try await !old.get("/moods/maria").has("The last seven days"))
    }

    @Test(
        "The chart has a mark for each day, labels, and a sentence in its place for whoever does not see it")
    func chart() async throws {
        var browser = try browser([
            Self.mood(5, .faces5, .level(4), days: 1), Self.mood(4, .faces5, .level(2), days: 1.2),
            Self.mood(3, .faces5, .level(3), days: 9), Self.mood(2, .pain10, .level(7), days: 2),
        ])
        let page = try await browser.get("/moods/maria")
        #expect(page.status == 200 && page.has(#"data-live="mood_logged""#))
        let sentence = "This week much like last: mostly good, 4 of 5."
        #expect(page.has(">\(sentence)</p>"))
        #expect(page.has("How it was, day by day. \(sentence)</title>") && page.has(#"role="img""#))
        #expect(page.has("Pain, day by day") && page.has("Pain this week mostly 7 of 10."))
        // Two days on one line, and one day of pain alone.
        #expect(page.text.matches(of: /<circle class="mark"/).count == 3)
        #expect(page.text.matches(of: /<polyline class="course"/).count == 1)
        #expect(page.has("bad, 2 of 5; good, 4 of 5") && page.has("29 days ago") && page.has(">today<"))
        browser.languages = ["de"]
        #expect(try await browser.get("/moods/maria").has("Diese Woche etwa wie letzte: meist gut, 4 von 5."))
        browser.languages = ["fr"]
        #expect(try await browser.get("/moods/maria").has("surtout bien, 4 sur 5"))
        // A year is asked for as such.
        _ = try await browser.get("/moods/maria?days=365")
        let asked = browser.service.asked.filter { $0.hasPrefix("GET moods?client=maria&from=2026-01-15") }
        #expect(asked.count == 1, "\(browser.service.asked)")
    }

    @Test("Where nothing was logged, there is no empty chart")
    func nothing() async throws {
        let page = try await browser().get("/moods/maria")
        #expect(page.has("Nothing was logged in the last two weeks.") && !page.has("<svg class=\"chart\""))
        #expect(!page.has("Pain, day by day") && page.has("Nothing was logged in this time."))
    }

    @Test("A tap logs a face, pain, a part of the body, or one of the client's own signs")
    func logging() async throws {
        let sign = SignList.Sign(id: "rubs-eyes", label: "Rubs her <eyes>")
        let page = try await browser(signs: [sign]).get("/moods/maria")
        #expect(page.has("Rubs her &lt;eyes&gt;") && page.has(#"value="rubs-eyes""#))
        #expect(page.has(">left leg</option>") && page.has("0 is none, 10 the worst there is."))
        for (scale, text, value) in [
            ("faces5", "4", MoodValue.level(4)), ("faces5", "unknown", .unknown), ("pain10", "0", .level(0)),
            ("body_part", "left-leg", .word("left-leg")), ("observation", "rubs-eyes", .word("rubs-eyes")),
        ] {
            let browser = try browser(signs: [sign])
            let answer = try await browser.post(
                "/moods/maria", [("id", "\(UUID())"), ("scale", scale), ("value", text)])
            #expect(answer.location == "/moods/maria?did=logged")
            let sent: NewMood = try browser.service.onlySent("moods")
            #expect(sent.value == value && sent.scale.rawValue == scale && sent.by == "Anna")
            #expect(sent.client == "maria" && sent.at == Self.now)
        }
        #expect(try await browser().get("/moods/maria?did=logged").has("Written down."))
    }

    @Test(
        "What is none of the scale is refused in words, and nothing is sent",
        arguments: [
            [("scale", "faces5"), ("value", "x")], [("scale", "x"), ("value", "1")], [("scale", "faces5")],
        ])
    func refused(form: [(String, String)]) async throws {
        let browser = try browser()
        let answer = try await browser.post("/moods/maria", form)
        #expect(answer.status == 422 && answer.has("Choose one of what is offered, and press again."))
        #expect(browser.service.sent.isEmpty)
    }

    @Test("A mood is corrected by another of its kind, once")
    func correcting() async throws {
        let (old, corrected) = (
            Self.mood(5, .pain10, .level(7)), Self.mood(4, .faces5, .level(2), correctedBy: UUID())
        )
        let browser = try browser([old, corrected])
        let page = try await browser.get("/moods/maria")
        #expect(page.has("corrects=\(old.id)") && !page.has("corrects=\(corrected.id)"))
        #expect(page.has("corrected since"))
        let form = try await browser.get("/moods/maria?corrects=\(old.id)")
        #expect(form.has("You correct “Pain: 7 of 10”") && !form.has("log-face") && form.has("log-pain"))
        let answer = try await browser.post(
            "/moods/maria", [("scale", "pain10"), ("value", "3"), ("corrects", "\(old.id)")])
        #expect(answer.status == 303)
        #expect(try browser.service.onlySent("moods", as: NewMood.self).corrects == old.id)
        // What was corrected is no longer offered, whatever the address says.
        #expect(try await !browser.get("/moods/maria?corrects=\(corrected.id)").has("You correct"))
        try browser.service.refuse(
            "POST", "moods",
            CareProblem(
                .conflict, "it was corrected already: read it again, and correct x", field: "corrects"))
        let late = try await browser.post(
            "/moods/maria", [("scale", "pain10"), ("value", "3"), ("corrects", "\(old.id)")])
        #expect(late.status == 409 && late.has("It was corrected already"))
    }

    @Test(
        "A client has their own page, with as many faces as they are used to, and corrects what they have said"
    )
    func own() async throws {
        let (hers, annas) = (
            Self.mood(5, .faces3, .level(3), by: "Maria"),
            Self.mood(4, .observation, .word("x"), by: "Anna", words: "Hums")
        )
        var browser = try browser([hers, annas])
        browser.viewer = Self.maria
        let page = try await browser.get("/mine/moods")
        #expect(page.status == 200 && page.has(#"name="scale" value="faces3""#))
        #expect(page.text.matches(of: /<button name="value" value="\d"><svg class="mood"/).count == 3)
        #expect(page.has("Not now") && !page.has("log-sign"))
        #expect(page.has(#"href="/mine/moods.csv""#) && !page.has(#""/moods.csv"#))
        #expect(page.has("corrects=\(hers.id)") && !page.has("corrects=\(annas.id)"))
        let answer = try await browser.post(
            "/mine/moods", [("scale", "faces3"), ("value", "not_now"), ("id", "\(UUID())")])
        #expect(answer.location == "/mine/moods?did=logged")
        #expect(try browser.service.onlySent("moods", as: NewMood.self).value == .notNow)
        // What the settings say goes before what was chosen last, also where others ask.
        try browser.service.has("moods", MoodPage(moods: [hers], faces: .faces2))
        #expect(try await browser.get("/mine/moods").has(#"name="scale" value="faces2""#))
        browser.viewer = .anna
        #expect(try await browser.get("/moods/maria").has(#"name="scale" value="faces2""#))
        #expect(try await browser.get("/mine/moods").status == 403)
    }

    @Test("What is said after a session is of that session, and of no other of the same day")
    func afterSession() async throws {
        var browser = try browser([])
        browser.viewer = Self.maria
        let (first, second) = (UUID(), UUID())
        for session in [first, second] {
            let page = try await browser.get("/mine/moods?session=\(session)")
            #expect(page.has(#"name="appointment" value="\#(session)""#))
            let answer = try await browser.post(
                "/mine/moods",
                [
                    ("scale", "faces5"), ("value", "4"), ("id", "\(UUID())"),
                    ("appointment", session.uuidString),
                ])
            #expect(answer.location == "/mine/moods?did=logged")
        }
        let sent = try browser.service.sent.filter { $0.path == "moods" }.compactMap { message in
            try message.body.map { try CareJSON.decoder().decode(NewMood.self, from: $0) }
        }
        #expect(sent.map(\.appointment) == [first, second])
        #expect(try await !browser.get("/mine/moods").has(#"name="appointment""#))
    }

    @Test("Signs keep their ids under the same words, and get new ones of their own")
    func signs() async throws {
        let known = [SignList.Sign(id: "eyes", label: "Rubs her eyes")]
        let browser = try browser(signs: known)
        let page = try await browser.get("/moods/maria/signs")
        #expect(page.has("Rubs her eyes") && page.has(#"name="version" value="3""#))
        let answer = try await browser.post(
            "/moods/maria/signs",
            [
                ("version", "3"), ("signs", "Rubs her eyes"), ("signs", " Hums "), ("signs", ""),
                ("signs", "Hums"),
            ])
        #expect(answer.location == "/moods/maria")
        let sent: SignList = try browser.service.onlySent("people/maria/signs")
        #expect(sent == SignList(signs: known + [.init(id: "hums", label: "Hums")], version: 3))
        #expect(
            SignPages.signs(["Hums!", "笑う", "笑い"], known: [.init(id: "hums", label: "Hums")]).map(\.id)
                == ["hums-2", "sign", "sign-2"])
        try browser.service.refuse(
            "PUT", "people/maria/signs",
            CareProblem(
                .conflict,
                "somebody has changed these signs meanwhile: read them again, and write with version 4",
                field: "version"))
        let late = try await browser.post("/moods/maria/signs", [("version", "2"), ("signs", "Sings")])
        #expect(
            late.status == 409 && late.has("Somebody has changed these signs meanwhile")
                && late.has(#"value="Sings""#))
    }

    @Test("The export has every mood with codes that a sheet can count, and says where it ends early")
    func export() async throws {
        let (one, two) = (
            Self.mood(7, .faces5, .level(4), by: "=Maria"),
            Self.mood(6, .observation, .word("hums"), words: "Hums, \"low\"")
        )
        var browser = try browser([one, two])
        let file = try await browser.get("/moods.csv?client=maria")
        #expect(
            file.status == 200
                && file.text.hasPrefix("\u{FEFF}Number,Counts as of (UTC),Received (UTC),Client,Scale"))
        let lines = file.text.split(separator: "\r\n")
        #expect(lines.count == 3, "\(lines)")
        #expect(lines[1].hasPrefix("7,") && lines[1].contains(",maria,faces5,4,"))
        // A cell that a sheet would take for a formula is none.
        #expect(lines[1].contains("'=Maria") || lines[1].contains("\"'=Maria\""))
        #expect(lines[2].contains(#"observation,hums,"Hums, ""low""""#))
        #expect(browser.service.asked.contains("GET moods?client=maria&limit=200"))
        try browser.service.has("moods", MoodPage(moods: Array(repeating: one, count: 5000), next: 3))
        #expect(
            try await browser.get("/moods.csv").text.split(separator: "\r\n").last?.contains(
                "newest 10,000 lines") == true
        )
        browser.viewer = .dora
        #expect(try await browser.get("/moods.csv").status == 200)
        #expect(try await browser.get("/mine/moods.csv").status == 403)
        browser.viewer = Self.maria
        #expect(try await browser.get("/moods.csv").status == 403)
    }

    @Test("A client takes their own moods along, and nobody else's, whatever the address says")
    func ownExport() async throws {
        var browser = try browser([Self.mood(7, .faces5, .level(4), by: "Maria")])
        browser.viewer = Self.maria
        let file = try await browser.get("/mine/moods.csv?client=tom")
        #expect(file.status == 200 && file.text.contains(",maria,faces5,4,"))
        #expect(browser.service.asked.contains("GET moods?client=maria&limit=200"))
        #expect(!browser.service.asked.contains { $0.contains("tom") })
    }
}
