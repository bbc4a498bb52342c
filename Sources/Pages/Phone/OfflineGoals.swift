import Care

/// A client's goals on the page without a connection: empty until a script finds some that this phone keeps. Nothing of it is sent as a form:
/// there is nobody to take one.
enum OfflineGoals {
    static let template = """
        <section id="goals" hidden aria-labelledby="goals-title"><h2 id="goals-title">[[goals.title]]</h2>
        <p class="quiet">[[goals.offline]]</p>
        <p id="goals-waiting" role="status"></p>
        <ul class="cards"></ul>
        <div class="card routine" role="group" aria-labelledby="goal-new"><h3 id="goal-new">[[goals.new]]</h3>
        <p class="problem" role="alert"></p>
        \(Form.field("goal-title", "[[goals.what]]", .line.most(FieldChecks.shortText), value: ""))
        \(Form.field("goal-count", "[[goals.count]]", .number, value: ""))
        \(Form.field("goal-date", "[[goals.last_day]]", .date.short, value: ""))
        \(Form.field("goal-time", "[[goals.last_time]]", .time.short, value: ""))
        \(Form.field("goal-reminders", "[[goals.reminders]]", .line, value: ""))
        <p class="row"><button type="button" id="goal-add" class="main">[[goals.add]]</button></p></div></section>
        """
}
