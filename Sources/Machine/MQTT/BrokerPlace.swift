import Networking

/// Where one attempt at a connection goes.
struct BrokerPlace: Equatable, Sendable {
    /// So many of a name's addresses are tried.
    private static let mostTried = 4

    /// What libmosquitto is told: an address, or a name that it looks up itself.
    var host: String
    /// The address of this machine from which the connection goes out: of a name's addresses, it then takes one of the same family.
    /// `nil`: any.
    var own: String?

    /// Whether MQTT 5 may be spoken there: with encryption, or where nobody stands between. libmosquitto 2.0 ends the whole program where a
    /// packet of MQTT 5 has a property that it does not know (an assertion); in 3.1.1 there are none.
    func mayUseMQTT5(_ broker: MQTTBroker) -> Bool {
        broker.usesTLS || host.hasPrefix("127.") || host == "::1"
    }

    /// The places to try for a broker, one after another, the best first.
    ///
    /// With encryption the certificate says whether it is the broker, and has to fit the name. Without, only addresses in the home are
    /// asked, and not the name once more, which could lead elsewhere meanwhile.
    ///
    /// - Parameter found: Where its host leads, the best first.
    static func places(for broker: MQTTBroker, found: [String]) throws(MQTTTrouble) -> [BrokerPlace] {
        guard !found.isEmpty else { throw .unknownHost }
        var seen: Set<String> = []
        guard broker.usesTLS else {
            let near = found.filter { Authority.isNear($0) == true && seen.insert($0).inserted }
            guard !near.isEmpty else { throw .notNear }
            return near.prefix(mostTried).map { BrokerPlace(host: $0, own: nil) }
        }
        let families = found.map { $0.contains(":") ? "::" : "0.0.0.0" }.filter { seen.insert($0).inserted }
        return families.count == 1
            ? [BrokerPlace(host: broker.host, own: nil)]
            : families.map { BrokerPlace(host: broker.host, own: $0) }
    }
}
