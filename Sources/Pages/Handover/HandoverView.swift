import Care
import Wording

/// The page of a handover as it is drawn.
struct HandoverView {
    struct Choice {
        let path: String
        let name: Text?
        let time: Text
        let isHere: Bool
    }

    struct Part {
        let key: String
        let title: Text
        let lines: [HandoverWords.Line]
    }

    /// The longest text that is said at once, in characters (`SpeechSample`).
    private static let longestSaid = 400

    /// Who is on the way at this moment.
    let claims: ClaimsPart
    let shifts: [Choice]
    let isTyped: Bool
    let since: String
    let until: String
    let sinceFault: Text?
    let untilFault: Text?
    let trouble: FormTrouble?
    let hasHandover: Bool
    let span: Text
    /// Who is on duty now.
    let onDuty: Text?
    /// What is said aloud, in which language: a line for each piece that is said at once.
    let spoken: String
    let language: String
    let parts: [Part]
    let isEmpty: Bool
    let remarks: [Text]
    let zone: String

    init(
        _ words: HandoverWords?, shifts: [Shift], shown: Shift?, typed: (since: String?, until: String?),
        problem: CareProblem?, claims: ClaimsPart, _ call: PageCall
    ) {
        self.claims = claims
        self.shifts = shifts.map { shift in
            Choice(
                path: "/handover?shift=\(shift.name)", name: shift.word,
                time: shift.needsDay
                    ? TimeText.dayAndTime(shift.begin, now: call.request.now, zone: call.request.zone)
                    : call.time(of: shift.begin), isHere: shift == shown)
        }
        isTyped = shown == nil
        (since, until) = (typed.since ?? "", typed.until ?? "")
        sinceFault = problem.flatMap { $0.field == "since" ? Text("handover.not_a_time") : nil }
        untilFault = problem.flatMap { $0.field == "until" ? Text("handover.not_a_time") : nil }
        trouble = FormTrouble(
            [
                sinceFault.map { FormFault(id: "since", label: Text("handover.since"), words: $0) },
                untilFault.map { FormFault(id: "until", label: Text("handover.until"), words: $0) },
            ].compactMap(\.self))
        hasHandover = words != nil
        span = words?.span ?? .empty
        onDuty = words?.onDuty
        let sections = words?.sections ?? []
        parts = sections.enumerated().map {
            Part(key: "part-\($0)", title: $1.title, lines: $1.lines)
        }
        isEmpty = sections.isEmpty
        remarks = words?.remarks ?? []
        spoken = Self.spoken(sections, onDuty: onDuty, call)
        language = call.site.translation(for: call.request).language
        zone = words?.handover.zone ?? ""
    }

    /// The most important first: how many there are of each kind, and what those are that somebody has to do or to know.
    private static func spoken(
        _ sections: [HandoverWords.Section], onDuty: Text?, _ call: PageCall
    ) -> String {
        let there = onDuty.map { call.say($0) + "." }
        guard !sections.isEmpty else {
            return pieces([call.say(Text("handover.nothing")), there].compactMap(\.self)).joined(
                separator: "\n")
        }
        var sentences = [call.say(Text("handover.title")) + ".", there].compactMap(\.self)
        for section in sections {
            sentences.append(call.say(section.title) + ".")
            guard section.isSaid else { continue }
            sentences += section.lines.map { call.say($0.text).replacing(" · ", with: ", ") + "." }
        }
        return pieces(sentences).joined(separator: "\n")
    }

    /// As many sentences together as can be said at once; one that is longer alone is cut between two words.
    private static func pieces(_ sentences: [String]) -> [String] {
        var pieces = [""]
        func add(_ words: some StringProtocol) {
            let last = pieces[pieces.count - 1]
            if last.isEmpty {
                pieces[pieces.count - 1] = String(words)
            } else if last.count + 1 + words.count <= longestSaid {
                pieces[pieces.count - 1] += " " + words
            } else {
                pieces.append(String(words))
            }
        }
        for sentence in sentences {
            let sentence = sentence.split(whereSeparator: \.isNewline).joined(separator: " ")
            if sentence.count <= longestSaid {
                add(sentence)
            } else {
                for word in sentence.split(separator: " ") { add(word.prefix(longestSaid)) }
            }
        }
        return pieces
    }

    static let template = """
        <div class="row shifts" role="group" aria-label="[[handover.which_shift]]">\
        {{#shifts}}<a class="button{{#isHere}} here{{/isHere}}" href="{{path}}"{{#isHere}} aria-current="true"{{/isHere}}>\
        <span>{{#name}}{{.}} <small>[[handover.from_time]]</small>{{/name}}{{^name}}[[handover.from_time]]{{/name}}</span></a>
        {{/shifts}}</div>
        <details class="plain" data-key="other"{{#isTyped}} open{{/isTyped}}><summary>[[handover.other_times]]</summary>
        \(Form.get("/handover"))
        \(Form.troubles())
        <div class="fields">
        <div>\(Form.field("since", "[[handover.since]]", .line.most(40), hint: .words("[[handover.time_hint]]"), fault: "sinceFault"))</div>
        <div>\(Form.field("until", "[[handover.until]]", .line.most(40), fault: "untilFault"))</div></div>
        <p class="row"><button class="main">[[handover.show]]</button></p></form></details>
        {{#claims}}\(ClaimsPart.template){{/claims}}
        {{#hasHandover}}
        <h2 data-key="span">{{span}}</h2>
        {{#onDuty}}<p data-key="on-duty">{{.}}</p>{{/onDuty}}
        <div class="row" data-key="do">\(Form.listen(#"{{spoken}}" data-pieces data-language="{{language}}"#))
        <button type="button" id="print" hidden>\(Icon.print.html)[[history.print]]</button></div>
        \(Empty.place(
            .check, "[[handover.nothing]]", .init(words: "[[handover.to_history]]", path: "/history"),
            where: "isEmpty"))
        {{#parts}}<section class="handover" data-key="{{key}}"><h2>{{title}}</h2>
        <ul>{{#lines}}<li>{{#path}}<a href="{{.}}">{{text}}</a>{{/path}}{{^path}}{{text}}{{/path}}
        {{#notes}}<p class="note">{{.}}</p>{{/notes}}</li>
        {{/lines}}</ul></section>
        {{/parts}}
        {{#remarks}}<p class="quiet">{{.}}</p>{{/remarks}}
        <p class="quiet" data-key="zone">[[history.times_of_zone]]</p>{{/hasHandover}}
        """
}
