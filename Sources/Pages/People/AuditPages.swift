import Care
import Wording
import FoundationEssentials
import Recurrence

/// The audit log, for coordinators: who was let in, who was not, and what somebody has changed.
struct AuditPages {
    struct Line {
        let key: String
        let at: String
        let heading: String
        let isFailure: Bool
        let details: String
        /// Whether anything is known of who it was.
        let isKnown: Bool
        let changes: [String]
    }

    let name: String?
    let from: String?
    let until: String?
    let onlyFailures: Bool
    let trouble: Text?
    let lines: [Line]
    let isNarrow: Bool
    let csv: String
    let older: String?

    static let routes: [PageRoute] = [
        PageRoute(.get, "/audit", for: [.coordinator]) { call, _ in
            let (query, trouble) = query(call)
            let found: AuditPage =
                trouble == nil
                ? try await call.api.get("audit", query + [("before", call.query["before"])])
                : AuditPage(entries: [])
            return call.page(
                Page(
                    title: "Audit log", template: "audit", content: AuditPages(call, found, trouble),
                    back: "/people"))
        },
        PageRoute(.get, "/audit.csv", for: [.coordinator]) { call, _ in try await table(call) },
    ]

    private init(_ call: PageCall, _ page: AuditPage, _ trouble: String?) {
        (name, from, until) = (call.query["name"], call.query["from"], call.query["until"])
        onlyFailures = call.query["failures"] == "yes"
        self.trouble = trouble.map(Text.verbatim)
        isNarrow = name != nil || from != nil || until != nil || onlyFailures
        lines = page.entries.map { entry in
            Line(
                key: "audit-\(entry.number)", at: Self.moment(entry, call), heading: Self.words(entry),
                isFailure: entry.kind.isFailure, details: Self.who(entry),
                isKnown: !Self.who(entry).isEmpty, changes: entry.changes)
        }
        let filter = PageFields(
            [("name", name), ("from", from), ("until", until), ("failures", onlyFailures ? "yes" : nil)]
                .compactMap { name, value in value.map { (name, $0) } })
        csv = "/audit.csv" + filter.encoded
        older = page.next.map { "/audit" + PageFields(filter.pairs + [("before", "\($0)")]).encoded }
    }

    /// What the API is asked, and what is wrong with it, in words.
    private static func query(_ call: PageCall) -> ([(String, String?)], trouble: String?) {
        let zone = call.request.zone
        let typed = (call.query["from"], call.query["until"])
        let days = (typed.0.flatMap(CalendarDay.init), typed.1.flatMap(CalendarDay.init))
        func start(_ day: CalendarDay?) -> String? {
            day.map { CareJSON.string(from: zone.instant(of: WallTime(startOf: $0))) }
        }
        let wrong = [(typed.0, days.0), (typed.1, days.1)].first { $0.0 != nil && $0.1 == nil }
        var trouble = wrong?.0.map { "“\($0)” is not a date: write it like 2026-11-21." }
        if let first = days.0, let last = days.1, last < first {
            trouble = "The last day is before the first one."
        }
        return (
            [
                ("from", start(days.0)), ("until", start(days.1?.adding(days: 1))),
                ("name", call.query["name"]),
                ("failures", call.query["failures"] == "yes" ? "yes" : nil),
            ], trouble
        )
    }

    private static func moment(_ entry: AuditEntry, _ call: PageCall) -> String {
        let local = call.request.zone.local(of: entry.at)
        return "\(local.day.description) \(PageText.time(local))"
    }

    private static func who(_ entry: AuditEntry) -> String {
        [entry.by.map { "by \($0)" }, entry.address.isEmpty ? nil : "from \(entry.address)"]
            .compactMap(\.self).joined(separator: ", ")
    }

    /// What happened, as people say it.
    static func words(_ entry: AuditEntry) -> String {
        let about = entry.about ?? "somebody"
        return switch entry.kind {
        case .logIn: "\(about) logged in"
        case .logInFailed: "Wrong name or password for “\(about)”"
        case .loggedOut: "\(about) logged out"
        case .confirmationFailed: "\(about) typed a wrong password when asked for it again"
        case .passwordChanged: "\(about) has a new password"
        case .nameChanged: "\(about) has a new name"
        case .coordinatorMade: "\(about) became a coordinator by a link"
        case .setupFailed: "Wrong link for a first coordinator"
        case .personAdded: "\(about) was added"
        case .roleChanged: "\(about) has another role"
        case .personLeft: "\(about) has left the home"
        case .personBack: "\(about) is back"
        case .loginTaken: "\(about) cannot log in any more"
        case .invited: "\(about) was invited"
        case .invitationWithdrawn: "The invitation for \(about) was withdrawn"
        case .invitationAccepted: "\(about) accepted an invitation"
        case .pairingMade: "A code for the device \(about)"
        case .devicePaired: "The device \(about) was paired"
        case .deviceRevoked: "The device \(about) was revoked"
        case .codeFailed: "Wrong code"
        case .tokenFailed: "Wrong device token"
        case .limited:
            entry.about.map { "Too many attempts for “\($0)”" } ?? "Too many attempts at codes or links"
        case .failuresGathered: "More that were not let in"
        case .pictureChanged: "\(about) has a new picture"
        case .pictureRemoved: "The picture of \(about) was removed"
        case .fileWritten: "The file \(about) was written"
        case .settingsWritten: "Settings were changed"
        case .phrasesWritten: "Phrases were changed"
        }
    }

    /// The whole log as a file for a spreadsheet, in the form of the history's.
    private static func table(_ call: PageCall) async throws -> PageResponse {
        let (query, trouble) = query(call)
        if let trouble { throw CareProblem(.notAcceptable, trouble) }
        var text = "\u{FEFF}"
        func add(_ cells: [String]) { text += cells.map(HistoryTable.cell).joined(separator: ",") + "\r\n" }
        add(["Number", "Time (UTC)", "What", "By", "From", "About", "Changes"])
        var next: Int64?
        repeat {
            let page: AuditPage = try await call.api.get(
                "audit", query + [("before", next.map(String.init)), ("limit", "200")])
            for entry in page.entries {
                add([
                    "\(entry.number)", CareJSON.string(from: entry.at), entry.kind.rawValue, entry.by ?? "",
                    entry.address, entry.about ?? "", entry.changes.joined(separator: "; "),
                ])
            }
            next = page.next
        } while next != nil
        return PageResponse(
            status: 200,
            headers: [
                .init(name: "content-type", value: "text/csv; charset=utf-8; header=present"),
                .init(name: "content-disposition", value: #"attachment; filename="audit.csv""#),
                .init(name: "cache-control", value: "no-store"),
            ], body: Array(text.utf8))
    }

    static let template = """
        <p class="quiet">Who logged in, who could not, and what was changed of people, devices, files and settings. The newest first.</p>
        \(Form.get("/audit", attributes: #"role="search""#))
        \(Form.trouble())
        <div class="fields">
        <div>\(Form.field("name", "Person or file (whole name)", .line.most(100)))</div>
        <div>\(Form.field("from", "From (day)", .date))</div>
        <div>\(Form.field("until", "To (day, included)", .date))</div>
        </div>
        \(Form.tick("failures", "yes", "Only who was not let in", isOn: "onlyFailures"))
        <div class="row"><button class="main">Filter</button>{{#isNarrow}} <a class="button" href="/audit">Show everything</a>{{/isNarrow}}
        <a class="button" href="{{csv}}" download>Export CSV</a></div>
        </form>
        {{^lines}}<p class="empty">Nothing was found.</p>{{/lines}}
        <ul class="cards close">{{#lines}}<li class="card" data-key="{{key}}"><h2>{{heading}}</h2>
        <p>{{#isFailure}}<span class="word urgent">not let in</span> · {{/isFailure}}<time>{{at}}</time>{{#isKnown}} · {{details}}{{/isKnown}}</p>
        {{#changes}}<p class="quiet">{{.}}</p>{{/changes}}</li>{{/lines}}</ul>
        <div class="row">{{#older}}<a class="button main" href="{{.}}">Older</a>{{/older}}</div>
        """
}
