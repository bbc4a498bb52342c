import RealTime
import Care
import Foundation
import Recurrence
import Synchronization

/// Knows the open event streams and tells them that there is something to read.
///
/// Stored events do not go through here: each stream reads them from the journal at its own pace, so that a slow
/// reader delays nobody and misses nothing.
final class EventHub: Sendable {
    private struct State {
        var subscriptions: [Int: EventSubscription] = [:]
        var nextNumber = 0
        var isClosed = false
        var presence: Presence
        /// Whom kiosks serve, and where clients are told things.
        var places = KioskPlaces()
        /// Changes of presence that have not been reported yet.
        var changes: [Presence.Change] = []

        mutating func noteConnections(of watched: Presence.Watched, at now: Duration) {
            let count = subscriptions.values.count { $0.listener.presence == watched }
            changes += presence.connections(of: watched, are: count, at: now)
        }
    }

    private let state: Mutex<State>
    /// The tail of the journal, shared by all streams.
    let tail = JournalTail()
    /// For the house's worker, which is no stream.
    let news = HubNews()
    private let uptime: @Sendable () -> Duration
    private let wall: @Sendable () -> Date
    /// Of the clocks on the home's walls.
    private let zone: @Sendable () -> ZoneRules
    /// Rung when somebody connects or goes.
    private let bell: Bell

    init(
        presence: Presence, uptime: @escaping @Sendable () -> Duration,
        wall: @escaping @Sendable () -> Date, zone: @escaping @Sendable () -> ZoneRules, bell: Bell
    ) {
        state = Mutex(State(presence: presence))
        self.uptime = uptime
        self.wall = wall
        self.zone = zone
        self.bell = bell
    }

    /// How many streams are open.
    var streamCount: Int { state.withLock { $0.subscriptions.count } }

    var isEmpty: Bool { streamCount == 0 }

    /// - Parameter line: Where keep-alives are written.
    func subscribe(_ listener: EventSubscription.Listener, line: StreamLine? = nil) -> EventSubscription {
        let now = uptime()
        let subscription: EventSubscription = state.withLock { state in
            let subscription = EventSubscription(number: state.nextNumber, listener, line: line)
            state.nextNumber += 1
            if state.isClosed {
                subscription.close()
            } else {
                state.subscriptions[subscription.number] = subscription
                if let presence = listener.presence { state.noteConnections(of: presence, at: now) }
            }
            return subscription
        }
        tellSpeakers()
        bell.ring()
        news.note()
        return subscription
    }

    func unsubscribe(_ subscription: EventSubscription) {
        subscription.close()
        let now = uptime()
        state.withLock { state in
            guard state.subscriptions.removeValue(forKey: subscription.number) != nil else { return }
            // A stopping service does not report the clients that it disconnects. Nor does a revoked device
            // count: a stream that it still has open does not make it a device of the home again.
            if !state.isClosed, let presence = subscription.listener.presence,
                state.presence.watched.contains(presence)
            {
                state.noteConnections(of: presence, at: now)
            }
        }
        tellSpeakers()
        bell.ring()
        news.note()
    }

    // MARK: - Where clients are told things

    /// Whom kiosks serve, and where each client pressed last.
    var places: KioskPlaces { state.withLock { $0.places } }

    /// Something of that has changed.
    func changePlaces(_ change: @Sendable (inout KioskPlaces) -> Void) {
        state.withLock { change(&$0.places) }
        tellSpeakers()
    }

    /// At which of the connected kiosks a client was last, or is told things otherwise; `nil` if at none.
    func place(of client: String) -> UUID?? {
        let (now, zone) = (wall(), self.zone())
        return state.withLock { state in
            state.places.speaker(of: client, among: state.presence.here, at: now, in: zone).map(\.device)
        }
    }

    /// Whether a kiosk's client is told things there; whoever is no kiosk is told everything.
    func speaks(_ listener: EventSubscription.Listener) -> Bool {
        guard let presence = listener.presence, let client = listener.kioskOf else { return true }
        let (now, zone) = (wall(), self.zone())
        return state.withLock { state in
            state.places.speaker(
                of: client, among: state.presence.here.union([presence]), at: now, in: zone)
                == presence
        }
    }

    /// What a kiosk hears first of that; `nil` where it is its client's only one, so that nothing else can be.
    func firstWord(to listener: EventSubscription.Listener) -> Bool? {
        guard let client = listener.kioskOf else { return nil }
        let isOneOfSeveral = state.withLock { state in
            state.presence.watched.count { if case .kiosk(client, _) = $0 { true } else { false } } > 1
        }
        return isOneOfSeveral ? speaks(listener) : nil
    }

    /// Tells each kiosk whether its client is told things there, where that is another than before.
    func tellSpeakers() {
        for one in state.withLock({ Array($0.subscriptions.values) }) where one.listener.kioskOf != nil {
            one.speaks(speaks(one.listener))
        }
    }

    /// Expects those that were connected before this run of the service.
    func expect(_ seen: [Presence.Watched], within wait: Duration) {
        let deadline = uptime() + wait
        state.withLock { state in for one in seen { state.presence.await(one, until: deadline) } }
        bell.ring()
    }

    /// Expects one that may never have been connected, until another one replaces it.
    func expectUnseen(_ one: Presence.Watched, within wait: Duration) {
        let deadline = uptime() + wait
        state.withLock { $0.presence.expectUnseen(one, until: deadline) }
        bell.ring()
    }

    /// A device no longer belongs to the home: its absence is not a fault.
    func forget(_ device: UUID) {
        state.withLock { state in
            for watched in state.presence.watched where watched.device == device {
                state.changes += state.presence.forget(watched)
            }
        }
        bell.ring()
    }

    /// A kiosk does not serve that client any more.
    func forget(_ watched: Presence.Watched) {
        state.withLock { $0.changes += $0.presence.forget(watched) }
        bell.ring()
    }

    /// The kiosks and stations whose absence would be a fault, and those of them that are connected.
    var presence: (watched: Set<Presence.Watched>, here: Set<Presence.Watched>) {
        state.withLock { ($0.presence.watched, $0.presence.here) }
    }

    /// How each of them stands, and since when that is known.
    var standings: [Presence.Watched: (standing: DeviceStanding.Standing, since: Duration?)] {
        state.withLock { $0.presence.all }
    }

    /// Whether a kiosk of that client is connected; with `device`, that one.
    func hasKiosk(of client: String, at device: UUID?? = nil) -> Bool {
        state.withLock { state in
            state.subscriptions.values.contains { $0.listener.isKiosk(of: client, at: device) }
        }
    }

    /// Sends a touch to the client's kiosk; returns whether it is connected.
    ///
    /// - Parameter device: Whose screen was touched; `nil` if nobody knows.
    func tell(_ tap: ScreenTap, to client: String, at device: UUID??) -> Bool {
        let kiosks = state.withLock { state in
            state.subscriptions.values.filter { $0.listener.isKiosk(of: client, at: device) }
        }
        for kiosk in kiosks { kiosk.add(tap) }
        return !kiosks.isEmpty
    }

    /// Sends a trial to the client's kiosks, or to all stations; returns whether any is connected.
    func tell(_ trial: Trial, ofClient client: String) -> Bool {
        let those = state.withLock { state in
            state.subscriptions.values.filter { one in
                switch trial.device {
                case .kiosk: one.listener.kioskOf == client
                case .station: one.listener.isStation
                case .person: false
                }
            }
        }
        // A call is made once, however many kiosks a client has.
        for one in trial.kind == .call ? Array(those.prefix(1)) : those { one.add(trial) }
        return !those.isEmpty
    }

    /// Whether a station is connected.
    var hasStation: Bool { state.withLock { $0.subscriptions.values.contains { $0.listener.isStation } } }

    /// The presence changes to report, and when to ask next.
    func takePresenceChanges() -> (changes: [Presence.Change], nextDeadline: Duration?) {
        let now = uptime()
        return state.withLock { state in
            defer { state.changes = [] }
            let changes = state.changes + state.presence.timePassed(to: now)
            return (changes, state.presence.nextDeadline)
        }
    }

    /// The journal has new events.
    func journalAdvanced() {
        tail.advanced()
        news.note()
        each { $0.add { $0.journalAdvanced = true } }
    }

    /// Sends an event that is not stored.
    func tell(_ event: JournalEvent) {
        news.note()
        each { $0.add(volatile: event) }
    }

    /// Clients should fetch their agenda again.
    func agendaChanged() {
        news.note()
        each { $0.add { $0.isAgendaChanged = true } }
    }

    /// Open pages should be read again: the home or its people have other names.
    func namesChanged() {
        news.note()
        each { $0.add { $0.areNamesChanged = true } }
    }

    /// What a client has heard and likes has changed: their kiosks and phones read it anew.
    ///
    /// - Parameter device: The kiosk that has told it and gets it as its answer; `nil` for a phone, and for the home's own, of which there may be
    ///   several.
    func encouragementChanged(of client: String, toldBy device: UUID?) {
        each { one in
            guard one.listener.client == client, device == nil || one.listener.owner != device else { return }
            one.add { $0.isEncouragementChanged = true }
        }
    }

    /// Lets each stream show that it is alive.
    func keepAlive() {
        // One of the times at a kiosk may have begun or ended.
        tellSpeakers()
        StreamLine.keepAlive(state.withLock { $0.subscriptions.values.compactMap(\.line) })
    }

    /// Ends the streams of sessions and devices that may no longer listen.
    func disconnect(_ owners: Set<UUID>) {
        let those = state.withLock { state in
            state.subscriptions.values.filter { $0.listener.owner.map(owners.contains) ?? false }
        }
        for one in those { one.close() }
    }

    /// Ends the streams of somebody who may see other things from now on; they connect again.
    func disconnect(person: String) {
        let those = state.withLock { state in
            state.subscriptions.values.filter { $0.listener.person == person }
        }
        for one in those { one.close() }
    }

    /// Ends the streams of the kiosks with the home's own token; they connect again.
    func disconnectOwn() {
        let those = state.withLock { state in
            state.subscriptions.values.filter { $0.listener.owner == nil && $0.listener.kioskOf != nil }
        }
        for one in those { one.close() }
    }

    /// Which sessions and devices listen now.
    var listening: Set<UUID> { state.withLock { Set($0.subscriptions.values.compactMap(\.listener.owner)) } }

    /// Ends the streams that are open; their clients connect again.
    func disconnectAll() { each { $0.close() } }

    /// Ends all streams, also those to come.
    func close() {
        state.withLock { $0.isClosed = true }
        disconnectAll()
    }

    private func each(_ body: (EventSubscription) -> Void) {
        for subscription in state.withLock({ Array($0.subscriptions.values) }) { body(subscription) }
    }
}
