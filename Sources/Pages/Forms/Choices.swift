import Wording

/// One of several to choose from.
struct FormOption {
    let value: String
    let name: Text
    /// What it means, where that is not plain.
    var meaning: Text?
    let isChosen: Bool
}

/// Some of many to choose from, under a name.
struct FormOptionGroup {
    /// `nil` for those that stand by themselves.
    let name: Text?
    let options: [FormOption]
}

/// Buttons and boxes to choose with, in groups. Lists are of `FormOption`.
extension Form {
    /// Fields that belong together.
    ///
    /// - Parameter fault: The name of what was wrong with them as a group, and the id that it is known by.
    /// - Parameter note: What else describes them, drawn with the content.
    static func group(
        _ legend: String, fault: (name: String, id: String)? = nil, note: Note? = nil, _ content: String
    ) -> String {
        guard let fault else {
            return """
                <fieldset\(tied(to: note, and: nil))><legend>\(legend)</legend>
                \(content)
                </fieldset>
                """
        }
        let described = tied(to: Note(name: fault.name, id: "\(fault.id)-fault"), and: note)
        return """
            <fieldset id="\(fault.id)"\(invalid(content, fault.name))\(described)><legend>\(legend)</legend>\(problem(fault.name, fault.id))
            \(marked(content, fault.name))
            </fieldset>
            """
    }

    /// The attributes of a group of choices that has this fault: a link leads to it, and where one of them is chosen, it is wrong as
    /// a whole (ARIA knows that of no single radio button).
    static func invalid(_ choices: String, _ fault: String) -> String {
        let isOneOf = choices.contains(#"type="radio""#)
        return (isOneOf ? #" role="radiogroup""# : "")
            + #"{{#\#(fault)}} tabindex="-1"\#(isOneOf ? #" aria-invalid="true""# : ""){{/\#(fault)}}"#
    }

    /// Boxes of a group that has this fault, each of which says so.
    static func marked(_ choices: String, _ fault: String) -> String {
        choices.replacing(
            #"<input type="checkbox""#,
            with: ##"<input type="checkbox"{{#\##(fault)}} aria-invalid="true"{{/\##(fault)}}"##)
    }

    /// One of a few, all in sight with what they mean.
    static func radios(_ name: String, of list: String) -> String {
        """
        {{#\(list)}}<label class="choice"><input type="radio" name="\(name)" value="{{value}}" required{{#isChosen}} checked{{/isChosen}}>
        <span><b>{{name}}</b>{{#.meaning}} <span class="quiet">{{.}}</span>{{/.meaning}}</span></label>
        {{/\(list)}}
        """
    }

    /// One of two to four that need no more than a word or two, side by side as one thing.
    ///
    /// - Parameter label: What it is, where no legend says so.
    /// - Parameter may: The name of whether it may be chosen; without it, it may.
    static func segments(_ name: String, of list: String, label: String? = nil, may: String? = nil) -> String
    {
        let group = label.map { #"role="group" aria-label="\#($0)" "# } ?? ""
        let closed = may.map { "{{^\($0)}} disabled{{/\($0)}}" } ?? ""
        return
            #"<div \#(group)class="segments">{{#\#(list)}}<label><input type="radio" name="\#(name)" value="{{value}}""#
            + "{{#isChosen}} checked{{/isChosen}}\(closed)><span>{{name}}</span></label>{{/\(list)}}</div>"
    }

    /// One of several ways, with what belongs to it alone; where the browser can, that is shown only with it.
    static func way(_ name: String, _ value: String, _ label: String, _ more: String = "") -> String {
        """
        <div class="way"><label class="choice"><input type="radio" name="\(name)" value="\(value)"\
        {{#chosen.\(name)-\(value)}} checked{{/chosen.\(name)-\(value)}}> \(label)</label>
        \(more.isEmpty ? "" : "<div class=\"more\">\(more)</div>")</div>
        """
    }

    /// The same of a list, each with what the list has for it.
    static func ways(_ name: String, of list: String, _ more: String) -> String {
        """
        {{#\(list)}}<div class="way"><label class="choice"><input type="radio" name="\(name)" value="{{value}}"{{#isChosen}} checked{{/isChosen}}> {{name}}</label>
        <div class="more">\(more)</div></div>
        {{/\(list)}}
        """
    }

    /// A box to tick.
    ///
    /// - Parameter flag: The name of whether it is ticked.
    /// - Parameter hint: The id of what helps to decide, drawn by whoever asks for it.
    static func tick(
        _ name: String, _ value: String, _ label: String, isOn flag: String, describedBy hint: String? = nil
    ) -> String {
        """
        <label class="choice"><input type="checkbox" name="\(name)" value="\(value)"\
        \(hint.map { #" aria-describedby="\#($0)""# } ?? "")\
        {{#\(flag)}} checked{{/\(flag)}}> \(label)</label>
        """
    }

    /// One that stands alone, with its fault.
    static func tick(
        _ name: String, _ value: String, _ label: String, isOn flag: String, id: String, fault: String
    ) -> String {
        """
        \(problem(fault, id))<label class="choice" for="\(id)"><input type="checkbox" id="\(id)" name="\(name)" value="\(value)"\
        {{#\(flag)}} checked{{/\(flag)}}{{#\(fault)}} aria-invalid="true" aria-describedby="\(id)-fault"{{/\(fault)}}> \(label)</label>
        """
    }

    /// One of a table, whose row and column are its words: an option whose name says both.
    static func tick(_ name: String) -> String {
        #"<label class="choice"><input type="checkbox" name="\#(name)" value="{{value}}" aria-label="{{name}}"{{#isChosen}} checked{{/isChosen}}></label>"#
    }

    /// Several of a few.
    static func ticks(_ name: String, of list: String) -> String {
        "{{#\(list)}}\(tick(name, "{{value}}", "{{name}}", isOn: "isChosen"))\n{{/\(list)}}"
    }

    /// The same side by side, where their words are short.
    ///
    /// - Parameter label: What they are, where no legend says so.
    static func boxes(_ name: String, of list: String, label: String? = nil) -> String {
        let group = label.map { #"role="group" aria-label="\#($0)" "# } ?? ""
        return #"<div \#(group)class="boxes">\#(ticks(name, of: list))</div>"#
    }

    /// What a field with `.suggesting` offers: a list of texts.
    static func suggestions(_ list: String) -> String {
        #"<datalist id="\#(list)">{{#\#(list)}}<option value="{{.}}"></option>{{/\#(list)}}</datalist>"#
    }
}
