import Care
import FoundationEssentials
import Wording

/// What is typed of a new way to reach somebody.
struct ReachForm {
    /// One channel to choose, with what one way over it needs.
    struct Choice {
        /// The channel's.
        let value: String
        let name: Text
        let promise: Text?
        /// What is done in its app first; `nil` for nothing.
        let setUp: ReachSetUp?
        let fields: [FormField]
        let isChosen: Bool
    }

    let id: String
    let choices: [Choice]
    /// What is wrong with the chosen channel itself.
    let channelFault: Text?
    /// What every way has: its name, and when it is tried.
    let common: [FormField]
    let trouble: FormTrouble?

    /// - Parameter channels: Those that are chosen by hand.
    /// - Parameter problem: What was wrong with what was sent; `nil` for an empty form.
    init(_ channels: [HomeChannel], _ call: PageCall, problem: CareProblem?) {
        let typed = problem.map { _ in call.form }
        let chosen = typed?["channel"] ?? channels.first?.name
        let known = channels.first { $0.name == chosen }
        let placed = problem.map { Self.placed($0, of: known) }
        channelFault = placed.flatMap { $0.field == Self.channel ? $0.sentence : nil }
        id = typed?["id"] ?? UUIDs.new()
        choices = channels.map { channel in
            Choice(
                value: channel.name, name: ReachWords.name(channel.name),
                promise: ReachWords.promise(channel.name), setUp: ReachSetUp(channel, of: nil),
                fields: channel.address.map { field in
                    let words = ReachWords.field(field.name, of: channel.name)
                    let name = Self.name(field, of: channel)
                    // What is secret is not written into the page once more.
                    return FormField(
                        name, words.name, value: field.isSecret ? nil : typed?[name],
                        type: field.isSecret ? "password" : "text",
                        autocomplete: field.isSecret ? "new-password" : "off", hint: words.hint,
                        problem: placed, isRequired: false)
                }, isChosen: channel.name == chosen)
        }
        common = [
            FormField(
                "label", Text("reach.label"), value: typed?["label"], autocomplete: "off",
                hint: Text("reach.label_hint"), problem: placed, isRequired: false),
            FormField(
                "after", Text("reach.after"), value: typed.map { $0["after"] ?? "" } ?? "0",
                autocomplete: "off", hint: Text("reach.after_hint"), problem: placed, isRequired: false),
        ]
        trouble = FormTrouble(
            placed, in: choices.flatMap(\.fields) + common,
            and: [FormTrouble.Place(field: Self.channel, id: Self.channel, label: Text("reach.channel"))])
    }

    /// The field in which it is chosen, in the form and for the service.
    private static let channel = "channel"

    /// What the form comes to. Throws what is wrong with it, with the name of its field as the service calls it.
    static func contact(
        of owner: ReachOwner, _ channels: [HomeChannel], _ call: PageCall
    ) throws(CareProblem) -> ContactChange {
        guard let chosen = call.form[Self.channel] else {
            throw CareProblem(.notAcceptable, "it is missing", field: Self.channel)
        }
        guard let channel = channels.first(where: { $0.name == chosen }) else {
            throw CareProblem(
                .notAcceptable, "this home cannot reach anybody in this way", field: Self.channel)
        }
        var (address, secret): ([String: String], [String: String]) = ([:], [:])
        for field in channel.address {
            guard let value = call.form[name(field, of: channel)] else {
                guard !field.isRequired else {
                    throw CareProblem(.notAcceptable, "it is missing", field: "address." + field.name)
                }
                continue
            }
            if field.isSecret { secret[field.name] = value } else { address[field.name] = value }
        }
        return ContactChange(
            person: owner.person?.id, channel: channel.name, label: try label(call.form), address: address,
            secret: secret.isEmpty ? nil : secret, after: try after(call.form))
    }

    static func label(_ form: PageFields) throws(CareProblem) -> String {
        guard let label = form["label"] else {
            throw CareProblem(.notAcceptable, "write a name", field: "label")
        }
        return label
    }

    /// In seconds; nothing typed means at once.
    static func after(_ form: PageFields) throws(CareProblem) -> Int {
        guard let text = form["after"] else { return 0 }
        guard let seconds = Int(text) else {
            throw CareProblem(.notAcceptable, "it is not a whole number", field: "after")
        }
        guard (0...3600).contains(seconds) else {
            throw CareProblem(.notAcceptable, "it must be from 0 to 3600", field: "after")
        }
        return seconds
    }

    /// Of the field in the form: the same name may stand in several channels.
    private static func name(_ field: HomeChannel.Field, of channel: HomeChannel) -> String {
        "\(channel.name)-\(field.name)"
    }

    /// The problem at the field of the form that it is about: the service says `address.topic`.
    private static func placed(_ problem: CareProblem, of channel: HomeChannel?) -> CareProblem {
        guard let channel, let field = problem.field?.split(separator: ".").last,
            channel.address.contains(where: { $0.name == field }), !["label", "after"].contains(field)
        else { return problem }
        var placed = problem
        placed.field = "\(channel.name)-\(field)"
        return placed
    }

    private static let choice =
        #"{{#.promise}}<p class="quiet">{{.}}</p>{{/.promise}}"# + ReachSetUp.template + Form.fields()

    static let template = """
        {{#form}}<section data-key="new" aria-labelledby="new-title"><h2 id="new-title">[[reach.new]]</h2>
        \(Form.post("{{path}}", class: "card routine", attributes: "novalidate", sends: ["id": "{{id}}"]))
        \(Form.troubles())
        \(Form.group("[[reach.channel]]", fault: (name: "channelFault", id: channel), Form.ways(channel, of: "choices", choice)))
        \(Form.fields("common"))
        <p class="row"><button class="main">[[reach.add]]</button></p></form></section>{{/form}}
        """
}
