import Testing

@testable import MQTT

@Suite("Which of a broker's addresses are tried") struct BrokerPlaceTests {
    private let plain = MQTTBroker(host: "broker", port: 1883, usesTLS: false)
    private let encrypted = MQTTBroker(host: "broker", port: 8883, usesTLS: true)

    @Test("Without encryption those in the home alone, each once, at most four, in order") func near() throws
    {
        let found = [
            "2001:db8::1", "fe80::1%eth0", "192.168.1.5", "192.168.1.5", "8.8.8.8", "10.0.0.1", "::1",
            "127.0.0.1",
        ]
        let places = try BrokerPlace.places(for: plain, found: found)
        #expect(places.map(\.host) == ["fe80::1%eth0", "192.168.1.5", "10.0.0.1", "::1"])
        #expect(places.allSatisfy { $0.own == nil })
    }

    @Test("Without encryption nothing out of the home is asked") func far() {
        #expect(throws: MQTTTrouble.notNear) {
            try BrokerPlace.places(for: plain, found: ["192.0.2.7", "2001:db8::1"])
        }
    }

    @Test("With encryption the name is asked, which the certificate has to fit, once for each family")
    func named() throws {
        let one = try BrokerPlace.places(for: encrypted, found: ["192.0.2.7", "192.0.2.8"])
        #expect(one == [BrokerPlace(host: "broker", own: nil)])
        let two = try BrokerPlace.places(for: encrypted, found: ["2001:db8::1", "192.0.2.7", "2001:db8::2"])
        #expect(two == [BrokerPlace(host: "broker", own: "::"), BrokerPlace(host: "broker", own: "0.0.0.0")])
    }

    @Test(
        "MQTT 5 is spoken where nobody stands between",
        arguments: [("127.0.0.1", true), ("::1", true), ("192.168.1.5", false), ("fe80::1%eth0", false)])
    func version(host: String, isMQTT5: Bool) {
        let place = BrokerPlace(host: host, own: nil)
        #expect(place.mayUseMQTT5(plain) == isMQTT5)
        #expect(place.mayUseMQTT5(encrypted))
    }

    @Test("A name that nobody knows", arguments: [true, false]) func unknown(usesTLS: Bool) {
        #expect(throws: MQTTTrouble.unknownHost) {
            try BrokerPlace.places(for: usesTLS ? encrypted : plain, found: [])
        }
    }
}
