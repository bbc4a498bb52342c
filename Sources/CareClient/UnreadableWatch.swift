import Care
import Foundation
import Synchronization

/// Tells the home what this machine could not read of what the service told, and when it can read everything again.
///
/// A call of which not even the id can be read is a fault of its own, because nobody can answer it: it is called out here at
/// once, whatever becomes of telling the service.
final class UnreadableWatch: Sendable {
    /// Where something was read. Each reading of it tells anew what of it cannot be read.
    enum Origin: Sendable { case snapshot, agenda, stream }

    /// The longest detail; ids beyond it are left out.
    private static let longestDetail = 500

    private struct State {
        var items: [Origin: Set<UnreadableItem>] = [:]
        /// What was told last of each kind.
        var told: [FaultKind: String] = [:]
        /// Whether an agenda was read since the last connection.
        var isWhole = false
    }

    private let source: String
    /// Hears of a call that cannot be read before the service does.
    private let emit: @Sendable (CareClientEvent) -> Void
    private let report: @Sendable (Fault) -> Void
    private let state = Mutex(State())

    init(
        source: String, emit: @escaping @Sendable (CareClientEvent) -> Void,
        report: @escaping @Sendable (Fault) -> Void
    ) {
        self.source = source
        self.emit = emit
        self.report = report
    }

    /// All that is open was read: what the stream could not tell before is in it.
    ///
    /// - Parameter faults: What is open, also what an earlier run of this machine has told.
    func connected(_ requests: [UnreadableItem], _ faults: FaultPage) {
        state.withLock { state in
            state.items[.stream] = []
            state.items[.snapshot] = Set(requests + faults.unreadable)
            state.isWhole = false
            for fault in faults.faults where fault.source == source && Self.kinds.contains(fault.kind) {
                state.told[fault.kind] = state.told[fault.kind] ?? fault.detail
            }
        }
        tell()
    }

    func readAgenda(_ items: [UnreadableItem]) {
        state.withLock { state in
            state.items[.agenda] = Set(items)
            state.isWhole = true
        }
        tell()
    }

    func add(_ item: UnreadableItem, of origin: Origin) {
        state.withLock { state in _ = state.items[origin, default: []].insert(item) }
        tell()
    }

    private static let kinds: [FaultKind] = [.callUnreadable, .recordUnreadable]

    private func tell() {
        let faults: [Fault] = state.withLock { state in
            let items = state.items.values.reduce(into: Set()) { $0.formUnion($1) }
            return Self.kinds.compactMap { kind in
                let names = items.filter { $0.isLostCall == (kind == .callUnreadable) }.map(\.description)
                    .sorted()
                let detail = String(names.joined(separator: ", ").prefix(Self.longestDetail))
                guard detail != state.told[kind] ?? "" else { return nil }
                // Over only when everything was read.
                guard !detail.isEmpty || state.isWhole else { return nil }
                let before = state.told.removeValue(forKey: kind)
                if !detail.isEmpty { state.told[kind] = detail }
                return fault(kind, isActive: !detail.isEmpty, detail.isEmpty ? before ?? "" : detail)
            }
        }
        for fault in faults {
            if fault.kind == .callUnreadable, fault.isActive {
                emit(.journal(JournalEvent(sequence: 0, at: fault.at, kind: .fault, fault: fault)))
            }
            report(fault)
        }
    }

    private func fault(_ kind: FaultKind, isActive: Bool, _ detail: String) -> Fault {
        Fault(
            id: UUID(), source: source, kind: kind, isActive: isActive, clientName: nil, detail: detail,
            at: Date())
    }
}

extension UnreadableItem {
    /// What a call is called that cannot even be named.
    static func lostCall(_ name: String) -> UnreadableItem { UnreadableItem(list: name, id: nil) }

    /// Whether it is a call that nobody can answer.
    fileprivate var isLostCall: Bool {
        id == nil && (list == "requests" || JournalEvent.Kind(rawValue: list)?.isCall == true)
    }
}
