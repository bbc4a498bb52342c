import Care
import CareStore
import Channels
import Foundation
import Hummingbird

/// Over what the home reaches people on their own devices, and how each of these is set.
enum APIChannels {
    static let places = [
        APIPlace("channels", APIMethod(.get, for: .reached, list)),
        APIPlace("channels/{id}", APIMethod(.put, for: .coordinators, set)),
    ]

    /// What messages lead back to: set as a channel is, and none.
    private static let linkFields = [ChannelField("address", .url)]

    /// What everybody writes into the app on their phone: the address of the home's server, which opens nothing.
    private static let known = ["server"]

    /// The settings that say to whom secrets are given.
    private static let servers = ["server", "host", "registrar"]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let core = call.core
        let stored = try await core.read { store throws(CareStoreError) in try await store.channels() }
        let secrets = try await core.messages.secrets.read()
        let all = names(core).map { name in shown(name, stored.first { $0.name == name }, secrets, core) }
        guard caller.role != .coordinator else {
            let standing = try await core.houseStanding()
            return try APICall.response(
                .ok, ChannelPage(channels: all.map { $0.withStanding(standing) }))
        }
        // Others choose among what there is, and tell their apps which server it is; how the home is known elsewhere, and what the house is
        // told, is not theirs.
        let usable = all.filter { $0.isOn && core.messages.channels[$0.name] != nil }.map { channel in
            var bare = channel
            (bare.secrets, bare.fields, bare.trouble) = ([], [], nil)
            bare.settings = bare.settings.filter { known.contains($0.key) }
            return bare
        }
        return try APICall.response(.ok, ChannelPage(channels: usable))
    }

    private static func set(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (name, core) = (call.id, call.core)
        guard names(core).contains(name) else {
            throw CareProblem(
                .notFound, "this version of Beckon does not have `\(name.prefix(40))`", field: "id")
        }
        var change = try await call.plan(ChannelChange.self)
        guard let session = caller.session else { return try await set(change, call, caller) }
        let written = change.secrets ?? [:]
        let again = Set(change.asTyped).subtracting(written.keys)
        let kept = core.messages.typed.secrets(in: session, of: name, at: core.clock.uptime())
            .filter { again.contains($0.key) }
        change.secrets = written.merging(kept) { own, _ in own }
        func keep(_ secrets: [String: String]) {
            core.messages.typed.keep(secrets, in: session, of: name, at: core.clock.uptime())
        }
        do {
            if let gone = again.subtracting(kept.keys).min() {
                throw CareProblem(
                    .notAcceptable, "type it again: what was typed is kept for 15 minutes only",
                    field: "secrets.\(gone.prefix(40))")
            }
            let answer = try await set(change, call, caller)
            keep([:])
            return answer
        } catch {
            // What is wrong itself is typed anew.
            let wrong = (error as? CareProblem)?.field
            keep((change.secrets ?? [:]).filter { !$0.value.isEmpty && "secrets.\($0.key)" != wrong })
            throw error
        }
    }

    private static func set(
        _ change: ChannelChange, _ call: APICall, _ caller: Caller
    ) async throws -> Response {
        let (name, core) = (call.id, call.core)
        let fields = fields(of: name, core)
        let before = try await core.messages.secrets.read().channels[name] ?? [:]
        let settings = change.settings.filter { !$0.value.isEmpty }
        let stored = try await core.storedChannel(name)?.settings ?? [:]
        // What was written for one server is given to no other.
        let isElsewhere = servers.contains { stored[$0] != settings[$0] }
        let secrets = (isElsewhere ? [:] : before).merging(change.secrets ?? [:]) { _, new in new }
            .filter { !$0.value.isEmpty }
        // What is switched off may be incomplete, and may not be wrong.
        let asked = fields.map { field in
            var field = field
            field.isRequired = field.isRequired && change.isOn
            return field
        }
        try ChannelForm.check(settings, asked.filter { !$0.isSecret }, "settings")
        try ChannelForm.check(
            secrets, asked.filter(\.isSecret), "secrets", typed: Array((change.secrets ?? [:]).keys))
        try await check(name, settings, secrets, isOn: change.isOn, core)
        if secrets != before {
            try await core.messages.secrets.change { $0.channels[name] = secrets.isEmpty ? nil : secrets }
        }
        let new = StoredChannel(
            name: name, isOn: change.isOn, settings: settings, sequence: change.sequence)
        let renewed = Set(before.keys).union(secrets.keys).filter { before[$0] != secrets[$0] }
        let actor = call.actor(caller)
        let saved: StoredChannel
        do throws(CareProblem) {
            saved = try await core.change { store, now throws(CareStoreError) in
                let audited = store.audited(as: actor, at: now)
                return (try await audited.save(new, secrets: Array(renewed), at: now), isNew: true)
            }.0
        } catch {
            if secrets != before {
                try? await core.messages.secrets.takeBack(secrets, to: before, of: name)
            }
            throw error
        }
        core.messages.renewedAll()
        core.messages.setLinks([saved])
        if name == StoredChannel.house { await core.houseChanged() }
        // What is missing here is said to whoever has just switched it on.
        await core.look(atNew: saved)
        core.deliveryBells.ring()
        let standing = try await core.houseStanding()
        return try APICall.response(
            .ok,
            shown(name, saved, try await core.messages.secrets.read(), core).withStanding(standing))
    }

    private static func check(
        _ name: String, _ settings: [String: String], _ secrets: [String: String], isOn: Bool,
        _ core: ServiceCore
    ) async throws(CareProblem) {
        if name == StoredChannel.links, let address = settings["address"] {
            guard let url = URL(string: address), ["http", "https"].contains(url.scheme), url.host() != nil,
                url.path.isEmpty, url.query == nil, url.fragment == nil, url.user == nil
            else {
                throw CareProblem(
                    .notAcceptable,
                    "write an address such as https://home.example.org, and nothing behind it",
                    field: "settings.address")
            }
        }
        if name == StoredChannel.house {
            try APIRules.check { () throws(FieldProblem) in
                try HouseSettings.check(settings, secrets, isOn: isOn)
            }
        }
        guard isOn, let channel = core.messages.channels[name] else { return }
        var opening = secrets
        if name == MessageDesk.webPush { opening["vapid"] = try await core.messages.secrets.vapid().exported }
        let target = Destination(contact: UUID(), address: [:], settings: settings, settingSecrets: opening)
        try APIRules.check { () throws(FieldProblem) in try channel.check(target) }
    }

    /// All that can be set, in the order in which they are shown.
    private static func names(_ core: ServiceCore) -> [String] {
        ContactChannel.names.filter { core.messages.channels[$0] != nil }
            + (core.configuration.house == nil ? [] : [StoredChannel.house]) + [StoredChannel.links]
    }

    /// What people write; the key of a web push is made by the service itself.
    private static func fields(of name: String, _ core: ServiceCore) -> [ChannelField] {
        if name == StoredChannel.links { return linkFields }
        if name == StoredChannel.house { return HouseSettings.fields }
        return (core.messages.channels[name]?.settings ?? []).filter {
            name != MessageDesk.webPush || $0.name != "vapid"
        }
    }

    private static func shown(
        _ name: String, _ stored: StoredChannel?, _ secrets: ChannelSecrets.Contents, _ core: ServiceCore
    ) -> HomeChannel {
        HomeChannel(
            name: name, isOn: stored?.isOn ?? false, settings: stored?.settings ?? [:],
            secrets: (secrets.channels[name] ?? [:]).keys.sorted(),
            fields: fields(of: name, core).map { HomeChannel.Field($0) },
            address: (core.messages.channels[name]?.address ?? []).map { HomeChannel.Field($0) },
            carriesAnswers: ContactChannel.carriesAnswers(name),
            carriesUpdates: ContactChannel.carriesUpdates(name),
            provesSilently: ContactChannel.provesSilently(name),
            trouble: stored?.isOn ?? false ? core.messages.trouble(of: name) : nil,
            sequence: stored?.sequence ?? 0)
    }
}

extension HomeChannel {
    /// With how the house's connection is, where it is that channel.
    fileprivate func withStanding(_ standing: HouseStanding?) -> HomeChannel {
        guard name == StoredChannel.house else { return self }
        var channel = self
        channel.standing = standing
        return channel
    }
}
