import Care
import FoundationEssentials
import Wording

/// What is around every page: title, ways to all others, what has just been done.
struct Frame {
    struct Way {
        let path: String
        let name: Text
        let icon: String
        /// `page` where it leads to this one, `true` where the way here leads through it: words of `aria-current`.
        let current: String?
        /// How many calls nobody has answered, or how many clients wait, at the way to where they are; `nil` for none.
        var badge: WaitingCalls.Badge?
    }

    /// Ways that stand together.
    struct Group {
        /// Its own in the page, for the ways' list to be named by.
        let id: String
        let name: Text
        let ways: [Way]
    }

    /// Milliseconds since 1970, when the page was drawn.
    let now: String
    let title: Text
    /// In the title of the window: several homes may be open side by side.
    let home: String
    /// Above the heading; `nil` where nobody has given the home a name.
    let homeName: String?
    let body: String
    let person: String?
    /// Whether a client reads, who has goals.
    let isClient: Bool
    /// In reach of a thumb, and the others, which stand beside the page where there is room.
    let near: [Way]
    let far: [Group]
    let live: String
    let isLive: Bool
    /// After how many seconds it is read anew without an event.
    let every: String?
    /// Who reads: what a browser keeps is theirs alone.
    let reader: String?
    let notice: Text?
    let isProblem: Bool
    let undo: String?
    let noticeMore: Text?
    /// Whether the page itself says where its notice stands.
    let placesNotice: Bool
    let back: String?
    let onward: String?
    let scripts: [String]
    /// Whether the page shows again what was typed and not taken.
    let isRefused: Bool
    /// Who is calling, in a line above the page; `nil` on Now, which has the calls themselves.
    let calls: WaitingCalls?
    /// Who waits for a provider, in the same place; `nil` for others, and where the page says it itself.
    let clients: WaitingClients?
    /// Who is there for a client, likewise.
    let arrived: ArrivedProviders?
    /// Of which chores and amounts the reader was reminded, likewise; `nil` where the page says it itself.
    let reminded: RemindedBar?
    /// Whether the page hears of calls, and of what its reader has to do.
    let hearsCalls: Bool
    let hearsReminders: Bool
    /// Whether the page hears of clients who wait.
    let hearsClients: Bool
    /// The journal's last number when the page was drawn, from which it listens on.
    let sequence: String?
    /// The script with the texts of all others.
    let words: String
    /// BCP 47, and `rtl` where it is written from right to left: attributes of HTML.
    let language: String
    let direction: String

    init(
        _ page: Page, body: String, for request: PageRequest, viewer: Viewer?, status: Int,
        in translation: Translation, words: String
    ) {
        self.words = words
        language = translation.language
        direction = translation.isRightToLeft ? "rtl" : "ltr"
        let path = request.path
        now = String(Int64((request.now.timeIntervalSince1970 * 1000).rounded()))
        title = page.title
        // Whoever logs in sees that it is their home; other pages need not tell strangers whose home it is.
        homeName = viewer != nil || path == "/login" ? request.home : nil
        home = homeName.map { "\($0) – Beckon" } ?? "Beckon"
        self.body = body
        person = viewer?.person.name
        isClient = viewer?.person.role == .client
        let groups = viewer.map { Self.groups(for: $0, request.ways, at: path) } ?? []
        let staff = viewer.flatMap { Set<Person.Role>.staff.contains($0.person.role) ? $0 : nil }
        let waiting = staff.map { WaitingCalls(request.waiting, $0, request) }
        let reminded = viewer.map { RemindedBar(request.reminded, $0, request) }
        hearsClients = viewer?.person.role == .provider
        let clients = hearsClients ? WaitingClients(request.waitingClients ?? [], request) : nil
        let mine =
            switch viewer?.person.role {
            case .client: MineChores.base
            case .provider: SessionPages.base
            case .caregiver, .coordinator, nil: "/now"
            }
        near = (groups.first { $0.name == .empty }?.ways ?? []).map { way in
            var way = way
            if way.path == mine { way.badge = waiting?.badge ?? clients?.badge ?? reminded?.badge }
            return way
        }
        far = groups.filter { $0.name != .empty }
        live = page.live.joined(separator: " ")
        isLive = !page.live.isEmpty
        every = page.every.map(String.init)
        reader = viewer?.person.id
        notice = page.notice?.text
        isProblem = page.notice?.isProblem ?? false
        undo = page.notice?.undo
        noticeMore = page.notice?.more
        placesNotice = page.placesNotice
        back = page.back
        onward = page.onward
        // Calls sound on every page, and what a client has to do on every one of theirs.
        let ofCalls = waiting == nil && !isClient || page.scripts.contains("now.js") ? [] : ["now.js"]
        scripts = (page.scripts + ofCalls).map(PageAssets.path)
        isRefused = status >= 400
        calls = path == "/now" || path.hasPrefix("/now/") ? nil : waiting
        self.clients = WaitingClients.says(on: request) ? clients : nil
        arrived =
            isClient && ArrivedProviders.says(on: request)
            ? ArrivedProviders(request.arrived ?? [], request) : nil
        self.reminded = RemindedBar.says(on: path) ? reminded : nil
        hearsCalls = waiting != nil
        hearsReminders = waiting != nil || isClient
        sequence = (page.after ?? request.waiting?.sequence ?? request.reminded?.sequence).map { String($0) }
    }

    /// The ways that somebody has, without groups in which there is none.
    static func groups(for viewer: Viewer, _ own: ClientWays?, at path: String) -> [Group] {
        let all = PageTopics.ways.filter { $0.roles.contains(viewer.person.role) }
        let ways = own?.ordered(all) ?? all
        let isFar = !ways.contains { $0.group == .always && $0.leads(to: path) }
        return PageWay.Group.allCases.compactMap { group in
            let own = ways.filter { $0.group == group }.map { way in
                Way(
                    path: way.path, name: way.name, icon: way.icon.rawValue,
                    // What Beckon says has a way of its own below that to the settings.
                    current: way.leads(to: path)
                        && !ways.contains { $0.path.hasPrefix(way.path + "/") && $0.leads(to: path) }
                        ? "page" : way.icon == .more && isFar ? "true" : nil)
            }
            return own.isEmpty ? nil : Group(id: "\(group)", name: group.name, ways: own)
        }
    }

    private static let way = #"""
        <li><a href="{{path}}"{{#current}} aria-current="{{.}}"{{/current}}>\#(Icon.html("{{icon}}"))<span>{{name}}</span>\#
        {{#badge}}<span class="badge" aria-hidden="true">{{number}}</span><span class="unseen">, {{inWords}}</span>{{/badge}}</a></li>
        """#

    static let template = """
        <!DOCTYPE html>
        <html lang="{{language}}" dir="{{direction}}" data-now="{{now}}"{{#reader}} data-reader="{{.}}"{{/reader}}>
        <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        {{#onward}}<meta http-equiv="refresh" content="0; url={{.}}">
        {{/onward}}<title>{{title}} – {{home}}</title>
        <link rel="stylesheet" href="\(PageAssets.path("pages.css"))">
        \(PhoneHead.template)
        <script src="{{words}}" defer></script>
        <script src="\(PageAssets.path("frame.js"))" defer></script>
        <script src="\(PageAssets.path("pages.js"))" defer></script>
        <script src="\(PageAssets.path("forms.js"))" defer></script>
        <script src="\(PageAssets.path("phone.js"))" defer></script>
        {{#person}}<script src="\(PageAssets.path("battery.js"))" defer></script>
        <script src="\(PageAssets.path("reach.js"))" defer></script>{{/person}}
        {{#isClient}}<script src="\(PageAssets.path("goals.js"))" defer></script>
        <script src="\(PageAssets.path("daily.js"))" defer></script>{{/isClient}}
        {{#scripts}}<script src="{{.}}" defer></script>{{/scripts}}
        </head>
        <body \(FormToken.attribute)>
        <a class="skip" href="#main">[[frame.skip]]</a>
        <header>
        <div class="title">{{#back}}<a class="back" href="{{.}}" aria-label="[[frame.back]]">\(Icon.back.html)</a>{{/back}}
        <div>{{#homeName}}<p class="home"><bdi>{{.}}</bdi></p>{{/homeName}}<h1>{{title}}</h1></div></div>
        <div id="tools" data-icons="\(PageAssets.path("icons.svg"))"></div>
        </header>
        \(WaitingCalls.template)
        \(WaitingClients.template)
        \(ArrivedProviders.template)
        \(RemindedBar.template)
        <main id="main" tabindex="-1"{{#isLive}} data-live="{{live}}"{{/isLive}}{{#every}} data-every="{{.}}"{{/every}}{{#hearsCalls}} data-calls{{/hearsCalls}}{{#hearsReminders}} data-reminds{{/hearsReminders}}{{#hearsClients}} data-clients{{/hearsClients}}{{#sequence}} data-after="{{.}}"{{/sequence}}{{#isRefused}} data-refused{{/isRefused}}>
        {{^placesNotice}}\(Notice.template)
        {{/placesNotice}}{{{body}}}
        </main>
        {{#person}}<nav aria-label="[[frame.pages]]">
        <ul>{{#near}}\(Self.way){{/near}}</ul>
        {{#far}}<div class="far"><p id="ways-{{id}}">{{name}}</p><ul aria-labelledby="ways-{{id}}">{{#ways}}\(Self.way){{/ways}}</ul></div>
        {{/far}}<div class="far"><ul><li><a class="me" href="/account">\(Icon.person.html)<span><bdi>{{person}}</bdi></span></a></li></ul></div>
        </nav>{{/person}}
        </body>
        </html>
        """
}

/// What did not work, for people.
struct ProblemPage {
    let detail: Text
    let field: String?
    let wasSending: Bool

    init(_ problem: CareProblem, wasSending: Bool) {
        detail = problem.sentence
        field = problem.field
        self.wasSending = wasSending && problem.status != 404
    }

    static let template = """
        <p class="problem" data-trouble>{{#field}}{{.}}: {{/field}}{{detail}}</p>
        {{#wasSending}}<p>[[frame.nothing_changed]]</p>{{/wasSending}}
        <p><a class="button" href="/">[[frame.to_start]]</a></p>
        """
}
