import Care
import CareStore
import Foundation
import Logging
import Synchronization

/// Whose absence is reported, and by which names.
extension ServiceCore {
    /// How long, in seconds, a kiosk or station is expected again after a restart of the service: a week. The
    /// absence of a device that was away for longer is not a fault.
    private static let presenceMemory: TimeInterval = 7 * 86_400

    /// Devices that were connected before this run are expected again. Faults that an earlier run reported
    /// about others end.
    func expectThoseSeen(in store: CareStore) async {
        let (client, places) = (configuration.client, hub.places)
        do throws(CareStoreError) {
            let since = clock.wall().addingTimeInterval(-Self.presenceMemory)
            let seen = try await store.seenDevices(since: since)
                // The home's own kiosks serve its own client, whoever that was before.
                .filter {
                    $0.kind != .kiosk || $0.device != nil || $0.client == client
                        || $0.client.map { places.serves(nil, $0) } ?? false
                }
                .compactMap { Presence.Watched($0, homeClient: client) }
            hub.expect(seen, within: configuration.firstWait)
            if configuration.expectsKioskOnceKnown, try await store.hasKiosk(of: client, isHomes: true) {
                hub.expectUnseen(.kiosk(client: client, device: nil), within: configuration.firstWait)
            }
            let watched = hub.presence.watched
            for fault in try await store.openFaults() {
                guard let one = Presence.Watched(missedIn: fault), !watched.contains(one) else { continue }
                _ = try await store.record(fault.end(at: clock.wall()), receivedAt: clock.wall())
            }
        } catch {
            logger.error(
                "could not read which kiosks and stations were connected before",
                metadata: ["error": "\(error)"])
        }
    }

    /// Kiosks stored by an older version without their client.
    func takeOverFaults(of store: CareStore) async {
        do throws(CareStoreError) { try await store.adoptFaults(for: configuration.client) } catch {
            logger.error("could not find the clients of older faults", metadata: ["error": "\(error)"])
        }
    }

    /// Stores which kiosks and stations are connected, so that their absence is noticed after a restart, too.
    func keepSeen(_ seen: Set<Presence.Watched>) async -> Bool {
        guard failure == nil, let store = state.withLock({ $0.store }) else { return false }
        do throws(CareStoreError) {
            try await store.saw(seen.map(SeenDevice.init), at: clock.wall())
            return true
        } catch {
            logger.debug("who is connected could not be saved", metadata: ["error": "\(error)"])
            return false
        }
    }

    /// A device was revoked: its absence is not a fault, and the faults that it reported end, because it
    /// cannot end them any more.
    func forgetDevice(_ id: UUID) async {
        hub.forget(id)
        do throws(CareProblem) {
            for fault in try await openFaults()
            where fault.device == id && fault.kind != .requestNotStored
                && (fault.source != "service" || fault.kind == .deviceBatteryLow)
            {
                _ = try await report(fault.end(at: clock.wall()))
            }
        } catch {
            logger.error(
                "faults reported by a revoked device may stay open",
                metadata: ["device": "\(id)", "error": "\(error)"])
        }
    }

    /// The absence of a device that was revoked while it connected is not a fault.
    func forgetIfRevoked(_ caller: Caller) async {
        guard let device = caller.device else { return }
        do throws(CareProblem) {
            let isDevice = try await read { store throws(CareStoreError) in try await store.isDevice(device) }
            if !isDevice { hub.forget(device) }
        } catch {
            logger.debug("could not check whether a device was revoked", metadata: ["error": "\(error)"])
        }
    }

    /// Reports which devices are missing or back; those that could not be stored before come first.
    func tell(_ changes: [Presence.Change]) async {
        for fault in state.withLock({ Array($0.unstoredPresence.values) }) { await tellPresence(fault) }
        for change in changes { await tell(change) }
    }

    private func tell(_ change: Presence.Change) async {
        let fault: Fault
        switch change {
        case .began(let absence): fault = await self.fault(absence, isActive: true)
        case .ended(let absence): fault = await self.fault(absence, isActive: false)
        }
        await tellPresence(fault)
    }

    private func tellPresence(_ fault: Fault) async {
        do throws(CareProblem) {
            let isNews = try await report(fault)
            state.withLock { _ = $0.unstoredPresence.removeValue(forKey: fault.key) }
            if isNews {
                logger.notice(
                    fault.isActive ? "not connected" : "connected again",
                    metadata: [
                        "fault": "\(fault.kind.rawValue)", "client": "\(fault.client ?? "–")",
                        "device": "\(fault.device?.uuidString ?? "the home's own")",
                    ])
            }
        } catch {
            // It has been called out; it is stored later with the same id, so that it is reported once.
            if error.kind == .storeFailed { state.withLock { $0.unstoredPresence[fault.key] = fault } }
            causes.log(.warning, "not stored: \(fault.kind.rawValue)", reason: "\(error)")
        }
    }

    private func fault(_ absence: Presence.Absence, isActive: Bool) async -> Fault {
        switch absence {
        case .everyStation:
            return serviceFault(
                .stationAway, isActive: isActive,
                detail: isActive ? "no station is connected to the service" : "")
        case .station(let device):
            var fault = serviceFault(
                .stationMissing, isActive: isActive,
                detail: await name(of: device) ?? DeviceKind.station.ownName)
            fault.device = device
            return fault
        case .kiosk(let client, let device):
            var fault = serviceFault(
                .kioskAway, isActive: isActive, detail: isActive ? await name(of: device) ?? "" : "")
            (fault.client, fault.device) = (client, device)
            let present = facts.withLock { $0.now.person(client) }
            let own = client == configuration.client ? present ?? configuration.clientName : nil
            fault.clientName = await name(ofClient: client) ?? own ?? client
            return fault
        }
    }

    /// What a paired device is called.
    func name(of device: UUID?) async -> String? {
        guard let device else { return nil }
        do throws(CareProblem) {
            return try await read { store throws(CareStoreError) in
                try await store.devices().first { $0.id == device }?.name
            }
        } catch { return nil }
    }

    /// A client's name in this home; `nil` if nobody has set one: then the name that their kiosk sends
    /// counts.
    func name(ofClient id: String) async -> String? {
        var known = facts.withLock { $0.now.person(id) }
        do throws(CareProblem) {
            known = try await read { store throws(CareStoreError) in try await store.personName(id) } ?? known
        } catch {
            logger.debug(
                "a client's name cannot be read", metadata: ["client": "\(id)", "error": "\(error)"])
        }
        return known == Person.unnamed ? nil : known
    }
}

extension Fault {
    /// Its end, under the source that reported it.
    fileprivate func end(at now: Date) -> Fault {
        var end = self
        (end.id, end.isActive, end.at) = (UUID(), false, now)
        return end
    }
}

extension Presence.Watched {
    fileprivate init?(_ seen: SeenDevice, homeClient: String) {
        switch seen.kind {
        case .kiosk: self = .kiosk(client: seen.client ?? homeClient, device: seen.device)
        case .station: self = .station(device: seen.device)
        case .display: return nil
        }
    }

    /// The device that a fault of the service reports as missing; `nil` for every other fault.
    fileprivate init?(missedIn fault: Fault) {
        guard fault.source == "service" else { return nil }
        switch (fault.kind, fault.client) {
        case (.kioskAway, let client?): self = .kiosk(client: client, device: fault.device)
        case (.stationMissing, _): self = .station(device: fault.device)
        default: return nil
        }
    }
}

extension SeenDevice {
    fileprivate init(_ watched: Presence.Watched) {
        switch watched {
        case .kiosk(let client, let device): self.init(kind: .kiosk, device: device, client: client)
        case .station(let device): self.init(kind: .station, device: device, client: nil)
        }
    }
}
