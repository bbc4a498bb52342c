import Care

/// What is around every page: title, ways to all others, what has just been done.
struct Frame {
    struct Way {
        let path: String
        let name: String
        let symbol: String
        let isHere: Bool
    }

    let title: String
    /// In the title of the window: several homes may be open side by side.
    let home: String
    let body: String
    let person: String?
    let ways: [Way]
    let live: String
    let isLive: Bool
    let notice: String?
    let isProblem: Bool
    let undo: String?
    let back: String?
    let scripts: [String]
    /// Whether the page shows again what was typed and not taken.
    let isRefused: Bool
    /// Whether a line says who is calling; Now has the calls themselves.
    let namesCalls: Bool

    init(_ page: Page, body: String, for request: PageRequest, viewer: Viewer?, status: Int) {
        let path = request.path
        title = page.title
        // Somebody who can only reach the port need not know whose home this is.
        home = viewer.flatMap { _ in request.home }.map { "\($0) – Beckon" } ?? "Beckon"
        self.body = body
        person = viewer?.person.name
        ways =
            viewer.map { viewer in
                PageTopics.ways.filter { $0.roles.contains(viewer.person.role) }.map { way in
                    Way(
                        path: way.path, name: way.name, symbol: way.symbol,
                        isHere: path == way.path || path.hasPrefix(way.path + "/"))
                }
            } ?? []
        live = page.live.joined(separator: " ")
        isLive = !page.live.isEmpty
        notice = page.notice?.text
        isProblem = page.notice?.isProblem ?? false
        undo = page.notice?.undo
        back = page.back
        scripts = page.scripts
        isRefused = status >= 400
        let mayAnswer = viewer.map { Set<Person.Role>.staff.contains($0.person.role) } ?? false
        namesCalls = mayAnswer && path != "/now" && !path.hasPrefix("/now/")
    }

    static let template = """
        <!DOCTYPE html>
        <html lang="en">
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <title>{{title}} – {{home}}</title>
        <link rel="stylesheet" href="/assets/pages.css">
        <link rel="icon" href="data:,">
        <script src="/assets/pages.js" defer></script>
        {{#scripts}}<script src="/assets/{{.}}" defer></script>{{/scripts}}{{#namesCalls}}<script src="/assets/calls.js" defer></script>{{/namesCalls}}
        </head>
        <body>
        <a class="skip" href="#main">Skip to the content</a>
        <header>
        {{#back}}<a class="back" href="{{.}}">‹ Back</a>{{/back}}
        <h1>{{title}}</h1>
        {{#person}}<a class="me" href="/account">{{.}}</a>{{/person}}
        </header>
        {{#namesCalls}}<div role="status"><a id="calls" class="calls" href="/now" hidden></a></div>{{/namesCalls}}
        <main id="main" tabindex="-1"{{#isLive}} data-live="{{live}}"{{/isLive}}{{#isRefused}} data-refused{{/isRefused}}>
        <div id="notices" role="status">
        {{#notice}}<div class="notice{{#isProblem}} problem{{/isProblem}}">{{.}}
        {{#undo}}\(Form.post("{{.}}"))
        <button>Undo</button></form>{{/undo}}</div>{{/notice}}
        </div>
        {{{body}}}
        </main>
        {{#person}}<nav aria-label="Pages"><ul>
        {{#ways}}<li><a href="{{path}}"{{#isHere}} aria-current="page"{{/isHere}}><span aria-hidden="true">{{symbol}}</span>{{name}}</a></li>{{/ways}}
        </ul></nav>{{/person}}
        </body>
        </html>
        """
}

/// What did not work, for people.
struct ProblemPage {
    let detail: String
    let field: String?
    let wasSending: Bool

    init(_ problem: CareProblem, wasSending: Bool) {
        detail = problem.detail
        field = problem.field
        self.wasSending = wasSending && problem.status != 404
    }

    static let template = """
        <p class="problem">{{#field}}{{.}}: {{/field}}{{detail}}</p>
        {{#wasSending}}<p>Nothing was changed. Go back: what you had typed is still there.</p>{{/wasSending}}
        <p><a class="button" href="/">To the start page</a></p>
        """
}
