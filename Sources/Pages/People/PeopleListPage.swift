import Care
import FoundationEssentials
import Wording

/// Everybody of the home.
struct PeopleListPage {
    struct Card {
        let key: String
        let path: String
        let name: Text
        let face: Face
        let role: Text?
        let away: Text?
        let login: Text?
    }

    struct Group {
        let title: Text
        let cards: [Card]
    }

    let isEmpty: Bool
    let groups: [Group]
    let left: [Card]
    let hasLeft: Bool
    let mayChange: Bool
    /// Of each two who look alike, a sentence for whoever can change it.
    let alike: [Text]
    /// Of each client for whom a call would reach nobody on a device of their own, a sentence with why.
    let unreached: [Text]
    /// Who waits to be let in; `nil` for who lets nobody in.
    let registrations: RegistrationsPart?

    static let template = """
        {{#mayChange}}{{^isEmpty}}<div class="row"><a class="button main" href="/people/new">[[people.add]]</a></div>{{/isEmpty}}{{/mayChange}}
        {{#registrations}}{{> registrations.waiting}}{{/registrations}}
        {{#unreached}}<p class="notice problem" role="status">{{.}}</p>{{/unreached}}
        {{#alike}}<p class="notice" role="status">{{.}}</p>{{/alike}}
        \(Empty.place(
            .people, "[[people.begin_with_client]]",
            .init(
                words: "[[people.add]]", path: "/people/new", may: "mayChange",
                otherwise: "[[people.who_adds]]"), where: "isEmpty"))
        {{#groups}}<h2>{{title}}</h2><ul class="cards close">{{#cards}}{{> people.card}}{{/cards}}</ul>{{/groups}}
        {{#mayChange}}<p class="quiet">[[people.each_a_login]]</p>
        <p><a class="button" href="/audit">[[people.to_audit]]</a></p>{{/mayChange}}
        {{#registrations}}{{> registrations.turn}}{{/registrations}}
        {{#hasLeft}}<details><summary>[[people.those_left]]</summary><ul class="cards close">{{#left}}{{> people.card}}{{/left}}</ul></details>{{/hasLeft}}
        """

    static let card = """
        <li class="card" data-key="{{key}}"><h3>{{> face}}<a class="whole" href="{{path}}"><bdi>{{name}}</bdi></a></h3>
        {{#.role}}<p>{{.}}</p>{{/.role}}{{#.away}}<p class="word soon">{{.}}</p>{{/.away}}
        {{#.login}}<p class="quiet">{{.}}</p>{{/.login}}</li>
        """

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let mayChange = viewer.person.role == .coordinator
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let pictures = await Pictures(call.api)
        let logins = mayChange ? try await Logins(call.api) : nil
        func cards(_ people: [Person]) -> [Card] {
            people.sorted { ($0.name, $0.id) < ($1.name, $1.id) }.map { person in
                Card(
                    key: "person-" + person.id, path: "/people/" + PageText.escaped(person.id),
                    name: .nameOf(person), face: pictures.face(person),
                    role: person.isActive ? nil : RoleWords.title(person.role),
                    away: away(person, call),
                    login: logins?.words(person, call))
            }
        }
        let roles: [Person.Role] = [.client, .caregiver, .coordinator, .provider]
        let groups = roles.compactMap { role -> Group? in
            let found = people.filter { $0.role == role && $0.isActive }
            return found.isEmpty ? nil : Group(title: RoleWords.all(role), cards: cards(found))
        }
        return call.page(
            Page(
                title: Text("people.title"), template: "people.list",
                content: PeopleListPage(
                    isEmpty: groups.isEmpty, groups: groups, left: cards(people.filter { !$0.isActive }),
                    hasLeft: people.contains { !$0.isActive }, mayChange: mayChange,
                    alike: mayChange ? AlikeNames.pairs(of: people).map(Self.words) : [],
                    unreached: await ReachGap.read(call).lines,
                    registrations: mayChange ? try await RegistrationsPart(call) : nil),
                live: mayChange ? ["occurrence_changed"] : [],
                notice: PersonNotice.notice(call, base: "/people", name: "")))
    }

    /// With their roles, which most often tell whom of the two is meant.
    static func words(_ one: Person, _ other: Person) -> Text {
        Text(
            "people.alike",
            [
                "one": .verbatim(one.name), "role": .text(RoleWords.name(one.role)),
                "other": .verbatim(other.name), "other_role": .text(RoleWords.name(other.role)),
            ])
    }

    /// `Away; back Friday 27 November`, while it is so.
    static func away(_ person: Person, _ call: PageCall) -> Text? {
        let now = call.request.now
        guard person.isActive, !person.isThere(at: now) else { return nil }
        let running = person.absences.filter { $0.from <= now && ($0.until.map { now < $0 } ?? true) }
        let last = running.first { $0.until == nil } ?? running.max { ($0.until ?? now) < ($1.until ?? now) }
        return last.map { AbsencesPart.words($0, now: now, zone: call.request.zone) }
    }
}
