import Care
import FoundationEssentials
import Recurrence
import Wording

/// One client's moods: what can be logged, the two weeks in a sentence with their chart, and each one below.
struct OneClientMoods {
    struct Line: TemplateRow {
        let key: String
        let when: Text
        let face: String?
        let what: Text
        let by: Text?
        /// Whether another one has taken its place.
        let isCorrected: Bool
        /// Where it is corrected; `nil` where it was already.
        let correct: String?

        var fields: [Field] {
            [
                ("key", key), ("when", when), ("face", face), ("what", what), ("by", by),
                ("isCorrected", isCorrected), ("correct", correct),
            ]
        }
    }

    /// How many days a chart can show, the usual first.
    static let spans = [30, 90, 365]
    /// How many answers of 200 the charts read: more moods than somebody logs in a year of hours.
    private static let mostAnswers = 5
    private static let shownLines = 40

    let forms: MoodForms
    /// What is corrected, in words.
    let correcting: Text?
    /// The page without it.
    let own: String
    /// The last seven days, day by day.
    let week: Text?
    let charts: [MoodChart]
    let spanChoices: [SpanChoice]
    let lines: [Line]
    let areMore: Bool
    let isEmpty: Bool
    /// Whether the charts leave out the oldest.
    let isCut: Bool
    let csv: String?
    /// Where the signs are written down; `nil` for the client.
    let signsPath: String?
    /// Where the client's course is; `nil` for the client.
    let course: String?

    struct SpanChoice {
        let path: String
        let name: Text
        let isHere: Bool
    }

    /// - Parameter notice: What was refused.
    static func show(
        _ client: Person, _ call: PageCall, _ viewer: Viewer, notice: Notice? = nil, status: Int = 200
    ) async throws -> PageResponse {
        let isOwn = viewer.person.id == client.id
        let base = isOwn ? MineMoods.base : MoodPages.path(client.id)
        let days =
            call.query["days"].flatMap { Int($0) }.flatMap { spans.contains($0) ? $0 : nil } ?? spans[0]
        let read = try await read(of: client.id, days: days, call)
        let moods = read.moods
        let signs: SignList =
            isOwn ? SignList() : try await call.api.get("people/\(PageText.escaped(client.id))/signs")
        let corrected = call.query["corrects"].flatMap { UUID(uuidString: $0) }.flatMap { id in
            moods.first { $0.id == id && $0.correctedBy == nil }
        }
        return call.page(
            Page(
                title: isOwn
                    ? Text("moods.yours") : Text("moods.of_client", ["client": .text(.nameOf(client))]),
                template: "moods.one",
                content: OneClientMoods(
                    read, signs.signs, of: client, base: base, days: days, corrected: corrected, isOwn: isOwn,
                    call),
                live: MoodPages.live, notice: notice ?? MoodLogging.notice(call),
                back: isOwn ? nil : MoodPages.base, scripts: [Form.listenScript]), status: status)
    }

    /// The newest first, of as many days as the chart has and at least of the two weeks of the sentence; with a next page where the oldest are
    /// left out.
    private static func read(
        of client: String, days: Int, _ call: PageCall
    ) async throws(CareProblem) -> MoodPage {
        let zone = call.request.zone
        let first = zone.local(of: call.request.now).day.adding(days: 1 - max(days, 15))
        let from = CareJSON.string(from: zone.start(of: first))
        var found = MoodPage(moods: [])
        for _ in 0..<mostAnswers {
            let page: MoodPage = try await call.api.get(
                "moods",
                [
                    ("client", client), ("from", from), ("before", found.next.map(String.init)),
                    ("limit", "200"),
                ])
            found.moods += page.moods
            found.faces = found.faces ?? page.faces
            found.next = page.next
            if found.next == nil { break }
        }
        return found
    }

    /// After which appointment the client has opened the page.
    private static func appointment(_ call: PageCall) -> UUID? {
        (call.form["appointment"] ?? call.query["session"]).flatMap { UUID(uuidString: $0) }
    }

    private init(
        _ read: MoodPage, _ signs: [SignList.Sign], of client: Person, base: String, days: Int,
        corrected: Mood?, isOwn: Bool, _ call: PageCall
    ) {
        let moods = read.moods
        forms = MoodForms(
            action: base,
            faces: corrected.map(\.mood.scale).flatMap { $0.faces.isEmpty ? nil : $0 }
                ?? MoodForms.scale(read),
            signs: signs, isAboutOther: !isOwn,
            asks: corrected.map { [$0.mood.scale.question] } ?? Set(MoodQuestion.allCases),
            corrects: corrected?.id, appointment: isOwn ? Self.appointment(call) : nil)
        correcting = corrected.map { mood in
            Text(
                "moods.correcting",
                ["what": .text(MoodWords.line(mood)), "when": .text(call.when(mood.countsAt))])
        }
        own = base
        let zone = call.request.zone
        let faces = moods.compactMap { mood in
            MoodMeasure.faces.number(of: mood).map { (day: zone.local(of: mood.countsAt).day, face: $0) }
        }
        week = MoodWords.week(MoodWeek.days(faces, until: zone.local(of: call.request.now).day))
        charts = MoodMeasure.allCases.map { MoodChart(moods, on: $0, days: days, call) }
            .filter { !$0.isEmpty || $0.id == "chart-\(MoodMeasure.faces.rawValue)" }
        spanChoices = Self.spans.map { span in
            SpanChoice(
                path: "\(base)?days=\(span)", name: Text("moods.days", count: span), isHere: span == days)
        }
        lines = moods.prefix(Self.shownLines).map { mood in
            // Clients correct what they have said themselves.
            let isOthers = mood.mood.by.map { $0 != client.name } ?? false
            let isOpen = mood.correctedBy == nil && !(isOwn && isOthers)
            return Line(
                key: "mood-\(mood.number)", when: call.when(mood.countsAt),
                face: mood.mood.scale.face(of: mood.mood.value).map { DrawnFaces.path($0.number) },
                what: MoodWords.line(mood),
                by: isOthers ? mood.mood.by.map { Text("moods.by", ["name": .verbatim($0)]) } : nil,
                isCorrected: mood.correctedBy != nil,
                correct: isOpen ? "\(base)?days=\(days)&corrects=\(mood.id)#main" : nil)
        }
        areMore = moods.count > Self.shownLines
        isEmpty = moods.isEmpty
        isCut = read.next != nil
        csv = isOwn ? MineMoods.csv : "/moods.csv?client=\(PageText.escaped(client.id))"
        signsPath = isOwn ? nil : "\(base)/signs"
        course = isOwn ? nil : ClientCourse.path(client.id)
    }

    private static let table = """
        <section data-key="table" aria-labelledby="table-title"><h2 id="table-title">[[moods.all]]</h2>
        {{#isEmpty}}<p class="quiet">[[moods.none]]</p>{{/isEmpty}}
        <ul class="lines">{{#lines}}<li data-key="{{key}}"><span class="felt">\(DrawnFaces.html("face"))<span{{#isCorrected}} class="taken-back"{{/isCorrected}}>{{what}}</span></span>\
        <span class="quiet">{{when}}{{#by}} · {{.}}{{/by}}{{#isCorrected}} · [[moods.corrected]]{{/isCorrected}}</span>\
        {{#correct}}<a class="line" href="{{.}}">[[moods.correct]]<span class="unseen">: {{what}}, {{when}}</span></a>{{/correct}}</li>
        {{/lines}}</ul>
        {{#areMore}}<p class="quiet">[[moods.table_cut]]</p>{{/areMore}}</section>
        """

    static let template = """
        {{#correcting}}<div class="notice" data-key="correcting"><span>{{.}}</span> <a class="button" href="{{own}}">[[forms.cancel]]</a></div>{{/correcting}}
        \(MoodForms.template)
        {{#signsPath}}<p><a class="line" href="{{.}}">\(Icon.edit.html)[[moods.signs]]</a></p>{{/signsPath}}
        <div class="row shifts" role="group" aria-label="[[moods.how_long]]" data-key="spans">{{#spanChoices}}<a class="button{{#isHere}} here{{/isHere}}" href="{{path}}"{{#isHere}} aria-current="true"{{/isHere}}>{{name}}</a>
        {{/spanChoices}}</div>
        {{#week}}<section class="card" data-key="week" aria-labelledby="week-title"><h2 id="week-title">[[moods.week]]</h2>
        <p class="sentence">{{.}}</p><p class="row">\(Form.listen("{{.}}"))</p></section>{{/week}}
        {{#isCut}}<p class="quiet">[[moods.chart_cut]]</p>{{/isCut}}
        {{#charts}}{{> moods.chart}}{{/charts}}
        \(table)
        <p class="row">{{#course}}<a class="button" href="{{.}}">[[course.title]]</a>{{/course}}\
        {{#csv}}<a class="button" href="{{.}}" download>\(Icon.download.html)[[history.export]]</a>{{/csv}}</p>
        """
}
