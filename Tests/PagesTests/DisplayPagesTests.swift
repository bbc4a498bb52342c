import Care
import FoundationEssentials
import Recurrence
import Testing

@testable import Pages

struct DisplayPagesTests {
    private static func client(_ id: String, _ name: String) -> ClientPage.Client {
        .init(id: id, name: name, isShown: true)
    }

    private func answer(
        _ path: String, _ clients: [ClientPage.Client]?, viewer: Viewer? = nil, languages: [String] = []
    ) async throws -> PageResponse {
        let api = PageAPI { message in
            guard let clients, message.path == "displays",
                let body = try? CareJSON.encoder().encode(ClientPage(clients: clients))
            else {
                let problem = CareProblem(.unauthorized, "log in")
                return .init(status: 401, body: (try? CareJSON.encoder().encode(problem)) ?? Data())
            }
            return .init(status: 200, body: body)
        }
        var request = PageRequest(
            method: .get, path: path, viewer: viewer, now: Date(timeIntervalSince1970: 0), zone: .utc)
        request.languages = languages
        return await (try PageSite.shipped()).respond(request, api: api)
    }

    private func text(_ response: PageResponse) -> String { String(decoding: response.body, as: UTF8.self) }

    @Test("The only client's screen is found by itself") func theOnlyClientsScreenIsFoundByItself()
        async throws
    {
        let response = try await answer("/display", [Self.client("maria", "Maria")])
        #expect(response.status == 303)
        #expect(response.headers.contains { $0.name == "location" && $0.value == "/display/maria" })
    }

    @Test("Of several clients somebody chooses one") func ofSeveralClientsSomebodyChoosesOne() async throws {
        let page = text(
            try await answer("/display", [Self.client("maria", "Maria"), Self.client("ben", "<b>Ben</b>")]))
        #expect(page.contains(#"href="/display/maria""#) && page.contains("Maria’s screen"))
        #expect(page.contains("&lt;b&gt;Ben") && !page.contains("<b>Ben"))
    }

    @Test("Without a client it says what to do") func withoutAClientItSaysWhatToDo() async throws {
        #expect(text(try await answer("/display", [])).contains("There is no client in this home yet"))
    }

    @Test("The screen begins with nothing old on it, and without a script of its own")
    func theScreenBeginsWithNothingOldOnItAnd() async throws {
        let page = text(try await answer("/display/maria", [Self.client("maria", "Maria")]))
        #expect(page.contains(#"data-shown="starting""#) && page.contains("Beckon is starting."))
        #expect(page.contains("Beckon is not working. Please call in another way."))
        #expect(page.contains(#"data-client="maria""#))
        #expect(page.contains(#"<script src="\#(PageAssets.path("display.js"))" defer></script>"#))
        #expect(!page.contains("style=") && !page.contains("onclick") && !page.contains("<nav"))
    }

    @Test(
        "Until a kiosk is heard the screen speaks the browser's language",
        arguments: [
            (["de-AT", "en"], "de", "Beckon startet."), (["tr"], "tr", "Beckon başlıyor."),
            (["xx", "es"], "es", "Beckon está arrancando."), (["xx"], "en", "Beckon is starting."),
        ])
    func screenInTheBrowsersLanguage(languages: [String], language: String, words: String) async throws {
        let page = text(
            try await answer("/display/maria", [Self.client("maria", "Maria")], languages: languages))
        #expect(page.contains(#"<html lang="\#(language)""#) && page.contains(words))
    }

    @Test("A page other than the screen is in no language that has words for the screen alone")
    func pagesOfHalfALanguage() async throws {
        let page = text(try await answer("/display", [], languages: ["tr", "fr"]))
        #expect(page.contains(#"<html lang="fr""#) && page.contains("Écrans"))
    }

    @Test("The screen has its words in every language that ships, for whichever its kiosk speaks")
    func theScreensWordsInEveryLanguage() async throws {
        let page = text(try await answer("/display/maria", [Self.client("maria", "Maria")]))
        let address = try #require(page.firstMatch(of: /src="(\/assets\/screen.js)\?v=[0-9a-f]+"/))
        let script = text(try await answer(String(address.1), nil))
        for words in [
            "Beckon is starting.", "Beckon startet.", "Beckon démarre.", "Beckon está arrancando.",
            "Beckon başlıyor.",
        ] { #expect(script.contains(words)) }
        for place in page.matches(of: /data-say="([a-z_]+)"/) {
            #expect(script.components(separatedBy: "\"\(place.1)\" :").count == 6, "\(place.1)")
        }
    }

    @Test("A name that looks like a script stays a name") func aNameThatLooksLikeAScriptStaysA() async throws
    {
        let name = #""><script>alert(1)</script>"#
        let page = text(try await answer("/display/maria", [Self.client("maria", name)]))
        #expect(!page.contains("<script>alert"))
    }

    @Test("Nobody else's screen is drawn") func nobodyElsesScreenIsDrawn() async throws {
        #expect(try await answer("/display/eve", [Self.client("maria", "Maria")]).status == 404)
    }

    @Test("Whoever is not let in logs in first") func whoeverIsNotLetInLogsInFirst() async throws {
        let response = try await answer("/display/maria", nil)
        #expect(response.status == 303)
        #expect(response.headers.contains { $0.value == "/login?next=%2Fdisplay%2Fmaria" })
    }

    @Test("The script knows nothing newer than a tablet of five years")
    func theScriptKnowsNothingNewerThanATabletOf() {
        let script = String(decoding: PackageResources.display_js + PackageResources.screen_js, as: UTF8.self)
        for newer in [
            "?.", "??", "import ", "export ", "=> ", "replaceAll", ".at(", "structuredClone", "innerHTML",
        ] {
            #expect(!script.contains(newer), "\(newer)")
        }
    }
}
