import MQTT
import Testing

@Suite("A broker's address") struct MQTTBrokerTests {
    @Test(
        "Where it is, and whether it is encrypted",
        arguments: [
            ("mqtt://192.168.1.5", "192.168.1.5", 1883, false), ("mqtt://broker", "broker", 1883, false),
            ("mqtt://[::1]:1884", "::1", 1884, false),
            ("mqtt://broker.example.org/", "broker.example.org", 1883, false),
            ("MQTTS://Broker.example.org", "broker.example.org", 8883, true),
            ("mqtts://192.0.2.7:443", "192.0.2.7", 443, true),
            ("mqtts://[2001:db8::1]", "2001:db8::1", 8883, true),
        ])
    func read(address: String, host: String, port: Int, usesTLS: Bool) throws {
        let broker = try MQTTBroker(address)
        #expect(broker == MQTTBroker(host: host, port: port, usesTLS: usesTLS))
    }

    @Test(
        "What cannot be read says what to write",
        arguments: [
            ("", MQTTAddressError.noScheme), ("broker", .noScheme), ("http://broker", .noScheme),
            (" mqtt://broker", .noScheme), ("mqtt:/broker", .noScheme), ("mqtt://", .noHost),
            ("mqtt:///", .noHost),
            ("mqtt://broker:", .noHost), ("mqtt://broker:0", .noHost), ("mqtt://broker:65536", .noHost),
            ("mqtt://broker:+1", .noHost), ("mqtt://broker/topic", .noHost), ("mqtt://::1", .noHost),
            ("mqtt://[::1", .noHost), ("mqtt://127.1", .noHost), ("mqtt://bro ker", .noHost),
            ("mqtts://anna:word@broker", .hasLogin), ("mqtt://192.0.2.7", .readable),
            ("mqtt://[2001:db8::1]:1883", .readable),
        ])
    func refused(address: String, error: MQTTAddressError) {
        #expect(throws: error) { try MQTTBroker(address) }
        #expect(error.description.contains("write") || error.description.contains("stand"))
    }
}
