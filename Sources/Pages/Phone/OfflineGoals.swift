import Care

/// A client's goals on the page without a connection: empty until a script finds some that this phone keeps.
enum OfflineGoals {
    static let template = """
        <section id="goals" hidden aria-labelledby="goals-title"><h2 id="goals-title">[[goals.title]]</h2>
        <p class="quiet">[[goals.offline]]</p>
        <p id="goals-waiting" role="status"></p>
        <ul class="cards"></ul>
        <form class="card routine" novalidate><h3>[[goals.new]]</h3>
        <p class="problem" role="alert"></p>
        \(Form.field("goal-title", "[[goals.what]]", .line.most(FieldChecks.shortText), value: ""))
        \(Form.field("goal-count", "[[goals.count]]", .number, value: ""))
        \(Form.field("goal-date", "[[goals.last_day]]", .date.short, value: ""))
        \(Form.field("goal-time", "[[goals.last_time]]", .time.short, value: ""))
        \(Form.field("goal-reminders", "[[goals.reminders]]", .line, value: ""))
        <p class="row"><button class="main">[[goals.add]]</button></p></form></section>
        """
}
