import Care
import FoundationEssentials
import Recurrence
import Wording

/// One request, from the press to its end.
struct StoryPage {
    struct Move {
        let key: String
        let time: Text
        let words: Text
        /// Since the press.
        let span: Text?
    }

    struct Note {
        let text: String
        /// Who wrote it, and when.
        let origin: Text

        /// - Parameter day: What the hour alone means.
        init(_ note: RequestNote, beside day: CalendarDay, _ zone: ZoneRules) {
            text = note.text
            let time = StoryPage.time(note.at, beside: day, zone)
            let when = note.isTimeOfArrival ? Text("history.arrived_at", ["time": .text(time)]) : time
            origin = .joined([note.by.map(Text.verbatim), when].compactMap(\.self), separator: ", ")
        }
    }

    let id: String
    /// Made with the page, so that sending the note twice keeps one.
    let noteID: String
    let typed: String?
    let day: Text
    let state: Text
    let style: String
    let priority: String
    let urgency: Text?
    let answered: Text?
    /// Where the request reached the service long after the press.
    let arrived: Text?
    let moves: [Move]
    let notes: [Note]
    let earlier: String?
    let later: String?

    init(_ story: RequestStory, _ call: PageCall, typed: String?, noteID: String? = nil) {
        let request = story.request
        let zone = call.request.zone
        id = request.id.uuidString.lowercased()
        self.noteID = noteID ?? UUID().uuidString
        self.typed = typed
        day = TimeText.dayAndTime(request.askedAt, now: call.request.now, zone: zone)
        (state, style) = HistoryWords.state(request)
        priority = request.priority.rawValue
        urgency = HistoryWords.urgency(request.priority)
        answered = story.responseTime.map {
            Text("history.first_answered", ["span": .text(HistoryWords.duration($0))])
        }
        let delay = request.receivedAt.timeIntervalSince(request.askedAt)
        arrived =
            request.isTimeOfArrival
            ? Text("history.time_of_arrival")
            : delay >= 60
                ? Text("history.reached_late", ["span": .text(HistoryWords.duration(.seconds(delay)))])
                : nil
        let asked = zone.local(of: request.askedAt).day
        moves = story.moves.enumerated().map { index, move in
            let passed = move.at.timeIntervalSince(request.askedAt)
            return Move(
                key: "\(index)", time: Self.time(move.at, beside: asked, zone),
                words: HistoryWords.move(move, of: request),
                span: passed >= 1 ? HistoryWords.duration(.seconds(passed)) : nil)
        }
        notes = story.notes.map { Note($0, beside: asked, zone) }
        func path(_ id: UUID) -> String { "/history/requests/\(id.uuidString.lowercased())" }
        earlier = request.asksAgain.map(path)
        later = story.askedAgain.map(path)
    }

    /// `18:05`, with the day where it differs from the one above.
    private static func time(_ moment: Date, beside day: CalendarDay, _ zone: ZoneRules) -> Text {
        let local = zone.local(of: moment)
        return local.day == day
            ? TimeText.time(local)
            : Text("time.day_and_time", ["day": .day(local.day, today: local.day), "time": .time(local)])
    }

    static let template = """
        <p>{{#urgency}}<span class="word {{priority}}">{{.}}</span> · {{/urgency}}<span class="word {{style}}">{{state}}</span>
        · [[history.asked]]</p>
        {{#answered}}<p>{{.}}</p>{{/answered}}
        {{#arrived}}<p class="word soon">{{.}}</p>{{/arrived}}
        {{#earlier}}<p><a href="{{.}}">[[history.asks_for_earlier]]</a></p>{{/earlier}}
        {{#later}}<p><a href="{{.}}">[[history.asked_later]]</a></p>{{/later}}
        <h2>[[history.what_happened]]</h2>
        <ol class="cards story">
        {{#moves}}<li class="card" data-key="{{key}}"><time>{{time}}</time> {{words}}{{#span}}
        <span class="quiet">([[history.after_press]])</span>{{/span}}</li>{{/moves}}
        </ol>
        <h2>[[history.notes]]</h2>
        {{^notes}}<p class="quiet">[[history.no_notes]]</p>{{/notes}}
        {{#notes}}<p class="note">[[now.quoted]] <span class="quiet">{{origin}}</span></p>{{/notes}}
        \(Form.post("/history/requests/{{id}}/notes", sends: ["id": "{{noteID}}"]))
        \(Form.field("text", "[[history.add_note]]", .area(rows: 2).most(2000), id: "note", value: "{{typed}}"))
        <div class="row"><button class="main">[[history.save_note]]</button></div>
        <p class="quiet">[[history.note_stays]]</p>
        </form>
        """
}
