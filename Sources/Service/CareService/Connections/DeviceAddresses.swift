/// The recent addresses of the home's devices: connections from there have reserved places.
///
/// In memory alone: after a restart each device is known again with its first message.
struct DeviceAddresses: Sendable {
    /// How long an address counts as a device's after its last message.
    static let life: Duration = .seconds(86_400)

    /// More than any home has; beyond it, the one that has been quiet for longest is forgotten.
    private let most: Int
    private var seen: [NetworkAddress: Duration] = [:]

    init(most: Int = 1024) { self.most = most }

    var count: Int { seen.count }

    /// A device of the home has authenticated with its token.
    mutating func note(_ address: NetworkAddress, at now: Duration) {
        if seen[address] == nil, seen.count >= most, let oldest = seen.min(by: { $0.value < $1.value }) {
            seen[oldest.key] = nil
        }
        seen[address] = now
    }

    func contains(_ address: NetworkAddress, at now: Duration) -> Bool {
        seen[address].map { now - $0 < Self.life } ?? false
    }
}
