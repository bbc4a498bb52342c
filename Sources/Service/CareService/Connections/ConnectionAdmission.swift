import Glibc
import Logging
import NIOCore
import Synchronization

/// Admits connections, and closes one for another where there is no room: carries out the ledger's decisions.
///
/// No connection waits in the system's queue, because there a kiosk would wait behind strangers.
final class ConnectionAdmission: Sendable {
    private struct State {
        var ledger: ConnectionLedger<ObjectIdentifier>
        var devices = DeviceAddresses()
        var arrivals: ArrivalBudget
        var channels: [ObjectIdentifier: any Channel] = [:]
        /// How many were closed or refused for want of a place since it was last logged.
        var turnedAway = 0
        var saidAt: Duration?
    }

    /// How often the message for staff is logged at most.
    private static let silence: Duration = .seconds(60)
    /// The socket buffers of a connection, in bytes: one for received messages, one for answers. By default, the system keeps
    /// up to 6 MiB of each.
    private static let systemBuffer: ChannelOptions.Types.SocketOption.Value = 128 << 10

    private let state: Mutex<State>
    /// How long the other end may leave data unacknowledged. By default, the system tries for a quarter of an hour.
    private let peerTimeout: Duration
    private let uptime: @Sendable () -> Duration
    private let logger: Logger

    init(
        _ limits: ConnectionLedger<ObjectIdentifier>.Limits, arrivals: ArrivalBudget = .standard,
        peerTimeout: Duration = .seconds(30), uptime: @escaping @Sendable () -> Duration, logger: Logger
    ) {
        self.peerTimeout = peerTimeout
        state = Mutex(State(ledger: ConnectionLedger(limits), arrivals: arrivals))
        self.uptime = uptime
        self.logger = logger
    }

    /// How many there are.
    var count: Int { state.withLock { $0.ledger.count } }

    /// Whether there is room for a connection that has just come; the same again for one that was let in.
    func admit(_ channel: any Channel) -> Bool {
        guard let address = NetworkAddress(channel.remoteAddress?.ipAddress ?? "") else { return false }
        let (id, now) = (ObjectIdentifier(channel), uptime())
        let (isAdmitted, isNew, closing, turnedAway) = state.withLock { state in
            if state.channels[id] != nil { return (true, false, (any Channel)?.none, Int?.none) }
            switch Self.verdict(id, address, &state, at: now) {
            case .refused:
                state.turnedAway += 1
                return (false, true, nil, Self.whatToSay(&state, at: now))
            case .admitted(let other):
                state.channels[id] = channel
                guard let other else { return (true, true, nil, nil) }
                state.turnedAway += 1
                return (
                    true, true, state.channels.removeValue(forKey: other), Self.whatToSay(&state, at: now)
                )
            }
        }
        closing?.close(promise: nil)
        if let turnedAway {
            logger.warning(
                "too many connections: the oldest unauthenticated ones are closed",
                metadata: [
                    "closed": "\(turnedAway)", "newest_from": "\(channel.remoteAddress?.ipAddress ?? "")",
                ])
        }
        if isAdmitted, isNew { channel.closeFuture.whenComplete { [self] _ in ended(id) } }
        return isAdmitted
    }

    private static func verdict(
        _ id: ObjectIdentifier, _ address: NetworkAddress, _ state: inout State, at now: Duration
    ) -> ConnectionLedger<ObjectIdentifier>.Verdict {
        let isFromDevice = state.devices.contains(address, at: now)
        guard isFromDevice || state.arrivals.take(address.network, at: now) else { return .refused }
        return state.ledger.arrive(id, from: address, isFromDevice: isFromDevice)
    }

    /// A message on it has been authenticated.
    func recognise(_ id: ObjectIdentifier, as role: CallerRole) {
        let now = uptime()
        state.withLock { state in
            let standing = ConnectionLedger<ObjectIdentifier>.Standing(role)
            state.ledger.recognise(id, as: standing)
            if standing == .device,
                let address = NetworkAddress(state.channels[id]?.remoteAddress?.ipAddress ?? "")
            {
                state.devices.note(address, at: now)
            }
        }
    }

    func waits(_ id: ObjectIdentifier) {
        let now = uptime()
        state.withLock { $0.ledger.waits(id, since: now) }
    }

    func works(_ id: ObjectIdentifier) { state.withLock { $0.ledger.works(id) } }

    func isStranger(_ id: ObjectIdentifier) -> Bool { state.withLock { $0.ledger.isStranger(id) } }

    func isFromDevice(_ id: ObjectIdentifier) -> Bool { state.withLock { $0.ledger.isFromDevice(id) } }

    private func ended(_ id: ObjectIdentifier) {
        state.withLock { state in
            state.ledger.remove(id)
            state.channels[id] = nil
        }
    }

    /// Lets the system end a connection whose other end has vanished without a word: its power is cut, or its network is gone.
    /// What is sent has to be acknowledged in time, and where nothing is sent, the system asks after half of it. Call it on the
    /// connection's own loop.
    func endWhereNobodyAnswers(_ channel: any Channel) {
        let seconds = max(1, Int((peerTimeout / .seconds(1)).rounded()))
        let options: [(ChannelOptions.Types.SocketOption, Int)] = [
            (.socketOption(.so_keepalive), 1),
            (.tcpOption(.init(rawValue: TCP_USER_TIMEOUT)), seconds * 1000),
            (.tcpOption(.init(rawValue: TCP_KEEPIDLE)), max(1, seconds / 2)),
            (.tcpOption(.init(rawValue: TCP_KEEPINTVL)), max(1, seconds / 6)),
        ]
        do {
            for (option, value) in options { try channel.syncOptions?.setOption(option, value: value) }
        } catch {
            logger.debug("a dead connection will be noticed late", metadata: ["error": "\(error)"])
        }
    }

    /// Limits the socket buffers of a connection. Call it on the connection's own loop.
    func bound(_ channel: any Channel) {
        do {
            try channel.syncOptions?.setOption(.socketOption(.so_sndbuf), value: Self.systemBuffer)
            try channel.syncOptions?.setOption(.socketOption(.so_rcvbuf), value: Self.systemBuffer)
        } catch {
            logger.debug("a connection's buffers could not be set", metadata: ["error": "\(error)"])
        }
    }

    /// How many were refused, if it is time to log that.
    private static func whatToSay(_ state: inout State, at now: Duration) -> Int? {
        if let saidAt = state.saidAt, now - saidAt < silence { return nil }
        state.saidAt = now
        defer { state.turnedAway = 0 }
        return state.turnedAway
    }
}

extension ConnectionLedger.Standing {
    /// Displays are devices of the home, too.
    init(_ role: CallerRole) {
        switch role {
        case .kiosk, .station, .display, .house: self = .device
        case .caregiver, .coordinator, .provider, .client: self = .person
        }
    }
}

/// The connection on which a message came.
struct ConnectionPlace: Sendable {
    let admission: ConnectionAdmission
    let id: ObjectIdentifier

    /// The message was authenticated.
    func recognise(_ caller: Caller?) {
        if let caller { admission.recognise(id, as: caller.role) }
    }
}
