import Care
import Wording

/// Having points, or none: what either means, and the button that changes it.
struct PointTurn {
    let path: String
    let isOn: Bool
    let means: Text
    let words: Text
    /// What the button sends.
    let turnsOn: String

    /// - Parameter path: Of the page that it stands on.
    init(_ standing: PointStanding, on path: String) {
        self.path = path
        isOn = standing.isOn
        means = Text(standing.isOn ? "points.off_means" : "points.on_means")
        words = Text(standing.isOn ? "points.turn_off" : "points.turn_on")
        turnsOn = "\(!standing.isOn)"
    }

    static let template = """
        <section data-key="turn" aria-labelledby="turn-title"><h2 id="turn-title">[[points.with_or_without]]</h2>
        {{^isOn}}<p>[[points.wants_none]]</p>{{/isOn}}<p>{{means}}</p>
        \(Form.post(
            "{{path}}", class: "row", sends: ["do": PointsActing.Act.turn.rawValue, "on": "{{turnsOn}}"]))\
        <button>{{words}}</button></form></section>
        """
}
