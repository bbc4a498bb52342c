import Care
import FoundationEssentials
import Recurrence
import Wording

/// Moods along days as a drawing of our own: one mark for each day on which something was logged, at the mean of that day, and a line from
/// one to the next. Whoever does not see it hears the sentence above it, and finds each mood in the table below.
struct MoodChart {
    /// One line across, with what it means at its beginning.
    struct Level {
        let y: String
        let textY: String
        let label: String
        /// Its face's name among the drawn ones; `nil` for a number.
        let face: String?
        let faceY: String
    }

    struct Mark {
        let x: String
        let y: String
        /// "Tuesday 3 March: good, 4 of 5".
        let said: Text
    }

    struct Tick {
        let x: String
        /// `start`, `middle` or `end`.
        let anchor: String
        let label: Text
    }

    /// Its own in the page.
    let id: String
    let title: Text
    let sentence: Text
    let levels: [Level]
    let marks: [Mark]
    /// The marks in order, `x,y x,y`; `nil` for less than two.
    let line: String?
    let ticks: [Tick]

    // The drawing's own units; it is as wide as its card.
    private static let (width, height) = (340.0, 190.0)
    private static let (left, right, top, bottom) = (34.0, 8.0, 14.0, 26.0)
    static let box = "0 0 340 190"

    /// - Parameter days: How many it shows, the last one today.
    init(_ moods: [Mood], on measure: MoodMeasure, days: Int, _ call: PageCall) {
        let (zone, now) = (call.request.zone, call.request.now)
        let today = zone.local(of: now).day
        let first = today.adding(days: 1 - days)
        id = "chart-\(measure.rawValue)"
        title = Text("moods.chart_\(measure.rawValue)")
        sentence = MoodWords.sentence(MoodSummary(moods, on: measure, now: now), on: measure)

        func x(_ day: CalendarDay) -> Double {
            let share = days > 1 ? Double(day.number - first.number) / Double(days - 1) : 1
            return Self.left + share * (Self.width - Self.left - Self.right)
        }
        let range = measure.range
        func y(_ number: Double) -> Double {
            let share = (number - Double(range.lowerBound)) / Double(range.count - 1)
            return Self.height - Self.bottom - share * (Self.height - Self.top - Self.bottom)
        }
        let shown = measure == .faces ? Array(range) : [0, 2, 4, 6, 8, 10]
        levels = shown.map { number in
            Level(
                y: Self.text(y(Double(number))), textY: Self.text(y(Double(number)) + 4), label: "\(number)",
                face: measure == .faces ? DrawnFaces.path(number) : nil,
                faceY: Self.text(y(Double(number)) - 9))
        }
        var byDay: [CalendarDay: [Int]] = [:]
        for mood in moods {
            guard let number = measure.number(of: mood) else { continue }
            let day = zone.local(of: mood.countsAt).day
            if day >= first, day <= today { byDay[day, default: []].append(number) }
        }
        let points = byDay.sorted { $0.key < $1.key }.map { day, numbers in
            (day: day, mean: Double(numbers.reduce(0, +)) / Double(numbers.count), numbers: numbers)
        }
        marks = points.map { point in
            let words = Array(Set(point.numbers)).sorted().map { MoodWords.number($0, on: measure) }
            return Mark(
                x: Self.text(x(point.day)), y: Self.text(y(point.mean)),
                said: Text(
                    "moods.on_day",
                    [
                        "day": .text(TimeText.day(point.day, today: today)),
                        "what": .text(.joined(words, separator: "; ")),
                    ]))
        }
        line =
            points.count > 1
            ? points.map { "\(Self.text(x($0.day))),\(Self.text(y($0.mean)))" }.joined(separator: " ") : nil
        ticks = [
            Tick(x: Self.text(x(first)), anchor: "start", label: Text("moods.days_ago", count: days - 1)),
            Tick(
                x: Self.text(x(first.adding(days: days / 2))), anchor: "middle",
                label: Text("moods.days_ago", count: days - 1 - days / 2)),
            Tick(x: Self.text(x(today)), anchor: "end", label: Text("time.today")),
        ]
    }

    /// Of a pain that nobody has logged there is no chart.
    var isEmpty: Bool { marks.isEmpty }

    /// With one digit behind the point at most: nobody sees more.
    private static func text(_ number: Double) -> String {
        let tenths = Int((number * 10).rounded())
        return tenths.isMultiple(of: 10) ? "\(tenths / 10)" : "\(tenths / 10).\(abs(tenths % 10))"
    }

    static let template = """
        <section class="card" data-key="{{id}}" aria-labelledby="{{id}}-title"><h2 id="{{id}}-title">{{title}}</h2>
        <p class="sentence">{{sentence}}</p>
        {{^isEmpty}}<svg class="chart" font-size="11" role="img" aria-labelledby="{{id}}-said" viewBox="\(box)"><title id="{{id}}-said">{{title}}. {{sentence}}</title>
        {{#levels}}<line class="level" x1="34" x2="332" y1="{{y}}" y2="{{y}}"/>\
        {{#face}}<use href="{{.}}" x="4" y="{{faceY}}" width="18" height="18"/>{{/face}}\
        {{^face}}<text x="26" y="{{textY}}" text-anchor="end">{{label}}</text>{{/face}}
        {{/levels}}{{#ticks}}<text x="{{x}}" y="184" text-anchor="{{anchor}}">{{label}}</text>
        {{/ticks}}{{#line}}<polyline class="course" points="{{.}}"/>{{/line}}
        {{#marks}}<circle class="mark" cx="{{x}}" cy="{{y}}" r="4"><title>{{said}}</title></circle>
        {{/marks}}</svg>{{/isEmpty}}</section>
        """
}

/// The five faces as pages show them: among the icons, drawn once.
enum DrawnFaces {
    /// Where the face with a number is, 1 to 5 from the worst.
    static func path(_ number: Int) -> String { "\(PageAssets.path("icons.svg"))#face-\(number)" }

    /// One where it stands, for a field of the page's content with its path. What it means stands beside it.
    static func html(_ field: String) -> String {
        #"{{#\#(field)}}<svg class="mood" viewBox="0 0 24 24" aria-hidden="true"><use href="{{.}}"/></svg>{{/\#(field)}}"#
    }
}
