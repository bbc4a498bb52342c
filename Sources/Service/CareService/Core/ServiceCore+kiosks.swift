import Care
import CareStore
import Foundation
import HTTPTypes
import Logging

/// Whom kiosks serve, and where their clients are told things.
extension ServiceCore {
    /// A kiosk that asks for one of several clients whom it serves.
    ///
    /// - Parameter client: Whom its message names; `nil`: the one for whom it was paired.
    func serving(_ caller: Caller, _ client: String?) throws(CareProblem) -> Caller {
        guard caller.role == .kiosk, let client, client != caller.client(of: configuration) else {
            return caller
        }
        do throws(FieldProblem) {
            try FieldChecks.id(client, ServedClient.header, mayHaveCapitals: true)
        } catch {
            throw CareProblem(.badRequest, error.message, field: ServedClient.header)
        }
        var served = caller
        if hub.places.serves(caller.device, client) {
            served.client = client
        } else {
            served.unserved = client
        }
        return served
    }

    /// What the store knows of that counts from now on; if it cannot be read, what was known stays.
    func rememberPlaces(of store: CareStore) async {
        do throws(CareStoreError) {
            try await store.keepOwnClients(configuration.client, and: configuration.ownClients)
        } catch {
            logger.error(
                "whom the home's own kiosk serves by the settings cannot be stored",
                metadata: ["error": "\(error)"])
        }
        do throws(CareStoreError) {
            let (served, uses) = (try await store.servedClients(), try await store.lastUses())
            let now = clock.wall()
            hub.changePlaces { places in
                places.served = served
                for (client, use) in uses { places.used(client, use, now: now) }
            }
        } catch {
            logger.error("whom kiosks serve cannot be read", metadata: ["error": "\(error)"])
        }
    }

    /// A client has pressed at a kiosk. It counts even if it cannot be stored.
    ///
    /// - Returns: Whether they are told things there now.
    func uses(_ client: String, at device: UUID?, secondsAgo: Int) async -> Bool {
        let now = clock.wall()
        let use = LastUse(device: device, at: now.addingTimeInterval(-Double(secondsAgo)))
        hub.changePlaces { $0.used(client, use, now: now) }
        displays.turn(client, to: hub.place(of: client))
        if hub.places.uses[client] == use {
            do throws(CareProblem) {
                _ = try await change { store, _ throws(CareStoreError) in
                    try await store.noteUse(of: client, use)
                    return (true, isNew: false)
                }
            } catch {
                logger.debug("where a client pressed could not be saved", metadata: ["error": "\(error)"])
            }
        }
        return hub.speaks(
            .init(presence: .kiosk(client: client, device: device), owner: device, kioskOf: client))
    }

    /// A kiosk serves others from now on: it connects anew, and its absence for those whom it serves no more is no fault.
    func servesOthers(_ device: UUID?, _ served: [ServedClient], goneFor gone: [String]) async {
        hub.changePlaces { $0.served[device] = served }
        let lost = gone.filter { !hub.places.serves(device, $0) }
        for client in lost { hub.forget(.kiosk(client: client, device: device)) }
        do throws(CareProblem) {
            for fault in try await openFaults()
            where fault.device == device && fault.kind != .requestNotStored
                && fault.client.map(lost.contains) ?? false
                && (fault.source == "kiosk" || fault.kind == .kioskAway)
            {
                var end = fault
                (end.id, end.isActive, end.at) = (UUID(), false, clock.wall())
                _ = try await report(end)
            }
        } catch {
            logger.error("faults of a kiosk may stay open", metadata: ["error": "\(error)"])
        }
        if let device { endStreams(of: [device]) } else { hub.disconnectOwn() }
    }
}

extension HTTPField.Name {
    static let servedClient = named(ServedClient.header)
}
