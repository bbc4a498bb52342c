import Care
import CareStore
import Dispatch
import Foundation
import Logging
import Synchronization
import WholeFiles

/// Cache of paired devices by token, as last read from the store: in memory, and in `tokens/devices` for a
/// start without the store.
///
/// The store decides as long as it can be read. While it cannot, paired kiosks can still call and paired
/// stations still hear, as the home's own do. Only hashes of tokens are stored.
final class KnownDevices: Sendable {
    struct Device: Codable, Sendable, Equatable {
        var id: UUID
        var kind: DeviceKind
        var client: String?
    }

    private struct File: Codable {
        /// By the hash of its token, in base 64.
        var devices: [String: Device]
    }

    /// The same, tolerating other versions: a bad entry does not affect the others.
    private struct ReadFile: Decodable {
        struct Entry: Decodable {
            let device: Device?

            init(from decoder: any Decoder) throws { device = try? Device(from: decoder) }
        }

        var devices: [String: Entry]
    }

    /// Enough for some thousand devices; a larger file is not Beckon's.
    private static let longestFile = 1 << 20

    private let path: String?
    private let logger: Logger
    private let devices: Mutex<[String: Device]>
    /// One after the other, and on a thread that may wait for the disk.
    private let queue = DispatchQueue(label: "beckon.devices", qos: .utility)

    /// - Parameter path: `nil` keeps them in memory alone.
    init(path: String?, logger: Logger) {
        self.path = path
        self.logger = logger
        devices = Mutex(path.map { Self.read($0, logger) } ?? [:])
    }

    /// The device of a token, as last known.
    func device(hash: Data) -> Device? { devices.withLock { $0[Self.key(hash)] } }

    func contains(_ id: UUID) -> Bool { devices.withLock { $0.values.contains { $0.id == id } } }

    /// Replaces the list with the store's; a device whose row cannot be read stays as it was known.
    func replace(_ all: [DeviceToken]) async {
        await change { devices in
            let known = all.compactMap { token -> (String, Device)? in
                let key = Self.key(token.hash)
                return (token.device.map(Device.init) ?? devices[key]).map { (key, $0) }
            }
            devices = Dictionary(known) { first, _ in first }
        }
    }

    func add(_ device: Care.Device, hash: Data) async {
        await change { $0[Self.key(hash)] = Device(device) }
    }

    /// Its token is no longer valid.
    func remove(_ id: UUID) async {
        await change { devices in devices = devices.filter { $0.value.id != id } }
    }

    private func change(_ body: @Sendable (inout [String: Device]) -> Void) async {
        let isChanged = devices.withLock { devices in
            let before = devices
            body(&devices)
            return devices != before
        }
        guard isChanged, let path else { return }
        await withCheckedContinuation { continuation in
            queue.async { [self] in
                write(to: path)
                continuation.resume()
            }
        }
    }

    private func write(to path: String) {
        do {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
            let bytes = try encoder.encode(File(devices: devices.withLock { $0 }))
            try WholeFile.write(Array(bytes), to: path, mode: 0o600)
        } catch {
            // A revoked device must not be let in because of this file.
            let isGone = unlink(path) == 0 || errno == ENOENT
            logger.error(
                isGone
                    ? "paired devices are not let in after a start without the store"
                    : "a device that was revoked may be let in after a start without the store: delete the file",
                metadata: ["path": "\(path)", "reason": "\(error)"])
        }
    }

    private static func read(_ path: String, _ logger: Logger) -> [String: Device] {
        do {
            guard let bytes = try WholeFile.read(path, limit: longestFile) else { return [:] }
            return try JSONDecoder().decode(ReadFile.self, from: Data(bytes)).devices.compactMapValues(
                \.device)
        } catch {
            logger.warning(
                "paired devices are known from the store alone: the file beside the tokens cannot be read",
                metadata: ["path": "\(path)", "reason": "\(error)"])
            return [:]
        }
    }

    private static func key(_ hash: Data) -> String { hash.base64EncodedString() }
}

extension KnownDevices.Device {
    fileprivate init(_ device: Care.Device) {
        self.init(id: device.id, kind: device.kind, client: device.client)
    }
}
