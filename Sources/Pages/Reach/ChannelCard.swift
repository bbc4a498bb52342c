import Care
import FoundationEssentials
import Wording

/// One channel: what it promises, what the home has set of it, and a test over a way of the reader's.
struct ChannelCard {
    /// One of a few words.
    struct Choice {
        let field: String
        let label: Text
        let options: [FormOption]
        let fault: Text?
    }

    struct Tick {
        let field: String
        let label: Text
        let isOn: Bool
        let fault: Text?
    }

    /// What is typed, and for a secret that is kept, the box that takes it away.
    struct Line {
        let field: FormField
        let forget: Tick?
        /// The hidden field that says that what was typed before, and not shown, is meant again.
        let typed: String?
    }

    /// A way over which a test can be sent.
    struct Way {
        let id: String
        let label: String
    }

    /// Also its id: what came of something that was done with it is said there, so its form leads there, too.
    let key: String
    let path: String
    let name: Text
    let promise: Text?
    let facts: [Text]
    let isOn: Bool
    /// Whether it can be switched on: where links lead is always set.
    let hasSwitch: Bool
    let state: Text
    let tone: String
    /// Why nothing can be sent over it, as what has to be installed on this machine; `nil` where nothing is known.
    let missing: Text?
    /// How many ways go over it, and how many of them do not work; `nil` where it is off.
    let use: Text?
    let broken: Text?
    /// Why, each reason once.
    let reasons: [Text]
    /// What came of a test over one of them, and which.
    let news: ReachNews?
    let tested: String?
    /// Of the house's channel, while that is on.
    let house: HouseLines?
    let ways: [Way]
    let isWayMissing: Bool
    let sequence: Int64
    let isOpen: Bool
    let trouble: FormTrouble?
    let lines: [Line]
    let choices: [Choice]
    let ticks: [Tick]

    init(
        _ channel: HomeChannel, _ contacts: [Contact], _ viewer: Viewer, _ attempt: ChannelAttempt?,
        _ news: ReachNews?, _ call: PageCall
    ) {
        let attempt = attempt.flatMap { $0.channel == channel.name ? $0 : nil }
        key = Self.key(of: channel.name)
        path = "/channels/" + PageText.escaped(channel.name)
        name = ReachWords.name(channel.name)
        promise = ReachWords.promise(channel.name)
        hasSwitch = channel.name != HomeChannel.links
        isOn = attempt.map { $0.fields["on"] != nil } ?? channel.isOn
        let isInUse = channel.reachesPeople && channel.isOn
        house =
            channel.name == HomeChannel.house && channel.isOn ? HouseLines(channel.standing, call) : nil
        facts =
            channel.reachesPeople
            ? [
                Text(channel.carriesAnswers ? "channels.with_answers" : "channels.without_answers"),
                Text(channel.carriesUpdates ? "channels.with_updates" : "channels.without_updates"),
                Text(channel.provesSilently ? "channels.proved_silently" : "channels.proved_aloud"),
            ] : []
        missing = isInUse ? channel.trouble.map { .sentence(.written($0)) } : nil
        (state, tone) =
            channel.isOn
            ? (Text("channels.is_on"), missing == nil && house?.problem == nil ? "good" : "soon")
            : (Text("channels.is_off"), "")
        let over = contacts.filter { $0.channel == channel.name }
        use = isInUse ? Text("channels.ways", count: over.count) : nil
        let failing = isInUse ? over.filter { $0.isOn && [.failing, .ended].contains($0.state) } : []
        broken = failing.isEmpty ? nil : Text("channels.ways_broken", count: failing.count)
        let tested = over.first { $0.id == news?.contact }
        (self.news, self.tested) = tested == nil ? (nil, nil) : (news, tested?.label)
        // What is missing, and what was just said, is not said twice.
        let said = [channel.trouble, news?.saysWhy == true ? tested?.problem : nil]
        reasons = Set(failing.compactMap(\.problem)).filter { !said.contains($0) }.sorted().map {
            .sentence(.written($0))
        }
        ways =
            isInUse
            ? over.filter { contact in
                contact.state != .ended && (contact.person ?? viewer.person.id) == viewer.person.id
            }
            .map { Way(id: $0.id.uuidString.lowercased(), label: $0.label) } : []
        isWayMissing = isInUse && ways.isEmpty
        sequence = channel.sequence
        isOpen = attempt != nil
        let problem = attempt.map { Self.placed($0.problem, of: channel) }
        func fault(_ field: String) -> Text? { problem?.field == field ? problem?.sentence : nil }
        lines = Self.lines(channel).map { field in
            let wasTyped = attempt.map { Self.isTyped(field, of: channel, $0.fields, problem) } ?? false
            let line = Self.formField(field, of: channel, attempt?.fields, problem, wasTyped: wasTyped)
            let typed = wasTyped ? Self.typing(field, of: channel) : nil
            guard field.isSecret, channel.secrets.contains(field.name) else {
                return Line(field: line, forget: nil, typed: typed)
            }
            let forget = Self.forgetting(field, of: channel)
            return Line(
                field: line,
                forget: Tick(
                    field: forget, label: Text("channels.forget", ["name": .text(line.label)]),
                    isOn: attempt?.fields[forget] != nil, fault: nil), typed: typed)
        }
        choices = channel.fields.compactMap { field in
            let options = ReachWords.choices(field.name, of: channel.name)
            guard !options.isEmpty else { return nil }
            let name = Self.name(field, of: channel)
            let chosen = attempt?.fields[name] ?? channel.settings[field.name]
            return Choice(
                field: name, label: ReachWords.field(field.name, of: channel.name).name,
                options: options.map {
                    FormOption(value: $0.value, name: $0.name, isChosen: $0.value == chosen)
                }, fault: fault(name))
        }
        ticks = channel.fields.filter { $0.kind == .tick }.map { field in
            let name = Self.name(field, of: channel)
            return Tick(
                field: name, label: ReachWords.field(field.name, of: channel.name).name,
                isOn: attempt.map { $0.fields[name] != nil } ?? (channel.settings[field.name] == Self.ticked),
                fault: fault(name))
        }
        trouble = FormTrouble(
            problem, in: lines.map(\.field),
            and: choices.map { FormTrouble.Place(field: $0.field, id: $0.field, label: $0.label) }
                + ticks.map { FormTrouble.Place(field: $0.field, id: $0.field, label: $0.label) })
    }

    static func key(of channel: String) -> String { "channel-" + channel }

    /// What a box that is ticked is in the settings; one that is not is missing there.
    private static let ticked = "true"

    /// What is typed in a line.
    private static func lines(_ channel: HomeChannel) -> [HomeChannel.Field] {
        channel.fields.filter { field in
            field.kind != .tick && ReachWords.choices(field.name, of: channel.name).isEmpty
        }
    }

    private static func formField(
        _ field: HomeChannel.Field, of channel: HomeChannel, _ typed: PageFields?, _ problem: CareProblem?,
        wasTyped: Bool
    ) -> FormField {
        let words = ReachWords.field(field.name, of: channel.name)
        let name = name(field, of: channel)
        guard field.isSecret else {
            return FormField(
                name, words.name, value: typed.map { $0[name] ?? "" } ?? channel.settings[field.name],
                autocomplete: "off", hint: words.hint, problem: problem, isRequired: false)
        }
        // What is secret is never shown again, not even to whoever has typed it.
        let kept =
            wasTyped
            ? Text("channels.secret_typed")
            : channel.secrets.contains(field.name) ? Text("channels.secret_kept") : nil
        let hints = [words.hint, kept].compactMap(\.self)
        return FormField(
            name, words.name, type: "password", autocomplete: "new-password",
            hint: hints.isEmpty ? nil : .joined(hints, separator: " "), problem: problem, isRequired: false)
    }

    /// Of the field on the page: the same name stands in several channels.
    private static func name(_ field: HomeChannel.Field, of channel: HomeChannel) -> String {
        "\(channel.name)-\(field.name)"
    }

    /// Of the box that takes a secret away.
    private static func forgetting(_ field: HomeChannel.Field, of channel: HomeChannel) -> String {
        name(field, of: channel) + "-forget"
    }

    /// Of the hidden field that says that what was typed of a secret is meant again.
    private static func typing(_ field: HomeChannel.Field, of channel: HomeChannel) -> String {
        name(field, of: channel) + "-typed"
    }

    /// Whether the service keeps a secret for the next try: it stood in a form that was refused, and was not what was wrong there.
    private static func isTyped(
        _ field: HomeChannel.Field, of channel: HomeChannel, _ form: PageFields, _ problem: CareProblem?
    ) -> Bool {
        field.isSecret && problem?.field != name(field, of: channel)
            && (secret(field, of: channel, form) != nil || isMeantAgain(field, of: channel, form))
    }

    private static func isMeantAgain(
        _ field: HomeChannel.Field, of channel: HomeChannel, _ form: PageFields
    ) -> Bool {
        form[typing(field, of: channel)] != nil && form[forgetting(field, of: channel)] == nil
    }

    /// What was typed of a secret; `nil` where nothing was.
    private static func secret(
        _ field: HomeChannel.Field, of channel: HomeChannel, _ form: PageFields
    ) -> String? {
        let name = name(field, of: channel)
        return field.name == "password" ? password(name, form) : form[name]
    }

    /// The problem at the field of the page that it is about: the service says `settings.server`.
    private static func placed(_ problem: CareProblem, of channel: HomeChannel) -> CareProblem {
        guard let field = problem.field?.split(separator: ".").last,
            channel.fields.contains(where: { $0.name == field })
        else { return problem }
        var placed = problem
        placed.field = "\(channel.name)-\(field)"
        return placed
    }

    /// What the form comes to. A setting that was emptied is left out; a secret that was not typed stays, unless its box says that it
    /// is to be forgotten: for the service, an empty text takes it away.
    static func change(of channel: HomeChannel, _ form: PageFields) -> ChannelChange {
        var settings = channel.settings
        var secrets: [String: String] = [:]
        var asTyped: [String] = []
        for field in channel.fields {
            if field.isSecret {
                let isForgotten = form[forgetting(field, of: channel)] != nil
                secrets[field.name] = secret(field, of: channel, form) ?? (isForgotten ? "" : nil)
                if secrets[field.name] == nil, isMeantAgain(field, of: channel, form) {
                    asTyped.append(field.name)
                }
            } else {
                let typed = form[name(field, of: channel)]
                settings[field.name] = field.kind == .tick ? typed.map { _ in ticked } : typed
            }
        }
        return ChannelChange(
            isOn: channel.name == HomeChannel.links ? channel.isOn : form["on"] != nil, settings: settings,
            secrets: secrets,
            sequence: form["sequence"].flatMap { Int64($0) } ?? channel.sequence, asTyped: asTyped)
    }

    /// Just as it was typed: it may begin with a space. `nil` where nothing was.
    private static func password(_ name: String, _ form: PageFields) -> String? {
        form.exactly(name).flatMap { $0.isEmpty ? nil : $0 }
    }

    private static let form = """
        <details class="act" data-key="{{key}}-set"{{#isOpen}} open{{/isOpen}}><summary>[[channels.set]]<span class="unseen">: {{name}}</span></summary>
        \(Form.post("{{path}}#{{key}}", class: "narrow", sends: ["sequence": "{{sequence}}"]))
        \(Form.troubles())
        {{#hasSwitch}}\(Form.tick("on", "yes", "[[channels.use]]", isOn: "isOn")){{/hasSwitch}}
        {{#lines}}{{#field}}{{> field}}{{/field}}{{#.typed}}\(Form.hidden("{{.}}", "yes")){{/.typed}}
        {{#.forget}}\(Form.tick("{{field}}", "yes", "{{label}}", isOn: "isOn")){{/.forget}}{{/lines}}
        {{#choices}}\(Form.group("{{label}}", fault: (name: ".fault", id: "{{field}}"), Form.segments("{{field}}", of: "options"))){{/choices}}
        {{#ticks}}\(Form.tick("{{field}}", "yes", "{{label}}", isOn: "isOn", id: "{{field}}", fault: ".fault")){{/ticks}}
        <div class="row"><button class="main">[[channels.save]]</button></div></form></details>
        """

    static let template = """
        <li class="card item" id="{{key}}" data-key="{{key}}"><h2>\(Icon.phone.html){{name}}</h2>
        {{#hasSwitch}}<p class="state"><span class="word {{tone}}">{{state}}</span></p>{{/hasSwitch}}
        {{#.promise}}<p>{{.}}</p>{{/.promise}}
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}
        {{#.missing}}<p class="problem">{{.}}</p>{{/.missing}}
        {{#.tested}}<p class="quiet"><bdi>{{.}}</bdi></p>{{/.tested}}\(ReachNews.template)
        {{#.use}}<p>{{.}}</p>{{/.use}}{{#.broken}}<p class="problem">{{.}}</p>{{/.broken}}
        {{#house}}\(HouseLines.template){{/house}}
        {{#reasons}}<p class="problem">{{.}}</p>{{/reasons}}
        {{#ways}}\(Form.post("{{path}}/proofs", class: "row", sends: ["contact": "{{id}}"]))<button><span>[[channels.try_it]] <bdi>{{label}}</bdi></span></button></form>{{/ways}}
        {{#isWayMissing}}<p><a class="line" href="/account/reach">[[channels.add_own]]</a></p>{{/isWayMissing}}
        \(form)</li>
        """
}
