import Care
import Wording

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
    let lines: [Text]
    let keep: String

    /// - Parameter lines: Only what differs.
    /// - Parameter keep: The page that shows what is stored.
    init(lines: [Text], keep: String) {
        self.lines = lines
        self.keep = keep
    }

    static let template = """
        <div class="notice conflict" role="alert"><p><b>[[person.conflict_changed]]</b> [[person.conflict_nothing_lost]]</p>
        <ul>{{#lines}}<li>{{.}}</li>{{/lines}}{{^lines}}<li>[[person.conflict_the_same]]</li>{{/lines}}</ul>
        <p>[[person.conflict_save_again_or]] <a href="{{keep}}">[[person.conflict_keep]]</a>.</p></div>
        """
}
