import Care
import Channels
import Dispatch
import Foundation
import Logging
import Synchronization
import WholeFiles

/// What opens the ways to people's own devices: one file beside the store, for its owner's eyes only.
///
/// It is no part of the store, so that nothing that reads, shows or copies the store has it. It is made when it is first needed: a home
/// that reaches nobody outside has none.
final class ChannelSecrets: Sendable {
    struct Contents: Codable, Sendable, Equatable {
        /// Of a web push service: the key by which it knows this home.
        struct WebPush: Codable, Sendable, Equatable {
            var vapid: String
        }

        /// By which tokens are made and known again: of answers, and of feeds.
        var answerKey: String
        var webPush: WebPush?
        /// The home's, by the names of channels and then of fields.
        var channels: [String: [String: String]] = [:]
        /// People's, by the ids of contacts and then the names of fields.
        var contacts: [String: [String: String]] = [:]

        enum CodingKeys: String, CodingKey {
            case channels, contacts
            case answerKey = "answer_key"
            case webPush = "web_push"
        }
    }

    /// In bytes: a thousand ways with a kilobyte each.
    private static let longest = 4 << 20

    private let path: String
    private let logger: Logger
    /// One change after the other, on a thread that may block.
    private let turns = DispatchQueue(label: "secrets of channels", qos: .utility)
    private let known = Mutex<Contents?>(nil)

    init(besideStore path: String, logger: Logger) {
        self.path =
            URL(fileURLWithPath: path).deletingLastPathComponent()
            .appendingPathComponent("channels.secrets").path
        self.logger = logger
    }

    func read() async throws(CareProblem) -> Contents { try await change { $0 } }

    /// The key by which push services know this home: made when it is first asked for.
    func vapid() async throws(CareProblem) -> VAPIDKey {
        let exported = try await change { contents in
            let key = contents.webPush?.vapid ?? VAPIDKey().exported
            contents.webPush = Contents.WebPush(vapid: key)
            return key
        }
        guard let key = VAPIDKey(exported: exported) else { throw Self.unread }
        return key
    }

    /// Puts a contact's secrets in the place of those that it has.
    ///
    /// - Parameter secrets: `nil`: it has none any more.
    func set(_ secrets: [String: String]?, of contact: UUID) async throws(CareProblem) {
        try await change { $0.contacts[contact.uuidString] = secrets.flatMap { $0.isEmpty ? nil : $0 } }
    }

    /// Takes back what was written for a contact that could not be stored, unless somebody has written something else since.
    ///
    /// - Parameters:
    ///   - written: What is taken back.
    ///   - before: What was there before it.
    func takeBack(
        _ written: [String: String], to before: [String: String], of contact: UUID
    ) async throws(CareProblem) {
        let id = contact.uuidString
        try await change { contents in
            guard contents.contacts[id] ?? [:] == written else { return }
            contents.contacts[id] = before.isEmpty ? nil : before
        }
    }

    /// The same for the settings of a channel.
    func takeBack(
        _ written: [String: String], to before: [String: String], of channel: String
    ) async throws(CareProblem) {
        try await change { contents in
            guard contents.channels[channel] ?? [:] == written else { return }
            contents.channels[channel] = before.isEmpty ? nil : before
        }
    }

    /// Forgets what belongs to no contact: it was removed while this could not be written.
    func keep(only contacts: Set<UUID>) async throws(CareProblem) {
        guard access(path, F_OK) == 0 else { return }
        let ids = Set(contacts.map(\.uuidString))
        try await change { contents in contents.contacts = contents.contacts.filter { ids.contains($0.key) } }
    }

    /// On the disk before this returns.
    @discardableResult
    func change<Value: Sendable>(
        _ body: @escaping @Sendable (inout Contents) -> Value
    ) async throws(CareProblem) -> Value {
        let result: Result<Value, CareProblem> = await withCheckedContinuation { continuation in
            turns.async {
                continuation.resume(
                    returning: Result { () throws(CareProblem) in try self.changed(body) })
            }
        }
        return try result.get()
    }

    private func changed<Value>(_ body: (inout Contents) -> Value) throws(CareProblem) -> Value {
        let before = try load()
        var contents = before ?? Contents(answerKey: Secrets.token())
        let value = body(&contents)
        guard contents != before else { return value }
        do {
            let bytes = Array(try JSONEncoder().encode(contents))
            // A longer one could not be read after the next start.
            guard bytes.count <= Self.longest else { throw Self.unsaved }
            try WholeFile.write(bytes, to: path, mode: 0o600)
        } catch {
            logger.error("secrets of channels cannot be written", metadata: ["path": "\(path)"])
            throw Self.unsaved
        }
        let written = contents
        known.withLock { $0 = written }
        return value
    }

    /// `nil` where there is no file yet. One that cannot be read is never written over.
    private func load() throws(CareProblem) -> Contents? {
        if let known = known.withLock({ $0 }) { return known }
        if let status = FileStatus(path), status.rights & 0o077 != 0 {
            logger.warning(
                "others could read the secrets of channels: set to 0600", metadata: ["path": "\(path)"])
            guard chmod(path, 0o600) == 0 else { throw Self.unread }
        }
        guard let bytes = try? WholeFile.read(path, limit: Self.longest) else {
            guard access(path, F_OK) != 0, errno == ENOENT else { throw Self.unread }
            return nil
        }
        guard let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes)) else {
            logger.error("secrets of channels cannot be read", metadata: ["path": "\(path)"])
            throw Self.unread
        }
        known.withLock { $0 = contents }
        return contents
    }

    private static let unsaved = CareProblem(
        .storeFailed, "what opens a way to somebody could not be saved: tell whoever looks after Beckon")
    private static let unread = CareProblem(
        .storeFailed, "what opens the ways to people cannot be read: tell whoever looks after Beckon")
}

/// They are never printed, whoever prints them: not in a log, in the message of a crash, or in a debugger.
extension ChannelSecrets.Contents: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    var description: String { "secrets" }
    var debugDescription: String { description }
    var customMirror: Mirror { Mirror(self, children: []) }
}
