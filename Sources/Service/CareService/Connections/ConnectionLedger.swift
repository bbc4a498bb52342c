/// Which connections there are, whose they are, and which one is closed when another comes.
///
/// A connection is a stranger's until a message on it has been authenticated. It waits while the service
/// waits for the other end: for a greeting, for the rest of a message, for an answer to be read, for the next
/// message. It works from a complete message to the end of its answer, and an event stream works for as long
/// as it is read. Only waiting connections are closed here. One that is admitted and still being set up is
/// not: the server takes its loss for its own end.
///
/// ```
/// who comes             what is full                        who is closed: the one that waits longest of
/// anybody               its address has 64 strangers        the strangers of that address
/// from elsewhere        96 strangers                        the strangers of the address with the most of them
///                       all places but the reserve          the same; else people between two messages
/// a device's address    all places                          the strangers of the address with the most of them;
///                                                           else strangers of devices' addresses; else people, else devices,
///                                                           between two messages
/// ```
///
/// Where nobody can be closed, the one who comes is refused.
struct ConnectionLedger<ID: Hashable & Sendable>: Sendable {
    struct Limits: Sendable, Equatable {
        /// All connections at once.
        var places: Int
        /// How many of them are reserved for devices' addresses.
        var reserve: Int
        /// Strangers from all addresses that are not a device's.
        var strangers: Int
        /// Strangers from one address.
        var strangersOfOne: Int
    }

    enum Verdict: Equatable {
        /// - Parameter closing: The connection to close to make room.
        case admitted(closing: ID?)
        case refused
    }

    /// The owner of a connection.
    enum Standing: Sendable {
        case stranger, person, device
    }

    private struct Entry {
        /// The group it is counted in: a device's own address, otherwise the network.
        let group: NetworkAddress
        /// Whether a device of the home has lately come from there.
        let isFromDevice: Bool
        var standing = Standing.stranger
        /// `nil` while it works, and until it is set up.
        var waitsSince: Duration?
    }

    private let limits: Limits
    private var entries: [ID: Entry] = [:]
    /// Strangers by their group.
    private var strangers: [NetworkAddress: Int] = [:]
    /// Strangers from addresses that are no device's.
    private var strangersElsewhere = 0

    init(_ limits: Limits) { self.limits = limits }

    var count: Int { entries.count }

    /// Whether nobody was authenticated on it, or the connection is unknown.
    func isStranger(_ id: ID) -> Bool { entries[id].map { $0.standing == .stranger } ?? true }

    /// Whether it came from an address of a device of the home.
    func isFromDevice(_ id: ID) -> Bool { entries[id]?.isFromDevice ?? false }

    // MARK: - Events

    /// A connection was accepted; once set up, it waits.
    mutating func arrive(_ id: ID, from address: NetworkAddress, isFromDevice: Bool) -> Verdict {
        let new = Entry(group: isFromDevice ? address : address.network, isFromDevice: isFromDevice)
        var closing: ID?
        if isFull(for: new) {
            guard let other = whoGoes(for: new) else { return .refused }
            remove(other)
            closing = other
        }
        entries[id] = new
        count(new, 1)
        return .admitted(closing: closing)
    }

    /// The service waits for the other end from now on.
    mutating func waits(_ id: ID, since now: Duration) { entries[id]?.waitsSince = now }

    /// The other end waits for the service.
    mutating func works(_ id: ID) { entries[id]?.waitsSince = nil }

    /// A message has been authenticated.
    mutating func recognise(_ id: ID, as standing: Standing) {
        guard let entry = entries[id], entry.standing != standing else { return }
        count(entry, -1)
        entries[id]?.standing = standing
        entries[id].map { count($0, 1) }
    }

    /// It has ended.
    mutating func remove(_ id: ID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        count(entry, -1)
    }

    private mutating func count(_ entry: Entry, _ change: Int) {
        guard entry.standing == .stranger else { return }
        let now = (strangers[entry.group] ?? 0) + change
        strangers[entry.group] = now > 0 ? now : nil
        if !entry.isFromDevice { strangersElsewhere += change }
    }

    // MARK: - Which connection is closed

    private func isFull(for new: Entry) -> Bool {
        isGroupFull(new)
            || (new.isFromDevice
                ? count >= limits.places
                : strangersElsewhere >= limits.strangers || count >= limits.places - limits.reserve)
    }

    private func isGroupFull(_ new: Entry) -> Bool { strangers[new.group] ?? 0 >= limits.strangersOfOne }

    private func whoGoes(for new: Entry) -> ID? {
        if isGroupFull(new) { return longest { $0.standing == .stranger && $0.group == new.group } }
        if let stranger = longest(where: { $0.standing == .stranger && !$0.isFromDevice }) { return stranger }
        if new.isFromDevice {
            return longest { $0.standing == .stranger } ?? longest { $0.standing == .person }
                ?? longest { $0.standing == .device }
        }
        guard strangersElsewhere < limits.strangers else { return nil }
        return longest { $0.standing == .person }
    }

    /// Among the waiting ones of the address with the most strangers, the one that has waited longest.
    private func longest(where isMeant: (Entry) -> Bool) -> ID? {
        var found: (id: ID, crowd: Int, since: Duration)?
        for (id, entry) in entries {
            guard let since = entry.waitsSince, isMeant(entry) else { continue }
            let crowd = strangers[entry.group] ?? 0
            if found.map({ crowd > $0.crowd || crowd == $0.crowd && since < $0.since }) ?? true {
                found = (id, crowd, since)
            }
        }
        return found?.id
    }
}

extension ConnectionLedger.Limits {
    /// - Parameter places: How many connections the process has room for.
    init(places: Int) {
        // 64 devices' addresses, and at most 96 strangers, 64 of them from one address, where there are 640 places: a stranger's
        // connection took up to 0.6 MB where it spoke TLS and left pages unread.
        self.init(
            places: places, reserve: places / 10, strangers: max(4, places * 3 / 20),
            strangersOfOne: max(2, places / 10))
    }
}
