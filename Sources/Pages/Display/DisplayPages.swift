import Care
import Wording

/// The client's screen: an empty page that draws what the kiosk tells.
enum DisplayPages: PageTopic {
    static let routes = [
        // Devices have no person: whether somebody is let in, the API says.
        PageRoute(open: .get, "/display", first),
        PageRoute(open: .get, "/display/pair") { draw($0, nil) },
        PageRoute(open: .post, "/display/pair", pair),
        PageRoute(open: .get, "/display/{}", show),
    ]

    static let templates = [
        DisplayPage.templateName: DisplayPage.template, "displays": DisplayChoice.template,
        "display.pair": DisplayPairing.template,
    ]

    /// The only client's screen, or the choice whose.
    private static func first(_ call: PageCall) async throws -> PageResponse {
        let page: ClientPage = try await call.api.get("displays")
        if page.clients.count == 1 { return .seeOther("/display/" + PageText.escaped(page.clients[0].id)) }
        return call.page(
            Page(
                title: Text("display.title"), template: "displays",
                content: DisplayChoice(
                    clients: page.clients.map {
                        .init(path: PageText.escaped($0.id), name: .nameOf($0.name, isClient: true))
                    }, isEmpty: page.clients.isEmpty,
                    mayAdd: call.request.viewer?.person.role == .coordinator)))
    }

    private static func show(_ call: PageCall) async throws -> PageResponse {
        let page: ClientPage = try await call.api.get("displays")
        guard let client = page.clients.first(where: { $0.id == call.parts[0] }) else {
            throw CareProblem(.notFound, "there is no client \(call.parts[0])")
        }
        return call.site.whole(
            DisplayPage(
                client: client.id, name: .nameOf(client.name, isClient: true)),
            template: DisplayPage.templateName,
            for: call.request)
    }
}

extension DisplayPages {
    /// The code makes this browser one of the home's devices.
    private static func pair(_ call: PageCall) async -> PageResponse {
        do {
            guard let code = AccessRules.code(call.form["code"] ?? "") else {
                throw CareProblem(
                    .notAcceptable, "it is six letters and digits, such as K7M-4QX", field: "code")
            }
            let device: PairedDevice = try await call.api.send("POST", "devices", DeviceClaim(code: code))
            guard device.kind == .display else {
                throw CareProblem(
                    .conflict,
                    "that code was for a \(device.kind.rawValue), not for a screen: revoke it on the page Devices, and pair a screen",
                    field: "code")
            }
            return .seeOther("/display")
        } catch {
            return draw(call, error as? CareProblem ?? .unexpected)
        }
    }

    private static func draw(_ call: PageCall, _ problem: CareProblem?) -> PageResponse {
        let fields = [FormField("code", Text("display.code"), value: call.form["code"], problem: problem)]
        return call.page(
            Page(
                title: Text("display.a_screen"), template: "display.pair",
                content: DisplayPairing(
                    trouble: FormTrouble(problem, in: fields), fields: fields
                )),
            status: problem?.status ?? 200)
    }
}

/// The page for typing the code that a caregiver was given on the page Devices.
struct DisplayPairing {
    let trouble: FormTrouble?
    let fields: [FormField]

    static let template = """
        <p>[[display.what_it_becomes]]</p>
        \(Form.post("/display/pair", class: "narrow"))
        \(Form.troubles())
        \(Form.fields())
        <div class="row"><button class="main">[[display.begin]]</button></div>
        </form>
        <p><a class="button" href="/login?next=/display">[[display.log_in]]</a></p>
        """
}

/// Whose screen it is; everything else comes by the stream. Until then it is in the browser's language, and from then on in the
/// client's: display.js puts what screen.js has into whatever has `data-say`.
struct DisplayPage {
    let client: String
    let name: Text

    static let templateName = "display"

    static let template = """
        <!DOCTYPE html>
        <html lang="{{language}}" dir="{{direction}}" data-right-to-left="\(Translation.rightToLeft.joined(separator: " "))" data-shown="starting" data-theme="dark">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>{{name}} – Beckon</title>
        <link rel="stylesheet" href="\(PageAssets.path("display.css"))">
        <link rel="icon" href="data:,">
        <script src="{{words}}" defer></script>
        <script src="\(PageAssets.path("display.js"))" defer></script>
        <script src="\(PageAssets.path("battery.js"))" defer></script>
        </head>
        <body data-client="{{client}}" \(FormToken.attribute)>
        <header><h1>{{name}}</h1><ul id="asked" data-say="asked" aria-label="[[screen.asked]]"></ul><div id="clock" role="timer"></div></header>
        <section id="waiting" role="status" hidden><span class="who" aria-hidden="true"></span>
        <div class="texts"><p class="for" data-say="waiting_for">[[screen.waiting_for]]</p><p class="name"></p><p class="how"></p></div>
        <p class="time" aria-live="off" hidden><b></b> <span data-say="minutes">[[screen.minutes]]</span></p></section>
        <main>
        <div id="rows"></div>
        <div id="empty" role="status"><span aria-hidden="true" class="sign"><span class="why starting">\(Icon.clock.drawn)</span><span
        class="why gone away">\(Icon.away.drawn)</span></span>
        <p class="late" id="late" data-say="not_working">[[screen.not_working]]</p>
        <p class="why starting" data-say="starting">[[screen.starting]]</p>
        <p class="why gone" data-say="stopped">[[screen.stopped]]</p>
        <p class="why away" data-say="no_connection">[[screen.no_connection]]</p>
        <noscript><p>[[screen.needs_script]]</p></noscript></div>
        </main>
        <footer id="words" aria-live="polite"><button id="caption" type="button" hidden disabled></button></footer>
        <section id="exercise" hidden><span id="breath" aria-hidden="true"><span class="circle"></span><span class="still"></span></span>
        <p id="pace" role="status"></p><p id="things" aria-hidden="true"></p></section>
        <section id="saying" role="status" hidden></section>
        <section id="answer" role="status" hidden></section>
        <div id="faces" hidden>\(Icon.drawnFaces)</div>
        <a id="link" hidden target="_blank" rel="noopener noreferrer"></a>
        <div id="shade" aria-hidden="true"></div>
        </body>
        </html>
        """
}

/// Where several clients live, somebody chooses whose screen this is.
struct DisplayChoice {
    struct Client {
        let path: String
        let name: Text
    }

    let clients: [Client]
    let isEmpty: Bool
    /// Whether who reads it can add the client; a device has no person.
    let mayAdd: Bool

    static let template = """
        {{#clients}}<p><a class="button" href="/display/{{path}}">[[display.screen_of]]</a></p>
        {{/clients}}\(Empty.place(
            .person, "[[display.no_client]]",
            .init(words: "[[people.add]]", path: "/people/new", may: "mayAdd", otherwise: "[[display.who_adds]]"),
            where: "isEmpty"))
        """
}
