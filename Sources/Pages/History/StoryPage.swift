import Care
import FoundationEssentials
import Recurrence

/// One request, from the press to its end.
struct StoryPage {
    struct Move {
        let key: String
        let time: String
        let words: String
        /// Since the press.
        let after: String?
    }

    struct Note {
        let text: String
        let by: String
        let time: String

        /// - Parameter day: What the hour alone means.
        init(_ note: RequestNote, beside day: CalendarDay, _ zone: ZoneRules) {
            text = note.text
            by = note.by.map { $0 + ", " } ?? ""
            time =
                StoryPage.time(note.at, beside: day, zone)
                + (note.isTimeOfArrival ? " (when it arrived)" : "")
        }
    }

    let id: String
    /// Made with the page, so that sending the note twice keeps one.
    let noteID: String
    let typed: String?
    let day: String
    let state: String
    let style: String
    let priority: String?
    let answered: String?
    /// Where the request reached the service long after the press.
    let arrived: String?
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
        day = PageText.dayAndTime(request.askedAt, now: call.request.now, zone: zone)
        (state, style) = HistoryWords.state(request)
        priority = HistoryWords.priority(request.priority)
        answered = story.responseTime.map { "First answered after \(HistoryWords.duration($0))." }
        let delay = request.receivedAt.timeIntervalSince(request.askedAt)
        arrived =
            request.isTimeOfArrival
            ? "The kiosk’s clock could not be used: this is when the call arrived."
            : delay >= 60
                ? "It reached the service \(HistoryWords.duration(.seconds(delay))) after the press: it was away until then."
                : nil
        let asked = zone.local(of: request.askedAt).day
        moves = story.moves.enumerated().map { index, move in
            let passed = move.at.timeIntervalSince(request.askedAt)
            return Move(
                key: "\(index)", time: Self.time(move.at, beside: asked, zone),
                words: HistoryWords.move(move, of: request),
                after: passed >= 1 ? HistoryWords.duration(.seconds(passed)) : nil)
        }
        notes = story.notes.map { Note($0, beside: asked, zone) }
        func path(_ id: UUID) -> String { "/history/requests/\(id.uuidString.lowercased())" }
        earlier = request.asksAgain.map(path)
        later = story.askedAgain.map(path)
    }

    /// `18:05`, with the day where it differs from the one above.
    private static func time(_ moment: Date, beside day: CalendarDay, _ zone: ZoneRules) -> String {
        let local = zone.local(of: moment)
        return local.day == day ? PageText.time(local) : "\(PlanText.day(local.day)) \(PageText.time(local))"
    }

    static let template = """
        <p>{{#priority}}<span class="word {{.}}">{{.}}</span> · {{/priority}}<span class="word {{style}}">{{state}}</span>
        · asked {{day}}</p>
        {{#answered}}<p>{{.}}</p>{{/answered}}
        {{#arrived}}<p class="word soon">{{.}}</p>{{/arrived}}
        {{#earlier}}<p><a href="{{.}}">It asks again for this earlier request</a></p>{{/earlier}}
        {{#later}}<p><a href="{{.}}">It was asked again later</a></p>{{/later}}
        <h2>What happened</h2>
        <ol class="cards story">
        {{#moves}}<li class="card" data-key="{{key}}"><time>{{time}}</time> {{words}}{{#after}}
        <span class="quiet">({{.}} after the press)</span>{{/after}}</li>{{/moves}}
        </ol>
        <h2>Notes</h2>
        {{^notes}}<p class="quiet">No notes.</p>{{/notes}}
        {{#notes}}<p class="note">“{{text}}” <span class="quiet">{{by}}{{time}}</span></p>{{/notes}}
        \(Form.post("/history/requests/{{id}}/notes", sends: ["id": "{{noteID}}"]))
        \(Form.field("text", "Add a note", .area(rows: 2).most(2000), id: "note", value: "{{typed}}"))
        <div class="row"><button class="main">Save the note</button></div>
        <p class="quiet">A note cannot be deleted later.</p>
        </form>
        """
}
