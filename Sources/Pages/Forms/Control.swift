/// What a field is filled in with.
struct Control {
    private enum Kind {
        /// `nil` for plain text.
        case line(type: String?)
        case area(rows: Int, keepsFirstLine: Bool)
        case measured(unit: String, ends: (least: String, most: String))
        case amount(unit: String, list: String, label: String)
        case grouped(list: String)
        case choice(list: String, before: String)
    }

    private let kind: Kind
    /// Each with a space in front.
    private var attributes = ""

    private init(_ kind: Kind) { self.kind = kind }

    static let line = Self(.line(type: nil))
    static let date = Self(.line(type: "date"))
    static let time = Self(.line(type: "time"))
    static let search = Self(.line(type: "search"))
    /// A whole number: typed, because a wheel of a mouse would change a number in passing.
    static let number = line.with(#"inputmode="numeric""#).short
    /// A number of a unit, with a slider beside it where there are scripts. What is typed may name another unit of the same
    /// kind, as in `800 ms`; without a unit it is this one.
    ///
    /// - Parameter least, most, step: Numbers in this unit, or names of fields of the page's content in `{{ }}`.
    /// - Parameter unit: As it is written behind the number: `ms`, `s`, `min`, `%` or a word.
    /// - Parameter ends: The lowest and the highest value with their unit, in the reader's language, as HTML. They stand under the
    ///   track; whoever does not see it hears both from the slider itself.
    static func measured(
        from least: String, to most: String, by step: String, unit: String,
        ends: (least: String, most: String)
    ) -> Self {
        Self(.measured(unit: unit, ends: ends)).with(
            #"inputmode="decimal" autocapitalize="none" data-least="\#(least)" data-most="\#(most)" data-step="\#(step)" data-unit="\#(unit)""#
        )
    }
    /// A number, and beside it which unit it counts. What is typed may name its unit itself, which then counts.
    ///
    /// - Parameter unit: The name of the field of the unit.
    /// - Parameter list: The units, as a list of `FormOption`.
    /// - Parameter label: Of what it is the amount, as HTML: the label of the field.
    static func amount(unit: String, of list: String, label: String) -> Self {
        Self(.amount(unit: unit, list: list, label: label))
    }
    /// What HTML calls the type of an `<input>`.
    static func line(type: String) -> Self { Self(.line(type: type)) }
    static func file(accept types: String) -> Self {
        Self(.line(type: "file")).with(#"accept="\#(types)""#)
    }

    /// Text of several lines.
    static func area(rows: Int) -> Self { Self(.area(rows: rows, keepsFirstLine: false)) }
    /// Text of a file, kept as it is: a browser takes a first line that is empty away.
    static func source(rows: Int) -> Self { Self(.area(rows: rows, keepsFirstLine: true)) }
    /// A list of things, one to a line.
    static func lines(rows: Int) -> Self { area(rows: rows).with(#"spellcheck="false""#) }

    /// One of a list of `FormOption`.
    ///
    /// - Parameter none: What stands in front of them for none of them.
    static func choice(_ list: String, none: String? = nil) -> Self {
        Self(.choice(list: list, before: none.map { #"<option value="">\#($0)</option>"# } ?? ""))
    }

    /// One of a list of `FormOptionGroup`.
    static func grouped(_ list: String) -> Self { Self(.grouped(list: list)) }

    func with(_ attribute: String) -> Self { adding(" " + attribute) }
    /// With an attribute where the page's content has something under this name.
    func with(_ attribute: String, where name: String) -> Self {
        adding("{{#\(name)}} \(attribute){{/\(name)}}")
    }
    func with(_ attribute: String, unless name: String) -> Self {
        adding("{{^\(name)}} \(attribute){{/\(name)}}")
    }
    /// Longest text, in UTF-16 units, as HTML counts.
    func most(_ length: Int) -> Self { with(#"maxlength="\#(length)""#) }
    /// Offers what `Form.suggestions` of this list has.
    func suggesting(_ list: String) -> Self { with(#"list="\#(list)""#) }
    var short: Self { with(#"class="short""#) }
    var required: Self { with("required") }
    /// A phone opens its camera; elsewhere a file is chosen.
    var camera: Self { with(#"capture="environment""#) }

    private func adding(_ text: String) -> Self {
        var control = self
        control.attributes += text
        return control
    }

    func text(id: String, name: String, value: String, described: String) -> String {
        let known = #"id="\#(id)" name="\#(name)""#
        switch kind {
        case .line(let type):
            let type = type.map { #" type="\#($0)""# } ?? ""
            let value = value.isEmpty ? "" : #" value="\#(value)""#
            return "<input \(known)\(type)\(value)\(attributes)\(described)>"
        case .area(let rows, let keepsFirstLine):
            return #"<textarea \#(known) rows="\#(rows)"\#(attributes)\#(described)>"#
                + (keepsFirstLine ? "\n" : "") + "\(value)</textarea>"
        case .measured(let unit, let ends):
            let value = value.isEmpty ? "" : #" value="\#(value)""#
            return #"<div class="measured"><input \#(known)\#(value)\#(attributes)\#(described)>"#
                + #"<span class="unit">\#(unit)</span><span class="ends" aria-hidden="true">"#
                + "<span>\(ends.least)</span><i>–</i><span>\(ends.most)</span></span></div>"
        case .amount(let unit, let list, let label):
            let value = value.isEmpty ? "" : #" value="\#(value)""#
            return
                #"<div class="measured"><input \#(known)\#(value) inputmode="decimal"\#(attributes)\#(described)>"#
                + #"<select name="\#(unit)" aria-label="\#(label): [[forms.unit]]"\#(attributes)>"#
                + Self.options(list) + "</select></div>"
        case .grouped(let list):
            return "<select \(known)\(attributes)\(described)>{{#\(list)}}"
                + #"{{#.name}}<optgroup label="{{.}}">{{/.name}}"# + Self.options("options")
                + "{{#.name}}</optgroup>{{/.name}}{{/\(list)}}</select>"
        case .choice(let list, let before):
            return "<select \(known)\(attributes)\(described)>\(before)" + Self.options(list) + "</select>"
        }
    }

    /// The attributes of each `<input>` of a list of them.
    var listed: String { attributes }

    private static func options(_ list: String) -> String {
        """
        {{#\(list)}}<option value="{{value}}"{{#isChosen}} selected{{/isChosen}}>{{name}}</option>{{/\(list)}}
        """
    }
}
