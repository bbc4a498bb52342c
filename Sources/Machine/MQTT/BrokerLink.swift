import CMosquitto
import Foundation
import Glibc
import Logging

/// One attempt at one connection with libmosquitto, from its beginning to its end. Everything happens on the thread that owns it.
///
/// Each attempt has an object of libmosquitto's of its own, so that nothing is left in it of what was sent before.
final class BrokerLink {
    /// What libmosquitto has told.
    enum News {
        /// The broker's answer to the wish to log in (CONNACK); 0 lets in.
        case answered(Int32)
        /// The broker's answer to one subscription (SUBACK); 128 and more refuse it.
        case subscribed(Int32, code: Int32)
        /// The broker's answer to what was published (PUBACK); 128 and more refuse it.
        case acknowledged(Int32, code: Int32)
        case received(MQTTMessage)
        /// A message came that is larger than any command, and was dropped.
        case dropped
        /// A message came with QoS 2, for which nobody has asked.
        case hoarded
        /// The connection has ended: the broker's reason (128 and more), or an error of libmosquitto's.
        case ended(Int32)
    }

    enum Version { case mqtt5, mqtt311 }

    /// So many packets are read before others have their turn.
    private static let mostReads = 1000
    /// So many bytes of messages are taken in before others have their turn.
    private static let mostHeld = 1 << 20
    /// The largest packet that a broker of MQTT 5 may send, in bytes: commands are short. Of MQTT 3.1.1, what is larger is dropped.
    private static let largestPacket: UInt32 = 65_536
    /// So many bytes may come in that tell nothing. libmosquitto begins to read a packet of any size, up to 256 MB, and holds it in memory.
    private static let mostUntold: UInt64 = 1 << 20

    /// Swift makes this once, whichever thread comes first.
    private static let isPrepared = mosquitto_lib_init() == MOSQ_ERR_SUCCESS.rawValue

    private let settings: MQTTSettings
    private let version: Version
    private let logger: Logger
    private let handle: OpaquePointer
    private var news: [News] = []
    /// How many bytes of messages the news hold.
    private var held = 0
    /// How many bytes had come in when something was told last, read or not.
    private var told: UInt64 = 0

    /// `nil` where this machine has no memory for it.
    init?(_ settings: MQTTSettings, _ version: Version, logger: Logger) {
        guard Self.isPrepared,
            // With MQTT 5 the session stays for as long as the will is held back (MQTT 5, 3.1.3.2.2): whoever comes back within that time,
            // and does not begin a new session, lets no will be published. Nothing else is kept in it: subscriptions have QoS 0.
            let handle = mosquitto_new(settings.clientID, version == .mqtt311, nil)
        else { return nil }
        self.settings = settings
        self.version = version
        self.logger = logger
        self.handle = handle
        mosquitto_user_data_set(handle, Unmanaged.passUnretained(self).toOpaque())
        listen()
    }

    /// Ends the connection without a goodbye where there still is one.
    deinit { mosquitto_destroy(handle) }

    /// The connection's descriptor; `nil` where there is none.
    var socket: Int32? {
        let descriptor = mosquitto_socket(handle)
        return descriptor >= 0 ? descriptor : nil
    }

    /// Whether something waits that could not be written at once.
    var wantsToWrite: Bool { mosquitto_want_write(handle) }

    /// What has been told since this was last asked.
    func takeNews() -> [News] {
        defer { (news, held) = ([], 0) }
        return news
    }

    // MARK: Beginning

    /// Begins a connection, which is there when `socket` can be written; a name is looked up meanwhile.
    func begin(at place: BrokerPlace) -> MQTTTrouble? {
        if let trouble = prepare() ?? prepareEncryption() ?? prepareWill() ?? prepareSession() {
            return trouble
        }
        let code = mosquitto_connect_bind_async(
            handle, place.host, Int32(settings.broker.port), keepAlive, place.own)
        guard code <= MOSQ_ERR_SUCCESS.rawValue else { return trouble(of: code) }
        // Programs that are started meanwhile must not hold the connection open.
        if let socket { _ = fcntl(socket, F_SETFD, FD_CLOEXEC) }
        return nil
    }

    private var keepAlive: Int32 {
        Int32(clamping: max(5, min(65_535, settings.keepAlive.components.seconds)))
    }

    private func prepare() -> MQTTTrouble? {
        let protocolVersion = version == .mqtt5 ? MQTT_PROTOCOL_V5 : MQTT_PROTOCOL_V311
        var codes = [
            mosquitto_int_option(handle, MOSQ_OPT_PROTOCOL_VERSION, protocolVersion),
            mosquitto_int_option(handle, MOSQ_OPT_TCP_NODELAY, 1),
        ]
        if let user = settings.user {
            codes.append(mosquitto_username_pw_set(handle, user, settings.password))
        }
        return firstTrouble(codes)
    }

    private func prepareEncryption() -> MQTTTrouble? {
        guard settings.broker.usesTLS else { return nil }
        // Also in order that the broker's certificate is looked at: its name, and who vouches for it.
        var codes = [
            mosquitto_int_option(handle, MOSQ_OPT_TLS_USE_OS_CERTS, 1),
            mosquitto_tls_opts_set(handle, 1, "tlsv1.2", nil),
        ]
        if let roots = settings.roots { codes.append(mosquitto_tls_set(handle, roots, nil, nil, nil, nil)) }
        return firstTrouble(codes) == nil ? nil : .untrusted
    }

    private func prepareWill() -> MQTTTrouble? {
        guard let will = settings.will else { return nil }
        var properties: OpaquePointer?
        var codes = [Int32]()
        if version == .mqtt5 {
            codes.append(
                add(MQTT_PROP_WILL_DELAY_INTERVAL, Self.seconds(settings.willDelay), to: &properties))
            if let expiry = will.expiry {
                codes.append(add(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, Self.seconds(expiry), to: &properties))
            }
        }
        let code = will.payload.withUnsafeBytes { bytes in
            mosquitto_will_set_v5(
                handle, will.topic, Int32(clamping: bytes.count), bytes.baseAddress, 1, will.isRetained,
                properties)
        }
        // Where it has taken the will, libmosquitto has taken the properties, too.
        if code != MOSQ_ERR_SUCCESS.rawValue { mosquitto_property_free_all(&properties) }
        return firstTrouble(codes + [code])
    }

    /// libmosquitto takes a connection's properties only by the call that waits until there is one. That call keeps them for all that comes
    /// later, and with a port that there cannot be it does nothing else.
    private func prepareSession() -> MQTTTrouble? {
        guard version == .mqtt5 else { return nil }
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        let stay = settings.will == nil ? 0 : Self.seconds(settings.willDelay)
        let codes = [
            add(MQTT_PROP_SESSION_EXPIRY_INTERVAL, stay, to: &properties),
            add(MQTT_PROP_MAXIMUM_PACKET_SIZE, Self.largestPacket, to: &properties),
        ]
        _ = mosquitto_connect_bind_v5(handle, "localhost", -1, keepAlive, nil, properties)
        return firstTrouble(codes)
    }

    private func add(_ property: mqtt5_property, _ value: UInt32, to list: inout OpaquePointer?) -> Int32 {
        mosquitto_property_add_int32(&list, Int32(property.rawValue), value)
    }

    private static func seconds(_ duration: Duration) -> UInt32 {
        UInt32(clamping: duration.components.seconds)
    }

    private func firstTrouble(_ codes: [Int32]) -> MQTTTrouble? {
        codes.first { $0 != MOSQ_ERR_SUCCESS.rawValue }.map { trouble(of: $0) }
    }

    // MARK: Meanwhile

    /// Reads and writes what is there, and asks whether the broker is, where it is time.
    ///
    /// - Parameter isCut: Whether the system says that nothing comes any more but what has been received.
    /// - Returns: What has ended the connection; `nil` where it goes on.
    func turn(isCut: Bool) -> MQTTTrouble? {
        for _ in 0..<Self.mostReads {
            let before = news.count
            let code = mosquitto_loop_read(handle, 1)
            if code != MOSQ_ERR_SUCCESS.rawValue { return lateTrouble(of: code) }
            guard let socket else { return .brokenOff }
            // An answer to a question whether it is there makes no news: what follows is read at the next turn.
            if news.count == before { break }
            told = beckon_bytes_received(socket)
            if held >= Self.mostHeld { break }
        }
        if isCut || isEndless { return .brokenOff }
        for code in [mosquitto_loop_write(handle, 1), mosquitto_loop_misc(handle)]
        where code != MOSQ_ERR_SUCCESS.rawValue {
            return lateTrouble(of: code)
        }
        return nil
    }

    /// Whether so much has come in without an end that nobody means well.
    private var isEndless: Bool {
        guard let socket, beckon_bytes_received(socket) > told + Self.mostUntold else { return false }
        logger.warning("The MQTT broker sends without end: the connection is closed")
        return true
    }

    /// - Returns: The packet's number, by which the answer is told.
    func subscribe(to topic: String) -> Result<Int32, MQTTTrouble> {
        var packet: Int32 = 0
        let code = mosquitto_subscribe_v5(handle, &packet, topic, 0, 0, nil)
        return code == MOSQ_ERR_SUCCESS.rawValue ? .success(packet) : .failure(trouble(of: code))
    }

    /// - Returns: The packet's number, by which the answer is told.
    func publish(_ message: MQTTMessage) -> Result<Int32, MQTTTrouble> {
        var properties: OpaquePointer?
        defer { mosquitto_property_free_all(&properties) }
        var code = MOSQ_ERR_SUCCESS.rawValue
        if version == .mqtt5, let expiry = message.expiry {
            code = add(MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, Self.seconds(expiry), to: &properties)
        }
        var packet: Int32 = 0
        if code == MOSQ_ERR_SUCCESS.rawValue {
            code = message.payload.withUnsafeBytes { bytes in
                mosquitto_publish_v5(
                    handle, &packet, message.topic, Int32(clamping: bytes.count), bytes.baseAddress, 1,
                    message.isRetained, properties)
            }
        }
        return code == MOSQ_ERR_SUCCESS.rawValue ? .success(packet) : .failure(trouble(of: code))
    }

    /// Says goodbye: the broker publishes no will. It is said when `socket` has gone.
    func leave() { _ = mosquitto_disconnect_v5(handle, 0, nil) }

    private func trouble(of code: Int32) -> MQTTTrouble {
        switch code {
        case MOSQ_ERR_EAI.rawValue: .unknownHost
        case MOSQ_ERR_ERRNO.rawValue: .noConnection
        case MOSQ_ERR_TLS.rawValue: .untrusted
        case MOSQ_ERR_KEEPALIVE.rawValue: .tooSlow
        case MOSQ_ERR_NOMEM.rawValue: .exhausted
        case MOSQ_ERR_PAYLOAD_SIZE.rawValue, MOSQ_ERR_OVERSIZE_PACKET.rawValue: .refused(0x95)
        case MOSQ_ERR_INVAL.rawValue, MOSQ_ERR_MALFORMED_UTF8.rawValue: .refused(0x90)
        default: .brokenOff
        }
    }

    /// The same when there has been a connection.
    private func lateTrouble(of code: Int32) -> MQTTTrouble {
        code == MOSQ_ERR_ERRNO.rawValue ? .brokenOff : trouble(of: code)
    }

    // MARK: What libmosquitto tells

    fileprivate func note(_ one: News) {
        news.append(one)
        if case .received(let message) = one { held += message.payload.count }
    }

    fileprivate func log(_ words: String, _ level: Int32) {
        if level & (MOSQ_LOG_ERR | MOSQ_LOG_WARNING) != 0 { logger.debug("libmosquitto: \(words)") }
        // libmosquitto keeps such a message in memory until the broker completes it, and tells of it in no other way before.
        let publish = words.firstRange(of: " received PUBLISH (d").map { words[$0.upperBound...] }
        if let publish, publish.dropFirst().hasPrefix(", q2,") { note(.hoarded) }
    }

    /// What is told is only noted: within these calls libmosquitto holds locks.
    private func listen() {
        mosquitto_connect_v5_callback_set(handle) { _, link, code, _, _ in
            BrokerLink.of(link)?.note(.answered(code))
        }
        mosquitto_subscribe_v5_callback_set(handle) { _, link, packet, count, granted, _ in
            let codes = UnsafeBufferPointer(start: granted, count: Int(count))
            BrokerLink.of(link)?.note(.subscribed(packet, code: codes.max() ?? 0x80))
        }
        mosquitto_publish_v5_callback_set(handle) { _, link, packet, code, _ in
            BrokerLink.of(link)?.note(.acknowledged(packet, code: code))
        }
        mosquitto_disconnect_v5_callback_set(handle) { _, link, code, _ in
            BrokerLink.of(link)?.note(.ended(code))
        }
        mosquitto_message_v5_callback_set(handle) { _, link, message, _ in
            guard let message = message?.pointee, let topic = message.topic else { return }
            let size = Int(message.payloadlen)
            guard size <= BrokerLink.largestPacket else {
                BrokerLink.of(link)?.note(.dropped)
                return
            }
            let payload = message.payload.map { Data(bytes: $0, count: size) } ?? Data()
            BrokerLink.of(link)?.note(
                .received(
                    MQTTMessage(topic: String(cString: topic), payload: payload, isRetained: message.retain)))
        }
        mosquitto_log_callback_set(handle) { _, link, level, words in
            guard level & (MOSQ_LOG_ERR | MOSQ_LOG_WARNING | MOSQ_LOG_DEBUG) != 0, let words else { return }
            BrokerLink.of(link)?.log(String(cString: words), level)
        }
    }

    private static func of(_ link: UnsafeMutableRawPointer?) -> BrokerLink? {
        link.map { Unmanaged<BrokerLink>.fromOpaque($0).takeUnretainedValue() }
    }
}
