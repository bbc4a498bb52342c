import Care
import FoundationEssentials
import Recurrence
import Wording

/// The people and places of the home by their ids, for whatever names them.
struct DutyNames {
    let people: [Person]
    let places: [Place]

    init(_ api: PageAPI) async throws(CareProblem) {
        people = try await api.get("people", as: PeoplePage.self).people
        places = try await api.get("places", as: PlacePage.self).places
    }

    func person(_ id: String) -> String { people.first { $0.id == id }?.name ?? id }
    func place(_ id: String) -> String { places.first { $0.id == id }?.name ?? id }

    var zones: [Place] { places.filter { $0.kind == .zone } }
    /// Who can have a duty, by name.
    var carers: [Person] { people.filter(\.canBeCalled).sorted { ($0.name, $0.id) < ($1.name, $1.id) } }

    /// "East", "the whole home", "assigned to Maria".
    func whereabouts(zone: String?, client: String?) -> Text {
        if let client { return Text("duties.assigned_to", ["client": .verbatim(person(client))]) }
        return zone.map { .verbatim(place($0)) } ?? Text("duties.whole_home")
    }
}

/// Times of duties as people say them.
enum DutyWords {
    /// "22:00–06:00"; with the day of its end where that is not the same or the next one.
    static func span(_ from: Date, _ until: Date, _ call: PageCall) -> Text {
        let zone = call.request.zone
        let (begin, end) = (zone.local(of: from), zone.local(of: until))
        let isShort = end.day.number - begin.day.number <= 1
        let today = zone.local(of: call.request.now).day
        return Text(
            "duties.span",
            [
                "begin": .text(TimeText.time(begin)),
                "end": .text(isShort ? TimeText.time(end) : PlanText.dayAndTime(end, today: today)),
            ])
    }

    /// "until 06:00"; with the day where that is not the day on which it is read, or the next one.
    static func end(_ until: Date, after day: CalendarDay, _ call: PageCall) -> Text {
        let zone = call.request.zone
        let end = zone.local(of: until)
        let isShort = end.day.number - day.number <= 1
        return Text(
            "duties.until_time",
            [
                "time": .text(
                    isShort
                        ? TimeText.time(end)
                        : PlanText.dayAndTime(end, today: zone.local(of: call.request.now).day))
            ])
    }

    /// "Every Monday at 22:00. Until 06:00"; "always".
    static func times(_ content: DutyContent) -> Text {
        guard let schedule = content.schedule, let minutes = content.minutes else {
            return Text("duties.always")
        }
        let end = schedule.start.adding(seconds: Int64(minutes) * 60)
        var words = [
            RepetitionWords.text(schedule),
            .capitalized(Text("duties.until_time", ["time": .text(TimeText.time(end))])),
        ]
        let days = end.day.number - schedule.start.day.number
        if days > 1 { words.append(Text("duties.days_later", count: days)) }
        return .joined(words, separator: " ")
    }
}

/// One line of a list of times.
struct DutyLine {
    let key: String
    let path: String?
    let time: Text
    let who: Text
    let role: String?
    /// What is out of the ordinary: swapped, offered, away.
    let word: Text?
    /// Whether it asks for somebody.
    let isOpen: Bool

    static let template = """
        <li data-key="{{key}}">{{#.path}}<a class="planned{{#isOpen}} urgent{{/isOpen}}" href="{{.}}">{{/.path}}{{^.path}}<div class="planned{{#isOpen}} urgent{{/isOpen}}">{{/.path}}\
        <span class="when">{{time}}</span> <span class="what">{{who}}</span>{{#.role}} <span class="quiet">{{.}}</span>{{/.role}}\
        {{#.word}}<span class="word soon">{{.}}</span>{{/.word}}{{#.path}}</a>{{/.path}}{{^.path}}</div>{{/.path}}</li>
        """

    init(_ time: DutyTime, _ names: DutyNames, _ call: PageCall, span: Text? = nil) {
        key = "duty-\(time.duty.uuidString.lowercased())-\(time.key?.description ?? "always")"
        path = time.key.map { DutiesPages.path(time.duty, $0) } ?? DutiesPages.path(time.duty)
        self.time =
            span ?? (time.key == nil ? Text("duties.always") : DutyWords.span(time.from, time.until, call))
        let holder = time.holder
        who = holder.map { .verbatim(names.person($0)) } ?? Text("duties.nobody")
        role = time.role
        let planned: Text.Value = .verbatim(names.person(time.person))
        var words: [Text] = []
        if holder == nil {
            words.append(Text("duties.left_out", ["name": planned]))
        } else if holder != time.person {
            words.append(Text("duties.instead_of", ["name": planned]))
        }
        if time.isAway { words.append(Text("duties.is_away")) }
        if let offer = time.offer {
            words.append(
                offer.to.map { Text("duties.offered_to", ["name": .verbatim(names.person($0))]) }
                    ?? Text("duties.offered"))
        }
        word = words.isEmpty ? nil : .joined(words, separator: " · ")
        isOpen = holder == nil || time.isAway || time.offer != nil
    }

    /// Nobody is there.
    init(_ gap: DutyGap, day: CalendarDay, _ call: PageCall) {
        key = "gap-\(gap.zone)-\(day)"
        path = nil
        switch (gap.from, gap.until) {
        case (let from?, let until?): time = DutyWords.span(from, until, call)
        case (let from?, nil):
            time = Text("duties.from_time", ["time": .text(call.time(of: from))])
        case (nil, let until?): time = DutyWords.end(until, after: day, call)
        case (nil, nil): time = Text("duties.all_time")
        }
        who = Text("duties.nobody_on_duty")
        role = nil
        word = nil
        isOpen = true
    }
}

extension DutyStanding {
    /// "Anna (East), Ben": who is there for everybody of a zone or of the home; `nil` where nobody is.
    var line: Text? {
        let there = onDuty.filter { $0.client == nil }
        return there.isEmpty ? nil : OnDuty.line(there)
    }
}

extension OnDuty {
    static func line(_ people: [OnDuty]) -> Text {
        .list(
            people.map { one in
                one.zone.map {
                    Text("duties.who_where", ["name": .verbatim(one.name), "zone": .verbatim($0)])
                } ?? .verbatim(one.name)
            })
    }
}
