import Care
import Dispatch
import Foundation
import Logging
import StoreFiles
import Synchronization

/// Writes commands to the disk, one after another, on a queue of its own, so that other work does not delay
/// the answer to a press.
final class OutboxWriter: Sendable {
    /// How often a store that failed is tried again.
    private static let probeInterval: DispatchTimeInterval = .seconds(10)

    private struct State {
        var outbox: Outbox?
        var hasFailed = false
        var cursor: JournalCursor?
        /// Whether the cursor is newer than the stored one.
        var isCursorUnsaved = false
        var isProbePlanned = false
        /// The rows of unreadable calls, by the ids of their faults.
        var lostRows: [UUID: Int64] = [:]
    }

    private let path: String
    private let pending: PendingCommands
    private let logger: Logger
    private let emit: @Sendable (CareClientEvent) -> Void
    private let queue = DispatchQueue(label: "beckon.outbox", qos: .userInteractive)
    /// Changed only on the queue; elsewhere, only the cursor is read.
    private let state = Mutex(State())

    init(
        path: String, pending: PendingCommands, logger: Logger,
        emit: @escaping @Sendable (CareClientEvent) -> Void
    ) {
        self.path = path
        self.pending = pending
        self.logger = logger
        self.emit = emit
        queue.async { [self] in attempt { _ in } }
    }

    /// Stores a command, and reports it; or hands it over to be sent directly.
    func add(_ command: CareCommand) {
        queue.async { [self] in
            let isRecorded = attempt { outbox throws(StoreFileError) in try outbox.add(command) }
            if isRecorded { emit(.recorded(command.id)) }
            pending.add([command], isRecorded: isRecorded)
        }
    }

    /// Deletes a delivered command. If this fails, it is sent again later, and the service recognises it.
    func remove(_ id: UUID) {
        queue.async { [self] in
            let row = state.withLock { $0.lostRows.removeValue(forKey: id) }
            attempt { outbox throws(StoreFileError) in
                try outbox.remove(id)
                if let row { try outbox.remove(row: row) }
            }
        }
    }

    /// Waits until all earlier commands have been written.
    func flush() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    /// How far the journal has been read, once the store has been opened or has failed to open.
    func cursor() async -> JournalCursor? {
        await flush()
        return state.withLock { $0.cursor }
    }

    func setCursor(_ cursor: JournalCursor) { queue.async { [self] in save(cursor) } }

    /// Only forward.
    func acknowledge(_ sequence: Int64) {
        queue.async { [self] in
            guard var cursor = state.withLock({ $0.cursor }), cursor.sequence < sequence else { return }
            cursor.sequence = sequence
            cursor.told = cursor.told.filter { $0 > sequence }
            save(cursor)
        }
    }

    /// These were told, while an earlier event still has to wait.
    func told(_ sequences: [Int64]) {
        queue.async { [self] in
            guard var cursor = state.withLock({ $0.cursor }) else { return }
            cursor.told.formUnion(sequences.filter { $0 > cursor.sequence })
            save(cursor)
        }
    }

    private func save(_ cursor: JournalCursor) {
        state.withLock { state in
            state.cursor = cursor
            state.isCursorUnsaved = true
        }
        attempt { _ in }
    }

    /// Opens the store if it is not open, catches up, and does the work; reports when that fails or works
    /// again.
    @discardableResult
    private func attempt(_ work: (Outbox) throws(StoreFileError) -> Void) -> Bool {
        do throws(StoreFileError) {
            let outbox = try opened()
            try work(outbox)
            try saveCursor(in: outbox)
        } catch {
            failed(error)
            return false
        }
        let wasFailing = state.withLock { state in
            defer { state.hasFailed = false }
            return state.hasFailed
        }
        if wasFailing {
            logger.notice("the outbox works again", metadata: ["path": "\(path)"])
            emit(.storeRestored)
        }
        return true
    }

    private func opened() throws(StoreFileError) -> Outbox {
        if let outbox = state.withLock({ $0.outbox }) { return outbox }
        let outbox = try Outbox(path: path)
        var lost: [LostCommand] = []
        let commands = try outbox.commands { lost.append($0) }
        let cursor = try outbox.cursor()
        state.withLock { state in
            state.outbox = outbox
            // A cursor set while the store could not be opened is newer.
            state.cursor = state.cursor ?? cursor
        }
        for command in lost {
            logger.error(
                "a saved command cannot be read",
                metadata: [
                    "command": "\(command.id?.uuidString ?? "without an id")", "kind": "\(command.kind)",
                    "reason": "\(command.reason)",
                ])
        }
        // Once the home has the fault, the row is deleted; until then each start reports it.
        let told = lost.compactMap { command in command.fault(at: Date()).map { (command.number, $0) } }
        state.withLock { state in for (number, fault) in told { state.lostRows[fault.id] = number } }
        pending.add(told.map { .fault($0.1) }, isRecorded: true)
        if !commands.isEmpty {
            emit(.restored(commands))
            pending.add(commands, isRecorded: true)
        }
        return outbox
    }

    private func saveCursor(in outbox: Outbox) throws(StoreFileError) {
        let unsaved = state.withLock { $0.isCursorUnsaved ? $0.cursor : nil }
        guard let unsaved else { return }
        try outbox.setCursor(unsaved)
        state.withLock { $0.isCursorUnsaved = false }
    }

    private func failed(_ error: StoreFileError) {
        let (isNew, planProbe) = state.withLock { state in
            defer {
                state.hasFailed = true
                state.isProbePlanned = true
            }
            return (!state.hasFailed, !state.isProbePlanned)
        }
        if isNew {
            logger.error("the outbox cannot be written", metadata: ["error": "\(error)"])
            emit(.storeFailed(detail: error.description))
        }
        guard planProbe else { return }
        queue.asyncAfter(deadline: .now() + Self.probeInterval) { [weak self] in self?.probe() }
    }

    private func probe() {
        state.withLock { $0.isProbePlanned = false }
        attempt { outbox throws(StoreFileError) in try outbox.probe() }
    }
}
