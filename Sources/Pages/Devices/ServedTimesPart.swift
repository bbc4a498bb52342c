import Care
import Recurrence
import Wording

/// When a client is told things at a kiosk that serves them: a line for each time of the week, and an empty one.
struct ServedTimesPart {
    struct Line {
        /// The name of the days' boxes, each of which has a name of its own.
        let boxes: String
        let days: [FormChip]
        let fields: [FormField]
    }

    let heading: Text
    let isOpen: Bool
    let lines: [Line]
    let fault: Text?
    let id: String

    static let template = """
        <details{{#isOpen}} open{{/isOpen}} id="{{id}}"><summary>{{heading}}</summary>
        <p class="quiet">[[devices.times_hint]]</p>\(Form.problem(".fault", "{{id}}"))
        {{#lines}}\(Form.chips("{{boxes}}", of: "days", label: "[[duties.on_days]]"))
        \(Form.pair("fields")){{/lines}}</details>
        """

    /// - Parameters:
    ///   - typed: What was sent, where it is to be corrected.
    ///   - problem: What was wrong with it.
    init(
        _ served: ServedClient, named name: Text, week: [Weekday], typed: PageFields?, problem: CareProblem?
    ) {
        let names = Self.names(served)
        // Of whom the form had no times nothing was typed.
        let typed = typed.flatMap { Self.isIn($0, for: served.client) ? $0 : nil }
        let isWrong = problem?.field == names.fault
        heading = Text("devices.times_of", ["client": .text(name)])
        isOpen = isWrong || !served.times.isEmpty
        fault = isWrong ? problem?.sentence : nil
        id = names.fault
        // What was typed stays in the form, also where somebody else has removed its line meanwhile.
        let typedLines = typed.map { form in
            (0...ServedTime.most).last { form.exactly(names.line($0).from) != nil } ?? 0
        }
        lines = (0...max(served.times.count, typedLines ?? 0)).map { number in
            let time = served.times.indices.contains(number) ? served.times[number] : nil
            let line = names.line(number)
            let stored = time.map { $0.days.isEmpty ? Weekday.allCases.map(\.code) : $0.days } ?? []
            let days = typed?.all(line.days) ?? stored
            func field(_ name: String, _ label: String, _ value: String?) -> FormField {
                FormField(
                    name, Text(label), value: typed.map { $0[name] ?? "" } ?? value ?? "", type: "time",
                    isRequired: false)
            }
            return Line(
                boxes: line.days,
                days: week.map {
                    FormChip(
                        value: $0.code, name: PlanText.weekday($0), short: PlanText.shortWeekday($0),
                        isChosen: days.contains($0.code))
                },
                fields: [
                    field(line.from, "calls.from", time.flatMap { Self.clock($0.from) }),
                    field(line.until, "calls.until", time.flatMap { Self.clock($0.until) }),
                ])
        }
    }

    /// Whether a form says anything of a client's times.
    static func isIn(_ form: PageFields, for client: String) -> Bool {
        form.exactly(Names(client: client).line(0).from) != nil
    }

    /// What a form says of a client's times; as they were where it has none of them.
    ///
    /// - Parameter served: As the form was drawn.
    /// - Throws: The field is that of the client's part.
    static func read(_ served: ServedClient, _ form: PageFields) throws(CareProblem) -> ServedClient {
        let names = names(served)
        guard isIn(form, for: served.client) else { return served }
        var result = ServedClient(client: served.client)
        for number in 0...ServedTime.most {
            let line = names.line(number)
            let (from, until) = (form[line.from], form[line.until])
            let chosen = form.all(line.days)
            if from == nil, until == nil {
                // A line that was there is taken away with its days.
                guard chosen.isEmpty || number < served.times.count else {
                    throw CareProblem(
                        .notAcceptable, "write the times for the days that are ticked, or tick none",
                        field: names.fault)
                }
                continue
            }
            guard let from = from.flatMap(RemindersPart.minutes),
                let until = until.flatMap(RemindersPart.minutes)
            else {
                throw CareProblem(
                    .notAcceptable, "write both times, such as 08:00 and 16:00, or neither",
                    field: names.fault)
            }
            let days = Weekday.allCases.map(\.code).filter(chosen.contains)
            let time = ServedTime(
                days: days.count == Weekday.allCases.count ? [] : days,
                from: RemindersPart.clock(from) ?? "", until: RemindersPart.clock(until) ?? "")
            // A line that was not touched stays as it was written, `8:00` perhaps.
            let known = served.times.indices.contains(number) ? served.times[number] : time
            result.times.append(isSame(known, time) ? known : time)
        }
        return result
    }

    /// Whether a stored time is what a form has made of it.
    private static func isSame(_ stored: ServedTime, _ time: ServedTime) -> Bool {
        let isDaily = stored.days.count == Weekday.allCases.count
        return (isDaily ? [] : Set(stored.days)) == Set(time.days)
            && clock(stored.from) == time.from && clock(stored.until) == time.until
    }

    /// `8:00` as a browser's field has it; `nil` where it is no time.
    private static func clock(_ text: String) -> String? {
        RemindersPart.clock(ShiftTime.minutes(ofDay: text))
    }

    private struct Names {
        let client: String

        var fault: String { "times-\(client)" }

        func line(_ number: Int) -> (days: String, from: String, until: String) {
            ("days-\(number)-\(client)", "from-\(number)-\(client)", "until-\(number)-\(client)")
        }
    }

    private static func names(_ served: ServedClient) -> Names { Names(client: served.client) }
}
