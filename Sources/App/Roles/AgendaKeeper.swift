import Care
import Dispatch
import Foundation
import Glibc
import Logging
import Synchronization
import WholeFiles

/// Stores a kiosk's needs and plan across restarts, so that both can be used while the service is
/// unreachable.
///
/// Written on a queue of its own, whole or not at all. Waiting reminders are left out: only the service knows
/// whether they still wait.
final class AgendaKeeper: Sendable {
    /// A home's needs and one day's plan have some 100 KB at most.
    static let limit = 4 << 20

    private struct State {
        /// The file's content.
        var written: Agenda?
        var latest: Agenda?
        var hasFailed = false
    }

    private let path: String
    private let logger: Logger
    private let queue = DispatchQueue(label: "agenda")
    private let state = Mutex(State())

    init(path: String, logger: Logger) {
        self.path = path
        self.logger = logger
    }

    /// What an earlier run saved; a damaged file is set aside, because the service sends it all again.
    func recall() -> Agenda? {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT { return nil }
        let reason: String
        switch HomeFolder.read(path, limit: Self.limit) {
        case .success(let bytes):
            do {
                let agenda = try CareJSON.decoder().decode(Agenda.self, from: Data(bytes))
                state.withLock { ($0.written, $0.latest) = (agenda, agenda) }
                return agenda
            } catch {
                reason = "it is not what Beckon writes"
            }
        case .failure(let failure): reason = "\(failure)"
        }
        let aside = "\(path).damaged"
        let isAside = rename(path, aside) == 0
        logger.warning(
            "the saved plan cannot be read; the service sends it again",
            metadata: ["file": "\(path)", "reason": "\(reason)", "kept": "\(isAside ? aside : "no")"])
        return nil
    }

    /// Takes what the service has told.
    func keep(_ agenda: Agenda) {
        var kept = agenda
        // Ignores the journal number, which differs with every change: it alone is not worth a write.
        kept.sequence = 0
        kept.now = nil
        kept.reminders = []
        state.withLock { $0.latest = kept }
        queue.async { [self] in write() }
    }

    /// Returns when the last is written.
    func finish() { queue.sync {} }

    private func write() {
        let news = state.withLock { $0.latest != $0.written ? $0.latest : nil }
        guard let news else { return }
        do {
            let bytes = try CareJSON.encoder().encode(news)
            try WholeFile.write(Array(bytes), to: path, mode: 0o600)
            state.withLock { ($0.written, $0.hasFailed) = (news, false) }
        } catch {
            // It matters only at the next start, so this is logged once.
            let isFirst = state.withLock { state in
                defer { state.hasFailed = true }
                return !state.hasFailed
            }
            if isFirst { logger.warning("the plan could not be saved for the next start: \(error)") }
        }
    }
}
