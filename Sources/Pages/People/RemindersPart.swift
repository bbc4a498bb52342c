import Care
import Wording
import Recurrence

/// Which reminders somebody gets, and when not.
struct RemindersPart {
    let action: String
    /// Whether the form is unfolded: something has to be said in it.
    let isOpen: Bool
    let sequence: Int64
    /// Which ticks the form has besides those of kinds: a form of another version, or of another role, has others.
    let shown: String
    /// The switch for all of them.
    let isOn: Bool
    let allHint: Text
    let table: ReminderTable
    let hasProgram: Bool
    let isProgramOn: Bool
    let quiet: [FormField]
    let trouble: FormTrouble?
    let conflict: ConflictPart?

    /// - Parameter base: `/account` or `/people/anna`.
    init(_ person: Person, base: String, attempt: PersonAttempt?) {
        let attempt = attempt.flatMap { $0.form == .reminders ? $0 : nil }
        let wanted = attempt.map { Self.typed($0.fields, of: person) } ?? person.reminders
        action = base + "/reminders"
        isOpen = attempt != nil
        sequence = (attempt?.current ?? person).sequence
        shown = "all table \(person.role == .client ? "phone" : "program") kinds amounts"
        isOn = !wanted.allOff
        allHint = Text(person.role == .client ? "reminders.all_hint_client" : "reminders.all_hint")
        table = ReminderTable(wanted, of: person.role)
        hasProgram = person.role != .client
        isProgramOn = wanted.channels.contains(.command)
        let problem = attempt?.problem
        quiet = [
            FormField(
                "quiet_from", Text("reminders.quiet_from"),
                value: attempt?.fields["quiet_from"] ?? Self.clock(wanted.quiet?.from),
                type: "time", problem: problem, isRequired: false),
            FormField(
                "quiet_until", Text("reminders.quiet_until"),
                value: attempt?.fields["quiet_until"] ?? Self.clock(wanted.quiet?.until),
                type: "time", problem: problem, isRequired: false),
        ]
        trouble = attempt?.current == nil ? FormTrouble(problem, in: quiet) : nil
        conflict = attempt?.current.map { current in
            ConflictPart(lines: Self.differences(current.reminders, wanted, of: person.role), keep: base)
        }
    }

    private static let remindOf = """
        \(ReminderTable.template)
        {{#hasProgram}}<p class="hint quiet">[[reminders.table_hint]]</p>
        \(Form.tick("program", "yes", "[[reminders.by_program]]", isOn: "isProgramOn")){{/hasProgram}}
        """

    private static let quietHours = """
        <p class="hint quiet">[[reminders.quiet_hint]]</p>
        \(Form.pair("quiet"))
        """

    static let template = """
        \(Form.post("{{action}}", class: "narrow", sends: ["sequence": "{{sequence}}", "shown": "{{shown}}"]))
        {{#conflict}}{{> people.conflict}}{{/conflict}}
        \(Form.troubles())
        \(Form.tick("all", "yes", "[[reminders.all]]", isOn: "isOn"))
        <p class="hint quiet">{{allHint}}</p>
        \(Form.group("[[reminders.remind_of]]", remindOf))
        \(Form.group("[[reminders.quiet_hours]]", quietHours))
        <div class="row"><button>[[reminders.save]]</button></div>
        </form>
        """

    static func words(_ kind: MessageKind) -> Text {
        switch kind {
        case .before: Text("reminders.before")
        case .due: Text("reminders.due")
        case .missed: Text("reminders.missed")
        case .request: Text("reminders.request")
        case .charge: Text("reminders.charge")
        case .housemate: Text("reminders.housemate")
        }
    }

    /// What a form says; what it does not show stays as it was. Times that are none are left out: `wrongTime` finds them.
    static func typed(_ form: PageFields, of person: Person) -> ReminderPreferences {
        var new = person.reminders
        let shown = Set((form["shown"] ?? "").split(separator: " "))
        if shown.contains("all") { new.allOff = form["all"] == nil }
        if shown.contains("table") {
            // An earlier version showed a client no column for the phone, nobody these two kinds, and nobody amounts on pages.
            let hasPhone = person.role != .client || shown.contains("phone")
            let hasKinds = shown.contains("kinds")
            let hasAmounts = shown.contains("amounts")
            ReminderTable.take(Set(form.all("tell")), of: person.role, into: &new) { cell in
                (hasPhone || cell.place != .page) && (hasKinds || !Self.later.contains(cell.kind))
                    && (hasAmounts || cell != ReminderCell(.charge, .page))
            }
        } else {
            takeLists(
                form, isSaid: shown.contains("said") ? form["said"] != nil : nil, of: person, into: &new)
        }
        if shown.contains("program") {
            if form["program"] != nil { new.channels.insert(.command) } else { new.channels.remove(.command) }
        }
        let from = form["quiet_from"].flatMap(minutes)
        let until = form["quiet_until"].flatMap(minutes)
        new.quiet = from.flatMap { from in until.map { QuietHours(from: from, until: $0) } }
        return new
    }

    /// Kinds that forms of an earlier version did not have.
    private static let later: Set<MessageKind> = [.charge, .housemate]

    /// What a page says that was opened before there was a table: kinds, and whether what usually says them does.
    private static func takeLists(
        _ form: PageFields, isSaid: Bool?, of person: Person, into new: inout ReminderPreferences
    ) {
        let on = Set(form.all("on"))
        new.off = Set(
            MessageKind.allCases.filter {
                later.contains($0) || person.role == .client && $0 == .request
                    ? new.off.contains($0) : !on.contains($0.rawValue)
            })
        if let isSaid {
            if isSaid {
                new.silent.remove(ReminderTable.usual(person.role))
            } else {
                new.silent.insert(ReminderTable.usual(person.role))
            }
        }
    }

    /// What is wrong with the quiet hours that were typed.
    static func wrongTime(_ form: PageFields) -> CareProblem? {
        for name in ["quiet_from", "quiet_until"] {
            if let text = form[name], minutes(text) == nil {
                return CareProblem(.notAcceptable, "write a time of day such as 22:00", field: name)
            }
        }
        switch (form["quiet_from"], form["quiet_until"]) {
        case (nil, nil): return nil
        case (nil, _): return CareProblem(.notAcceptable, "from when?", field: "quiet_from")
        case (_, nil): return CareProblem(.notAcceptable, "until when?", field: "quiet_until")
        case (let from, let until):
            guard from == until else { return nil }
            return CareProblem(
                .notAcceptable, "it is the same as the beginning: that would never be quiet",
                field: "quiet_until")
        }
    }

    static func minutes(_ text: String) -> Int? {
        WallTime("1970-01-01T" + text).map { $0.secondOfDay / 60 }
    }

    static func clock(_ minutes: Int?) -> String? {
        minutes.map { PageText.time(wall($0)) }
    }

    private static func wall(_ minutes: Int) -> WallTime { WallTime(clamping: Int64(minutes * 60)) }

    /// What is stored, as far as it is not what was typed.
    private static func differences(
        _ stored: ReminderPreferences, _ typed: ReminderPreferences, of role: Person.Role
    ) -> [Text] {
        var lines = MessageKind.allCases.compactMap { kind -> Text? in
            let isOn = !stored.off.contains(kind)
            guard isOn == typed.off.contains(kind) else { return nil }
            return Text(isOn ? "reminders.kind_on" : "reminders.kind_off", ["kind": .text(words(kind))])
        }
        if stored.allOff != typed.allOff {
            lines.append(Text(stored.allOff ? "reminders.all_off" : "reminders.all_on"))
        }
        for channel in [ReminderChannel.station, .kiosk]
        where stored.silent.contains(channel) != typed.silent.contains(channel) {
            let isSilent = stored.silent.contains(channel)
            lines.append(
                channel == .kiosk
                    ? Text(isSilent ? "reminders.kiosk_silent" : "reminders.kiosk_says")
                    : Text(isSilent ? "reminders.station_silent" : "reminders.station_says"))
        }
        lines += ReminderTable.differences(stored, typed, of: role)
        let isProgram = stored.channels.contains(.command)
        if isProgram != typed.channels.contains(.command) {
            lines.append(Text(isProgram ? "reminders.program_on" : "reminders.program_off"))
        }
        if stored.quiet != typed.quiet {
            lines.append(Text("reminders.quiet_is", ["quiet": .text(quietWords(stored.quiet))]))
        }
        return lines
    }

    static func quietWords(_ quiet: QuietHours?) -> Text {
        guard let quiet, quiet.from != quiet.until else { return Text("reminders.quiet_none") }
        return Text(
            "reminders.quiet_span", ["from": .time(wall(quiet.from)), "until": .time(wall(quiet.until))])
    }
}
