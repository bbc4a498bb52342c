import Foundation
import Glibc
import Logging
import Networking
import RealTime
import Time

/// What the thread does that owns a connection.
final class BrokerOwner {
    /// How long a name is looked up, an address is asked, and each answer is waited for until a connection is there.
    private static let patience: Duration = .seconds(10)
    /// How long an acknowledgement of what was published is waited for.
    private static let answerPatience: Duration = .seconds(30)
    /// A connection that lasted this long was a good one: after it the waits begin anew.
    private static let goodLife: Duration = .seconds(60)
    /// So many messages are kept that come in before all subscriptions are taken.
    private static let mostEarly = 1000
    /// How often libmosquitto is asked whether it is time to ask whether the broker is there.
    private static let tick: Duration = .seconds(1)

    private enum Stage {
        /// Until the broker's machine answers.
        case reaching
        /// Until the broker lets this client in.
        case greeting
        /// Until it has taken these subscriptions.
        case subscribing(Set<Int32>)
        case connected(since: Instant)
        /// Until the last messages are acknowledged.
        case leaving
    }

    private enum End {
        /// As somebody wanted.
        case stopped
        /// `life`: how long the connection lasted; `nil` where there was none.
        case lost(MQTTTrouble, life: Duration?)
        /// Nothing answers there: the next place may.
        case unreached(MQTTTrouble)
    }

    private let settings: MQTTSettings
    private let orders: BrokerOrders
    private let logger: Logger
    private let report: (MQTTEvent) -> Void
    /// Whether the broker has refused MQTT 5 once.
    private var isOlder = false
    private var connections = 0

    init(
        _ settings: MQTTSettings, _ orders: BrokerOrders, logger: Logger,
        report: @escaping (MQTTEvent) -> Void
    ) {
        self.settings = settings
        self.orders = orders
        self.logger = logger
        self.report = report
    }

    /// Returns when it is to end.
    func run() {
        var delay = RetryDelay(first: .seconds(1), limit: .seconds(60))
        while case .lost(let trouble, let life) = connect() {
            report(.lost(trouble))
            if let life, life >= Self.goodLife { delay.succeeded() }
            let end = MonotonicClock.now.advanced(by: delay.failed())
            while MonotonicClock.now < end {
                wait(until: end)
                _ = orders.take()
                if orders.farewell != nil { return }
            }
        }
    }

    /// Tries each place, and each version; returns when a connection has ended, or none came about. Never `unreached`.
    private func connect() -> End {
        let places: [BrokerPlace]
        do throws(MQTTTrouble) {
            guard let found = try find() else { return .stopped }
            places = try BrokerPlace.places(for: settings.broker, found: found)
        } catch { return .lost(error, life: nil) }
        var last = MQTTTrouble.noConnection
        for place in places {
            let version: BrokerLink.Version =
                place.mayUseMQTT5(settings.broker) && !isOlder ? .mqtt5 : .mqtt311
            var end = attempt(place, version)
            if version == .mqtt5, case .lost(.refused(0x84), nil) = end {
                logger.info("The MQTT broker does not speak MQTT 5: 3.1.1 from now on")
                isOlder = true
                end = attempt(place, .mqtt311)
            }
            guard case .unreached(let trouble) = end else { return end }
            last = trouble
        }
        return .lost(last, life: nil)
    }

    /// Where the broker's name leads; `nil` where this is to end meanwhile.
    private func find() throws(MQTTTrouble) -> [String]? {
        let host = settings.broker.host
        if Authority.isNear(host) != nil { return [host] }
        _ = orders.take()
        Task { [orders] in
            orders.post(
                .found(await NameLookup.addresses(of: host, areUsable: false, urgency: .utility)))
        }
        let end = MonotonicClock.now.advanced(by: Self.patience)
        while MonotonicClock.now < end {
            wait(until: end)
            if orders.farewell != nil { return nil }
            for case .found(let addresses) in orders.take() { return addresses }
        }
        throw .tooSlow
    }

    /// Waits for word from others or for the descriptor; returns what the descriptor has, as `poll` says it.
    @discardableResult
    private func wait(_ descriptor: Int32 = -1, for events: Int32 = 0, until end: Instant) -> Int32 {
        let left = max(0, MonotonicClock.now.duration(to: end).nanoseconds)
        var entries = [
            pollfd(fd: orders.wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            // Below 0 it is passed over.
            pollfd(fd: descriptor, events: Int16(events), revents: 0),
        ]
        guard poll(&entries, 2, Int32(clamping: (left + 999_999) / 1_000_000)) > 0 else { return 0 }
        if entries[0].revents != 0 { orders.wakeUp.clear() }
        return Int32(entries[1].revents)
    }

    // MARK: One connection

    private func attempt(_ place: BrokerPlace, _ version: BrokerLink.Version) -> End {
        guard let link = BrokerLink(settings, version, logger: logger) else {
            return .lost(.exhausted, life: nil)
        }
        if let trouble = link.begin(at: place) {
            return trouble == .noConnection ? .unreached(trouble) : .lost(trouble, life: nil)
        }
        var course = Course(link: link, deadline: MonotonicClock.now.advanced(by: Self.patience))
        while true {
            if let end = turn(&course) { return end }
        }
    }

    /// How far a connection has come.
    private struct Course {
        let link: BrokerLink
        var stage = Stage.reaching
        /// By when the stage must be over.
        var deadline: Instant
        var outgoing = OutgoingMessages()
        /// When the last acknowledgement came, or nothing was under way.
        var answered = MonotonicClock.now
        /// What came in before all subscriptions were taken.
        var early: [MQTTMessage] = []
        var life: Duration?

        var isPublishing: Bool {
            switch stage {
            case .reaching, .greeting, .subscribing: false
            case .connected, .leaving: true
            }
        }
    }

    private func turn(_ course: inout Course) -> End? {
        if case .connected(let since) = course.stage {
            course.life = since.duration(to: MonotonicClock.now)
            course.deadline = MonotonicClock.now.advanced(by: Self.tick)
        }
        let ready = wait(course.link.socket ?? -1, for: events(course), until: course.deadline)
        let isCut = ready & Int32(POLLERR | POLLHUP) != 0
        let isLate = MonotonicClock.now >= course.deadline
        if let end = obey(&course) { return end }
        if case .reaching = course.stage {
            guard ready != 0 else { return isLate ? .unreached(.tooSlow) : nil }
            if isCut { return .unreached(.noConnection) }
            advance(&course, to: .greeting)
        }
        let trouble = course.link.turn(isCut: isCut)
        if let trouble = hear(&course) ?? trouble { return end(course, trouble) }
        if !course.outgoing.isUnderWay { course.answered = MonotonicClock.now }
        if let trouble = send(&course) { return end(course, trouble) }
        switch course.stage {
        case .reaching, .greeting, .subscribing: return isLate ? end(course, .tooSlow) : nil
        case .connected:
            // It answers that it is there, and takes nothing.
            return course.answered.duration(to: MonotonicClock.now) > Self.answerPatience
                ? end(course, .tooSlow) : nil
        case .leaving:
            guard course.outgoing.isEmpty || isLate else { return nil }
            sayGoodbye(course)
            return .stopped
        }
    }

    private func events(_ course: Course) -> Int32 {
        switch course.stage {
        case .reaching: Int32(POLLOUT)
        // What is written in these is short; and after an interrupted handshake libmosquitto says without end that it wants to write.
        case .greeting, .subscribing: Int32(POLLIN)
        case .connected, .leaving: Int32(POLLIN) | (course.link.wantsToWrite ? Int32(POLLOUT) : 0)
        }
    }

    private func advance(_ course: inout Course, to stage: Stage) {
        course.stage = stage
        course.deadline = MonotonicClock.now.advanced(by: Self.patience)
    }

    private func end(_ course: Course, _ trouble: MQTTTrouble) -> End {
        if case .leaving = course.stage { return .stopped }
        return .lost(trouble, life: course.life)
    }

    /// What others have left word for.
    private func obey(_ course: inout Course) -> End? {
        let isConnected = if case .connected = course.stage { true } else { false }
        for case .publish(let item, let connection) in orders.take()
        where isConnected && connection == connections {
            course.outgoing.add(item)
        }
        guard let last = orders.farewell else { return nil }
        switch course.stage {
        case .reaching, .greeting, .subscribing: return .stopped
        case .connected: leave(&course, last)
        case .leaving: break
        }
        return nil
    }

    private func leave(_ course: inout Course, _ last: [MQTTMessage]) {
        course.outgoing.dropWaiting()
        for message in last { course.outgoing.add(.init(number: nil, message: message)) }
        course.stage = .leaving
        course.deadline = MonotonicClock.now.advanced(by: MQTTConnection.farewell)
    }

    private func sayGoodbye(_ course: Course) {
        course.link.leave()
        let end = MonotonicClock.now.advanced(by: MQTTConnection.farewell)
        while let socket = course.link.socket, MonotonicClock.now < end {
            wait(socket, for: Int32(POLLOUT), until: end)
            if course.link.turn(isCut: false) != nil { return }
        }
    }

    /// What the broker has said.
    private func hear(_ course: inout Course) -> MQTTTrouble? {
        for news in course.link.takeNews() {
            switch news {
            case .answered(let code):
                // It comes once.
                guard case .greeting = course.stage else { return .brokenOff }
                if let trouble = greet(&course, code) { return trouble }
            case .subscribed(let packet, let code):
                // MQTT 3.1.1 has one reason alone, and brokers mean by it that the right is missing.
                if code >= 0x80 { return .refused(code == 0x80 ? 0x87 : Int(code)) }
                if case .subscribing(var open) = course.stage {
                    open.remove(packet)
                    begin(&course, open)
                }
            case .acknowledged(let packet, let code):
                if code >= 0x80 { return .refused(Int(code)) }
                course.answered = MonotonicClock.now
                if let number = course.outgoing.acknowledged(packet) { report(.acknowledged(number)) }
            case .received(let message):
                if course.isPublishing {
                    report(.received(message))
                } else if course.early.count < Self.mostEarly {
                    course.early.append(message)
                }
            case .dropped: break
            case .hoarded: return .brokenOff
            case .ended(let code):
                // 0x8B: it is shut down.
                if code >= 0x80, code != 0x8B { return .refused(Int(code)) }
            }
        }
        return nil
    }

    private func greet(_ course: inout Course, _ code: Int32) -> MQTTTrouble? {
        switch code {
        case 0: break
        // Of MQTT 5, and of 3.1.1.
        case 0x86, 0x87, 4, 5: return .loginRefused
        default: return .refused(Int(code))
        }
        var open: Set<Int32> = []
        for topic in settings.subscriptions {
            switch course.link.subscribe(to: topic) {
            case .success(let packet): open.insert(packet)
            case .failure(let trouble): return trouble
            }
        }
        begin(&course, open)
        return nil
    }

    /// The connection counts when the last subscription is taken.
    private func begin(_ course: inout Course, _ open: Set<Int32>) {
        guard open.isEmpty else {
            if case .greeting = course.stage {
                advance(&course, to: .subscribing(open))
            } else {
                course.stage = .subscribing(open)
            }
            return
        }
        connections += 1
        course.stage = .connected(since: MonotonicClock.now)
        course.life = .zero
        report(.connected(connections))
        for message in course.early { report(.received(message)) }
        course.early = []
    }

    private func send(_ course: inout Course) -> MQTTTrouble? {
        while course.isPublishing, let item = course.outgoing.next {
            switch course.link.publish(item.message) {
            case .success(let packet): course.outgoing.sent(as: packet)
            case .failure(let trouble): return trouble
            }
        }
        return nil
    }
}
