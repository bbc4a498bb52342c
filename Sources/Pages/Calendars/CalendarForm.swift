import Care
import FoundationEssentials
import Wording

/// What is typed of a calendar that is to be added.
struct CalendarForm {
    /// How it is reached, as the form offers it.
    enum Way: String { case link, file, dav }

    private static let names = [
        "id", "at", "client", "kind", "name", "server", "user", "direction", "chosen", "found",
    ]
    /// Shown of what a server has.
    private static let mostFound = 50
    private static let writes = "write"

    var values: [String: String]
    var problems: [String: Text] = [:]
    /// Why a server's calendars were not found.
    var lookProblem: Text?
    /// What was sent of how its events are taken over; `nil` for an empty form.
    let sent: PageFields?
    var chosen: [String: Bool] { ["kind-\(way.rawValue)": true] }
    private var way: Way { values["kind"].flatMap(Way.init) ?? .link }
    private var isWritten: Bool { way == .dav && values["direction"] == Self.writes }
    /// `nil` for the household.
    private var client: String? {
        values["client"].flatMap { $0.isEmpty || $0 == RoutineForm.ofHousehold ? nil : $0 }
    }

    /// An empty one.
    init(_ call: PageCall) {
        values = [
            "id": UUIDs.new(), "at": CareJSON.string(from: call.request.now), "kind": Way.link.rawValue,
            "client": call.query["client"] ?? "",
        ]
        sent = nil
    }

    /// What was sent. What opens a calendar, its address or a password, is not written into the page once more.
    init(sent call: PageCall) {
        values = Dictionary(uniqueKeysWithValues: Self.names.map { ($0, call.form[$0] ?? "") })
        sent = call.form
    }

    /// What the service has found wrong.
    mutating func note(_ problem: CareProblem) {
        for (field, words) in problem.byField {
            problems[place(of: field ?? "")] = words
        }
    }

    private func place(of field: String) -> String {
        switch field {
        case "address": way == .dav ? "server" : "address"
        case "text": "file"
        case "name", "client", "user", "password": field
        default: TakingFields.place(of: field) ?? "form"
        }
    }

    /// What to look for at a server; `nil` where something is missing.
    mutating func search(_ call: PageCall) -> CalendarSearch? {
        guard let server = call.form["server"], let user = call.form["user"],
            let password = call.form.exactly("password"), !password.isEmpty
        else {
            lookProblem = Text("calendars.look_needs")
            problems["form"] = lookProblem
            return nil
        }
        return CalendarSearch(address: server, user: user, password: password)
    }

    /// Offers what there is at the server; where it is only one, that is chosen.
    mutating func show(_ found: FoundCalendars) {
        let shown = found.calendars.prefix(Self.mostFound)
        values["found"] = shown.map { one in
            let name = one.name.split(whereSeparator: \.isNewline).joined(separator: " ")
            return "\(one.mayWrite ? "w" : "r") \(one.address) \(name)"
        }.joined(separator: "\n")
        values["chosen"] = shown.count == 1 ? shown[0].address : ""
        if shown.isEmpty { lookProblem = Text("calendars.nothing_found") }
    }

    /// What was found, of what the form has brought along.
    var found: [FormOption] {
        (values["found"] ?? "").split(whereSeparator: \.isNewline).compactMap { line in
            let parts = line.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
            guard parts.count == 3 else { return nil }
            let name = Text.verbatim(parts[2].isEmpty ? String(parts[1]) : String(parts[2]))
            return FormOption(
                value: String(parts[1]),
                name: parts[0] == "w" ? name : Text("calendars.read_only", ["name": .text(name)]),
                isChosen: parts[1] == values["chosen"] ?? "")
        }
    }

    var directions: [FormOption] {
        [
            FormOption(
                value: "read", name: Text("calendars.read_it"), meaning: Text("calendars.read_it_meaning"),
                isChosen: values["direction"] != Self.writes),
            FormOption(
                value: Self.writes, name: Text("calendars.write_it"),
                meaning: Text("calendars.write_it_meaning"), isChosen: values["direction"] == Self.writes),
        ]
    }

    /// What it comes to; `nil` where something is wrong, which `problems` then says.
    mutating func calendar(_ call: PageCall, _ viewer: Viewer) -> NewCalendarLink? {
        if (values["client"] ?? "").isEmpty { problems["client"] = Text("calendars.choose_whose") }
        var new = NewCalendarLink(
            id: PlanSending.id(call), client: client, kind: .link, name: call.form["name"],
            by: viewer.person.name, at: PlanSending.at(call))
        switch way {
        case .link:
            new.address = call.form["address"]
            if new.address == nil { problems["address"] = Text("school.write_address") }
        case .file:
            new.kind = .file
            new.text = CalendarFile.text(call, "file", &problems)
        case .dav:
            new.kind = isWritten ? .davOut : .dav
            new.address = call.form["chosen"] ?? call.form["server"]
            if call.form["server"] == nil { problems["server"] = Text("school.write_address") }
            // Something was found, and nothing of it chosen.
            if call.form["chosen"] == nil, !found.isEmpty {
                problems["chosen"] = Text("calendars.choose_one")
            }
            new.user = call.form["user"]
            new.password = call.form.exactly("password")
            if new.user == nil { problems["user"] = Text("calendars.write_user") }
            if (new.password ?? "").isEmpty { problems["password"] = Text("calendars.write_password") }
        }
        if !isWritten { new.taking = TakingFields.taking(call.form, of: client, &problems) }
        return problems.isEmpty ? new : nil
    }

    static let address = Control.line.with(
        #"inputmode="url" autocapitalize="none" spellcheck="false" autocomplete="off""#
    ).most(CalendarLink.longestAddress)
    static let user = Control.line.with(#"autocapitalize="none" spellcheck="false" autocomplete="off""#)
        .most(CalendarLink.longestUser)
    /// It is typed anew each time.
    private static let secret = Control.line(type: "password").with(#"autocomplete="off""#)

    /// What a script puts into the page in the place of what is there.
    private static let foundAtServer = """
        <div id="found" aria-live="polite">{{#.lookProblem}}<p class="problem">{{.}}</p>{{/.lookProblem}}\
        {{^empty(found)}}\(Form.hidden("found", "{{values.found}}"))\(Form.group("[[calendars.found]]", fault: (name: "problems.chosen", id: "f-chosen"), Form.radios("chosen", of: "found"))){{/empty(found)}}</div>
        """

    private static let server = """
        \(Form.typed("server", "[[calendars.server]]", address, hint: .below("[[calendars.server_how]]")))
        \(Form.typed("user", "[[calendars.user]]", user))
        \(Form.field("password", "[[calendars.password]]", secret.most(CalendarLink.longestPassword), id: "f-password", value: "", hint: .below("[[calendars.password_how]]"), fault: "problems.password"))
        <p class="row"><button formaction="/calendars/new/found" formnovalidate data-look>\(Icon.search.html)[[calendars.look]]</button></p>
        \(foundAtServer)
        \(Form.radios("direction", of: "directions"))
        """

    private static let ways = """
        \(Form.way("kind", Way.link.rawValue, "[[calendars.with_link]]", Form.field("address", "[[calendars.address]]", address, id: "f-address", value: "", hint: .below("[[calendars.address_how]]"), fault: "problems.address")))
        \(Form.way("kind", Way.file.rawValue, "[[calendars.with_file]]", Form.field("file", "[[calendars.file]]", .file(accept: CalendarFile.types), id: "f-file", value: "", hint: .below("[[calendars.file_how]]"), fault: "problems.file")))
        \(Form.way("kind", Way.dav.rawValue, "[[calendars.with_dav]]", server))
        """

    static let fields = Form.mended(
        """
        \(Form.field("client", "[[calendars.whose]]", .choice("clients"), id: "f-client", value: "", fault: "problems.client"))
        \(Form.group("[[calendars.how]]", ways))
        \(Form.typed("name", "[[calendars.name]]", .line.most(CalendarLink.longestName).with(#"autocomplete="off""#), hint: .words("[[calendars.name_hint]]")))
        <div class="of-read">\(Form.group("[[calendars.taking]]", TakingFields.template))</div>
        """)
}

/// A calendar as a file that was chosen.
enum CalendarFile {
    static let types = ".ics,text/calendar"

    /// Its text; `nil` where there is none to read, which `problems` then says at this field.
    static func text(_ call: PageCall, _ field: String, _ problems: inout [String: Text]) -> String? {
        guard let file = call.request.file(field) else {
            problems[field] = Text("calendars.choose_file")
            return nil
        }
        guard file.bytes.count <= CalendarLink.longestText else {
            problems[field] = Text(
                "calendars.file_large", ["most": .number(CalendarLink.longestText >> 20)])
            return nil
        }
        guard let text = String(validating: file.bytes, as: UTF8.self) else {
            problems[field] = Text("calendars.not_utf8")
            return nil
        }
        return text
    }
}

extension CareProblem {
    /// What is wrong with each field; `nil` where it is none's.
    var byField: [(field: String?, words: Text)] {
        guard let errors, !errors.isEmpty else { return [(field, sentence)] }
        return errors.map { ($0.field, .sentence(.written($0.detail))) }
    }
}

/// The form for another calendar.
struct NewCalendarView {
    let values: [String: String]
    let problems: [String: Text]
    let lookProblem: Text?
    let chosen: [String: Bool]
    let found: [FormOption]
    let directions: [FormOption]
    let clients: [FormOption]
    let taking: TakingFields
    /// The largest file.
    let mebibytes = CalendarLink.longestText >> 20

    init(_ form: CalendarForm, _ people: [Person]) {
        (values, problems, chosen) = (form.values, form.problems, form.chosen)
        (lookProblem, found, directions) = (form.lookProblem, form.found, form.directions)
        let here = people.filter { $0.role == .client && $0.isActive }.byName()
        let choices =
            here.map { ($0.id, Text.nameOf($0)) }
            + [(RoutineForm.ofHousehold, Text("calendars.household"))]
        clients =
            [FormOption(value: "", name: Text("plan.choose"), isChosen: false)]
            + choices.map { id, name in
                FormOption(value: id, name: name, isChosen: form.values["client"] == id)
            }
        // Whose it is can still be chosen here.
        taking =
            form.sent.map { TakingFields($0, hasClient: true, people) }
            ?? TakingFields(CalendarLink.Taking(), hasClient: true, people)
    }

    static let template = """
        <p>[[calendars.new_meaning]]</p>
        \(Form.post("/calendars/new", class: "card routine calendar", attributes: #"enctype="multipart/form-data" novalidate"#, sends: ["id": "{{values.id}}", "at": "{{values.at}}"]))
        \(CalendarForm.fields)
        <p class="row"><button class="main">[[school.add]]</button> <a class="button" href="/calendars">[[forms.cancel]]</a></p></form>
        """
}
