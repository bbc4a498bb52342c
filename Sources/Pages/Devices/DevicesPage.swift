import Care
import FoundationEssentials
import Recurrence
import Wording

/// The machines of this home, what is broken, and how the service is.
struct DevicesPage {
    struct FaultCard {
        let key: String
        let words: FaultWords
        let since: Text
        let detail: Text?
        let isUrgent: Bool
    }

    struct DeviceCard {
        let key: String
        let name: String
        /// What it is, and whose.
        let kind: Text
        /// Whom a kiosk serves besides, and when they are told things there.
        let others: [Text]
        /// Where it stands.
        let place: Text?
        let isConnected: Bool
        let seen: Text
        /// What its machine has said of itself.
        let machine: [Text]
        let since: Text?
        /// The page with its settings; `nil` where it has none, and for who may not change them.
        let settings: String?
        /// The page with its name and place; `nil` for who may not change them.
        let change: String?
        /// The page that asks whether to revoke it; `nil` for who may not.
        let revoke: String?
        /// Whether any of these is there.
        let hasButtons: Bool
    }

    struct YourCard {
        let key: String
        let browser: Text
        let isHere: Bool
        let seen: Text
        /// `nil` where it says nothing of it.
        let battery: Text?
    }

    let faults: [FaultCard]
    let isEmpty: Bool
    let devices: [DeviceCard]
    /// Those with the home's own token.
    let own: [DeviceCard]
    let revoked: [DeviceCard]
    let hasRevoked: Bool
    /// Where the reader is logged in with a phone or tablet of their own, as on the page of their account.
    let yours: [YourCard]
    let hasYours: Bool
    let mayChange: Bool
    let health: Text
    let healthDetail: Text?
    let isUp: Bool
    let version: Text

    static let template = """
        <h2>[[devices.broken]]</h2>
        {{^faults}}<p class="word good">[[devices.nothing_broken]]</p>{{/faults}}
        <ul class="cards close">{{#faults}}<li class="card{{#isUrgent}} urgent{{/isUrgent}}" data-key="{{key}}"><h3><span>{{words.sentence}}</span></h3><p>{{words.advice}}</p>
        <p class="quiet">[[devices.began]]{{#.detail}} · {{.}}{{/.detail}}</p></li>{{/faults}}</ul>
        <h2>[[devices.devices]]</h2>
        {{#mayChange}}{{^isEmpty}}<div class="row" data-key="pair"><a class="button main" href="/devices/pair">[[devices.pair]]</a></div>{{/isEmpty}}{{/mayChange}}
        \(Empty.place(
            .devices, "[[devices.none]]",
            .init(
                words: "[[devices.pair]]", path: "/devices/pair", may: "mayChange",
                otherwise: "[[devices.none_paired]]"), where: "isEmpty"))
        <ul class="cards close">{{#own}}{{> devices.card}}{{/own}}{{#devices}}{{> devices.card}}{{/devices}}</ul>
        {{#hasRevoked}}<details><summary>[[devices.revoked]]</summary><ul class="cards close">{{#revoked}}{{> devices.card}}{{/revoked}}</ul></details>{{/hasRevoked}}
        {{#hasYours}}<h2>[[devices.yours]]</h2>
        <ul class="cards close">{{#yours}}<li class="card" data-key="{{key}}"><h3>{{browser}}</h3>
        <p>{{#isHere}}[[account.here]]{{/isHere}}{{^isHere}}{{seen}}{{/isHere}}</p>
        {{#battery}}<p class="quiet">{{.}}</p>{{/battery}}</li>{{/yours}}</ul>{{/hasYours}}
        <h2>[[devices.service]]</h2>
        <p class="word{{#isUp}} good{{/isUp}}{{^isUp}} urgent{{/isUp}}">{{health}}</p>
        {{#healthDetail}}<p>{{.}}</p>{{/healthDetail}}
        <p class="quiet">[[devices.version]]</p>
        """

    static let card = """
        <li class="card" data-key="{{key}}"><h3>{{name}}</h3>
        <p>{{kind}} · {{#isConnected}}<span class="word good">[[devices.connected]]</span>{{/isConnected}}\
        {{^isConnected}}{{seen}}{{/isConnected}}</p>
        {{#others}}<p>{{.}}</p>{{/others}}
        {{#.place}}<p>{{.}}</p>{{/.place}}
        {{#machine}}<p class="quiet">{{.}}</p>{{/machine}}
        {{#.since}}<p class="quiet">{{.}}</p>{{/.since}}
        {{#hasButtons}}<div class="row">{{#.settings}}<a class="button" href="{{.}}">[[settings.title]]<span class="unseen"> {{name}}</span></a>{{/.settings}}
        {{#.change}}<a class="button" href="{{.}}">[[devices.change]]<span class="unseen"> {{name}}</span></a>{{/.change}}
        {{#.revoke}}<a class="button" href="{{.}}">[[devices.revoke]]<span class="unseen"> {{name}}</span></a>{{/.revoke}}</div>{{/hasButtons}}</li>
        """

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let mayChange = viewer.person.role == .coordinator
        let known = try await call.api.get("devices", as: DevicePage.self)
        let devices = known.devices
        let places = try await call.api.get("places", as: PlacePage.self).places
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let faults = try await call.api.get("faults", [("state", "open")], as: FaultPage.self).faults
        let yours = try await call.api.get("sessions", as: SessionPage.self).sessions
            .map { your($0, call) }
        let health = await ServiceState(call.api)
        func cards(_ devices: [Device]) -> [DeviceCard] {
            devices.map { card($0, people, places, call, mayChange: mayChange) }
        }
        return call.page(
            Page(
                title: Text("devices.title"), template: "devices",
                content: DevicesPage(
                    faults: faults.sorted {
                        ($1.kind.isNotice ? 1 : 0, $1.at) > ($0.kind.isNotice ? 1 : 0, $0.at)
                    }
                    .map { card($0, devices, call) },
                    isEmpty: !devices.contains { $0.revokedAt == nil },
                    devices: cards(devices.filter { $0.revokedAt == nil }),
                    own: known.own.map { card($0, people, places, call, mayChange: mayChange) },
                    revoked: cards(devices.filter { $0.revokedAt != nil }),
                    hasRevoked: devices.contains { $0.revokedAt != nil }, yours: yours,
                    hasYours: !yours.isEmpty, mayChange: mayChange,
                    health: health.words, healthDetail: health.detail, isUp: health.isUp,
                    version: health.version),
                live: ["fault"], notice: notice(call)))
    }

    private static func notice(_ call: PageCall) -> Notice? {
        switch call.query["did"] {
        case "revoked": Notice(text: Text("devices.did_revoke"))
        case "changed": Notice(text: Text("devices.did_change"))
        default: nil
        }
    }

    private static func your(_ session: SessionEntry, _ call: PageCall) -> YourCard {
        YourCard(
            key: "session-" + session.id.uuidString, browser: BrowserWords.words(session.browser),
            isHere: session.isThis,
            seen: Text("devices.last_seen", ["when": .text(call.when(session.lastSeen))]),
            battery: session.battery.map(DeviceWords.battery))
    }

    private static func card(_ fault: Fault, _ devices: [Device], _ call: PageCall) -> FaultCard {
        // The sentence says whose it is; this says which of their devices.
        let device = devices.first { $0.id == fault.device }?.name
        let details = [
            device.map(Text.verbatim),
            fault.detail == device || fault.detail.isEmpty ? nil : .written(fault.detail),
        ].compactMap(\.self)
        return FaultCard(
            key: "fault-" + fault.id.uuidString, words: FaultWords(fault), since: call.when(fault.at),
            detail: details.isEmpty ? nil : .joined(details, separator: " · "), isUrgent: !fault.kind.isNotice
        )
    }

    private static func card(
        _ device: Device, _ people: [Person], _ places: [Place], _ call: PageCall, mayChange: Bool
    ) -> DeviceCard {
        func at(_ name: String, _ moment: Date) -> Text { Text(name, ["when": .text(call.when(moment))]) }
        let settings =
            mayChange && device.kind != .display && device.revokedAt == nil
            ? DevicesPages.path(device.id) + "/settings" : nil
        let kind = DeviceWords.name(device.kind)
        let owner = device.client.map { id in people.first { $0.id == id }?.name ?? id }
        return DeviceCard(
            key: "device-" + device.id.uuidString, name: device.name,
            kind: owner.map { Text("devices.kind_for", ["kind": .text(kind), "client": .verbatim($0)]) }
                ?? kind, others: others(device.clients, people, own: device.client),
            place: place(device.place, places), isConnected: device.isConnected,
            seen: device.lastSeen.map { at("devices.last_seen", $0) } ?? Text("devices.not_seen"),
            machine: device.revokedAt == nil ? DeviceWords.machine(device.machine) : [],
            since: device.revokedAt.map { at("devices.revoked_when", $0) }
                ?? at("devices.paired_when", device.since),
            settings: settings,
            change: mayChange && device.revokedAt == nil ? DevicesPages.path(device.id) + "/change" : nil,
            revoke: mayChange && device.revokedAt == nil ? DevicesPages.path(device.id) + "/revocation" : nil,
            hasButtons: mayChange && device.revokedAt == nil)
    }

    /// "Also for Otto: Mon, Tue, 08:00–16:00". Whoever is there at all times shares a line.
    ///
    /// - Parameter own: Whose it is: of them only their times are said.
    static func others(_ clients: [ServedClient], _ people: [Person], own: String? = nil) -> [Text] {
        func name(_ one: ServedClient) -> Text {
            .verbatim(people.first { $0.id == one.client }?.name ?? one.client)
        }
        let always = clients.filter { $0.times.isEmpty && $0.client != own }
        return
            (always.isEmpty
            ? [] : [Text("devices.also_for", ["clients": .text(.list(always.map(name)))])])
            + clients.filter { !$0.times.isEmpty }.map { one in
                Text(
                    one.client == own ? "devices.told_at" : "devices.also_for_at",
                    [
                        "client": .text(name(one)),
                        "times": .text(.joined(one.times.map(DeviceWords.time), separator: "; ")),
                    ])
            }
    }

    /// "Stands in Room 7 (East)".
    private static func place(_ id: String?, _ places: [Place]) -> Text? {
        guard let place = id.flatMap({ id in places.first { $0.id == id } }) else { return nil }
        let zone = place.parent.flatMap { id in places.first { $0.id == id }?.name }
        return Text(
            "devices.stands_in",
            [
                "place": zone.map {
                    .text(
                        Text("duties.who_where", ["name": .verbatim(place.name), "zone": .verbatim($0)]))
                } ?? .verbatim(place.name)
            ])
    }

    /// The kiosk or station of this machine: nobody has paired it, so nobody revokes it.
    private static func card(
        _ device: OwnDevice, _ people: [Person], _ places: [Place], _ call: PageCall, mayChange: Bool
    ) -> DeviceCard {
        let kind = DeviceWords.name(device.kind)
        let owner = device.client.map { id in people.first { $0.id == id }?.name ?? id }
        return DeviceCard(
            key: "own-\(device.kind.rawValue)-\(device.client ?? "")",
            name: call.say(DeviceWords.own(device.kind)),
            kind: owner.map { Text("devices.kind_for", ["kind": .text(kind), "client": .verbatim($0)]) }
                ?? kind,
            others: others(device.clients, people, own: device.client),
            place: place(device.place, places), isConnected: device.isConnected,
            seen: device.lastSeen.map { Text("devices.last_seen", ["when": .text(call.when($0))]) }
                ?? Text("devices.not_seen"), machine: DeviceWords.machine(device.machine),
            since: Text("devices.own_token"), settings: mayChange ? "/settings" : nil,
            change: mayChange ? "/devices/\(device.kind.rawValue)/change" : nil, revoke: nil,
            hasButtons: mayChange)
    }
}

/// What a device is, in words.
enum DeviceWords {
    static func name(_ kind: DeviceKind) -> Text {
        switch kind {
        case .kiosk: Text("devices.kiosk")
        case .station: Text("devices.station")
        case .display: Text("devices.screen")
        }
    }

    /// With the home's own token.
    static func own(_ kind: DeviceKind) -> Text {
        switch kind {
        case .kiosk: Text("devices.own_kiosk")
        case .station: Text("devices.own_station")
        case .display: Text("devices.screen")
        }
    }

    /// "Mon, Tue, 08:00–16:00".
    static func time(_ time: ServedTime) -> Text {
        let days = Weekday.allCases.filter { time.days.contains($0.code) }.map(PlanText.shortWeekday)
        return .joined(days + [.verbatim("\(time.from)–\(time.until)")], separator: ", ")
    }

    /// "Battery: 40 %, charging". A browser says of a computer without a battery what it says of a full one at its charger.
    static func battery(_ battery: MachineBattery) -> Text {
        let full = Text("devices.percent", ["percent": .number(battery.percent)])
        let level =
            !battery.isCharging
            ? full
            : battery.percent == 100
                ? Text("devices.plugged_in")
                : Text.joined([full, Text("devices.charging")], separator: ", ")
        return Text("devices.own_battery", ["level": .text(level)])
    }

    /// Which Beckon it has, and how full its own battery and those of its switches are.
    static func machine(_ machine: MachineState?) -> [Text] {
        guard let machine else { return [] }
        return [
            machine.version.map { Text("devices.version", ["version": .verbatim($0)]) },
            machine.battery.map(battery),
        ].compactMap(\.self)
            + machine.batteries.compactMap { battery in
                let full: Text? =
                    battery.percent.map { Text("devices.percent", ["percent": .number($0)]) }
                    ?? battery.level.map { Text("devices.battery_\($0.rawValue)") }
                let parts = [full, battery.isCharging ? Text("devices.charging") : nil].compactMap(\.self)
                guard !parts.isEmpty else { return nil }
                return Text(
                    "devices.battery",
                    [
                        "switch": .verbatim(battery.name),
                        "level": .text(.joined(parts, separator: ", ")),
                    ])
            }
    }

    static func meaning(_ kind: DeviceKind) -> Text {
        switch kind {
        case .kiosk: Text("devices.kiosk_is")
        case .station: Text("devices.station_is")
        case .display: Text("devices.screen_is")
        }
    }
}

/// How the service is. It answers 503 with the same words where it cannot store, which is no problem of this page.
private struct ServiceState {
    let words: Text
    let detail: Text?
    let isUp: Bool
    let version: Text

    init(_ api: PageAPI) async {
        let health = await api.health()
        isUp = health?.status == .up
        words = Text(isUp ? "devices.is_up" : "devices.is_down")
        detail = health?.detail.map(Text.written)
        version = (health?.version).map(Text.verbatim) ?? Text("devices.version_unknown")
    }
}
