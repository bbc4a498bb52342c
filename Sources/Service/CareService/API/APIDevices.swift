import Care
import CareStore
import Foundation
import HTTPTypes
import Hummingbird

/// The devices of the home: pairing and revoking.
enum APIDevices {
    static let places = [
        APIPlace(
            "devices", APIMethod(.get, for: .caregivers, list), APIMethod(open: .post, claim)),
        APIPlace("devices/{id}", APIMethod(.delete, for: .coordinators, revoke)),
        APIPlace("pairings", APIMethod(.post, for: .coordinators, pair)),
    ]

    private static func list(_ call: APICall, _ caller: Caller) async throws -> Response {
        let (listening, gate) = (call.core.hub.listening, call.core.gate)
        return try await call.answer { store throws(CareStoreError) in
            DevicePage(
                devices: try await store.devices().map { device in
                    var device = device
                    device.isConnected = listening.contains(device.id)
                    device.lastSeen = gate.lastSeen(device.id) ?? device.lastSeen
                    return device
                })
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
