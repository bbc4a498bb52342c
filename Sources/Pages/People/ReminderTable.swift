import Care
import Wording

/// What somebody is told where: a box for each kind at each place.
struct ReminderTable {
    /// A kind, or other news that a client's kiosk says.
    struct Row {
        let name: Text
        let boxes: [Box]
    }

    /// Not there where nobody of that role is told of it.
    struct Box {
        let isThere: Bool
        let value: String
        /// Kind and place.
        let name: Text
        let isChosen: Bool
        /// What stands there instead of a box.
        let instead: Text
    }

    struct Column {
        let name: Text
    }

    let columns: [Column]
    let rows: [Row]

    init(_ wanted: ReminderPreferences, of role: Person.Role) {
        let places = Self.places(role)
        columns = places.map { Column(name: Self.words($0, of: role)) }
        let kinds = MessageKind.allCases.filter { kind in
            places.contains { ReminderCell(kind, $0).exists(for: role) }
        }
        let reminders = kinds.map { kind in
            Row(
                name: RemindersPart.words(kind),
                boxes: places.map { place in
                    let cell = ReminderCell(kind, place)
                    return Box(
                        isThere: cell.exists(for: role), value: Self.value(cell),
                        name: Self.words(cell, of: role),
                        isChosen: wanted.isTicked(cell),
                        instead: Text(
                            kind == .request && place == .station ? "reminders.always" : "reminders.never"))
                })
        }
        let news = Self.news(role).map { news in
            Row(
                name: Self.words(news),
                boxes: places.map { place in
                    Box(
                        isThere: place == .kiosk, value: news.rawValue,
                        name: Self.words(Self.words(news), at: place, of: role),
                        isChosen: !wanted.unsaid.contains(news), instead: Text("reminders.never"))
                })
        }
        rows = reminders + news
    }

    /// Each box says by itself which it is, for whoever does not see its row and column.
    static let template = """
        {{#table}}<table class="told"><thead><tr><td></td>{{#columns}}<th scope="col">{{name}}</th>{{/columns}}</tr></thead>
        <tbody>{{#rows}}<tr><th scope="row">{{name}}</th>{{#boxes}}<td>{{#isThere}}\(Form.tick("tell"))\
        {{/isThere}}{{^isThere}}<span class="quiet">{{instead}}</span>{{/isThere}}</td>{{/boxes}}</tr>{{/rows}}</tbody></table>{{/table}}
        """

    // MARK: - What there is

    /// The columns, in order.
    private static func places(_ role: Person.Role) -> [ReminderPlace] {
        switch role {
        // Stations say of a client what they are asked to pay.
        case .client: [.kiosk, .page, .station]
        case .caregiver, .coordinator: [.station, .page, .command]
        case .provider: [.station, .command]
        }
    }

    /// What says a reminder to whoever has asked for nothing else.
    static func usual(_ role: Person.Role) -> ReminderChannel { role == .client ? .kiosk : .station }

    private static func news(_ role: Person.Role) -> [ClientNews] {
        role == .client ? ClientNews.allCases : []
    }

    private static func cells(_ role: Person.Role, at places: [ReminderPlace]) -> [ReminderCell] {
        MessageKind.allCases.flatMap { kind in places.map { ReminderCell(kind, $0) } }
            .filter { $0.exists(for: role) }
    }

    private static func value(_ cell: ReminderCell) -> String {
        "\(cell.kind.rawValue).\(cell.place.rawValue)"
    }

    // MARK: - What a form says

    /// Takes over the boxes that are ticked. A whole row is off as a kind, and the whole column of what usually says them is silent, so
    /// that whoever knows nothing of single boxes reads as much.
    ///
    /// - Parameter isShown: Whether the form had a box: others stay as they were.
    static func take(
        _ ticked: Set<String>, of role: Person.Role, into new: inout ReminderPreferences,
        where isShown: (ReminderCell) -> Bool = { _ in true }
    ) {
        func isTicked(_ cell: ReminderCell) -> Bool { ticked.contains(value(cell)) }
        let (all, usual) = (cells(role, at: places(role)).filter(isShown), usual(role))
        let places = Set(all.map(\.place))
        new.muted.subtract(all)
        let isEmpty = !all.contains { $0.place == ReminderPlace(usual) && isTicked($0) }
        // Where there is no other column, it is the kinds that are off.
        let isSilent = isEmpty && (places.count > 1 || new.silent.contains(usual))
        if isSilent { new.silent.insert(usual) } else { new.silent.remove(usual) }
        for kind in Set(all.map(\.kind)) {
            let open = all.filter { $0.kind == kind && !(isSilent && $0.place == ReminderPlace(usual)) }
            // Where it could come nowhere else, the kind stays as it was.
            guard !open.isEmpty else { continue }
            if open.contains(where: isTicked) {
                new.off.remove(kind)
                new.muted.formUnion(open.filter { !isTicked($0) })
            } else {
                new.off.insert(kind)
            }
        }
        for news in Self.news(role) {
            if ticked.contains(news.rawValue) { new.unsaid.remove(news) } else { new.unsaid.insert(news) }
        }
    }

    /// What is stored of single boxes, as far as it is not what was typed.
    static func differences(
        _ stored: ReminderPreferences, _ typed: ReminderPreferences, of role: Person.Role
    ) -> [Text] {
        func words(_ name: Text, isOff: Bool) -> Text {
            Text(isOff ? "reminders.kind_off" : "reminders.kind_on", ["kind": .text(name)])
        }
        let cells = MessageKind.allCases.flatMap { kind in
            ReminderPlace.allCases.map { ReminderCell(kind, $0) }
        }.filter { stored.muted.contains($0) != typed.muted.contains($0) }
        let news = ClientNews.allCases.filter { stored.unsaid.contains($0) != typed.unsaid.contains($0) }
        return cells.map { words(Self.words($0, of: role), isOff: stored.muted.contains($0)) }
            + news.map { words(Self.words($0), isOff: stored.unsaid.contains($0)) }
    }

    // MARK: - Words

    private static func words(_ place: ReminderPlace, of role: Person.Role) -> Text {
        switch place {
        case .station: Text("reminders.at_station")
        case .kiosk: Text("reminders.at_kiosk")
        case .page: Text(role == .client ? "reminders.at_phone" : "reminders.at_page")
        case .command: Text("reminders.at_command")
        }
    }

    private static func words(_ news: ClientNews) -> Text {
        switch news {
        case .answers: Text("reminders.answers")
        case .rewards: Text("reminders.rewards")
        }
    }

    private static func words(_ cell: ReminderCell, of role: Person.Role) -> Text {
        words(RemindersPart.words(cell.kind), at: cell.place, of: role)
    }

    private static func words(_ name: Text, at place: ReminderPlace, of role: Person.Role) -> Text {
        Text("reminders.cell", ["kind": .text(name), "place": .text(words(place, of: role))])
    }
}
