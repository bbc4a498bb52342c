import Care
import FoundationEssentials
import Wording

/// How far somebody is from one reward: in words, and as a bar that shows the same.
struct RewardRow {
    let key: String
    let title: String
    let symbol: ShownSymbol?
    let details: String?
    /// "12 of 20".
    let words: Text
    let way: Text
    let points: Int
    let needed: Int
    /// Whether it can be asked for now, and may be on this page.
    let mayAsk: Bool
    /// Sent where it is asked for, so that pressing twice asks once.
    let id = UUIDs.new()
    let reward: String
    /// Whose points pay it.
    let payer: String
    let at: String
    let action: String

    /// - Parameters:
    ///   - isWhole: Whether what it is about is said, too.
    ///   - page: The page that it is asked for on; `nil` for the one of that person's points.
    init(
        _ progress: RewardProgress, of person: String, isWhole: Bool, on page: String? = nil, _ call: PageCall
    ) {
        let content = progress.reward.content
        key = "reward-\(person)-\(progress.reward.id)"
        title = content.title
        symbol = call.symbol(content.symbol)
        details = isWhole ? content.details : nil
        words = Text(
            "points.so_far", ["points": .number(progress.points), "needed": .number(progress.needed)])
        way = .capitalized(RewardWords.way(content.way))
        points = progress.points
        needed = progress.needed
        mayAsk = progress.canBeAskedFor
        payer = person
        reward = "\(progress.reward.id)"
        at = CareJSON.string(from: call.request.now)
        action = page ?? PointsPages.path(person)
    }

    static let template = """
        <li data-key="{{key}}"><p class="goal"><span>\(ShownSymbol.html("symbol", class: "emoji")) <b>{{title}}</b></span>\
        <span class="time">{{words}}</span></p>
        <progress max="{{needed}}" value="{{points}}" aria-hidden="true"></progress>
        {{#details}}<p>{{.}}</p>{{/details}}<p class="quiet">{{way}}</p>
        {{#mayAsk}}\(Form.post(
            "{{action}}", class: "row", sends: ["do": PointsActing.Act.ask.rawValue, "id": "{{id}}", "at": "{{at}}", "reward": "{{reward}}", "person": "{{payer}}"]))\
        <button>[[points.ask_for]]<span class="unseen">: {{title}}</span></button></form>{{/mayAsk}}</li>
        """
}
