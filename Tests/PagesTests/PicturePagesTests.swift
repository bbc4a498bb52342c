import Care
import FoundationEssentials
import Testing

@testable import Pages

struct PicturePagesTests {
    /// The beginning of a PNG of one pixel.
    private static let png: [UInt8] =
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
        + [0, 0, 0, 1, 0, 0, 0, 1, 8, 6, 0, 0, 0]

    private let home = FakeHome { state in
        state.people[0].name = "Anna <b>Berg</b>"
        state.pictures = [
            PersonPicture(person: "maria", version: 7, kind: .png, changedAt: FakeHome.now)
        ]
    }

    @Test("Beside a name stands the picture, or the initials") func besideANameStandsThePictureOrTheInitials()
        async throws
    {
        let page = try await home.ask("/people")
        #expect(page.text.contains(#"<img class="face" src="/api/v1/people/maria/picture?version=7" alt="""#))
        #expect(page.text.contains(#"<span class="face" aria-hidden="true">A&lt;</span>"#) == false)
        #expect(page.text.contains(#"<span class="face" aria-hidden="true">AB</span>"#))
        #expect(!page.text.contains("style="))
    }

    @Test(
        "Initials are those of the first and the last word",
        arguments: [
            ("Anna", "A"), ("anna berg", "AB"), ("Maria del Mar", "MM"), ("Dr. Pauli", "DP"),
            ("Anna-Lena", "AL"),
            ("„Ben“", "B"), ("🙂", "🙂"), ("  ", ""), ("Öz İpek", "Öİ"),
        ])
    func initialsAreThoseOfTheFirstAndTheLast(name: String, initials: String) {
        #expect(Face.initials(of: name) == initials)
    }

    @Test("A picture is put in from a plain form, as what it is") func aPictureIsPutInFromAPlainForm()
        async throws
    {
        for (path, base, id) in [
            ("/account/picture", "/account", "anna"), ("/people/maria/picture", "/people/maria", "cora"),
        ] {
            let answer = try await home.ask(
                path, as: id, post: [], file: PageFile(field: "picture", bytes: Self.png))
            #expect(answer.status == 303 && answer.location == base + "?did=pictured")
            let sent = try #require(home.isNow.sentPicture)
            #expect(sent.contentType == "image/png" && sent.body == Data(Self.png))
            #expect(sent.path == (id == "anna" ? "people/anna/picture" : "people/maria/picture"))
        }
        #expect(try await home.ask("/account?did=pictured").text.contains("The picture is saved."))
        let page = try await home.ask("/account", as: "anna")
        #expect(page.text.contains(#"<span class="face" aria-hidden="true">AB</span>"#))
        #expect(page.text.contains("There is none yet") && !page.text.contains("<img"))
        #expect(page.text.contains(#"action="/account/picture" class="narrow" enctype="multipart/"#))
        #expect(page.text.contains("/assets/picture.js"))
    }

    @Test("Without a file, and with what is no picture, the form says so")
    func withoutAFileAndWithWhatIsNoPicture() async throws {
        let none = try await home.ask("/account/picture", as: "anna", post: [])
        #expect(none.status == 422 && none.text.contains("Choose a picture first."))
        #expect(none.text.contains(#"aria-describedby="picture-hint picture-fault" aria-invalid="true""#))
        for bytes in [Array("<svg xmlns=\"http://www.w3.org/2000/svg\"/>".utf8), Array("GIF89a".utf8)] {
            let wrong = try await home.ask(
                "/people/maria/picture", post: [], file: PageFile(field: "picture", bytes: bytes))
            #expect(wrong.status == 422 && wrong.text.contains("This is not a PNG, JPEG or WebP picture"))
        }
        #expect(home.isNow.sentPicture == nil)
    }

    @Test("What the service refuses stands beside the field") func whatTheServiceRefusesStandsBesideTheField()
        async throws
    {
        home.change { $0.refusal = CareProblem(.tooLarge, "a picture may have 512 KiB", field: "picture") }
        let answer = try await home.ask(
            "/account/picture", as: "anna", post: [], file: PageFile(field: "picture", bytes: Self.png))
        #expect(answer.status == 413 && answer.text.contains("A picture may have 512 KiB."))
    }

    @Test("Taking a picture away asks first") func takingAPictureAwayAsksFirst() async throws {
        let page = try await home.ask("/people/maria")
        #expect(page.text.contains(#"href="/people/maria/picture/removal""#))
        #expect(page.text.contains(#"alt="Maria, as everybody here sees them""#))
        #expect(
            try await home.ask("/people/maria/picture/removal").text.contains("Remove the picture of Maria?"))
        #expect(home.isNow.pictures.count == 1)
        let done = try await home.ask("/people/maria/picture/removal", post: [])
        #expect(done.location == "/people/maria?did=unpictured")
        #expect(home.isNow.pictures.isEmpty)
        #expect(!(try await home.ask("/people/maria")).text.contains("/picture/removal"))
    }

    @Test("Who changes nobody else’s sees no form on another’s page")
    func whoChangesNobodyElsesSeesNoFormOnAnothers() async throws {
        #expect(!(try await home.ask("/people/maria", as: "anna")).text.contains("data-picture"))
        #expect(try await home.ask("/people/maria/picture", as: "anna", post: []).status == 403)
    }

    @Test("On a call stands the face of whoever is on the way, and nothing is asked where nobody is")
    func onACallStandsTheFaceOfWhoeverIs()
        async throws
    {
        let browser = FakeBrowser()
        try browser.service.home([Samples.request(1, state: .heard)])
        #expect(!(try await browser.get("/now")).has("class=\"face\""))
        #expect(!browser.service.asked.contains("GET pictures"))
        try browser.service.home([Samples.request(1, state: .onTheWay, by: "Ben")])
        // Those who cannot be read hide no call.
        #expect((try await browser.get("/now")).has("Ben is on the way"))
        try browser.service.has("people", PeoplePage(people: [Viewer.ben.person, Viewer.anna.person]))
        #expect((try await browser.get("/now")).has(#"<span class="face" aria-hidden="true">B</span>"#))
        let picture = PersonPicture(person: "ben", version: 3, kind: .webp, changedAt: Samples.now)
        try browser.service.has("pictures", PicturePage(pictures: [picture]))
        #expect((try await browser.get("/now")).has(#"src="/api/v1/people/ben/picture?version=3" alt="""#))
    }
}
