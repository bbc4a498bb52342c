import Care
import FoundationEssentials
import Wording

/// That the stations say something again later: the button for ten minutes, and afterwards when that is.
struct PuttingOff {
    /// Of the occurrence, from whose page or card it is done.
    let path: String
    let origin: String
    let id = UUID().uuidString
    /// Whether the button is there: it is open, the stations have said it or will, and nobody has put it off.
    let isOffered: Bool
    /// When it is said again; `nil` where that is not ahead.
    let again: Text?
    /// Whether the reader may have it said in a minute instead. A provider has no part in what the stations say.
    let maySoon: Bool

    /// - Parameter agenda: `nil` where it could not be read: then there is nothing to put off.
    init(
        _ item: RoutineOccurrence, in agenda: Agenda?, from origin: OccurrencePath.Origin, viewer: Viewer,
        call: PageCall
    ) {
        path = OccurrencePath(item, from: origin).page
        self.origin = origin.rawValue
        let reminders = agenda?.stationReminders(of: item) ?? []
        let later = reminders.filter { $0.state == .waiting && $0.at > call.request.now }.map(\.at).min()
        again = later.map { Text("today.said_again", ["when": .text(call.when($0))]) }
        maySoon = Set.staff.contains(viewer.person.role)
        isOffered = maySoon && item.state.isOpen && later == nil && !reminders.isEmpty
    }

    /// - Parameter what: Whose button it is, for whoever does not see the card: fields of the card.
    static func button(_ what: String) -> String {
        """
        {{#putOff}}{{#isOffered}}\(Form.post("{{path}}/putoff", sends: ["from": "{{origin}}", "id": "{{id}}"]))<button>[[today.in_ten_minutes]]<span class="unseen">: \(what)</span></button></form>{{/isOffered}}{{/putOff}}
        """
    }

    /// Below the buttons.
    static let line = """
        {{#putOff}}{{#again}}<div class="row">{{.}} {{#maySoon}}\(Form.post("{{path}}/putoff", sends: ["from": "{{origin}}", "id": "{{id}}", "minutes": "1"]))<button>[[today.say_in_a_minute]]</button></form>{{/maySoon}}</div>{{/again}}{{/putOff}}
        """
}
