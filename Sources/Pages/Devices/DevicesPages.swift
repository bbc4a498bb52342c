import Care
import FoundationEssentials
import Wording

/// Machines and their faults: all see them, coordinators pair and revoke.
enum DevicesPages: PageTopic {
    private static let coordinator: Set<Person.Role> = [.coordinator]

    static let routes: [PageRoute] = [
        PageRoute(.get, "/devices", for: .staff, DevicesPage.show),
        PageRoute(.get, "/devices/pair", for: coordinator) { call, _ in try await PairPage.show(call) },
        PageRoute(.post, "/devices/pair", for: coordinator, PairPage.pair),
        PageRoute(.get, "/devices/{}/change", for: coordinator) { call, _ in try await DeviceForm.show(call)
        },
        PageRoute(.post, "/devices/{}/change", for: coordinator) { call, _ in try await DeviceForm.save(call)
        },
        PageRoute(.get, "/devices/{}/revocation", for: coordinator) { call, _ in
            let device = try await device(call)
            return call.ask(
                Text("devices.revoke_title"),
                Text("devices.revoke_question", ["device": .verbatim(device.name)]),
                Text("devices.revoke_means"), action: path(device.id) + "/revocation",
                yes: Text("devices.revoke_it"), no: Text("devices.cancel"), back: "/devices")
        },
        PageRoute(.post, "/devices/{}/revocation", for: coordinator) { call, _ in
            let device = try await device(call)
            try await call.api.send("DELETE", "devices/" + device.id.uuidString.lowercased(), Ignored())
            return .seeOther("/devices?did=revoked")
        },
    ]

    static let templates: [String: String] = [
        "devices": DevicesPage.template,
        "devices.card": DevicesPage.card,
        "devices.pair": PairPage.template,
        "devices.form": DeviceForm.template,
        "devices.times": ServedTimesPart.template,
        "devices.code": PairCodePage.template,
    ]

    static func path(_ device: UUID) -> String { "/devices/" + device.uuidString.lowercased() }

    private static func device(_ call: PageCall) async throws -> Device {
        let devices = try await call.api.get("devices", as: DevicePage.self).devices
        guard let id = UUID(uuidString: call.parts[0]), let found = devices.first(where: { $0.id == id })
        else {
            throw CareProblem(.notFound, "there is no such device")
        }
        return found
    }
}
