import Care
import FoundationEssentials
import Wording

/// One calendar: how it is, what somebody has to decide, what could not be taken, and what can be done about it.
struct CalendarView {
    struct Vanished {
        let key: String
        let uid: String
        let title: String
        let since: Text
        /// The page of what it became.
        let routine: String
    }

    struct LeftOut {
        let title: Text
        let line: Text?
        let reason: Text
    }

    let path: String
    let name: String
    let what: Text
    /// Without anything secret; `nil` for a file.
    let server: String?
    let state: Text
    let tone: String
    let facts: [Text]
    let vanished: [Vanished]
    let leftOut: [LeftOut]
    /// How many more could not be taken than are named; `nil` where all are named.
    let leftOutMore: Text?
    let tallyNow: [Text]
    let tallySince: [Text]
    let isActive: Bool
    let isRead: Bool
    let isFile: Bool
    let isLink: Bool
    let isDAV: Bool
    let taking: TakingFields?
    let typedName: String
    let isSetting: Bool
    let isRenewing: Bool
    /// What is typed for `renew` of a CalDAV server and is not secret.
    let typedUser: String
    /// Of the form for its name and what is taken over, and of that for what opens it.
    let problems: [String: Text]
    let wrong: [String: Text]
    /// The largest file.
    let mebibytes = CalendarLink.longestText >> 20

    init(_ calendar: CalendarLink, _ people: [Person], _ attempt: CalendarAttempt?, _ call: PageCall) {
        path = CalendarPages.path(calendar.id)
        name = calendar.name
        what = .joined(
            [CalendarWords.whose(calendar.client, among: people), CalendarWords.kind(calendar.kind)],
            separator: " · ")
        server = calendar.server
        (state, tone) = CalendarWords.state(calendar)
        facts = CalendarWords.facts(calendar, call)
        vanished = calendar.vanished.enumerated().map { index, event in
            Vanished(
                key: "vanished-\(index)", uid: event.uid, title: event.title,
                since: Text("calendars.vanished_since", ["when": .text(call.when(event.since))]),
                routine: "/plan/\(event.routine.uuidString)")
        }
        leftOut = calendar.leftOut.map { event in
            LeftOut(
                title: event.title.map { .verbatim($0) } ?? Text("calendars.no_title"),
                line: event.line.map { Text("calendars.line", ["line": .number($0)]) },
                reason: CalendarWords.reason(event.reason))
        }
        let more = (calendar.tally?.leftOut ?? 0) - calendar.leftOut.count
        leftOutMore = more > 0 ? Text("calendars.left_more", count: more) : nil
        tallyNow = calendar.tally?.now(of: calendar.kind) ?? []
        tallySince = calendar.tally?.since(of: calendar.kind) ?? []
        isActive = calendar.isActive
        isRead = calendar.kind.isRead
        (isFile, isLink, isDAV) = (
            calendar.kind == .file, calendar.kind == .link, calendar.kind.isDAV
        )
        let set = attempt.flatMap { $0.kind == .set ? $0 : nil }
        let renew = attempt.flatMap { $0.kind == .renew ? $0 : nil }
        let hasClient = calendar.client != nil
        taking =
            isRead
            ? set.map { TakingFields($0.fields, hasClient: hasClient, people) }
                ?? TakingFields(calendar.taking ?? CalendarLink.Taking(), hasClient: hasClient, people) : nil
        typedName = set.map { $0.fields["name"] ?? "" } ?? calendar.name
        typedUser = renew?.fields["user"] ?? ""
        (isSetting, isRenewing) = (set != nil, renew != nil)
        (problems, wrong) = (set?.problems ?? [:], renew?.problems ?? [:])
    }

    private static func button(
        _ kind: CalendarChange.Kind, _ words: String, sends more: String = "", style: String = "",
        of what: String = "name"
    ) -> String {
        Form.post("{{path}}", sends: ["kind": kind.rawValue]) + more
            + "<button\(style)>\(words)<span class=\"unseen\">: {{\(what)}}</span></button></form>"
    }

    private static func decide(_ kind: CalendarChange.Kind, _ words: String) -> String {
        button(kind, words, sends: Form.hidden("event", "{{uid}}"), of: "title")
    }

    private static let decisions = """
        {{^empty(vanished)}}<section data-key="vanished" aria-labelledby="vanished-title"><h2 id="vanished-title">[[calendars.vanished]]</h2>
        <p>[[calendars.vanished_meaning]]</p>
        <ul class="cards">{{#vanished}}<li class="card" data-key="{{key}}"><h3><a href="{{routine}}"><bdi>{{title}}</bdi></a></h3>
        <p class="quiet">{{since}}</p>
        <div class="row answers">\(decide(.keep, "[[calendars.keep]]"))\(decide(.end, "[[calendars.end]]"))</div></li>
        {{/vanished}}</ul></section>{{/empty(vanished)}}
        """

    private static let notTaken = """
        {{^empty(leftOut)}}<details class="plain" data-key="left-out"><summary>[[calendars.left_out]]</summary>
        <ul>{{#leftOut}}<li><bdi>{{title}}</bdi>{{#.line}} ({{.}}){{/.line}}: {{reason}}</li>{{/leftOut}}</ul>
        {{#leftOutMore}}<p class="quiet">{{.}}</p>{{/leftOutMore}}</details>{{/empty(leftOut)}}
        """

    private static let became = """
        {{^empty(tallyNow)}}<details class="plain" data-key="tally"><summary>[[calendars.tally]]</summary>
        <p>{{#isRead}}[[calendars.tally_now]]{{/isRead}}{{^isRead}}[[calendars.tally_now_written]]{{/isRead}}</p><ul>{{#tallyNow}}<li>{{.}}</li>{{/tallyNow}}</ul>
        {{^empty(tallySince)}}<p>[[school.tally_since]]</p><ul>{{#tallySince}}<li>{{.}}</li>{{/tallySince}}</ul>{{/empty(tallySince)}}</details>{{/empty(tallyNow)}}
        """

    private static let settings = """
        <details class="act" data-key="set"{{#isSetting}} open{{/isSetting}}><summary>[[calendars.set]]</summary>
        \(Form.post("{{path}}", class: "routine", attributes: "novalidate", sends: ["kind": CalendarChange.Kind.set.rawValue]))
        \(Form.mended("""
            \(Form.field("name", "[[calendars.name]]", .line.most(CalendarLink.longestName).with(#"autocomplete="off""#), id: "f-name", value: "{{typedName}}", fault: "problems.name"))
            \(TakingFields.template)
            """))
        <p class="row"><button>[[goals.save]]</button></p></form></details>
        """

    private static let secret = Control.line(type: "password").with(#"autocomplete="off""#)

    private static func mended(_ fields: String) -> String { Form.mended(fields, problems: "wrong") }

    private static let newLink = mended(
        Form.field(
            "address", "[[calendars.address]]", secret.most(CalendarLink.longestAddress), id: "r-address",
            value: "", hint: .below("[[calendars.same_server]]"), fault: "wrong.address"))

    private static let newFile = mended(
        Form.field(
            "file", "[[calendars.file]]", .file(accept: CalendarFile.types), id: "r-file", value: "",
            hint: .below("[[calendars.file_how]]"), fault: "wrong.file"))

    private static let newPassword = mended(
        [
            Form.field(
                "address", "[[calendars.address_there]]", CalendarForm.address, id: "r-address", value: "",
                hint: .below("[[calendars.same_address]]"), fault: "wrong.address"),
            Form.field(
                "user", "[[calendars.user]]", CalendarForm.user, id: "r-user", value: "{{typedUser}}",
                hint: .below("[[calendars.same_user]]"), fault: "wrong.user"),
            Form.field(
                "password", "[[calendars.password]]", secret.most(CalendarLink.longestPassword),
                id: "r-password", value: "", fault: "wrong.password"),
        ].joined(separator: "\n"))

    private static let renewal = """
        <details class="act" data-key="renew"{{#isRenewing}} open{{/isRenewing}}><summary>{{#isLink}}[[calendars.renew_link]]{{/isLink}}{{#isFile}}[[calendars.renew_file]]{{/isFile}}{{#isDAV}}[[calendars.renew_password]]{{/isDAV}}</summary>
        \(Form.post("{{path}}", class: "routine", attributes: #"enctype="multipart/form-data" novalidate"#, sends: ["kind": CalendarChange.Kind.renew.rawValue]))
        {{#isLink}}\(newLink){{/isLink}}{{#isFile}}\(newFile){{/isFile}}{{#isDAV}}\(newPassword){{/isDAV}}
        <p class="row"><button>[[calendars.try_and_save]]</button></p></form></details>
        """

    private static let removal = """
        <details class="act" data-key="remove"><summary>[[calendars.remove]]</summary>
        <p>{{#isRead}}[[calendars.remove_meaning]]{{/isRead}}{{^isRead}}[[calendars.remove_meaning_written]]{{/isRead}}</p><div class="row answers">
        \(button(.remove, "{{#isRead}}[[calendars.remove_keeping]]{{/isRead}}{{^isRead}}[[calendars.remove_leaving]]{{/isRead}}", sends: Form.hidden("keep", "yes")))\
        \(button(.remove, "{{#isRead}}[[calendars.remove_all]]{{/isRead}}{{^isRead}}[[calendars.remove_written]]{{/isRead}}", style: " class=\"danger\""))</div></details>
        """

    static let template = """
        <section class="card" data-key="state" aria-label="[[calendars.state]]">
        <p class="quiet">{{what}}{{#server}} · <bdi>{{.}}</bdi>{{/server}}</p>
        <p class="state"><span class="word {{tone}}">{{state}}</span></p>
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}
        {{^isFile}}<div class="row answers">{{#isActive}}{{#isRead}}\(button(.now, "[[school.read_now]]")){{/isRead}}{{^isRead}}\(button(.now, "[[calendars.write_now]]")){{/isRead}}\(button(.pause, "[[school.turn_off]]")){{/isActive}}\
        {{^isActive}}\(button(.resume, "[[school.turn_on]]")){{/isActive}}</div>{{/isFile}}
        \(became)
        \(notTaken)</section>
        \(decisions)
        <section class="card" data-key="acts" aria-label="[[calendars.acts]]">
        \(settings)
        \(renewal)
        \(removal)</section>
        """
}
