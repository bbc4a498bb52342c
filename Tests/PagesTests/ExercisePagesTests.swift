import Care
import Foundation
import Testing

@testable import Pages

@Suite("Pages of exercises")
struct ExercisePagesTests {
    private static let name = "exercises/calm.en.yaml"
    private static let path = "/boards/exercises%2Fcalm.en.yaml"

    private static func file(_ findings: [FileFinding] = []) -> HomeFile {
        HomeFile(
            name: name, kind: .exercise, text: "exercise: <calm>\n", version: "v1", findings: findings,
            previous: "old")
    }

    private func browser(as viewer: Viewer = .ben) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = viewer
        func summary(_ name: String, _ title: String?, _ language: String?, errors: Int = 0)
            -> HomeFileSummary
        {
            HomeFileSummary(
                name: name, kind: name.hasPrefix("exercises/") ? .exercise : .board, title: title,
                language: language,
                version: "v", errors: errors, warnings: 0, isStart: false, usesLastGood: false)
        }
        try browser.service.has(
            "files",
            HomeFilePage(files: [
                summary("home.yaml", "Home", "en-GB"), summary(Self.name, "Calm <b>", "en-GB"),
                summary("exercises/box.de.yaml", nil, nil, errors: 2),
            ]))
        try browser.service.has("files/exercises%2Fcalm.en.yaml", Self.file())
        return browser
    }

    @Test("The list has each exercise with what is wrong with it, and no board; boards have no exercises")
    func list() async throws {
        let page = try await browser().get("/exercises")
        #expect(
            page.status == 200 && page.has("Calm &lt;b&gt;") && page.has("2 mistakes") && page.has(Self.path))
        #expect(!page.has(">Home<") && page.has("Begin a new exercise"))
        let caregiver = try await browser(as: .anna).get("/exercises")
        #expect(caregiver.has("Calm &lt;b&gt;") && !caregiver.has("Begin a new exercise"))
        #expect(try await browser(as: .dora).get("/exercises").status == 403)
        let boards = try browser()
        #expect(try await !boards.get("/boards").has("calm.en.yaml"))
    }

    @Test("One is edited as a text, with a way back to the exercises, and can be removed by coordinators")
    func editing() async throws {
        let page = try await browser().get(Self.path)
        #expect(
            page.status == 200 && page.has("exercise: &lt;calm&gt;")
                && page.has(#"href="/exercises" aria-label="Back""#))
        #expect(
            page.has("Check without saving") && page.has("Remove this exercise")
                && page.has("The version before the last change"))
        #expect(try await !browser(as: .anna).get(Self.path).has("Remove this exercise"))
        let browser = try browser()
        let form = page.fields()
        try browser.service.answer("DELETE", "files/exercises%2Fcalm.en.yaml?version=v1", ["ok": true])
        let gone = try await browser.post(
            "/exercises/removal?name=exercises%2Fcalm.en.yaml", form.filter { $0.0 == "version" })
        #expect(gone.location == "/exercises?did=removed")
        #expect(browser.service.asked.last == "DELETE files/exercises%2Fcalm.en.yaml?version=v1")
        try browser.service.refuse(
            "DELETE", "files/exercises%2Fcalm.en.yaml?version=v1",
            CareProblem(
                .conflict, "exercises/calm.en.yaml was changed by somebody else meanwhile", field: "version"))
        let late = try await browser.post(
            "/exercises/removal?name=exercises%2Fcalm.en.yaml", [("version", "v1")])
        #expect(late.has("was changed by somebody else meanwhile"))
        for viewer in [Viewer.anna, .dora] {
            let other = try self.browser(as: viewer)
            #expect(try await other.post("/exercises/removal?name=exercises%2Fcalm.en.yaml").status == 403)
        }
    }

    @Test("Recordings are listed, with what is missing; coordinators send and remove them")
    func media() async throws {
        let media = FileMedia(
            media: [
                .init(name: "drop <1>.wav", kind: .sound, size: 9, lines: [8], isRemovable: true),
                .init(name: "gone.ogg", kind: .sound, size: nil, lines: [9], isRemovable: false),
                .init(name: "../boards/sea.png", kind: .picture, size: 9, lines: [10], isRemovable: false),
                .init(name: "new.wav", kind: .sound, size: 9, lines: [], isRemovable: true),
            ], places: [.init(step: 0, words: "Sit."), .init(step: 2, words: "Let go.", sound: "gone.ogg")])
        func home(_ viewer: Viewer = .ben) throws -> FakeBrowser {
            let browser = try self.browser(as: viewer)
            try browser.service.has("files/exercises%2Fcalm.en.yaml/media", media)
            return browser
        }
        let page = try await home().get(Self.path)
        #expect(page.has("drop &lt;1&gt;.wav") && page.has("used in line 8") && page.has("not used yet"))
        #expect(page.has("missing: line 9 names it"))
        #expect(
            page.has("/api/v1/files/exercises%2Fcalm.en.yaml/recording?path=drop%20%3C1%3E.wav")
                && !page.has("recording?path=gone.ogg") && !page.has("path=..%2Fboards"))
        #expect(
            page.has("Instructions: Sit.") && page.has("Step 2: Let go.")
                && page.has("data-recording=\"120\""))
        #expect(!page.has(#"<option value="2" selected>"#) && !page.has(#"<details class="plain" open>"#))
        #expect(page.text.matches(of: /<span class="unseen"> drop &lt;1&gt;.wav<\/span>/).count == 3)
        #expect(page.text.matches(of: /name="path" value=/).count == 2)
        let caregiver = try await home(.anna).get(Self.path)
        #expect(caregiver.has("used in line 8") && !caregiver.has("Send a recording"))
        #expect(!caregiver.has(#"name="path""#))
        let browser = try home()
        try browser.service.answer(
            "DELETE", "files/exercises%2Fcalm.en.yaml/media?path=new.wav", ["ok": true])
        let gone = try await browser.post(Self.path + "/media", [("path", "new.wav")])
        #expect(gone.location == Self.path + "?media=removed")
        #expect(try await browser.get(Self.path + "?media=removed").has("Removed."))
        // Nothing chosen is told, and sends nothing.
        let none = try await browser.post(
            Self.path + "/media", [("part", "recording"), ("name", "Let <go>"), ("step", "2")])
        #expect(none.has("Choose a recording, picture or video first"))
        // What was typed stays, and is in sight.
        #expect(none.has(#"value="Let &lt;go&gt;""#) && none.has(#"<option value="2" selected>"#))
        #expect(none.text.contains(/<details class="plain" open><summary>Send a recording/))
        #expect(none.text.matches(of: /<details class="plain" open>/).count == 1)
        #expect(try await home(.anna).post(Self.path + "/media", [("path", "new.wav")]).status == 403)
    }

    @Test("A new one begins with something that works, under a name that is one")
    func new() async throws {
        let page = try await browser().get("/exercises/new?name=Evening")
        #expect(page.status == 200 && page.has("exercise: evening") && page.has("in: 4 s"))
        #expect(page.has(#"action="/boards/exercises%2Fevening.yaml""#))
        let wrong = try await browser().get("/exercises/new?name=a/b")
        #expect(wrong.status == 422 && wrong.has("Write a name of letters from a to z"))
        #expect(try await browser(as: .anna).get("/exercises/new?name=evening").status == 403)
    }
}
