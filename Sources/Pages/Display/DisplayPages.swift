import Care

/// The client's screen: an empty page that draws what the kiosk tells.
enum DisplayPages {
    static let routes = [
        // Devices have no person: whether somebody is let in, the API says.
        PageRoute(open: .get, "/display", first),
        PageRoute(open: .get, "/display/{}", show),
    ]

    static let templates = ["display": DisplayPage.template, "displays": DisplayChoice.template]

    /// The only client's screen, or the choice whose.
    private static func first(_ call: PageCall) async throws -> PageResponse {
        let page: ClientPage = try await call.api.get("displays")
        if page.clients.count == 1 { return .seeOther("/display/" + PageText.escaped(page.clients[0].id)) }
        return call.page(
            Page(
                title: "Screens", template: "displays",
                content: DisplayChoice(
                    clients: page.clients.map { .init(path: PageText.escaped($0.id), name: $0.name) })))
    }

    private static func show(_ call: PageCall) async throws -> PageResponse {
        let page: ClientPage = try await call.api.get("displays")
        guard let client = page.clients.first(where: { $0.id == call.parts[0] }) else {
            throw CareProblem(.notFound, "there is no client \(call.parts[0])")
        }
        return call.site.whole(
            DisplayPage(
                client: client.id, name: client.name, csrf: call.request.viewer?.csrfToken ?? ""),
            template: "display")
    }
}

/// Whose screen it is; everything else comes by the stream.
struct DisplayPage {
    let client: String
    let name: String
    let csrf: String

    static let template = """
        <!DOCTYPE html>
        <html lang="en" data-shown="starting" data-theme="dark">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>{{name}} – Beckon</title>
        <link rel="stylesheet" href="/assets/display.css">
        <link rel="icon" href="data:,">
        <script src="/assets/display.js" defer></script>
        </head>
        <body data-client="{{client}}" data-csrf="{{csrf}}">
        <h1>{{name}}</h1>
        <ul id="asked" aria-label="Asked"></ul>
        <main id="rows"></main>
        <div id="starting" role="status"><span aria-hidden="true">⏳</span><p>Beckon is starting.</p>
        <noscript><p>This page needs JavaScript: it follows the scan.</p></noscript></div>
        <div id="words"><button id="caption" type="button" hidden disabled aria-live="polite"></button></div>
        </body>
        </html>
        """
}

/// Where several clients live, somebody chooses whose screen this is.
struct DisplayChoice {
    struct Client {
        let path: String
        let name: String
    }

    let clients: [Client]

    static let template = """
        {{#clients}}<p><a class="button" href="/display/{{path}}">{{name}}’s screen</a></p>
        {{/clients}}{{^clients}}<p class="empty">Nobody in this home is a client yet.
        Name one in beckon.yaml, or on the page People.</p>{{/clients}}
        """
}
