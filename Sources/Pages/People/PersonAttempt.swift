import Care

/// A form about a person that could not be taken: it is shown again with what was typed.
struct PersonAttempt {
    enum Form { case details, reminders, absence, picture }

    let form: Form
    let fields: PageFields
    let problem: CareProblem

    /// How the person is now, where somebody else had changed them meanwhile.
    var current: Person? {
        if problem.kind == .conflict, case .person(let person) = problem.current { person } else { nil }
    }
}

/// Somebody else was faster: what is stored now, beside what was typed. Nothing of either is lost.
struct ConflictPart {
    let lines: [String]
    let keep: String

    /// - Parameter lines: Only what differs.
    /// - Parameter keep: The page that shows what is stored.
    init(lines: [String], keep: String) {
        self.lines = lines
        self.keep = keep
    }

    static let template = """
        <div class="notice conflict" role="alert"><p><b>Somebody else has changed this meanwhile.</b> Nothing is lost: what you typed is
        still below, and what is stored now is this:</p>
        <ul>{{#lines}}<li>{{.}}</li>{{/lines}}{{^lines}}<li>the same as what you typed</li>{{/lines}}</ul>
        <p>Save again to replace it with yours, or <a href="{{keep}}">keep what is stored</a>.</p></div>
        """
}
