import Care
import Foundation
import Synchronization

/// Keeps the newest screen of each client, only in memory, and sends it to the displays. Of a client with several kiosks it is that of the one at
/// which they were last.
///
/// What a kiosk showed before it went is no longer shown: viewers are told that it is gone.
final class DisplayHub: Sendable {
    /// A screen as it is written to streams: encoded once, however many viewers there are.
    struct Shown: Sendable {
        let screen: Screen
        let json: String
    }

    /// What the kiosks of one client show, the newest last.
    private struct Screens {
        var all: [(device: UUID?, shown: Shown)] = []
        /// At which of their kiosks the client was last; `nil` while nobody knows.
        var place: UUID??

        /// The one that displays show.
        var current: (device: UUID?, shown: Shown)? {
            all.last { .some($0.device) == place } ?? all.last
        }
    }

    private struct State {
        var shown: [String: Screens] = [:]
        /// The clients for whom a kiosk has shown something since the service started.
        var known: Set<String> = []
        var streams: [Int: DisplaySubscription] = [:]
        var nextNumber = 0
        var isClosed = false
    }

    /// More clients than any home has.
    private static let mostClients = 64

    private let state = Mutex(State())

    var isEmpty: Bool { state.withLock { $0.streams.isEmpty } }

    /// The newest screen of a client; `nil` while their kiosk is not connected.
    func newest(of client: String) -> Screen? {
        state.withLock { $0.shown[client]?.current?.shown.screen }
    }

    /// The kiosk whose screen is shown; `.some(nil)` is the home's own, and `nil` none.
    func kiosk(shownOf client: String) -> UUID?? {
        state.withLock { state in state.shown[client]?.current.map { .some($0.device) } ?? nil }
    }

    /// Replaces the kiosk's previous screen.
    ///
    /// - Parameter place: At which of their kiosks the client was last, if anybody knows.
    func show(_ screen: Screen, of device: UUID?, place: UUID??) throws {
        let json = String(decoding: try CareJSON.encoder().encode(screen), as: UTF8.self)
        let shown = Shown(screen: screen, json: json)
        let streams = try state.withLock { state in
            guard state.shown[screen.client] != nil || state.shown.count < Self.mostClients else {
                throw CareProblem(.conflict, "more than \(Self.mostClients) clients have a screen")
            }
            state.known.insert(screen.client)
            return Self.change(&state, screen.client) { screens in
                screens.all.removeAll { $0.device == device }
                screens.all.append((device, shown))
                screens.place = place
            }
        }
        tell(streams, of: screen.client)
    }

    /// The client is at another of their kiosks now.
    func turn(_ client: String, to place: UUID??) {
        let streams = state.withLock { state in
            state.shown[client] == nil ? [] : Self.change(&state, client) { $0.place = place }
        }
        tell(streams, of: client)
    }

    /// A kiosk has disconnected: its last screen is out of date.
    func kioskWent(_ device: UUID?, of client: String, place: UUID??) {
        let streams = state.withLock { state in
            Self.change(&state, client) { screens in
                screens.all.removeAll { $0.device == device }
                screens.place = place
            }
        }
        tell(streams, of: client)
    }

    /// - Returns: Who has to be told: nobody, where what is shown is still the same.
    private static func change(
        _ state: inout State, _ client: String, _ change: (inout Screens) -> Void
    ) -> [DisplaySubscription] {
        var screens = state.shown[client] ?? Screens()
        let before = screens.current
        change(&screens)
        state.shown[client] = screens.all.isEmpty ? nil : screens
        let now = screens.current
        let isSame = before?.device == now?.device && before?.shown.screen == now?.shown.screen
        return isSame && now != nil ? [] : streams(of: client, state)
    }

    private func tell(_ streams: [DisplaySubscription], of client: String) {
        guard !streams.isEmpty else { return }
        // Within the lock, so that what is newer is told later.
        state.withLock { state in
            let news: DisplaySubscription.News =
                state.shown[client]?.current.map { .shown($0.shown) }
                ?? .starting(wasShown: state.known.contains(client))
            for stream in streams { stream.tell(news) }
        }
    }

    // MARK: - Viewers

    /// - Parameter owner: The session or device of the viewer.
    /// - Parameter line: Where keep-alives are written.
    func subscribe(to client: String, owner: UUID?, line: StreamLine?) -> DisplaySubscription {
        state.withLock { state in
            let stream = DisplaySubscription(
                number: state.nextNumber, client: client, owner: owner, line: line)
            state.nextNumber += 1
            stream.tell(
                state.shown[client]?.current.map { .shown($0.shown) }
                    ?? .starting(wasShown: state.known.contains(client)))
            if state.isClosed { stream.close() } else { state.streams[stream.number] = stream }
            return stream
        }
    }

    func unsubscribe(_ stream: DisplaySubscription) {
        stream.close()
        state.withLock { $0.streams[stream.number] = nil }
    }

    /// Ends the streams of sessions and devices that may no longer view it.
    func disconnect(_ owners: Set<UUID>) {
        let those = state.withLock { state in
            state.streams.values.filter { $0.owner.map(owners.contains) ?? false }
        }
        for one in those { one.close() }
    }

    /// Which sessions and devices view it now.
    var listening: Set<UUID> { state.withLock { Set($0.streams.values.compactMap(\.owner)) } }

    /// Lets each stream show that it is alive.
    func keepAlive() {
        StreamLine.keepAlive(state.withLock { $0.streams.values.compactMap(\.line) })
    }

    /// Ends all streams, also those to come.
    func close() {
        let streams = state.withLock { state in
            state.isClosed = true
            return Array(state.streams.values)
        }
        for stream in streams { stream.close() }
    }

    private static func streams(of client: String, _ state: State) -> [DisplaySubscription] {
        state.streams.values.filter { $0.client == client }
    }
}

/// What a display is sent next: only the newest screen, however slow it is.
final class DisplaySubscription: Sendable {
    enum News: Sendable {
        case shown(DisplayHub.Shown)
        /// No kiosk is connected: one that was is gone, or there has been none yet.
        case starting(wasShown: Bool)
    }

    private struct Pending {
        var news: News?
        var isClosed = false
    }

    let number: Int
    let client: String
    let owner: UUID?
    /// `nil` if nothing has to show that the stream is alive.
    let line: StreamLine?
    private let pending = Mutex(Pending())
    private let bell = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))

    init(number: Int, client: String, owner: UUID?, line: StreamLine?) {
        self.number = number
        self.client = client
        self.owner = owner
        self.line = line
    }

    func tell(_ news: News) { change { $0.news = news } }
    func close() { change { $0.isClosed = true } }

    private func change(_ body: @Sendable (inout Pending) -> Void) {
        pending.withLock { body(&$0) }
        bell.continuation.yield()
    }

    /// Runs `turn` with what has come up, each time that something has; ends when closed or cancelled.
    func run(_ turn: (News) async throws -> Void) async throws {
        line?.open()
        defer { line?.close() }
        for await _ in bell.stream {
            let found = pending.withLock { pending in
                let found = pending
                pending.news = nil
                return found
            }
            if found.isClosed { return }
            if let news = found.news { try await turn(news) }
        }
    }
}
