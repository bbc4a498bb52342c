import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// The devices of the home: pairing, naming, placing and revoking.
enum APIDevices {
    static let places = [
        APIPlace(
            "devices", APIMethod(.get, for: .caregivers, list), APIMethod(open: .post, claim)),
        APIPlace(
            "devices/{id}", APIMethod(.put, for: .coordinators, change),
            APIMethod(.delete, for: .coordinators, revoke)),
        APIPlace("devices/{id}/clients", APIMethod(.put, for: .coordinators, setClients)),
        APIPlace("uses", APIMethod(.post, for: [.kiosk], of: .clients, use)),
        APIPlace("machine", APIMethod(.put, for: .everyone, of: .account, noteMachine)),
        APIPlace("pairings", APIMethod(.post, for: .coordinators, pair)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (listening, gate, here) = (call.core.hub.listening, call.core.gate, call.core.hub.presence.here)
        let (places, now) = (call.core.hub.places, call.core.clock.wall())
        let home = call.core.configuration.client
        return try await call.answer { store throws(CareStoreError) in
            let machines = try await store.machines()
            return DevicePage(
                devices: try await store.devices().map { device in
                    var device = device
                    device.isConnected = listening.contains(device.id)
                    // The latest that is not to come: either may have been dated by a clock that was wrong.
                    let seen = [gate.lastSeen(device.id), device.lastSeen].compactMap(\.self)
                    device.lastSeen = seen.filter { $0 <= now }.max() ?? device.lastSeen
                    device.clients = places.served[device.id] ?? []
                    // One that was paired for nobody in particular serves the home's own client, whoever that is.
                    if device.kind == .kiosk { device.client = device.client ?? home }
                    device.machine = machines[MachineKey(kind: device.kind, device: device.id)]
                    return device
                },
                own: try await store.ownDevices().map { device in
                    var device = device
                    device.machine = machines[MachineKey(kind: device.kind, device: nil)]
                    if device.kind == .kiosk {
                        device.clients = places.served[UUID?.none] ?? []
                        device.always = [home] + places.ownClients.sorted()
                    }
                    device.isConnected = here.contains { watched in
                        switch watched {
                        case .kiosk(let client, nil): device.kind == .kiosk && device.client == client
                        case .station(nil): device.kind == .station
                        case .kiosk, .station: false
                        }
                    }
                    return device
                })
        }
    }

    /// Those with the home's own token have no id: their kind stands for it.
    private static func change(_ call: APICall, _ caller: Caller) async throws -> Response {
        let own: DeviceKind? =
            switch call.id {
            case "kiosk": .kiosk
            case "station": .station
            default: nil
            }
        let id = try own == nil ? call.uuid() : nil
        let change = try await call.plan(DeviceChange.self)
        try APIRules.check { () throws(FieldProblem) in try change.check() }
        if let own {
            guard change.name == nil else {
                throw CareProblem(
                    .notAcceptable,
                    "the kiosk and station of this machine have no name of their own: leave it out",
                    field: "name")
            }
            guard own == .kiosk || change.serves == nil else {
                throw CareProblem(.notAcceptable, "only a kiosk serves clients", field: "clients")
            }
        }
        if let serves = change.serves {
            try await set(serves, of: id, with: change, call, caller)
        } else if let own {
            try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.placeOwnDevice(own, in: change.place)
            }
        } else if let id {
            _ = try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.changeDevice(id, change)
            }
        }
        // Open pages say its name, and a station sounds the calls of its own zone first.
        call.core.hub.namesChanged()
        call.core.agendaChanged()
        return try await list(call, caller)
    }

    /// Whom a kiosk serves besides the client for whom it was paired.
    private static func setClients(_ call: APICall, _ caller: Caller) async throws -> Response {
        let id = call.id == DeviceKind.kiosk.rawValue ? nil : try call.uuid()
        let new = try await call.plan(ServedClients.self)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        try await set(new, of: id, call, caller)
        return try await list(call, caller)
    }

    private static func set(
        _ new: ServedClients, of id: UUID?, with change: DeviceChange? = nil, _ call: APICall,
        _ caller: Caller
    ) async throws {
        let own = call.core.configuration.client
        if id == nil, new.clients.contains(where: { $0.client == own && $0.times.isEmpty }) {
            throw CareProblem(
                .notAcceptable,
                "it is \(own)'s: leave them out, it serves them always",
                field: "clients")
        }
        for one in new.clients { try await APIRules.check(client: one.client, "clients", call.core) }
        let othersOwn = call.core.configuration.ownClients
        let gone = try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.setServedClients(new, of: id, own: own, othersOwn: othersOwn, with: change)
        }
        await call.core.servesOthers(id, new.clients, goneFor: gone)
    }

    /// Where a client pressed last is where they are told things.
    private static func use(_ call: APICall, _ caller: Caller) async throws -> Response {
        let use = try await call.report(KioskUse.self)
        try APIRules.check { () throws(FieldProblem) in try use.check() }
        let client = caller.client(of: call.core.configuration)
        return try APICall.response(
            .ok,
            KioskSpeaks(speaks: await call.core.uses(client, at: caller.device, secondsAgo: use.secondsAgo)))
    }

    /// Whoever asks says how their own machine is; nobody does for another.
    private static func noteMachine(_ call: APICall, _ caller: Caller) async throws -> Response {
        let state = try await call.report(MachineState.self)
        try APIRules.check { () throws(FieldProblem) in try state.check() }
        if !Set<CallerRole>.devices.contains(caller.role) {
            // A browser knows nothing else of its machine.
            guard let battery = state.battery, state == MachineState(battery: battery) else {
                throw CareProblem(
                    .notAcceptable, "a browser says `battery` of its machine, and nothing else",
                    field: state.battery == nil ? "battery" : state.version == nil ? "batteries" : "version")
            }
        }
        guard let kind = DeviceKind(rawValue: caller.role.rawValue) else {
            try await noteSession(call, caller, state)
            return APICall.nothing()
        }
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.note(state, of: MachineKey(kind: kind, device: caller.device))
        }
        try await call.core.looked(at: state.battery, of: kind, caller)
        return APICall.nothing()
    }

    /// The battery of a phone is its owner's to look after: it is no fault of the home.
    private static func noteSession(_ call: APICall, _ caller: Caller, _ state: MachineState) async throws {
        guard let session = caller.session, let battery = state.battery else { return }
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.note(battery, ofSession: session)
        }
    }

    private static func pair(_ call: APICall, _ caller: Caller) async throws -> Response {
        let new = try await call.plan(NewPairing.self, from: caller)
        try APIRules.check { () throws(FieldProblem) in try new.check() }
        try await APIRules.check(client: new.client, "client", call.core)
        let (now, person) = (call.core.clock.wall(), try caller.loggedIn().id)
        return try APICall.response(
            try await call.write(as: caller) { store throws(CareStoreError) in
                try await store.addPairing(
                    new, by: person, at: now, expiresAt: now.addingTimeInterval(AccessDesk.pairingLife)
                ) { Secrets.code() }
            })
    }

    private static func claim(_ call: APICall) async throws -> Response {
        let claim = try await call.body(DeviceClaim.self)
        try APIRules.check { () throws(FieldProblem) in try claim.check() }
        let (code, keys) = try await call.tryCode(claim.code)
        let (core, now, token) = (call.core, call.core.clock.wall(), Secrets.token())
        let device = try await call.write(as: nil) { store throws(CareStoreError) in
            try await store.pair(code: code, hash: Secrets.hash(token), at: now)
        }
        guard let device else {
            await call.failed(.codeFailed, changes: [.code(.device)])
            throw CareProblem(
                .notFound,
                "this code is wrong, used or expired: ask for another",
                field: "code")
        }
        core.gate.giveBack(keys)
        await core.devices.add(device, hash: Secrets.hash(token))
        var response = try APICall.response(
            .created, PairedDevice(id: device.id, kind: device.kind, token: token))
        if device.kind == .display {
            // A display is a browser: it cannot keep a token file.
            response.headers.append(
                .init(
                    name: .setCookie,
                    value: SessionCookie.set(.screen, token: token, isSecure: call.source.isSecure)
                ))
        }
        return response
    }

    private static func revoke(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (id, now) = (try call.uuid(), call.core.clock.wall())
        try await call.write(as: caller) { store throws(CareStoreError) in
            try await store.revokeDevice(id, at: now)
        }
        await call.core.devices.remove(id)
        call.core.endStreams(of: [id])
        await call.core.forgetDevice(id)
        return APICall.nothing()
    }
}
