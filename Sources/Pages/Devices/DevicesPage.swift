import Care
import FoundationEssentials
import Wording

/// The machines of this home, what is broken, and how the service is.
struct DevicesPage {
    struct FaultCard {
        let key: String
        let what: Text
        let advice: Text
        let since: String
        let detail: String?
        let isUrgent: Bool
    }

    struct DeviceCard {
        let key: String
        let name: String
        let kind: String
        let owner: String?
        let isConnected: Bool
        let seen: String
        let since: String
        /// The page that asks whether to revoke it; `nil` for who may not.
        let revoke: String?
    }

    let faults: [FaultCard]
    let devices: [DeviceCard]
    let revoked: [DeviceCard]
    let hasRevoked: Bool
    let mayChange: Bool
    let health: String
    let healthDetail: String?
    let isUp: Bool
    let version: String

    static let template = """
        <h2>What is broken</h2>
        {{^faults}}<p class="word good">Nothing that Beckon knows of.</p>{{/faults}}
        <ul class="cards close">{{#faults}}<li class="card{{#isUrgent}} urgent{{/isUrgent}}" data-key="{{key}}"><h3>{{what}}</h3><p>{{advice}}</p>
        <p class="quiet">Began {{since}}{{#.detail}} · {{.}}{{/.detail}}</p></li>{{/faults}}</ul>
        <h2>Devices</h2>
        {{#mayChange}}<div class="row"><a class="button main" href="/devices/pair">Pair a device</a></div>{{/mayChange}}
        {{^devices}}<p class="empty">No devices are paired yet. A kiosk and a station on the service's own machine need no pairing; all others get a
        code here.</p>{{/devices}}
        <ul class="cards close">{{#devices}}{{> devices.card}}{{/devices}}</ul>
        {{#hasRevoked}}<details><summary>Revoked devices</summary><ul class="cards close">{{#revoked}}{{> devices.card}}{{/revoked}}</ul></details>{{/hasRevoked}}
        <h2>The service</h2>
        <p class="word{{#isUp}} good{{/isUp}}{{^isUp}} urgent{{/isUp}}">{{health}}</p>
        {{#healthDetail}}<p>{{.}}</p>{{/healthDetail}}
        <p class="quiet">Beckon {{version}}</p>
        """

    static let card = """
        <li class="card" data-key="{{key}}"><h3>{{name}}</h3>
        <p>{{kind}}{{#.owner}} for {{.}}{{/.owner}} · {{#isConnected}}<span class="word good">connected</span>{{/isConnected}}\
        {{^isConnected}}{{seen}}{{/isConnected}}</p>
        <p class="quiet">{{since}}</p>
        {{#.revoke}}<div class="row"><a class="button" href="{{.}}">Revoke<span class="unseen"> {{name}}</span></a></div>{{/.revoke}}</li>
        """

    static func show(_ call: PageCall, _ viewer: Viewer) async throws -> PageResponse {
        let mayChange = viewer.person.role == .coordinator
        let devices = try await call.api.get("devices", as: DevicePage.self).devices
        let people = try await call.api.get("people", as: PeoplePage.self).people
        let faults = try await call.api.get("faults", [("state", "open")], as: FaultPage.self).faults
        let health = await ServiceState(call.api)
        func cards(_ devices: [Device]) -> [DeviceCard] {
            devices.map { card($0, people, call, mayChange: mayChange) }
        }
        return call.page(
            Page(
                title: "Devices", template: "devices",
                content: DevicesPage(
                    faults: faults.sorted {
                        ($1.kind.isNotice ? 1 : 0, $1.at) > ($0.kind.isNotice ? 1 : 0, $0.at)
                    }
                    .map { card($0, devices, call) },
                    devices: cards(devices.filter { $0.revokedAt == nil }),
                    revoked: cards(devices.filter { $0.revokedAt != nil }),
                    hasRevoked: devices.contains { $0.revokedAt != nil }, mayChange: mayChange,
                    health: health.words, healthDetail: health.detail, isUp: health.isUp,
                    version: health.version),
                live: ["fault"], notice: notice(call)))
    }

    private static func notice(_ call: PageCall) -> Notice? {
        guard call.query["did"] == "revoked" else { return nil }
        return Notice(text: "The device is revoked: it no longer has access.")
    }

    private static func card(_ fault: Fault, _ devices: [Device], _ call: PageCall) -> FaultCard {
        // The sentence says whose it is; this says which of their devices.
        let device = devices.first { $0.id == fault.device }?.name
        let details = [device, fault.detail == device || fault.detail.isEmpty ? nil : fault.detail]
            .compactMap(\.self)
        return FaultCard(
            key: "fault-" + fault.id.uuidString, what: FaultWords(fault).sentence,
            advice: FaultWords(fault).advice, since: call.ago(fault.at),
            detail: details.isEmpty ? nil : details.joined(separator: " · "), isUrgent: !fault.kind.isNotice)
    }

    private static func card(
        _ device: Device, _ people: [Person], _ call: PageCall, mayChange: Bool
    ) -> DeviceCard {
        let since =
            device.revokedAt.map { "Revoked \(call.ago($0))." } ?? "Paired \(call.ago(device.since))."
        return DeviceCard(
            key: "device-" + device.id.uuidString, name: device.name, kind: DeviceWords.name(device.kind),
            owner: device.client.map { id in people.first { $0.id == id }?.name ?? id },
            isConnected: device.isConnected,
            seen: device.lastSeen.map { "last seen \(call.ago($0))" } ?? "not seen yet", since: since,
            revoke: mayChange && device.revokedAt == nil ? DevicesPages.path(device.id) + "/revocation" : nil)
    }
}

/// What a device is, in words.
enum DeviceWords {
    static func name(_ kind: DeviceKind) -> String {
        switch kind {
        case .kiosk: "Kiosk"
        case .station: "Station"
        case .display: "Screen"
        }
    }

    static func meaning(_ kind: DeviceKind) -> String {
        switch kind {
        case .kiosk: "where a client asks: switch and speaker"
        case .station: "where caregivers hear and answer: speaker and keys"
        case .display: "shows a client's kiosk, in a browser"
        }
    }
}

/// How the service is. It answers 503 with the same words where it cannot store, which is no problem of this page.
private struct ServiceState {
    let words: String
    let detail: String?
    let isUp: Bool
    let version: String

    init(_ api: PageAPI) async {
        let health = await api.health()
        isUp = health?.status == .up
        words =
            isUp
            ? "Working normally." : "Running, but nothing can be saved: calls are only said aloud."
        detail = health?.detail
        version = health?.version ?? "unknown"
    }
}
