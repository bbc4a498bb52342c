import Care
import CareStore
import Foundation
import Logging
import Recurrence
import StoreFiles
import Synchronization

extension ServiceCore {
    /// How the service is, where it listens, and who is connected. Also while nothing can be stored: then without names that
    /// only the store knows.
    func status() async -> HomeStatus {
        let (failure, now, uptime) = (failure, clock.wall(), clock.uptime())
        let reach = certificate.reach
        let isOwnMachine = CareServiceConfiguration.isLoopback(reach.host)
        var standings: [DeviceStanding] = []
        let names = await deviceNames()
        for (watched, known) in hub.standings.sorted(by: { "\($0.key)" < "\($1.key)" }) {
            let since = known.since.map { now.addingTimeInterval(($0 - uptime) / .seconds(1)) }
            var standing: DeviceStanding
            switch watched {
            case .kiosk(let client, let device):
                standing = DeviceStanding(
                    kind: .kiosk, device: device, standing: known.standing, since: since)
                standing.client = client
                let own = client == configuration.client ? configuration.clientName : nil
                standing.clientName = await name(ofClient: client) ?? own ?? client
            case .station(let device):
                standing = DeviceStanding(
                    kind: .station, device: device, standing: known.standing, since: since)
            }
            standing.name = standing.device.flatMap { names[$0] }
            standings.append(standing)
        }
        return HomeStatus(
            status: failure == nil ? .up : .storeFailed, detail: failure?.description,
            version: configuration.version,
            startedAt: now.addingTimeInterval((begunAt - uptime) / .seconds(1)), now: now,
            zone: home.rules.id,
            address: ServiceAddress(
                host: reach.host, port: port,
                isSecure: reach.isSecure, reach: isOwnMachine ? .machine : .network),
            devices: standings)
    }

    /// What paired devices are called; empty while that cannot be read.
    private func deviceNames() async -> [UUID: String] {
        do throws(CareProblem) {
            let devices = try await read { store throws(CareStoreError) in try await store.devices() }
            return Dictionary(devices.map { ($0.id, $0.name) }) { first, _ in first }
        } catch {
            logger.debug("the devices' names cannot be read", metadata: ["error": "\(error)"])
            return [:]
        }
    }
}
