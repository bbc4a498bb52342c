import Care
import Wording

/// What somebody has typed of a need, just as it was typed, and what is wrong with it.
struct NeedForm {
    var values: [String: String]
    var uses: Set<String>
    /// By the names of the fields; `form` for what belongs to none.
    var problems: [String: Text] = [:]

    /// As a browser has sent it.
    init(_ fields: PageFields) {
        values = [:]
        for name in Self.texts {
            values[name] = fields[name] ?? ""
        }
        uses = Set(fields.all("uses"))
    }

    private static let texts = [
        "label", "say", "called", "symbol", "client", "priority", "kind", "ownKind", "group", "ownGroup",
        "replaces",
    ]

    /// A new one.
    init() {
        values = ["priority": Priority.normal.rawValue, "replaces": "0"]
        uses = [Need.Use.asked.rawValue]
    }

    init(_ need: Need) {
        values = [
            "label": need.label, "say": need.say == need.label ? "" : need.say,
            "called": need.called == need.label ? "" : need.called, "priority": need.priority.rawValue,
            "replaces": "\(need.sequence)",
        ]
        values["symbol"] = need.symbol
        values["client"] = need.client
        values["group"] = need.group
        values["kind"] = need.kind?.text
        uses = Set(need.uses.map(\.rawValue))
    }

    /// What a client has proposed.
    init(_ proposal: NeedProposal) {
        self.init()
        values["label"] = proposal.label
        values["say"] = proposal.say == proposal.label ? "" : proposal.say
        values["symbol"] = proposal.symbol
        values["client"] = proposal.client
    }

    subscript(name: String) -> String { values[name] ?? "" }

    /// As it is sent; `nil` where something is wrong, which `problems` then says.
    ///
    /// - Parameter call: In whose language a kind was typed.
    mutating func change(by: String, isActive: Bool = true, _ call: PageCall) -> NeedChange? {
        func optional(_ name: String) -> String? { self[name].isEmpty ? nil : self[name] }
        if self["label"].isEmpty { problems["label"] = Text("needs.write_label") }
        if uses.isEmpty { problems["uses"] = Text("needs.tick_one") }
        guard problems.isEmpty else { return nil }
        let change = NeedChange(
            client: optional("client"), label: self["label"], say: optional("say"),
            called: optional("called"), symbol: optional("symbol"),
            priority: Priority(rawValue: self["priority"]) ?? .normal,
            uses: Set(uses.compactMap(Need.Use.init)), kind: kind(call),
            group: optional("ownGroup") ?? optional("group"),
            isActive: isActive,
            replaces: Int64(self["replaces"]) ?? 0, by: by)
        do { try change.check() } catch {
            mark(error.field, .sentence(.written(error.message)))
            return nil
        }
        return change
    }

    /// What is typed goes before what is chosen.
    private func kind(_ call: PageCall) -> NeedKind? {
        if !self["ownKind"].isEmpty { return NeedKind.typed(self["ownKind"], call) }
        return self["kind"].isEmpty ? nil : NeedKind(self["kind"])
    }

    /// What is wrong, as the service names fields.
    mutating func mark(_ field: String?, _ words: Text) {
        let name = field.map { $0.hasPrefix("need.") ? String($0.dropFirst(5)) : $0 } ?? "form"
        let known = ["label", "say", "called", "symbol", "client", "priority", "group", "uses"]
        let place =
            known.contains(name)
            ? name : name == "id" || name == "need_id" ? "label" : name == "kind" ? "ownKind" : "form"
        problems[place] = words
    }

    /// Somebody else was faster.
    mutating func mark(meanwhile now: Need) {
        let need: [String: Text.Value] = ["label": .verbatim(now.label), "say": .verbatim(now.say)]
        problems["form"] =
            now.changedBy.map { Text("needs.changed_by", need.merging(["who": .verbatim($0)]) { $1 }) }
            ?? Text("needs.changed", need)
        values["replaces"] = "\(now.sequence)"
    }

    /// A short word for programs, made of a label: `Warm milk!` → `warm-milk`; another number behind it where it is taken.
    static func id(for label: String, taken: Set<String>) -> String {
        var word = ""
        for scalar in label.lowercased().unicodeScalars {
            switch scalar {
            case "a"..."z", "0"..."9": word.unicodeScalars.append(scalar)
            case "ä": word += "ae"
            case "ö": word += "oe"
            case "ü": word += "ue"
            case "ß": word += "ss"
            default: if !word.isEmpty, !word.hasSuffix("-") { word += "-" }
            }
        }
        word = String(word.prefix(40))
        while word.hasSuffix("-") { word.removeLast() }
        if word.isEmpty { word = "need" }
        var id = word
        var number = 2
        while taken.contains(id) {
            id = "\(word)-\(number)"
            number += 1
        }
        return id
    }
}
