import Care
import Foundation
import Synchronization

/// Reports to the home which of the service's data this machine could not read, and when it can read
/// everything again.
///
/// A call whose id cannot be read is a separate fault, because nobody can answer it: it is called out here at
/// once, whether or not the report reaches the service. Only a person ends it, after going to see; then the
/// next one is news even if it has the same words.
final class UnreadableWatch: Sendable {
    /// The source of a reading. Each reading reports again what cannot be read.
    enum Origin: Sendable { case snapshot, agenda, stream }

    /// The longest detail; ids beyond it are left out.
    private static let longestDetail = 500

    private struct State {
        var items: [Origin: Set<UnreadableItem>] = [:]
        /// The names of the calls that nobody has gone to see about.
        var lostCalls: Set<String> = []
        /// The last report of each kind.
        var told: [FaultKind: String] = [:]
        /// Whether an agenda was read since the last connection.
        var isWhole = false

        mutating func noteLostCalls(_ items: some Sequence<UnreadableItem>) {
            lostCalls.formUnion(items.filter(\.isLostCall).map(\.description))
        }
    }

    private let source: String
    /// Called for an unreadable call, before it is reported to the service.
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

    /// Everything open was read, including what could not be read from the stream before.
    ///
    /// - Parameter faults: The open faults, including those that an earlier run of this machine reported.
    func connected(_ requests: [UnreadableItem], _ faults: FaultPage) {
        state.withLock { state in
            state.items[.stream] = []
            state.items[.snapshot] = Set(requests + faults.unreadable)
            state.isWhole = false
            let own = faults.faults.filter { $0.source == source }
            if let open = own.first(where: { $0.kind == .recordUnreadable }) {
                state.told[.recordUnreadable] = state.told[.recordUnreadable] ?? open.detail
            }
            // A fault that is no longer open was ended while this machine was disconnected.
            let lost = own.first { $0.kind == .callUnreadable }?.detail
            state.told[.callUnreadable] = lost
            state.lostCalls = lost.map(Self.names) ?? []
            state.noteLostCalls(requests)
        }
        tell()
    }

    /// Somebody has gone to see about an unreadable call.
    func note(_ event: JournalEvent) {
        guard let fault = event.fault, fault.kind == .callUnreadable, !fault.isActive else { return }
        state.withLock { state in
            guard state.told[.callUnreadable] == fault.detail else { return }
            state.told[.callUnreadable] = nil
            state.lostCalls = []
        }
    }

    func readAgenda(_ items: [UnreadableItem]) {
        state.withLock { state in
            state.items[.agenda] = Set(items)
            state.isWhole = true
        }
        tell()
    }

    func add(_ item: UnreadableItem, of origin: Origin) {
        state.withLock { state in
            state.items[origin, default: []].insert(item)
            state.noteLostCalls([item])
        }
        tell()
    }

    private static func detail(_ names: some Sequence<String>) -> String {
        String(names.sorted().joined(separator: ", ").prefix(longestDetail))
    }

    /// What a detail names.
    private static func names(_ detail: String) -> Set<String> {
        Set(detail.components(separatedBy: ", "))
    }

    private func tell() {
        let faults: [Fault] = state.withLock { state in
            let records = state.items.values.joined().filter { !$0.isLostCall }.map(\.description)
            return [
                (FaultKind.callUnreadable, Self.detail(state.lostCalls)),
                (.recordUnreadable, Self.detail(Set(records))),
            ].compactMap { kind, detail in
                guard detail != state.told[kind] ?? "" else { return nil }
                // Over only when everything was read; for a call, only when somebody says so.
                guard !detail.isEmpty || (state.isWhole && !kind.isLostCall) else { return nil }
                let before = state.told.removeValue(forKey: kind)
                if !detail.isEmpty { state.told[kind] = detail }
                return fault(kind, isActive: !detail.isEmpty, detail.isEmpty ? before ?? "" : detail)
            }
        }
        for fault in faults {
            if fault.kind == .callUnreadable, fault.isActive {
                emit(.journal(JournalEvent(sequence: 0, at: fault.at, content: .fault(fault))))
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
    /// The name for a call whose id cannot be read.
    static func lostCall(_ name: String) -> UnreadableItem { UnreadableItem(list: name, id: nil) }

    /// Whether it is a call that nobody can answer.
    fileprivate var isLostCall: Bool {
        id == nil && (list == "requests" || JournalEvent.Kind(rawValue: list)?.isCall == true)
    }
}
