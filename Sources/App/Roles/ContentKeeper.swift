import Care
import Dispatch
import Foundation
import Glibc
import Logging
import Synchronization
import WholeFiles

/// Stores what the service has told a kiosk across restarts, so that it can be used while the service is unreachable.
///
/// Written on a queue of its own, whole or not at all.
final class ContentKeeper<Content: Codable & Sendable & Equatable>: Sendable {
    /// A home's needs and one day's plan have some 100 KB at most, and so have its chores.
    static var limit: Int { 4 << 20 }

    private struct State {
        /// The file's content.
        var written: Content?
        var latest: Content?
        var hasFailed = false
    }

    private let path: String
    private let logger: Logger
    private let reduce: @Sendable (Content) -> Content
    private let queue = DispatchQueue(label: "kept contents")
    private let state = Mutex(State())

    /// - Parameter reduce: Leaves out what is not worth a write, or is not true any more at the next start.
    init(path: String, logger: Logger, reduce: @escaping @Sendable (Content) -> Content) {
        self.path = path
        self.logger = logger
        self.reduce = reduce
    }

    /// What an earlier run saved; a damaged file is set aside, because the service sends it all again.
    func recall() -> Content? {
        var status = stat()
        if stat(path, &status) != 0, errno == ENOENT { return nil }
        let reason: String
        switch HomeFolder.read(path, limit: Self.limit) {
        case .success(let bytes):
            do {
                let content = try CareJSON.decoder().decode(Content.self, from: Data(bytes))
                state.withLock { ($0.written, $0.latest) = (content, content) }
                return content
            } catch {
                reason = "it is not what Beckon writes"
            }
        case .failure(let failure): reason = "\(failure)"
        }
        let aside = "\(path).damaged"
        let isAside = rename(path, aside) == 0
        logger.warning(
            "what was saved cannot be read, and is not used",
            metadata: ["file": "\(path)", "reason": "\(reason)", "kept": "\(isAside ? aside : "no")"])
        return nil
    }

    /// Takes what the service has told.
    func keep(_ content: Content) {
        let kept = reduce(content)
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
            if isFirst {
                logger.warning(
                    "what the service has told could not be saved for the next start: \(error)",
                    metadata: ["file": "\(path)"])
            }
        }
    }
}

extension ContentKeeper<Agenda> {
    /// A kiosk's needs and plan. Waiting reminders are left out: only the service knows whether they still wait.
    convenience init(path: String, logger: Logger) {
        self.init(path: path, logger: logger) { agenda in
            var kept = agenda
            // Ignores the journal number, which differs with every change: it alone is not worth a write.
            kept.sequence = 0
            kept.now = nil
            kept.reminders = []
            return kept
        }
    }
}

extension ContentKeeper<ClientHousehold> {
    /// A client's chores, points and rewards.
    convenience init(path: String, logger: Logger) {
        self.init(path: path, logger: logger) { household in
            var kept = household
            // Alone it is not worth a write either.
            kept.chores.now = Date(timeIntervalSince1970: 0)
            return kept
        }
    }
}
