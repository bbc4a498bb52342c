import Care
import Wording

/// One setting in the page of its question: how it is filled in, and what is known of it.
struct SettingField {
    /// As the API names it; a choice in it has a name of its own.
    let key: String
    let title: Text
    let help: Text
    /// What the field shows, and what it showed when the page was drawn.
    let value: String
    let was: String
    let theirs: Text?
    let standard: Text
    /// Where it differs from the default.
    let isOwn: Bool
    let startsLater: Bool
    let problem: Text?
    /// The same of a key that was typed because it is none of the list.
    let otherProblem: Text?
    let proposed: Proposed?
    /// Where another machine's own file decides, as long as nothing is set here: the field shows the default, which can be set.
    let ownFile: OwnFile?
    let measure: Measure?
    let choices: [FormOption]
    let groups: [FormOptionGroup]
    let span: Span?
    let keyboard: Keyboard?
    let isOffered: Bool
    let isSegments: Bool
    let isRadios: Bool
    let isSelect: Bool
    let isTime: Bool
    let isLine: Bool
    /// Whether "" means that it follows something else.
    let isAutomatic: Bool

    /// What fits how the client presses.
    struct Proposed {
        let value: String
        let recommended: Text
        let take: Text
    }

    struct OwnFile {
        let standard: String
        /// `nil` where the default is nothing that could be set.
        let take: Text?
    }

    /// Bounds of a slider, and what it counts.
    struct Measure {
        let least: String
        let most: String
        let step: String
        let unit: Text
        /// Both ends with their unit.
        let lowest: Text
        let highest: Text
    }

    /// A time in the unit that suits it.
    struct Span {
        let number: String
        let units: [FormOption]
    }

    /// Keys to choose from, and what was typed where it is another one.
    struct Keyboard {
        let keys: [FormOption]
        let other: String
    }

    init(
        _ option: HomeOptions.Option, client: String, isElsewhere: Bool = false, typed: PageFields?,
        problems: [SettingProblem]
    ) {
        let shape = SettingShape(option)
        let words = SettingWords(option, client: client)
        let now = option.value ?? option.standard
        let field = TypedOption(
            option.name, now: shape.shown(now), typed: typed, text: typed.flatMap(shape.typed))
        key = option.name
        (title, help) = (words.title, words.help)
        (value, was) = (field.value, field.was)
        theirs = field.theirs.map { words.said(shape.written($0), shape.form) }
        standard = words.said(option.standard, shape.form)
        isOwn = !shape.isSame(now, option.standard)
        startsLater = option.effect == .atStart
        let isOther = shape.kind == .keys && typed?["option-" + option.name] == SettingShape.otherKey
        let fault = problems.first { $0.field == option.name }.map {
            shape.outOfRange(field.value) ?? $0.words
        }
        (self.problem, otherProblem) = isOther ? (nil, fault) : (fault, nil)
        proposed = option.proposed.map { value in
            let said = words.said(value, shape.form)
            return Proposed(
                value: value,
                recommended: Text(
                    "question.recommended", ["client": .verbatim(client), "value": .text(said)]),
                take: Text("question.take", ["value": .text(said)]))
        }
        ownFile =
            isElsewhere && option.value == nil
            ? OwnFile(
                standard: shape.sent(option.standard),
                take: option.standard.isEmpty
                    ? nil
                    : Text(
                        "settings.own_file_set", ["value": .text(words.said(option.standard, shape.form))]))
            : nil
        measure = shape.measure
        let chosen = isOther ? SettingShape.otherKey : field.value
        choices = shape.kind == .keys ? [] : shape.choices(words, chosen: chosen)
        keyboard =
            shape.kind == .keys
            ? Keyboard(keys: shape.choices(words, chosen: chosen), other: isOther ? field.value : "") : nil
        groups = shape.groups(words, chosen: field.value)
        let (number, unit) = shape.amount(field.value)
        // What names no unit has the one that was chosen beside it.
        let chosenUnit = unit ?? typed?["unit-" + option.name] ?? shape.usualUnit
        span =
            shape.kind == .span ? Span(number: number, units: shape.units(chosenUnit)) : nil
        isOffered = shape.kind == .offered
        isSegments = shape.kind == .segments
        isRadios = shape.kind == .radios
        isSelect = shape.kind == .select
        isTime = shape.kind == .time
        isLine = shape.kind == .line
        isAutomatic = shape.form == .text && option.standard == "auto"
    }
}
