import Care
import FoundationEssentials
import Wording

/// A change of one way that was not taken: shown again with what was typed.
struct ReachAttempt {
    let id: UUID
    let fields: PageFields
    let problem: CareProblem
}

/// One way to reach somebody, and what can be done about it.
struct ReachCard {
    /// Also its id: what came of something that was done with it is said there, so forms lead there, too.
    let key: String
    let path: String
    let label: String
    let channel: Text
    /// What its owner knows it by, such as a number; `nil` where that tells nobody anything.
    let address: String?
    let state: Text
    let tone: String
    /// What came of what was just done with it.
    let news: ReachNews?
    /// Why it does not work, unless that has just been said.
    let problem: Text?
    let facts: [Text]
    /// What is done in its app; `nil` where its channel is off, or needs nothing there.
    let setUp: ReachSetUp?
    let isOn: Bool
    /// Whether a message can go there at all.
    let isUsable: Bool
    let sequence: Int64
    let isChanging: Bool
    let typedLabel: String
    let labelFault: Text?
    let typedAfter: String
    let afterFault: Text?
    let trouble: FormTrouble?

    /// - Parameter known: Its channel, where the home has switched that on.
    init(
        _ contact: Contact, _ known: HomeChannel?, at base: String, _ attempt: ReachAttempt?,
        _ news: ReachNews?, _ call: PageCall
    ) {
        key = Self.key(of: contact.id)
        path = "\(base)/\(contact.id.uuidString.lowercased())"
        self.news = news.flatMap { $0.contact == contact.id ? $0 : nil }
        label = contact.label
        channel = ReachWords.name(contact.channel)
        let shown = (known?.address ?? []).filter { !$0.isSecret }.compactMap { contact.address[$0.name] }
        address =
            contact.channel == HomeChannel.push || shown.isEmpty ? nil : shown.joined(separator: " · ")
        (state, tone) = ReachWords.state(contact, known)
        problem =
            self.news?.saysWhy == true ? nil : contact.problem.map { .sentence(.written($0)) }
        var facts: [Text] = []
        if contact.after > 0 { facts.append(Text("reach.tried_after", count: contact.after)) }
        // What came while the page was being made was a moment ago, and not in a moment.
        let when = { (moment: Date) in call.when(min(moment, call.request.now)) }
        if let at = contact.confirmedAt {
            facts.append(Text("reach.confirmed_at", ["when": .text(when(at))]))
        }
        // What a browser would show is not proved: that its address is right says little.
        if known?.provesSilently != false, let at = contact.provedAt {
            facts.append(Text("reach.proved_at", ["when": .text(when(at))]))
        }
        self.facts = facts
        setUp = known.flatMap { ReachSetUp($0, of: contact) }
        isOn = contact.isOn
        isUsable = contact.state != .ended && known != nil
        sequence = contact.sequence
        let attempt = attempt.flatMap { $0.id == contact.id ? $0 : nil }
        isChanging = attempt != nil
        typedLabel = attempt.map { $0.fields["label"] ?? "" } ?? contact.label
        typedAfter = attempt.map { $0.fields["after"] ?? "" } ?? String(contact.after)
        func fault(_ field: String) -> Text? {
            attempt.flatMap { $0.problem.field == field ? $0.problem.sentence : nil }
        }
        (labelFault, afterFault) = (fault("label"), fault("after"))
        trouble = FormTrouble(
            attempt?.problem, in: [],
            and: [
                FormTrouble.Place(field: "label", id: "\(key)-label", label: Text("reach.label")),
                FormTrouble.Place(field: "after", id: "\(key)-after", label: Text("reach.after")),
            ])
    }

    static func key(of contact: UUID) -> String { "contact-" + contact.uuidString.lowercased() }

    private static let here = "{{path}}#{{key}}"

    private static func button(_ kind: ReachChange, _ words: String, style: String = "") -> String {
        Form.post(here, sends: ["kind": kind.rawValue, "sequence": "{{sequence}}"])
            + "<button\(style)>\(words)<span class=\"unseen\">: {{label}}</span></button></form>"
    }

    private static let fields = [
        Form.field(
            "label", "[[reach.label]]", .line.most(80).required.with(#"autocomplete="off""#),
            id: "{{key}}-label",
            value: "{{typedLabel}}", fault: "labelFault", isLoud: true),
        Form.field(
            "after", "[[reach.after]]", .number.most(4).with(#"autocomplete="off""#), id: "{{key}}-after",
            value: "{{typedAfter}}",
            hint: .words("[[reach.after_hint]]"), fault: "afterFault", isLoud: true),
    ].joined(separator: "\n")

    static let template = """
        <li class="card item" id="{{key}}" data-key="{{key}}"><h3>\(Icon.phone.html)<bdi>{{label}}</bdi></h3>
        <p class="quiet">{{channel}}{{#.address}} · <bdi>{{.}}</bdi>{{/.address}}</p>
        <p class="state"><span class="word {{tone}}">{{state}}</span></p>
        \(ReachNews.template)
        {{#.problem}}<p class="problem">{{.}}</p>{{/.problem}}
        {{#facts}}<p class="quiet">{{.}}</p>{{/facts}}
        <div class="row answers">{{#isUsable}}\(Form.post("{{path}}/proofs"))<button>[[reach.try_it]]<span class="unseen">: {{label}}</span></button></form>{{/isUsable}}\
        {{#isOn}}\(button(.off, "[[reach.turn_off]]")){{/isOn}}{{^isOn}}\(button(.on, "[[reach.turn_on]]")){{/isOn}}
        \(ReachSetUp.folded)
        <details class="act" data-key="{{key}}-change"{{#isChanging}} open{{/isChanging}}><summary>[[reach.change]]<span class="unseen">: {{label}}</span></summary>
        \(Form.post(here, sends: ["kind": ReachChange.save.rawValue, "sequence": "{{sequence}}"]))
        \(Form.troubles())
        \(fields)
        <p class="row"><button>[[reach.save]]</button></p></form></details>
        <details class="act" data-key="{{key}}-remove"><summary>[[reach.remove]]<span class="unseen">: {{label}}</span></summary>
        <p>[[reach.remove_meaning]]</p><div class="row answers">\(button(.remove, "[[reach.remove_yes]]", style: " class=\"danger\""))</div></details></div></li>
        """
}
