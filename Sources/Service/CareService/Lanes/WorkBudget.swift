import Care
import Foundation
import HTTPTypes
import Synchronization

/// Limits how many messages of one sender are answered at once; the others wait their turn, or are told to try again.
final class WorkBudget: Sendable {
    /// The sender whose share it is.
    enum Sender: Hashable, Sendable {
        /// A session or a paired device.
        case credential(UUID)
        /// By id, however many sessions they have.
        case person(String)
        /// The home's own kiosk and station, whose tokens are files.
        case own(CallerRole)
        /// Unauthenticated senders, by network, because a machine can use any number of its addresses. `nil`
        /// if no address is known.
        case network(NetworkAddress?)

        init(_ caller: Caller?, _ source: CallSource) {
            if let owner = caller?.owner {
                self = .credential(owner)
            } else if let caller {
                self = .own(caller.role)
            } else {
                self = .network(NetworkAddress(source.address)?.network)
            }
        }

        /// Where all sessions of a person have one share.
        static func person(of caller: Caller?, _ source: CallSource) -> Sender {
            caller?.person.map { .person($0.id) } ?? Sender(caller, source)
        }
    }

    typealias Limits = WorkQueue<Sender, CheckedContinuation<Bool, Never>>.Limits

    /// A browser sends at most six at once, across all its windows.
    static let pages = Limits(each: 2, eachWaiting: 16, all: 4, allWaiting: 512)
    /// These wait for somebody outside most of the time, and compute little: there are many places, so that whoever waits keeps nobody
    /// from another provider.
    static let outside = Limits(each: 8, eachWaiting: 16, all: 64, allWaiting: 512)
    /// A kiosk or station sends one after the other.
    static let devices = Limits(each: 4, eachWaiting: 64, all: 16, allWaiting: 512)

    /// One piece of work at a time, since files change one after the other.
    static let files = Limits(each: 1, eachWaiting: 16, all: 1, allWaiting: 512)

    private let queue: Mutex<WorkQueue<Sender, CheckedContinuation<Bool, Never>>>

    init(_ limits: Limits) { queue = Mutex(WorkQueue(limits)) }

    /// How many are at work, and how many wait.
    var load: (atWork: Int, waiting: Int) { queue.withLock { ($0.atWork, $0.waiting) } }

    /// Does the work when its turn has come.
    ///
    /// - Parameter isFirst: Whether it goes before others that wait.
    func run<Value>(
        for sender: Sender, isFirst: Bool = false, _ work: () async throws -> Value
    ) async throws -> Value {
        let begins = await withCheckedContinuation { continuation in
            switch queue.withLock({ $0.arrive(sender, continuation, isFirst: isFirst) }) {
            case .begins: continuation.resume(returning: true)
            case .waits: break
            case .refused, .full: continuation.resume(returning: false)
            }
        }
        guard begins else {
            throw APIFailure(
                CareProblem(.tooMany, "too many requests at once: try again in a second"),
                headers: [.retryAfter: "1"])
        }
        defer { for next in queue.withLock({ $0.end(sender) }) { next.resume(returning: true) } }
        return try await work()
    }
}
