import Wording

/// One thing that is wrong with a form.
struct FormFault {
    /// The id of the field, or group of fields, that it is about.
    let id: String
    /// What that is called on the page.
    let label: Text
    let words: Text
}

extension Form {
    /// What is wrong with a form, above it: each line leads to its field. It is read aloud when the page opens. For one fault,
    /// which stands at its field, it is left out: give it then an empty list.
    ///
    /// - Parameter list: The name of the `FormFault`s.
    /// - Parameter any: The name of whether there are any.
    static func faults(_ list: String = "faults", any: String = "hasFaults") -> String {
        """
        {{#\(any)}}<div class="faults" role="alert" tabindex="-1"><p>[[form.to_mend]]</p>
        <ul>{{#\(list)}}<li><a href="#{{id}}">{{label}}: {{words}}</a></li>{{/\(list)}}</ul></div>{{/\(any)}}
        """
    }
}
