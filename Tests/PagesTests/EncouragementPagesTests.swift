import Care
import Foundation
import Testing

@testable import Pages

@Suite("Pages of encouragement")
struct EncouragementPagesTests {
    private static let maria = Viewer(
        person: Person(id: "maria", name: "Maria", role: .client), csrfToken: "token-of-maria")

    private static func item(
        _ kind: EncouragementKind, _ id: String, _ text: String, author: String? = nil,
        source: String? = nil, categories: [String] = ["courage"], isFavourite: Bool = false,
        hasSound: Bool = false, hasVideo: Bool = false
    ) -> EncouragementPage.Item {
        EncouragementPage.Item(
            id: "\(kind.rawValue)/\(id)", kind: kind, text: text, author: author, source: source,
            categories: categories, isFavourite: isFavourite, hasSound: hasSound, hasVideo: hasVideo)
    }

    private static let items = [
        item(.quotes, "sea", "The sea <has> time.", author: "Anna & Ben", categories: ["rest"]),
        item(.quotes, "press", "One press.", isFavourite: true),
        item(
            .tips, "light", "Ask for light.", source: "NIH, https://nih.gov", categories: ["sleep", "garden"]),
    ]

    private func browser(
        _ items: [EncouragementPage.Item] = items, isFirstPage: Bool = false
    ) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = Self.maria
        try browser.service.has(
            "encouragement",
            EncouragementPage(
                client: "maria", language: "en-GB", items: items, today: ["quotes/sea", "tips/light"],
                isFirstPage: isFirstPage))
        return browser
    }

    @Test("The sentence and the tip of the day, with author and source; topics by their names; favourites")
    func shown() async throws {
        let page = try await browser().get("/mine/encouragement")
        #expect(page.status == 200)
        #expect(page.has("The sea &lt;has&gt; time.") && page.has("Anna &amp; Ben"))
        #expect(page.has("Ask for light.") && page.has("Source: NIH, https://nih.gov"))
        #expect(page.has(#"<option value="sleep">Sleep</option>"#))
        #expect(page.has(#"<option value="garden">garden</option>"#))
        #expect(page.has("data-key=\"favourites\"") && page.has("One press."))
        #expect(page.has(#"lang="en-GB""#))
    }

    @Test("What has a recording or a video plays it when it is tapped, and what has none shows neither")
    func media() async throws {
        func page(_ item: EncouragementPage.Item) async throws -> FakeBrowser.Answer {
            try await browser([item]).get("/mine/encouragement")
        }
        let address = "/api/v1/encouragement/media?key=quotes%2Fsea&amp;kind="
        let both = try await page(Self.item(.quotes, "sea", "The sea.", hasSound: true, hasVideo: true))
        for (tag, kind, words) in [
            ("audio", "sound", "Listen to the recording"), ("video", "video", "Watch the video"),
        ] {
            let start = try #require(both.text.range(of: "<\(tag) "))
            let one = String(both.text[start.lowerBound...].prefix { $0 != ">" })
            #expect(one.contains(#"src="\#(address)\#(kind)""#) && one.contains(#"aria-label="\#(words)""#))
            #expect(one.contains(" controls") && !one.contains("autoplay"), "\(one)")
        }
        let heard = try await page(Self.item(.quotes, "sea", "The sea.", hasSound: true))
        #expect(heard.has("<audio ") && !heard.has("<video "))
        let plain = try await page(Self.item(.quotes, "sea", "The sea."))
        #expect(!plain.has("<audio ") && !plain.has("<video "))
        // Among the favourites, too.
        let liked = try await page(
            Self.item(.tips, "light", "Ask.", isFavourite: true, hasSound: true))
        #expect(liked.text.components(separatedBy: "<audio ").count == 3)
    }

    @Test("What was asked for stays when something else is asked for")
    func kept() async throws {
        let page = try await browser().get("/mine/encouragement?quotes=quotes%2Fpress&category=sleep")
        #expect(!page.has("The sea &lt;has&gt; time.") && page.has("Ask for light."))
        #expect(page.has(#"name="quotes" value="quotes/press""#))
        #expect(page.has(#"<option value="sleep" selected>Sleep</option>"#))
        // What is no such key, or of the other kind, is not shown.
        let other = try await browser().get("/mine/encouragement?quotes=tips%2Flight")
        #expect(other.has("The sea &lt;has&gt; time."))
    }

    @Test("Another one of a kind, and by topic: the answer is shown")
    func another() async throws {
        let browser = try browser()
        try browser.service.answer("POST", "encouragement", Self.items[1])
        let answer = try await browser.post(
            "/mine/encouragement", [("kind", "quotes"), ("tips", "tips/light"), ("quotes", "quotes/sea")])
        #expect(answer.location == "/mine/encouragement?quotes=quotes%2Fpress&tips=tips%2Flight")
        #expect(
            try browser.service.onlySent("encouragement", as: EncouragementWish.self)
                == EncouragementWish(kind: .quotes))
    }

    @Test("A favourite, and none any more")
    func favourite() async throws {
        let browser = try browser()
        let answer = try await browser.post(
            "/mine/encouragement/favourites",
            [("id", "quotes/sea"), ("favourite", "yes"), ("quotes", "quotes/sea")])
        #expect(answer.location == "/mine/encouragement?quotes=quotes%2Fsea")
        #expect(
            try browser.service.onlySent("encouragement/favourites", as: EncouragementFavourite.self)
                == EncouragementFavourite(id: "quotes/sea", isFavourite: true))
    }

    @Test("Where there is nothing in the language, the page says so")
    func empty() async throws {
        let page = try await browser([]).get("/mine/encouragement")
        #expect(page.status == 200 && page.has("There is nothing here in this language yet."))
        #expect(!page.has("data-key=\"topic\""))
    }

    @Test("The pages begin with it for those who want that; others do not reach it")
    func first() async throws {
        #expect(try await browser(isFirstPage: true).get("/").location == "/mine/encouragement")
        #expect(try await browser().get("/").location == "/mine")
        var anna = try browser()
        anna.viewer = .anna
        #expect(try await anna.get("/mine/encouragement").status == 403)
    }
}

@Suite("Pages on which a home edits its encouragement")
struct EncouragementEditingTests {
    private static let sea = StoredEncouragement(
        id: "sea", text: "The sea <has> time.", author: "Anna & Ben", categories: ["rest", "own"],
        video: "sea.webm")

    private func browser(as viewer: Viewer = .ben) throws -> FakeBrowser {
        var browser = FakeBrowser()
        browser.viewer = viewer
        try browser.service.has(
            "encouragement/stores",
            EncouragementStores(
                stores: [
                    .init(
                        id: "quotes.en.yaml", kind: .quotes, language: "en-GB", isOwn: true, version: "v1",
                        items: [Self.sea]),
                    .init(
                        id: "tips.de.yaml", kind: .tips, language: "de-DE", isOwn: false, version: "v2",
                        items: [Self.sea, Self.sea]),
                    .init(
                        id: "tips.en.yaml", isOwn: true, version: "v3", mistake: "tips.en.yaml, line 3: wrong"
                    ),
                ], videos: ["rain.webm"]))
        return browser
    }

    @Test("All files by kind and language, those that ship too; only coordinators begin new ones")
    func list() async throws {
        let page = try await browser().get("/encouragement")
        #expect(page.status == 200 && page.has("Kind words (en-GB)") && page.has("Tips (de-DE)"))
        #expect(page.has("2 sentences") && page.has("ships with Beckon") && page.has("line 3: wrong"))
        #expect(page.has("Begin a new file"))
        #expect(try await !browser(as: .anna).get("/encouragement").has("Begin a new file"))
        #expect(try await browser(as: .dora).get("/encouragement").status == 403)
        let begun = try await browser().get("/encouragement/new?name=quotes.fr")
        #expect(begun.location == "/encouragement/quotes.fr.yaml/add")
        #expect(try await browser().get("/encouragement/new?name=jokes").status == 422)
    }

    @Test("One file, with each sentence and its topics")
    func store() async throws {
        let page = try await browser().get("/encouragement/quotes.en.yaml")
        #expect(page.has("The sea &lt;has&gt; time.") && page.has("Anna &amp; Ben · Rest, own"))
        #expect(page.has(#"href="/encouragement/quotes.en.yaml/items/sea""#))
        #expect(page.has("/boards/encouragement%2Fquotes.en.yaml"))
        let shipped = try await browser().get("/encouragement/tips.de.yaml")
        #expect(shipped.has("This file ships with Beckon.") && !shipped.has("Edit as a text"))
        #expect(try await !browser(as: .anna).get("/encouragement/quotes.en.yaml").has("Add one"))
        #expect(try await browser().get("/encouragement/gone.en.yaml").status == 404)
    }

    @Test("One is changed, with all that the form does not show; a fault stands at its field")
    func change() async throws {
        let browser = try browser()
        let form = try await browser.get("/encouragement/quotes.en.yaml/items/sea")
        #expect(form.has("The sea &lt;has&gt; time.") && form.has(#"value="rest" checked> Rest"#))
        #expect(form.has(#"value="own" checked> own"#) && form.has(#"value="sleep"> Sleep"#))
        #expect(form.has(#"name="video" value="sea.webm""#) && form.has(#"<option value="rain.webm">"#))
        let fields = [
            ("text", " The sea\n has time. "), ("author", ""), ("categories", "joy, , rest"), ("source", ""),
            ("sound", ""), ("video", "sea.webm"), ("version", "v1"),
        ]
        let answer = try await browser.post("/encouragement/quotes.en.yaml/items/sea", fields)
        #expect(answer.location == "/encouragement/quotes.en.yaml?did=saved")
        #expect(
            try browser.service.onlySent(
                "encouragement/stores/quotes.en.yaml", as: EncouragementChange.self)
                == EncouragementChange(
                    version: "v1", replaces: "sea",
                    item: StoredEncouragement(
                        id: "sea", text: "The sea has time.", categories: ["joy", "rest"], video: "sea.webm"))
        )
        try browser.service.refuse(
            "PUT", "encouragement/stores/quotes.en.yaml",
            CareProblem(.notAcceptable, "it is empty", field: "text"))
        let refused = try await browser.post("/encouragement/quotes.en.yaml/items/sea", fields)
        #expect(refused.status == 422 && refused.has(#"id="f-text-fault""#))
    }

    @Test("Topics are ticked, or typed in the reader's own language")
    func topics() async throws {
        var browser = try browser()
        browser.languages = ["de"]
        let form = try await browser.get("/encouragement/quotes.en.yaml/add")
        #expect(form.has(#"value="rest"> Ruhe"#))
        _ = try await browser.post(
            "/encouragement/quotes.en.yaml/add",
            [
                ("text", "Neu"), ("topic", "joy"), ("topic", "own"), ("categories", "ruhe, Garten, joy"),
                ("version", "v1"),
            ])
        let sent = try browser.service.onlySent(
            "encouragement/stores/quotes.en.yaml", as: EncouragementChange.self)
        #expect(sent.item?.categories == ["joy", "own", "rest", "Garten"])
    }

    @Test("Somebody else's change is shown beside what was typed, and saving once more goes over it")
    func conflict() async throws {
        let browser = try browser()
        try browser.service.refuse(
            "PUT", "encouragement/stores/quotes.en.yaml",
            CareProblem(.conflict, "quotes.en.yaml was changed by somebody else meanwhile", field: "version"))
        let typed = [("text", "Mine."), ("topic", "rest"), ("topic", "own"), ("version", "v0")]
        let page = try await browser.post("/encouragement/quotes.en.yaml/items/sea", typed)
        #expect(page.status == 409 && page.has("Somebody else has changed this meanwhile."))
        #expect(page.has("What is said: The sea &lt;has&gt; time.") && page.has(">Mine.</textarea>"))
        #expect(page.has(#"name="version" value="v1""#), "\(page.text)")
        #expect(page.has(#"href="/encouragement/quotes.en.yaml/items/sea""#))
        // What was removed is added again by saving.
        let gone = try await browser.post("/encouragement/quotes.en.yaml/items/gone", typed)
        #expect(gone.status == 409 && gone.has("Somebody else has removed this one meanwhile."))
        #expect(gone.has(#"name="gone" value="yes""#))
        let again = try self.browser()
        _ = try await again.post(
            "/encouragement/quotes.en.yaml/items/gone",
            Array(typed.dropLast()) + [("version", "v1"), ("gone", "yes")])
        let sent = try again.service.onlySent(
            "encouragement/stores/quotes.en.yaml", as: EncouragementChange.self)
        #expect(sent.replaces == nil && sent.item?.id == "gone" && sent.version == "v1")
    }

    @Test("Where something else in the file was changed, it is sent once more without a question")
    func elsewhere() async throws {
        let browser = try browser()
        let form = try await browser.get("/encouragement/quotes.en.yaml/items/sea")
        let drawn = String(decoding: try CareJSON.encoder().encode(Self.sea), as: UTF8.self)
        #expect(form.has(#"name="drawn" value="{&quot;author&quot;:&quot;Anna &amp; Ben"#), "\(form.text)")
        try browser.service.refuse(
            "PUT", "encouragement/stores/quotes.en.yaml",
            CareProblem(.conflict, "quotes.en.yaml was changed by somebody else meanwhile", field: "version"))
        let typed = [("text", "Mine."), ("topic", "rest"), ("version", "v0")]
        let page = try await browser.post(
            "/encouragement/quotes.en.yaml/items/sea", typed + [("drawn", drawn)])
        let versions = try browser.service.sent.map {
            try CareJSON.decoder().decode(EncouragementChange.self, from: try #require($0.body)).version
        }
        #expect(versions == ["v0", "v1"])
        // It is refused again: somebody is quicker, and a person decides.
        #expect(page.status == 409)
        let other = try self.browser()
        try other.service.refuse(
            "PUT", "encouragement/stores/quotes.en.yaml", CareProblem(.conflict, "changed", field: "version"))
        var old = Self.sea
        old.text = "The sea was there."
        let older = String(decoding: try CareJSON.encoder().encode(old), as: UTF8.self)
        _ = try await other.post("/encouragement/quotes.en.yaml/items/sea", typed + [("drawn", older)])
        #expect(other.service.sent.count == 1)
    }

    @Test("What is added to a file that was removed meanwhile begins it anew")
    func addedToNone() async throws {
        let browser = try browser()
        _ = try await browser.post(
            "/encouragement/quotes-gone.en.yaml/add", [("text", "New"), ("topic", "rest"), ("version", "v6")])
        let sent = try browser.service.onlySent(
            "encouragement/stores/quotes-gone.en.yaml", as: EncouragementChange.self)
        #expect(sent.version == nil && sent.replaces == nil && sent.item?.text == "New")
    }

    @Test("An own file is removed as a whole, also one with a mistake; one that ships is not")
    func removeFile() async throws {
        let browser = try browser()
        for name in ["quotes.en.yaml", "tips.en.yaml"] {
            let page = try await browser.get("/encouragement/\(name)")
            #expect(page.has("/encouragement/\(name)/removal") && page.has("Remove this file"))
        }
        #expect(try await !browser.get("/encouragement/tips.de.yaml").has("Remove this file"))
        try browser.service.answer("DELETE", "files/encouragement%2Ftips.en.yaml?version=v3", ["ok": true])
        let answer = try await browser.post("/encouragement/tips.en.yaml/removal", [("version", "v3")])
        #expect(answer.location == "/encouragement?did=file_removed")
        #expect(
            browser.service.asked.contains("DELETE files/encouragement%2Ftips.en.yaml?version=v3"),
            "\(browser.service.asked)")
        #expect(try await browser.get("/encouragement?did=file_removed").has("The file is removed."))
        let anna = try self.browser(as: .anna)
        #expect(try await !anna.get("/encouragement/quotes.en.yaml").has("Remove this file"))
    }

    @Test("A new one has an id that no file of its kind has, and is added to what the file has become")
    func ownID() async throws {
        let browser = try browser()
        try browser.service.has(
            "encouragement/stores",
            EncouragementStores(stores: [
                .init(id: "quotes-house.en.yaml", kind: .quotes, language: "en", isOwn: true, version: "v7"),
                .init(
                    id: "quotes.en.yaml", kind: .quotes, language: "en-GB", isOwn: false, version: "v1",
                    items: [Self.sea]),
            ]))
        _ = try await browser.post(
            "/encouragement/quotes-house.en.yaml/add",
            [("text", "Sea"), ("topic", "rest"), ("version", "v6")])
        let sent = try browser.service.onlySent(
            "encouragement/stores/quotes-house.en.yaml", as: EncouragementChange.self)
        #expect(sent.item?.id == "sea-2" && sent.version == "v7")
    }

    @Test("One is added under an id of its own, and one is removed")
    func addAndRemove() async throws {
        let browser = try browser()
        _ = try await browser.post(
            "/encouragement/quotes.en.yaml/add",
            [("text", "Sea"), ("categories", "rest"), ("version", "v1")])
        let sent = try browser.service.onlySent(
            "encouragement/stores/quotes.en.yaml", as: EncouragementChange.self)
        #expect(sent.replaces == nil && sent.item?.id == "sea-2" && sent.version == "v1")
        let other = try self.browser()
        let answer = try await other.post(
            "/encouragement/quotes.en.yaml/items/sea/off", [("version", "v1")])
        #expect(answer.location == "/encouragement/quotes.en.yaml?did=removed")
        #expect(
            try other.service.onlySent("encouragement/stores/quotes.en.yaml", as: EncouragementChange.self)
                == EncouragementChange(version: "v1", replaces: "sea"))
    }
}
