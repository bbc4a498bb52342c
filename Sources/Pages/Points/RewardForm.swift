import Care
import FoundationEssentials
import Wording

/// What somebody has typed of a reward, just as it was typed, and what is wrong with it.
struct RewardForm {
    enum Who: String { case all, some }
    enum Way: String { case reached, redeemed }

    var values: [String: String]
    /// The ids of those for whom it is, where it is not for everybody.
    var people: Set<String>
    var isAgain: Bool
    var needsYes: Bool
    /// By the names of the fields; `form` for what belongs to none.
    var problems: [String: Text] = [:]

    private static let texts = [
        "id", "replaces", "active", "title", "details", "symbol", "who", "way", "at", "cost",
    ]

    /// A new one.
    init() {
        values = [
            "id": UUIDs.new(), "replaces": "0", "active": "true", "who": Who.all.rawValue,
            "way": Way.reached.rawValue,
        ]
        people = []
        isAgain = false
        needsYes = true
    }

    init(_ reward: Reward) {
        let content = reward.content
        values = ["id": "\(reward.id)", "replaces": "\(reward.sequence)", "title": content.title]
        values["active"] = "\(reward.isActive)"
        values["details"] = content.details
        values["symbol"] = content.symbol
        values["who"] = (content.people.isEmpty ? Who.all : .some).rawValue
        people = Set(content.people)
        (isAgain, needsYes) = (false, true)
        switch content.way {
        case .reached(let points, let again):
            values["way"] = Way.reached.rawValue
            values["at"] = "\(points)"
            isAgain = again
        case .redeemed(let cost, let approval):
            values["way"] = Way.redeemed.rawValue
            values["cost"] = "\(cost)"
            needsYes = approval
        }
    }

    /// As a browser has sent it.
    init(_ fields: PageFields) {
        values = [:]
        for name in Self.texts { values[name] = fields[name] ?? "" }
        let symbol = PickedSymbol(fields)
        values["symbol"] = symbol.value
        if symbol.isTwice { problems["symbol"] = PickedSymbol.twice.sentence }
        people = Set(fields.all("for"))
        isAgain = fields["again"] != nil
        needsYes = fields["approval"] != nil
    }

    subscript(name: String) -> String { values[name] ?? "" }

    /// Whether people can get it, as it was when the form was drawn: what somebody takes away meanwhile comes back by saving it.
    var isActive: Bool { self["active"] != "false" }

    /// What it says; `nil` where something is wrong, all of which `problems` then says.
    mutating func content() -> RewardContent? {
        func optional(_ name: String) -> String? { self[name].isEmpty ? nil : self[name] }
        let isForSome = self["who"] == Who.some.rawValue
        let isReached = self["way"] != Way.redeemed.rawValue
        let field = isReached ? "at" : "cost"
        let points = Int(self[field]).flatMap { RewardWay.range.contains($0) ? $0 : nil }
        if points == nil {
            problems[field] = Text(
                "points.write_number",
                [
                    "least": .number(RewardWay.range.lowerBound), "most": .number(RewardWay.range.upperBound),
                ])
        }
        if isForSome, people.isEmpty { problems["people"] = Text("rewards.choose_people") }
        // With a number that fits, so that what is wrong with the words is told together with a number that does not.
        let number = points ?? RewardWay.range.lowerBound
        let content = RewardContent(
            title: self["title"], details: optional("details"), symbol: optional("symbol"),
            people: isForSome ? people.sorted() : [],
            way: isReached
                ? .reached(at: number, again: isAgain) : .redeemed(cost: number, approval: needsYes))
        if content.title.isEmpty {
            problems["title"] = Text("rewards.write_title")
        } else {
            do { try content.check(isOffered: isActive) } catch {
                mark(error.field, .sentence(.written(error.message)))
            }
        }
        return problems.isEmpty ? content : nil
    }

    /// What is wrong, as the service names fields.
    private mutating func mark(_ field: String?, _ words: Text) {
        var name = field ?? "form"
        for part in ["content.", "way."] where name.hasPrefix(part) {
            name = String(name.dropFirst(part.count))
        }
        let known = ["title", "details", "symbol", "people", "at", "cost"]
        problems[known.contains(name) ? name : "form"] = words
    }

    mutating func mark(_ problem: CareProblem) {
        for one in problem.errors ?? [] { mark(one.field, .sentence(.written(one.detail))) }
        if problems.isEmpty { mark(problem.field, problem.sentence) }
    }

    /// Somebody else was faster: both versions are told, and saving again replaces theirs.
    mutating func mark(meanwhile now: Reward, people: [Person]) {
        let theirs: [String: Text.Value] = [
            "title": .verbatim(now.content.title), "way": .text(RewardWords.way(now.content.way)),
            "people": .text(RewardWords.people(now.content, people)),
            "who": .verbatim(now.changedBy ?? ""),
        ]
        let name = now.isActive ? "changed" : "taken_away"
        problems["form"] = Text(
            now.changedBy == nil ? "rewards.meanwhile_\(name)" : "rewards.meanwhile_\(name)_by", theirs)
        values["replaces"] = "\(now.sequence)"
    }
}
