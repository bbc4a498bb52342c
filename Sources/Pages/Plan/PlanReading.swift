import Care
import PlanSentences
import Recurrence
import Wording

/// What was understood of a sentence that somebody wrote above the plan, to be shown before anything is saved.
struct PlanReading {
    /// Words of the sentence.
    struct Piece {
        let text: String
        let isUnknown: Bool
    }

    /// Something to know about some of the words.
    struct Remark {
        /// `nil` where nothing was said of it.
        let words: String?
        let text: Text
    }

    let pieces: [Piece]
    let hasUnknown: Bool
    let problems: [Remark]
    let hasProblems: Bool
    /// Whether an example helps on.
    let hasHelp: Bool
    let assumptions: [Remark]

    init(_ sentence: PlanSentence, people: [Person], today: CalendarDay) {
        let said = SentenceWords(people: people, today: today)
        func words(_ range: Range<Int>?) -> String? {
            range.map { sentence.words($0) }.flatMap { $0.isEmpty ? nil : $0 }
        }
        var pieces: [Piece] = []
        var place = 0
        func add(_ range: Range<Int>, _ isUnknown: Bool) {
            let text = sentence.words(range)
            if !text.isEmpty { pieces.append(Piece(text: text, isUnknown: isUnknown)) }
        }
        for range in sentence.notUnderstood.sorted(by: { $0.lowerBound < $1.lowerBound })
        where range.lowerBound >= place {
            add(place..<range.lowerBound, false)
            add(range, true)
            place = range.upperBound
        }
        add(place..<max(place, sentence.text.count), false)
        self.pieces = pieces
        hasUnknown = !sentence.notUnderstood.isEmpty
        var problems = sentence.problems.map {
            Remark(words: words($0.range), text: said.text($0.kind))
        }
        if sentence.schedule == nil, problems.isEmpty {
            problems.append(Remark(words: nil, text: Text("sentence.no_time")))
        }
        self.problems = problems
        hasProblems = !problems.isEmpty
        hasHelp = hasUnknown || hasProblems
        assumptions = sentence.assumptions.map {
            Remark(words: words($0.range), text: said.text($0.kind))
        }
    }

    /// Reads a sentence in its reader's language, and in the home's and their others where the first says nothing of a plan.
    ///
    /// - Parameters:
    ///   - writer: The id of whoever has written it.
    ///   - home: When the home does what a time may be said by.
    /// - Returns: What the first plan of it says, and the sentences of those behind it.
    ///
    /// Throws: `PlanSentenceError`.
    static func read(
        _ text: String, people: [Person], writer: String, home: [PlanEvent: PlanEventTime] = [:],
        _ call: PageCall
    ) throws -> (first: PlanSentence, rest: [String]) {
        let named = people.filter(\.isActive).map {
            PlanPerson(id: $0.id, name: $0.name, kind: $0.role == .client ? .client : .caregiver)
        }
        let zone = call.request.zone
        let now = zone.local(of: call.request.now)
        var best: (first: PlanSentence, rest: [String])?
        for reader in try call.site.planReaders(for: call.request) {
            let plans = try reader.plans(in: text, people: named, writer: writer)
            let first = try reader.read(
                plans.first ?? text, now: now, zone: zone.id, people: named, writer: writer, home: home)
            let read = (first: first, rest: Array(plans.dropFirst()))
            if first.isWhole { return read }
            if best.map({ $0.first.understood < first.understood }) ?? true { best = read }
        }
        guard let best else {
            throw CareProblem(.storeFailed, "no words are installed in which a plan could be said")
        }
        return best
    }

    /// What was not understood, or cannot be, beside the field where it would stand.
    static func unclear(_ sentence: PlanSentence, people: [Person], today: CalendarDay) -> [String: Text] {
        let said = SentenceWords(people: people, today: today)
        var found: [String: [Text]] = [:]
        for range in sentence.notUnderstood {
            let words: [String: Text.Value] = ["words": .verbatim(sentence.words(range))]
            found["title", default: []].append(Text("sentence.unclear_words", words))
        }
        func add(_ field: String?, _ why: Text, _ range: Range<Int>?) {
            guard let field else { return }
            let words = range.map { sentence.words($0) } ?? ""
            found[field, default: []].append(
                words.isEmpty
                    ? why : Text("sentence.unclear_because", ["words": .verbatim(words), "why": .text(why)]))
        }
        for problem in sentence.problems { add(problem.kind.field, said.text(problem.kind), problem.range) }
        for assumption in sentence.assumptions {
            if case .momentOpen = assumption.kind {
                add("time", said.text(assumption.kind), assumption.range)
            }
        }
        return found.mapValues { Text.joined($0.map { Text.sentence($0) }, separator: " ") }
    }

    /// Where a sentence is written. It asks for the form as it would be filled in, and saves nothing.
    static let field = """
        \(Form.get("/plan/new", class: "sentence", attributes: #"aria-label="[[sentence.plan_it]]""#))\
        {{#lookedAt}}\(Form.hidden("client", "{{.}}")){{/lookedAt}}
        {{#waiting}}\(Form.hidden("then", "{{.}}")){{/waiting}}\
        \(Form.search(
            "say", "[[sentence.label]]",
            .area(rows: 2).most(500).with(
                #"placeholder="[[sentence.example]]" autocomplete="off" enterkeyhint="go" data-enter"#),
            button: #"<button{{^isAsked}} class="main"{{/isAsked}}>[[sentence.read]]</button>"#))
        </form>
        """

    /// That other plans of the sentence follow, in the form of the first.
    static let following = """
        {{#following}}<section class="card" data-key="following" aria-labelledby="following-title"><h2 id="following-title">{{words}}</h2>
        <ol>{{#sentences}}<li><q>{{.}}</q></li>{{/sentences}}</ol></section>{{/following}}
        """

    static let template = """
        {{#reading}}<section class="card reading" aria-label="[[sentence.understood]]">
        <p class="said">{{#pieces}}{{#isUnknown}}<mark>{{text}}</mark>{{/isUnknown}}{{^isUnknown}}{{text}}{{/isUnknown}}{{/pieces}}</p>
        {{#hasUnknown}}<p class="problem">[[sentence.not_understood]]</p>{{/hasUnknown}}
        {{#hasProblems}}<ul class="problem">{{#problems}}<li>{{#words}}<q>{{.}}</q> {{/words}}{{text}}</li>
        {{/problems}}</ul>{{/hasProblems}}
        {{#hasHelp}}<p class="quiet">[[sentence.such_as]] [[sentence.such_as_work]]</p>{{/hasHelp}}
        <ul class="quiet">{{#assumptions}}<li>{{#words}}<q>{{.}}</q> {{/words}}{{text}}</li>
        {{/assumptions}}</ul></section>{{/reading}}
        """
}

extension PlanSentence {
    /// Nothing is open but what is told as an assumption.
    fileprivate var isWhole: Bool { schedule != nil && problems.isEmpty && notUnderstood.isEmpty }

    /// How much of it says when and who: in another language everything is a title.
    fileprivate var understood: Int {
        let characters = parts.filter { $0.meanings != [.title] }.map(\.range.count).reduce(0, +)
        return (schedule == nil ? 0 : PlanSentenceReader.longest) + characters
    }
}
