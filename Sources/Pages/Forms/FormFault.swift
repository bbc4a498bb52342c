import Care
import Wording

/// One thing that is wrong with a form.
struct FormFault {
    /// The id of the field, or group of fields, that it is about.
    let id: String
    /// What that is called on the page.
    let label: Text
    let words: Text
}

/// All that is wrong with a form: what is a field's, and what is none's.
struct FormTrouble {
    var faults: [FormFault] = []
    var ofNone: Text?

    /// A place in the form that shows its own fault.
    struct Place {
        /// As the service names it.
        let field: String
        let id: String
        let label: Text
    }

    init(_ words: Text) { ofNone = words }

    /// - Parameters:
    ///   - fields: Those of the form that are drawn by themselves.
    ///   - others: Those that its template has besides.
    init?(_ problem: CareProblem?, in fields: [FormField], and others: [Place] = []) {
        guard let problem else { return nil }
        faults =
            fields.compactMap { field in
                field.fault.map { FormFault(id: field.name, label: field.label, words: $0) }
            }
            + others.filter { $0.field == problem.field }.map {
                FormFault(id: $0.id, label: $0.label, words: problem.sentence)
            }
        if faults.isEmpty { ofNone = problem.sentence }
    }

    init?(_ faults: [FormFault]) {
        guard !faults.isEmpty else { return nil }
        self.faults = faults
    }
}

/// What is wrong with a form, above it: each line leads to its field. It is read aloud when the page opens.
extension Form {
    /// - Parameter list: The name of the `FormFault`s.
    /// - Parameter any: The name of whether there are any.
    static func faults(_ list: String = "faults", any: String = "hasFaults") -> String {
        "{{#\(any)}}" + summary("{{#\(list)}}" + line("{{id}}", "{{label}}", "{{words}}") + "{{/\(list)}}")
            + "{{/\(any)}}"
    }

    /// - Parameter name: Of a `FormTrouble`.
    static func troubles(_ name: String = "trouble") -> String {
        let lines =
            "{{#.ofNone}}<li>{{.}}</li>{{/.ofNone}}{{#.faults}}" + line("{{id}}", "{{label}}", "{{words}}")
            + "{{/.faults}}"
        return "{{#\(name)}}\(summary(lines)){{/\(name)}}"
    }

    /// The fields of a form, below what is wrong with them: the page's content has that in `problems`, by names that `Form.problem`
    /// shows at the fields; `form` is for what is none's.
    ///
    /// - Parameter others: Fields' ids to what they are called, where no label and no legend says so.
    static func mended(_ fields: String, problems: String = "problems") -> String {
        let labels =
            fields.matches(of: /<label[^>]* for="([^"]+)">(?:<input[^>]*>)?\s*(.*?)<\/label>/)
            + fields.matches(of: /<fieldset[^>]* id="([^"]+)"[^>]*><legend>(.*?)<\/legend>/)
        let called = Dictionary(labels.map { ($0.1, $0.2) }) { first, _ in first }
        var seen: Set<Substring> = []
        let lines = fields.matches(of: /\{\{#([\w.-]+)\}\}<p class="problem" id="([^"]+)-fault"/).compactMap {
            seen.insert($0.1).inserted
                ? "{{#\($0.1)}}\(line(String($0.2), String(called[$0.2] ?? "?"), "{{.}}")){{/\($0.1)}}" : nil
        }
        let ofNone = "{{#\(problems).form}}<li>{{.}}</li>{{/\(problems).form}}"
        return "{{^empty(\(problems))}}\(summary(ofNone + lines.joined())){{/empty(\(problems))}}\n" + fields
    }

    /// A dash, because many a label is a question, behind which no colon stands.
    private static func line(_ id: String, _ label: String, _ words: String) -> String {
        ##"<li><a href="#\##(id)">\##(label) – \##(words)</a></li>"##
    }

    private static func summary(_ lines: String) -> String {
        """
        <div class="faults" role="alert" tabindex="-1"><p>[[form.to_mend]]</p>
        <ul>\(lines)</ul></div>
        """
    }
}
